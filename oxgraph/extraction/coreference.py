"""Whom a pronoun means: a ring buffer of 30 for each pronoun, over conversations."""

from collections import deque
from dataclasses import dataclass, field

SIZE = 30
"""Antecedents kept for each pronoun, and conversations for which they are kept."""

NEAR = 4
"""Sentences over which an antecedent of the same conversation may reach."""

FORMS = {
    "he": "he", "him": "he", "his": "he", "himself": "he",
    "she": "she", "her": "she", "hers": "she", "herself": "she",
}  # fmt: skip
"""Pronouns that stand for one person. The others (it, they, this) can stand for anything and are not resolved."""


@dataclass(frozen=True)
class Antecedent:
    """A person that was named, in which conversation, and in which of its sentences."""

    name: str
    conversation: int
    sentence: int
    speaker: str | None = None


@dataclass
class PronounRing:
    """Whom each pronoun could mean. Sentences and conversations are counted as they come."""

    rings: dict[str, deque[Antecedent]] = field(default_factory=dict)
    conversations: dict[str, int] = field(default_factory=dict)
    sentence: int = 0

    def mention(self, conversation_id: str, pronouns: tuple[str, ...], name: str, speaker: str | None = None) -> None:
        """A person was named for whom these pronouns (he, she) can stand."""
        at = Antecedent(name, self._number(conversation_id), self.sentence, speaker)
        for pronoun in pronouns:
            self.rings.setdefault(pronoun, deque(maxlen=SIZE)).append(at)

    def next_sentence(self) -> None:
        """One sentence further."""
        self.sentence += 1

    def resolve(self, conversation_id: str, word: str, speaker: str | None = None) -> str | None:
        """Whom the pronoun means; None when that is not clear.

        Nearby, the one that was named; of several nobody. Else the only one whom the same speaker has named at all:
        somebody without a name may be anybody in another conversation.
        """
        number = self._number(conversation_id)
        ring = [a for a in self.rings.get(FORMS.get(word, ""), ()) if number - a.conversation < SIZE]
        near = {a.name for a in ring if a.conversation == number and self.sentence - a.sentence <= NEAR}
        names = near or {a.name for a in ring if a.conversation == number or (speaker and a.speaker == speaker)}
        return names.pop() if len(names) == 1 else None

    def _number(self, conversation_id: str) -> int:
        return self.conversations.setdefault(conversation_id, len(self.conversations))
