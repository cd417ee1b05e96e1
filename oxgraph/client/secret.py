"""Bearer tokens: how they are made and told apart."""

import hashlib
import re
import secrets

from oxgraph.errors import Unauthenticated

TOKEN = re.compile(r"oxg_[0-9a-f]{64}")


def new() -> str:
    """A new token: 256 random bits."""
    return f"oxg_{secrets.token_hex(32)}"


def hashed(text: str) -> str:
    """What is stored of a token and looked up in an index, so that no comparison's time tells anything.

    What cannot be a token has a hash too.
    """
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def digest(token: str) -> str:
    """The hash of a token. Raises Unauthenticated for what cannot be one."""
    if not isinstance(token, str) or TOKEN.fullmatch(token) is None:
        raise Unauthenticated()
    return hashed(token)
