"""BERT's WordPiece vocabulary, which comes with oxgraph (see data/NOTICE)."""

import hashlib
from importlib import resources

from oxgraph.errors import FileChanged

FILE = "bert-base-uncased-vocab.txt"
SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"


def read() -> bytes:
    """The file's bytes, unchecked."""
    return resources.files("oxgraph.models").joinpath("data", FILE).read_bytes()


def vocabulary() -> dict[str, int]:
    """The 30,522 terms and their ids.

    A vocabulary that differs in one line gives other vectors without any error, so the file's checksum is held
    to the released one: raises `FileChanged`.
    """
    content = read()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise FileChanged(file=FILE)
    return {term: number for number, term in enumerate(content.decode("utf-8").split("\n")[:-1])}
