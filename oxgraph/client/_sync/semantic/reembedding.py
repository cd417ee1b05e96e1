# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Changes the model of a workspace's vectors."""

from oxgraph import models
from oxgraph.client._sync.access import Access
from oxgraph.errors import InvalidInput
from oxgraph.ids import new_id
from oxgraph.models import Embedder
from oxgraph.types import ModelChange, limits


class Reembedding:
    """The way from one embedding model to another."""

    _access: Access

    def reembed(self, model: str | Embedder) -> ModelChange:
        """Says from which model the workspace's vectors are to come.

        `model` is an embedder, or a name of one (`minilm`, `sentence-transformers:MODEL`, or a model's own name). The
        worker, or `oxgraph evaluate`, with that embedder then writes the new vectors beside the old ones, which are
        read meanwhile, and switches in one step; a reader or writer with the old model is told so from then on
        (EmbeddingModelMismatch). The present model calls a change off. Raises InvalidInput, PermissionDenied.
        """
        rows = self._access.write(
            "semantic.reembed",
            "workspace/next_model",
            model=named(model),
            transition_id=new_id(),
            now=self._access.now(),
        )
        return ModelChange(**rows[0])


def named(model: str | Embedder) -> str:
    """The name under which a model's vectors stand. Raises InvalidInput."""
    if not isinstance(model, str):
        name = model.name if model.dimension else ""
    else:
        try:
            name = models.embedder(model).name
        except InvalidInput:
            name = model.strip()
    if not name or name == "none" or len(name) > limits.NAME:
        raise InvalidInput(field="model", reason="is no embedding model's name")
    return name
