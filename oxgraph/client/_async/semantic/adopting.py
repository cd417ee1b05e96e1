"""Existing graphs as the semantic layer."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.semantic.adoption import AsyncAdoption
from oxgraph.client._async.semantic.release import AsyncRelease
from oxgraph.client.adoption import Progress, nothing
from oxgraph.types.adoption import AdoptionReport, ReleaseReport
from oxgraph.types.adoption_inputs import AdoptionRequest, ReleaseRequest


class AsyncAdopting:
    """Takes nodes of an existing graph into memory and gives them back; a part of AsyncSemantic."""

    _access: AsyncAccess

    async def adopt(
        self,
        label: str,
        *,
        id: str | None = None,
        name: str | None = None,
        text: str | None = None,
        type: str | None = None,
        connection: str | None = None,
        progress: Progress = nothing,
    ) -> AdoptionReport:
        """Makes every node of a label an entity of this workspace, in place, in batches. Again, it changes nothing.

        `id`, `name` and `text` are names of properties: what systems call the node (without: its elementId),
        its name (without, or where a node has none: its id), and a text about it. `type` is the entities' type
        (default: the label), `connection` the name of this source (default: adopt:LABEL). Nothing that stands on a
        node is changed: where it has another value in a place of ours, an entity beside it stands for it.

        Needs the database's login, as the nodes belong to no workspace. Raises PermissionDenied, InvalidInput (which
        lists the labels or properties there are), JoinedElsewhere.
        """
        request = AdoptionRequest(label=label, id=id, name=name, text=text, type=type, connection=connection)
        return await AsyncAdoption(self._access, request, progress).run()

    async def release(
        self, label: str | None = None, *, connection: str | None = None, progress: Progress = nothing
    ) -> ReleaseReport:
        """Gives adopted nodes back exactly as they were, in batches: those of a label, of a connection, or of both.

        Where memories, references or further names hang on one, an entity of our own takes its place under the same
        id; adopting the node again joins it to them. Needs the database's login. Raises PermissionDenied,
        InvalidInput.
        """
        return await AsyncRelease(self._access, ReleaseRequest(label=label, connection=connection), progress).run()
