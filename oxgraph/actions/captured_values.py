"""Which values of a tool's arguments may be captured: ids, never personal data, secrets or texts."""

import re
from typing import Any
from urllib.parse import urlsplit

MAX_ID = 128
MAX_PATH = 256
MAX_INTEGER = 10**20

ID = re.compile(r"[A-Za-z0-9_.:/#~+=%$!,()\[\]-]+")
"""Only ASCII: a sentence in a language without blanks would match otherwise."""

HOME = re.compile(r"^(?:/home/|/Users/|/root(?=/|$)|[A-Za-z]:[\\/]Users[\\/])[^/\\]*")
PERSONAL = re.compile(
    r"\+[\d().-]{6,}"  # a telephone number
    r"|\(?0\d{1,4}\)?[-/.]\d[\d./-]{4,}"
    r"|\d{3}[-.]\d{3}[-.]\d{4}|\d{3}-\d{2}-\d{4}"  # a US telephone or social security number
    r"|[A-Z]{2}\d{2}[A-Z0-9]{11,30}"  # an IBAN
)
SECRET = re.compile(
    r"(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abposr]|AKIA|ASIA|AIza|ya29|hf|npm|pypi|Bearer|Basic)[-_.:A-Za-z]*"
    r"[A-Za-z0-9+/=_-]{16,}"
    r"|eyJ[\w-]+\.[\w-]+.*"
    r"|SG\.[\w-]{10,}\.[\w-]{10,}"
    r"|-+BEGIN.*"
)
CARD_DIGITS = range(13, 17)


def as_id(value: Any) -> str | None:
    """The value as a node's id, where it looks like one: short, one word, no personal data, no secret."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return str(value) if abs(value) < MAX_INTEGER and not _card(str(value)) else None
    if not isinstance(value, str) or not 0 < len(value) <= MAX_ID or not ID.fullmatch(value):
        return None
    return None if PERSONAL.fullmatch(value) or SECRET.fullmatch(value) or _card(value) else value


def as_path(value: Any) -> str | None:
    """A file's path as an id, with `~` for a home folder; None for one with blanks."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_PATH:
        return None
    path = HOME.sub("~", value.removeprefix("file://")).replace("\\", "/")
    parts = [part for part in path.split("/") if part]
    return path if parts and all(as_id(part.removeprefix("@")) for part in parts) else None


def as_url(value: Any) -> str | None:
    """A web address as an id: scheme, host, port and path, without user information, query and fragment."""
    if not isinstance(value, str) or not 0 < len(value) <= 2_000 or re.search(r"\s", value):
        return None
    try:
        parts = urlsplit(value)
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host:
        return None
    path = as_path(parts.path) if parts.path.strip("/") else ""
    url = f"{parts.scheme}://{host}{_port(parts.netloc)}{path}"
    return url if path is not None and len(url) <= MAX_PATH else None


def _port(netloc: str) -> str:
    match = re.search(r":\d{1,5}$", netloc)
    return match[0] if match else ""


def _card(text: str) -> bool:
    """Whether it may be a payment card's number: 13 to 16 digits with the right check digit (Luhn)."""
    digits = text.replace("-", "")
    if len(digits) not in CARD_DIGITS or not (digits.isascii() and digits.isdigit()):
        return False
    return luhn(digits)


def luhn(digits: str) -> bool:
    """Returns whether the check digit of a number is right (ISO/IEC 7812-1)."""
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits)))
    return sum(value - 9 * (value > 9) for value in doubled) % 10 == 0


KINDS = {"id": as_id, "path": as_path, "url": as_url}
"""The function for each kind of value in a mapping file."""
