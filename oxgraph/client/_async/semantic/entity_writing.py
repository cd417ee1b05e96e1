"""Entities written by who knows them: an agent's nodes of the ontology."""

from collections.abc import Mapping
from typing import Any

from oxgraph.client import audit
from oxgraph.client._async.semantic.ontology import AsyncOntology
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.ids import new_id
from oxgraph.types.adoption import OURS
from oxgraph.types.entities import EntityDetails
from oxgraph.types.ontology import Described, EntityChange, NewEntity

CREATE, UPDATE = "semantic.entities.create", "semantic.entities.update"


class AsyncEntityWriting(AsyncOntology):
    """Makes entities and changes them."""

    async def create(
        self,
        name: str,
        *,
        type: str | None = None,
        node_id: str | None = None,
        description: str | None = None,
        properties: Mapping[str, Any] | None = None,
        connection: str | None = None,
    ) -> EntityDetails:
        """Makes an entity of this workspace's own.

        `type` says what it is, such as person, `node_id` how your systems call it (default: its id), `description` is a
        text about it, `properties` are facts under names of your own: texts, numbers, true or false, or lists of one of
        these. `connection` names the source that it is known from. One name means one thing: where an entity of this
        name and type is there, that is refused, unless a `node_id` of its own tells the new one apart. Its vector is
        made by the worker. Raises InvalidInput, PermissionDenied.
        """
        given: dict[str, Any] = {"name": " ".join(name.split()) if isinstance(name, str) else name, "type": type}
        given |= {"node_id": node_id, "description": description, "properties": properties, "connection": connection}
        asked, id = NewEntity(**given), new_id()
        stored = {key: value for key, value in asked.stored().items() if value is not None}
        values = asked.model_dump(exclude={"properties"}) | {"properties": stored, "labels": asked.labels()}
        (row,) = await self._access.signed(CREATE, "entity/create", id=id, inputs=_inputs(asked), **values)
        if row["id"] != id:
            raise _taken(asked, row["id"])
        return await self._details(CREATE, id)

    async def update(
        self,
        entity: str,
        *,
        name: str | None = None,
        type: str | None = None,
        description: str | None = None,
        properties: Mapping[str, Any] | None = None,
    ) -> EntityDetails:
        """Changes an entity, named by id, node_id or name. None leaves a value as it is, an empty description goes.

        `properties` are laid over those that are there, and one that is None is taken off; oxgraph's own are not to be
        set so. By a former name it is still found. A node of your own graph keeps what is changed here when it is
        released. Raises InvalidInput, NotFound, PermissionDenied.
        """
        named = " ".join(name.split()) if isinstance(name, str) else name
        given: dict[str, Any] = {"entity": entity, "name": named, "type": type, "description": description}
        asked = EntityChange(**given, properties=properties)
        id = await self._one(asked.entity, UPDATE)
        values = asked.model_dump(exclude={"entity", "properties"}) | {"properties": asked.stored()}
        more = {"labels": asked.labels(), "ours": list(OURS), "inputs": _inputs(asked)}
        if not await self._access.signed(UPDATE, "entity/update", id=id, **values, **more):
            raise NotFound(kind="entity", id=asked.entity)
        return await self._details(UPDATE, id)

    async def _details(self, call: str, id: str) -> EntityDetails:
        (row,) = await self._access.read(call, "entity/get", named=id)
        return EntityDetails(**row)


def _inputs(asked: Described) -> str:
    """What was given, by name: a transition holds no content."""
    fields = [name for name, value in asked if value is not None and name not in ("entity", "properties")]
    return audit.given({"fields": fields} | ({"properties": sorted(asked.properties)} if asked.properties else {}))


def _taken(asked: NewEntity, id: str) -> InvalidInput:
    if asked.node_id is not None:
        return InvalidInput(field="node_id", reason=f"is that of entity {id} already; update that one")
    reason = f"is that of entity {id} already; update that one, or give the new one a node_id of its own"
    return InvalidInput(field="name", reason=reason)
