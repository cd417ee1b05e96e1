"""Rules for standing instructions to an agent."""

import re
from collections.abc import Iterator

from oxgraph.extraction.rules.statement import Draft, Statement
from oxgraph.extraction.third_person import Sentence

LASTING = re.compile(
    r"(?i)\b(?:always|never|from now on|going forward|in (?:the )?future|every time|each time"
    r"|when(?:ever)? (?:i|you|we)"
    r"|(?:don'?t|do not) ever|in (?:all )?(?:of )?(?:your|my|our) (?:replies|answers|responses|emails|messages|code))\b"
)
CALL_ME = re.compile(r"^(?i:(?:please )?call me) ([A-Z][\w'-]+(?: [A-Z][\w'-]+)?)[.!]?$")
SAID = ((r"\bI'm\b", "{n} is"), (r"\bI am\b", "{n} is"), (r"\bI've\b", "{n} has"), (r"\bI have\b", "{n} has"),
        (r"\bmyself\b", "{n}"), (r"\bmy\b", "{n}'s"), (r"\bme\b", "{n}"))  # fmt: skip
ASKS = re.compile(
    r"\bI (ask|request|mention|inquire|want|need|talk|discuss|share|write|say|use|give|send|provide|work|type|start)\b"
)


def instruction(statement: Statement) -> Iterator[Draft]:
    """`Always … when I ask about …`, `Please never …`, `Call me …`: imperatives that are meant to last."""
    clause = statement.clause
    if clause.tense != "imperative" or clause.verb.dep_ != "ROOT" or not statement.turn.to_assistant:
        return
    text = statement.sentence.text.strip()
    if match := CALL_ME.match(text):
        content = Sentence(f"{statement.name} wants to be called {match[1]}.")
        yield Draft("instruction", "call_name", content, statement.turn.subject, known_as=match[1])
    elif LASTING.search(text) and not text.endswith("?") and len(text.split()) <= 45:
        yield Draft(
            "instruction", "instructs", Sentence(_instruction_text(text, statement.name)), statement.turn.subject
        )


def _instruction_text(text: str, name: str) -> str:
    """The instruction in the words in which it was given, with the speaker named."""
    words = re.sub(r"(?i)^please[, ]+", "", text.rstrip(".! "))
    for pattern, value in SAID:
        words = re.sub(pattern, value.format(n=name), words)
    words = ASKS.sub(lambda m: f"{name} {third(m[1])}", words)
    words = re.sub(r"\bI\b", name, words)
    return f"{name}'s instruction: {words[:1].lower() + words[1:]}."


def third(verb: str) -> str:
    """The third person of a verb."""
    from oxgraph.extraction.third_person import third_person

    return third_person(verb)
