"""Whether a statement and what was said agree in being negated."""

import functools
import re

from oxgraph.extraction.terms import negations, terms

_CLAUSES = re.compile(
    r"[.!?;:,\n。！？；，、—–]+|\b(?:but|and|so|because|though|although|while|aber|und|sondern|weil|mais|et|parce"
    r"|pero|y|sino|porque|ma|e|mas|maar|en|но|и|а|потому)\b"
)
_IMPLIED = re.compile(
    r"(?i)\b(?:hardly|rarely|barely|seldom|stop\w*|quit\w*|avoid\w*|refus\w*|unable|impossible|lack\w*|hat(?:e|es|ed)"
    r"|dislik\w*|los[et]\w*|miss\w*|fail\w*|gave up|give up|\w*less|un\w+|in\w+|im\w+|dis\w+|alone|only|away|far"
    r"|kaum|aufgehört|hasse|arrêt\w*|déteste|dej[aé]\w*|odi[oa]\w*|перестал\w*|ненавиж\w*)\b"
)
_IDIOMS = re.compile(
    r"\b(?:can(?:'t|not) (?:wait|help|believe|thank)|no (?:problem|worries|wonder|doubt|matter)|not only|why not"
    r"|don't (?:worry|mind)|couldn't (?:agree|be) more|never (?:forget|stop)"
    r"|nicht nur|non seulement|no solo|не только)\b"
)
"""Negated expressions that deny nothing."""

_SHARE = 0.6
"""Minimum share of a statement's terms that a single negated clause has to contain to deny the statement."""


@functools.lru_cache(maxsize=2_000)
def is_negated(text: str, language: str) -> bool:
    """Returns whether a text contains a negating word."""
    plain = _IDIOMS.sub(" ", text.lower().replace("’", "'"))
    if language == "cjk":
        return any(part in plain for part in negations("cjk"))
    words = re.findall(r"[^\W\d_]+", plain)
    return "n't" in plain or not negations(language).isdisjoint(words)


def wrong_negation(content: str, source: str, around: str, language: str, names: frozenset[str] = frozenset()) -> bool:
    """Returns whether a statement denies what nobody denied, or asserts what the turn `source` denies.

    `around` are the earlier turns. `names` are words that do not count: where the turn has `I`, a statement has the
    speaker's name.
    """
    if is_negated(content, language):
        return not any(is_negated(text, language) or _IMPLIED.search(text) for text in (source, around))
    wanted = terms(content, language, names)
    total = sum(wanted.values())
    if not total:
        return False

    def share(clause: str) -> float:
        return sum(wanted[term] for term in terms(clause, language) if term in wanted) / total

    clauses = [clause for clause in _CLAUSES.split(source) if clause and clause.strip()]
    denied = max((share(one) for one in clauses if is_negated(one, language)), default=0.0)
    asserted = max((share(one) for one in clauses if not is_negated(one, language)), default=0.0)
    return denied >= _SHARE and denied > 2 * asserted
