"""Resolves pronouns to persons, with a ring buffer of 30 antecedents for each pronoun, over conversations."""

from collections import deque
from dataclasses import dataclass, field, replace

UNNAMED = ""
"""The name of a person of whom only a noun is said (`a doctor`)."""

SIZE = 30
"""Antecedents kept for each pronoun, and conversations for which they are kept."""

NEAR = 4
"""Maximum distance, in sentences, to an antecedent that is nearby."""

FORMS = {
    "he": "he", "him": "he", "his": "he", "himself": "he",
    "she": "she", "her": "she", "hers": "she", "herself": "she",
}  # fmt: skip
"""Pronouns that stand for one person. The others (it, they, this) can stand for anything and are not resolved."""


@dataclass(frozen=True)
class Antecedent:
    """A person that was named, with the conversation, the sentence and the word in it (all counted from 0).

    Without a name (`a doctor`) the person is no antecedent, but keeps the pronoun from meaning another one.
    """

    name: str
    conversation: int
    sentence: int
    speaker: str | None = None
    at: int = 0


@dataclass
class PronounRing:
    """The possible antecedents of each pronoun."""

    rings: dict[str, deque[Antecedent]] = field(default_factory=dict)
    conversations: dict[str, int] = field(default_factory=dict)
    sentence: int = 0

    def mention(
        self, conversation_id: str, pronouns: tuple[str, ...], name: str, speaker: str | None = None, at: int = 0
    ) -> None:
        """Records that a person was named, whom these pronouns (he, she) can mean; `at` is the word in the sentence."""
        found = Antecedent(name, self._number(conversation_id), self.sentence, speaker, at)
        for pronoun in pronouns:
            self.rings.setdefault(pronoun, deque(maxlen=SIZE)).append(found)

    def rename(self, conversation_id: str, called: str, name: str) -> None:
        """Records that a person of a conversation who was called so (`Ana's wife`) has this name."""
        number = self._number(conversation_id)
        for pronoun, ring in self.rings.items():
            same = (replace(a, name=name) if (a.name, a.conversation) == (called, number) else a for a in ring)
            self.rings[pronoun] = deque(same, maxlen=SIZE)

    def next_sentence(self) -> None:
        """Moves on to the next sentence."""
        self.sentence += 1

    def resolve(
        self,
        conversation_id: str,
        word: str,
        speaker: str | None = None,
        before: int | None = None,
        others: frozenset[str] = frozenset(),
    ) -> str | None:
        """Returns the person that a pronoun means; None when that is ambiguous.

        Persons named in the last NEAR sentences come first; when there are several, the result is None. Without any,
        it is the only person of this conversation or, for a named speaker, of this speaker's conversations. In its own
        sentence a pronoun means only who stands `before` it; `others` are persons that it cannot mean.
        """
        number = self._number(conversation_id)
        ring = [
            a
            for a in self.rings.get(FORMS.get(word, ""), ())
            if number - a.conversation < SIZE
            and a.name not in others
            and not (a.sentence == self.sentence and before is not None and a.at >= before)
        ]
        near = {a.name for a in ring if a.conversation == number and self.sentence - a.sentence <= NEAR}
        far = {a.name for a in ring if a.conversation == number or (speaker and a.speaker == speaker)}
        names = near or far - {UNNAMED}
        return (names.pop() or None) if len(names) == 1 else None

    def _number(self, conversation_id: str) -> int:
        return self.conversations.setdefault(conversation_id, len(self.conversations))
