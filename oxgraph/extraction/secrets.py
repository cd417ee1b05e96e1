"""Secrets in texts: passwords, PINs, keys, tokens, card numbers. No memory may hold one; found by rules alone.

A word such as "password" is no secret; its value is. So most rules ask for a word, a connection ("is", ":") and a
value that looks like one.
"""

import re
from collections.abc import Iterable

from oxgraph.actions.captured_values import luhn
from oxgraph.extraction.terms import no_values

MASK = "[secret]"
"""What stands for a secret in a text that a language model gets."""

_NOUNS = (
    r"pass ?words?|pass ?codes?|pass ?phrases?|pwd|passwort|kennwort|mot de passe|contraseña|clave secreta|senha"
    r"|palavra-passe|parola d'ordine|wachtwoord|пароль\w*|密码|密碼|口令|パスワード|暗証番号"
)
_PINS = (
    r"\bpin(?:[ -]?(?:code|nummer|number))?\b|code pin|código pin|пин-?код\w*|\bcvv2?\b|\bcvc2?\b|security code"
    r"|暗証番号|密码|密碼"
)
_KEYS = (
    r"api[ _-]?(?:key|token|schlüssel)|secret[ _-]?(?:key|token)|access[ _-]?(?:key|token)"
    r"|auth(?:entication)?[ _-]?token|bearer(?: token)?|client[ _-]?secret|private key|license key|clé api|clave api"
    r"|api-ключ|ключ api|token|密钥|密鑰"
)
_OF = r"(?:\s+(?:for|of|to|on|at|für|zu|von|zum|pour|de|du|para|do|от|для|к)\s+[^\n.:;=!?]{1,40}?)?"
_IS = (
    r"\s*(?:(?:is|was|are|ist|war|lautet|est|es|era|é|è)(?:\s+(?:now|set to|still|jetzt|maintenant|ahora))?\s*[:=]?\s+"
    r"|[:=＝：]\s*|[-–—]\s+|是|为|為|は)\s*"
)
_OPEN = r"[\"'“”‘’«»`「『]?"
_STATED = re.compile(
    rf"(?i)(?:{_NOUNS}){_OF}{_IS}([\"“„«`「『])?((?(1)[^\"“”«»`」』\n]{{3,80}}|\S{{3,80}}?))"
    r"(?=[\"“”«»`」』]|[.,;!?。！？、]*(?:\s|$)|[。！？、です])"
)
_PIN = re.compile(rf"(?i)(?:{_PINS}){_OF}(?:{_IS}|\s+){_OPEN}(\d(?:[ -]?\d){{2,7}})(?![\d-])")
_KEY = re.compile(rf"(?i)(?:{_KEYS}){_OF}(?:{_IS}|\s+){_OPEN}([A-Za-z0-9+/_=.~-]{{8,}})")
_PHRASE = re.compile(
    r"(?i)(?:seed|recovery|mnemonic|backup)[ -](?:phrase|words)\W+(?:is|are)?\W*((?:[a-z]{3,8}\W+){5,23}[a-z]{3,8})"
)
_SSN = re.compile(r"(?i)(?:social security|ssn)\D{0,30}(\d{3}[- ]?\d{2}[- ]?\d{4})\b")
_LOGIN = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s/:@]+:([^\s/@]+)@")
_SHAPES = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}|\bgh[opusr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}"
    r"|\bglpat-[\w-]{16,}|\bxox[abeprs]-[\w-]{10,}|\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\bAIza[\w-]{30,}|\bhf_[A-Za-z0-9]{20,}"
    r"|\bnpm_[A-Za-z0-9]{20,}|\bpypi-[\w-]{20,}|\bSG\.[\w-]{10,}\.[\w-]{10,}|\bya29\.[\w-]{20,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:.*?-----END [A-Z ]*PRIVATE KEY-----)?",
    re.DOTALL,
)
_CARD = re.compile(r"(?<![\d+./-])\d(?:\d{12,18}|\d{3}(?:[ -]\d{4}){3}|\d{3}[ -]\d{6}[ -]\d{5})(?![\d./-]?\d)")
_BRAND = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|(?:6011|65\d\d|64[4-9]\d)\d{12}|35\d{14}|62\d{14,17}"
)
_NO_CARD = re.compile(
    r"(?i)\b(?:order|invoice|tracking|shipment|ticket|booking|reference|ref|case|serial|customer|account|phone|tel|imei"
    r"|isbn|bestell\w*|auftrag\w*|rechnung\w*|sendung\w*|commande|facture|suivi|pedido|factura|заказ\w*|id)\b[^.!?\n]{0,25}$"
)


def secrets_in(text: str) -> list[str]:
    """Returns the secrets that a text contains, as they stand in it."""
    found = [match[2] for match in _STATED.finditer(text) if _is_value(match[1], match[2], text[match.end() :])]
    for rule in (_PIN, _PHRASE, _SSN, _LOGIN):
        found += [match[1] for match in rule.finditer(text)]
    found += [match[1] for match in _KEY.finditer(text) if _is_mixed(match[1])]
    found += [match[0] for match in _SHAPES.finditer(text)]
    found += [match[0] for match in _CARD.finditer(text) if _is_card(text, match)]
    return list(dict.fromkeys(found))


def masked(text: str) -> tuple[str, list[str]]:
    """Returns a text with MASK for each secret, and the secrets."""
    found = secrets_in(text)
    for secret in sorted(found, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text, found


def holds_secret(texts: Iterable[str | None], known: Iterable[str] = ()) -> bool:
    """Returns whether one of the texts contains a secret, one of the `known` ones, or MASK."""
    joined = "\n".join(text for text in texts if text)
    return MASK in joined or any(secret in joined for secret in known) or bool(secrets_in(joined))


def _is_value(opened: str | None, value: str, after: str) -> bool:
    """Returns whether what follows "password is" is a value: in quotes, mixed, or a last word that is no comment."""
    bare = value.strip(".,;!?")
    if not bare or bare == MASK:
        return False
    if opened or _is_mixed(bare):
        return True
    ends = re.match(r"\W*(?:$|[.!?。！？;,\n]|and\b|und\b|et\b|y\b)", after) is not None
    return ends and bare.isalpha() and bare.lower() not in no_values() and not bare.lower().endswith(("ed", "able"))


def _is_mixed(value: str) -> bool:
    """Returns whether a word has digits, inner capitals or symbols, as made-up values have and words have not."""
    core = value.strip(".,;:!?()")
    kinds = (any(c.isdigit() for c in core), any(c.isalpha() for c in core), any(not c.isalnum() for c in core[1:-1]))
    return len(core) >= 4 and (
        kinds[0]
        or (kinds[2] and "'" not in core and "-" not in core)
        or (any(c.isupper() for c in core[1:]) and any(c.islower() for c in core))
    )


def _is_card(text: str, match: re.Match[str]) -> bool:
    digits = re.sub(r"\D", "", match[0])
    return bool(_BRAND.fullmatch(digits)) and luhn(digits) and not _NO_CARD.search(text[: match.start()])
