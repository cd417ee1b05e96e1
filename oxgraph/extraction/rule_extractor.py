"""Stage 2 without a language model: parses turns and applies the rules, to get candidates."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import clauses_of
from oxgraph.extraction.coreference import FORMS, UNNAMED, PronounRing
from oxgraph.extraction.corrections import Said, said
from oxgraph.extraction.parsing import clean, parse, without_speech
from oxgraph.extraction.persons import Person, persons_in
from oxgraph.extraction.rules import RULES, Draft, Statement
from oxgraph.extraction.rules.relationships import mentions
from oxgraph.extraction.secrets import holds_secret, secrets_in
from oxgraph.extraction.text import sentences
from oxgraph.extraction.third_person import Unclear, Voice
from oxgraph.extraction.turns import Candidate, Extraction, Refusal, Turn
from oxgraph.extraction.word_lists import ONLY_ONE
from oxgraph.settings import WorkspaceSettings

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

FLOOR = float(WorkspaceSettings.model_fields["remember_confidence"].default)
"""Minimum confidence of a candidate, 0 to 1."""

RESOLVED = 0.85
"""Grounding, 0 to 1, of a sentence with a resolved pronoun."""

LASTING_TYPES = frozenset({"fact", "preference", "relation"})
"""Types of memories that hold for a time."""

SUBJECTS = ("nsubj", "nsubjpass")

SARCASM = ("yeah right", "as if", "/s", "sure, because", "oh great", "just what i needed", "not!")


@dataclass
class RuleExtractor:
    """Extracts memories by rules; keeps the antecedents of pronouns from turn to turn.

    `related` are the names of the speakers' relatives and friends, each with its conversation.
    """

    floor: float = FLOOR
    ring: PronounRing = field(default_factory=PronounRing)
    related: set[tuple[str, str]] = field(default_factory=set)

    def extract(self, turns: Iterable[tuple[Turn, str]]) -> Iterator[Extraction]:
        """Yields the result of each turn, given with its text after the pre-filter, in order. Raises ExtraMissing."""
        given = list(turns)
        cut = [_sentences(turn, text) for turn, text in given]
        docs = parse(sentence.text for sentences_ in cut for sentence in sentences_)
        for (turn, _), parts in zip(given, cut, strict=True):
            yield self._turn(turn, [(next(docs), one.taken_back) for one in parts])

    def read_context(self, turns: Iterable[tuple[Turn, str]]) -> None:
        """Records the persons that earlier turns name, without extracting memories."""
        given = list(turns)
        cut = [_sentences(turn, text) for turn, text in given]
        docs = parse(sentence.text for sentences_ in cut for sentence in sentences_)
        for (turn, _), parts in zip(given, cut, strict=True):
            for _ in parts:
                self._mention(turn, next(docs))
                self.ring.next_sentence()

    def _turn(self, turn: Turn, docs: list[tuple["Doc", bool]]) -> Extraction:
        found: dict[str, Candidate] = {}
        refused: Counter[str] = Counter()
        secrets = secrets_in(turn.text)
        for doc, taken_back in docs:
            candidates = self._sentence(turn, doc, refused)
            for candidate in _ended(turn, candidates) if taken_back else candidates:
                if holds_secret((candidate.content, candidate.object, *candidate.keywords), secrets):
                    refused["secret"] += 1
                else:
                    found.setdefault(candidate.content, candidate)
            self.ring.next_sentence()
        reason = "" if found else (refused.most_common(1)[0][0] if refused else "nothing_to_remember")
        refusals = (Refusal("secret"),) * refused["secret"]
        return Extraction(turn, tuple(found.values()), "" if found else "extract", reason, dict(refused), refusals)

    def _sentence(self, turn: Turn, doc: "Doc", refused: Counter[str]) -> Iterator[Candidate]:
        self._mention(turn, doc)
        if any(cue in doc.text.lower() for cue in SARCASM):
            refused["sarcasm"] += 1
            return
        for sentence in doc.sents:
            clauses = clauses_of(sentence)
            refused.update(clauses.refused)
            for clause in clauses.clauses:
                statement = Statement(clause, sentence, turn, self._voice(turn))
                yield from self._clause(statement, refused)

    def _clause(self, statement: Statement, refused: Counter[str]) -> Iterator[Candidate]:
        drafts, reason = apply_rules(statement)
        if reason:
            refused[reason] += 1
        for draft in drafts:
            candidate = self._candidate(draft, statement)
            if candidate.confidence < self.floor:
                refused["low_confidence"] += 1
            else:
                yield candidate

    def _is_related(self, turn: Turn, name: str | None) -> bool:
        """Returns whether a name is that of somebody else than the speaker, as `my cousin Ben` says."""
        return (turn.conversation_id, name) in self.related

    def _candidate(self, draft: Draft, statement: Statement) -> Candidate:
        grounding = RESOLVED if draft.content.resolved else 1.0
        return Candidate(
            type=draft.type,
            content=draft.content.text,
            subject=draft.subject or statement.turn.subject,
            predicate=draft.predicate,
            object=draft.object,
            subject_type=draft.subject_type or ("person" if self._is_related(statement.turn, draft.subject) else None),
            object_type=draft.object_type,
            topic_key=draft.topic_key,
            keywords=keywords(statement),
            confidence=round(draft.source * grounding, 4),
            valid_from=draft.valid_from,
            valid_to=draft.valid_to,
            stated_at=statement.turn.said_at,
            known_as=draft.known_as,
        )

    def _voice(self, turn: Turn) -> Voice:
        name = turn.speaker or "User"
        other = turn.others[0] if len(turn.others) == 1 else None
        return Voice(name, other, lambda pronoun: self._resolve(turn, pronoun))

    def _resolve(self, turn: Turn, pronoun: "Token") -> str | None:
        """Returns the person that a pronoun means: in `he met him` two."""
        others: set[str] = set()
        if not (pronoun.dep_ in SUBJECTS or pronoun.tag_ == "PRP$" or pronoun.lower_.endswith("self")):
            clause = next((t for t in pronoun.ancestors if t.pos_ in ("VERB", "AUX")), None)
            for subject in clause.children if clause is not None else ():
                if subject.dep_ in SUBJECTS:
                    within = {t.i for t in subject.subtree}
                    others.update(self._called(turn, one) for one in persons_in(pronoun.doc) if one.at in within)
                    if subject.lower_ in FORMS:
                        others.add(self._resolve(turn, subject) or UNNAMED)
        known = frozenset(others - {UNNAMED})
        return self.ring.resolve(turn.conversation_id, pronoun.lower_, turn.speaker, pronoun.i, known)

    def _mention(self, turn: Turn, doc: "Doc") -> None:
        """Records the persons that a sentence names, for later pronouns."""
        for person in persons_in(doc):
            called = self._called(turn, person)
            if person.relation and person.name:
                self.related.add((turn.conversation_id, person.name))
                if person.equated or person.relation in ONLY_ONE:
                    self.ring.rename(turn.conversation_id, _relative(turn, person), person.name)
            if called not in (turn.speaker, *turn.others):
                self.ring.mention(turn.conversation_id, person.pronouns, called, turn.speaker, person.at)

    def _called(self, turn: Turn, person: Person) -> str:
        return person.name or (_relative(turn, person) if person.relation else UNNAMED)


def _ended(turn: Turn, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """What is taken back holds no longer; what happened or was asked for has no end."""
    for candidate in candidates:
        if candidate.type in LASTING_TYPES:
            yield replace(candidate, valid_from=None, valid_to=turn.said_at, taken_back=True)


def _relative(turn: Turn, person: Person) -> str:
    return f"{turn.speaker or 'User'}'s {person.relation}"


def apply_rules(statement: Statement) -> tuple[list[Draft], str]:
    """Returns the drafts of the first rule that matches and of the persons named, or the reason for none."""
    try:
        drafts = list(mentions(statement)) if not statement.clause.negated else []
    except Unclear as unclear:
        return [], str(unclear)
    for rule in RULES:
        try:
            found = list(rule(statement))
        except Unclear as unclear:
            return drafts, str(unclear)
        if found:
            return [*drafts, *found], ""
    return drafts, "" if drafts else _refusal_reason(statement)


def _refusal_reason(statement: Statement) -> str:
    """Returns why no rule matched: an unresolved pronoun, a modal, or no rule for the clause."""
    if statement.clause.tense == "unable":
        return "hypothetical"
    subject = statement.clause.subject
    unknown = subject is not None and subject.lower_ in FORMS and statement.voice.resolve(subject) is None
    return "unresolved_pronoun" if unknown else "no_rule"


def keywords(statement: Statement) -> tuple[str, ...]:
    """Returns up to 8 nouns of a clause, to search by."""
    nouns = (
        t.lemma_.lower()
        for t in statement.clause.verb.subtree
        if t.pos_ in ("NOUN", "PROPN") and t.is_alpha and len(t) > 2
    )
    return tuple(dict.fromkeys(nouns))[:8]


def _sentences(turn: Turn, text: str) -> list[Said]:
    names = (*turn.others, *((turn.speaker,) if turn.speaker else ()))
    cut = (clean(part, names) for part in sentences(without_speech(text)))
    return [one for part in cut if len(part.split()) >= 2 for one in said(part)]
