"""What operators and admins do with a whole workspace: erase a subject, change the model, look at measurings."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.operation import Page, operation
from oxgraph.types import ModelChange, Receipt, limits
from oxgraph.types.evaluation import EvaluationComparison, EvaluationRun
from oxgraph.types.fields import Id, Name, Uuid
from oxgraph.types.ingest import IngestReport


@operation("semantic.erase_subject", "POST /erasures", call="semantic.erase_subject", effect="destroys", tool=False)
async def erase_subject(
    memory: AsyncMemory,
    subject: Annotated[Id, Field(description="The id, node_id or name of an entity.")],
    names: Annotated[tuple[Id, ...], Field(max_length=100, description="Sought in texts instead of its own names.")]
    | None = None,
) -> Receipt:
    """Remove a subject and all that names it, for good; the receipt says what went and what stays.

    In batches: where it takes too long, the same call again goes on. A Postgres mirror follows by itself.
    """
    return await memory.semantic.erase_subject(subject, names=names)


@operation(
    "semantic.reembed", "POST /embedding-model", call="semantic.reembed", effect="writes", idempotent=True, tool=False
)
async def reembed(
    memory: AsyncMemory, model: Annotated[Name, Field(description="A name of an embedding model.", examples=["minilm"])]
) -> ModelChange:
    """Say from which model the vectors are to come; a worker with that model then makes them anew."""
    return await memory.semantic.reembed(model)


@operation(
    "semantic.take_up", "POST /ingest/take-up", call="semantic.take_up", effect="writes", idempotent=True, tool=False
)
async def take_up(memory: AsyncMemory, batch: Annotated[int, Field(ge=1, le=limits.STATEMENTS)] = 50) -> IngestReport:
    """Extract memories now from messages that wait for it, which the worker does otherwise."""
    return await memory.semantic.take_up(batch)


@operation("evaluations.list", "GET /evaluations", call="evaluations.list", effect="reads", tool=False)
async def evaluations(
    memory: AsyncMemory,
    name: Annotated[Name, Field(description="Only those of one gold set.")] | None = None,
    limit: Annotated[int, Field(ge=1, le=1_000)] = 50,
) -> Page[EvaluationRun]:
    """List how recall did on questions whose answers are known, the newest first."""
    return Page(items=tuple(await memory.evaluations.list(name, limit)))


@operation("evaluations.compare", "GET /evaluations/compare", call="evaluations.compare", effect="reads", tool=False)
async def compare(memory: AsyncMemory, a: Uuid, b: Uuid) -> EvaluationComparison:
    """Compare two measurings: b − a of each figure."""
    return await memory.evaluations.compare(a, b)
