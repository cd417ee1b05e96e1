# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The ontology: what kinds of things there are, and how single things stand to each other."""

from typing import TypeAlias

from oxgraph.client import audit
from oxgraph.client._sync.access import Access
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.ids import is_uuid
from oxgraph.types import EntityTypeRow, LinkedEntities
from oxgraph.types.semantic_inputs import EntityTypeDefinition, LinkRequest

Types: TypeAlias = list[EntityTypeRow]


class Ontology:
    """Types of entities, and relationships between entities."""

    _access: Access

    def types(self) -> Types:
        """The types that the workspace has defined, by name."""
        return [EntityTypeRow(**row) for row in self._access.read("semantic.entities.types", "semantic/entity_types")]

    def define_type(self, name: str, description: str | None = None, parent: str | None = None) -> EntityTypeRow:
        """Adds a type of entities, or changes one; `parent` is a type defined before. None leaves a value as it is.

        Names that differ only in case or blanks are one. Raises InvalidInput, PermissionDenied, and NotFound where
        the parent is not there or is itself below this type.
        """
        asked = EntityTypeDefinition(name=name, description=description, parent=parent)
        values = asked.model_dump()
        rows = self._access.signed(
            "semantic.entities.define_type", "semantic/define_entity_type", **values, inputs=audit.given(values)
        )
        if not rows:
            raise NotFound(kind="entity type that could be the parent", id=asked.parent)
        return EntityTypeRow(**rows[0])

    def link(self, a: str, type: str, b: str, connection: str | None = None) -> LinkedEntities:
        """Draws a relationship of the domain from entity `a` to entity `b`, each named by id, node_id or name.

        `type` is the relationship's own name, such as OWNS. Drawn once: again changes nothing. Raises InvalidInput,
        NotFound, PermissionDenied.
        """
        asked = LinkRequest(a=a, type=type, b=b, connection=connection)
        ends = {"a_id": self._one(asked.a), "b_id": self._one(asked.b)}
        rows = self._access.write(
            "semantic.entities.link",
            "semantic/link",
            **ends,
            type=asked.type,
            connection=asked.connection,
            now=self._access.now(),
        )
        if not rows:
            raise NotFound(kind="entity", id=asked.a)
        return LinkedEntities(**rows[0])

    def _one(self, named: str, call: str = "semantic.entities.link") -> str:
        """The id of the entity with an id, a node_id or a name. Raises NotFound."""
        meant = self._meant(call, named)
        rows = self._access.read(call, "semantic/entity_of", name=meant)
        if not rows:
            raise NotFound(kind="entity", id=named)
        return str(rows[0]["id"])

    def _meant(self, call: str, entity: str) -> str:
        """The id of the one entity that a node_id or a name means; an id as it is, and what nobody is called.

        Raises InvalidInput for a name that several bear.
        """
        if is_uuid(entity):
            return entity
        rows = self._access.read(call, "semantic/named", name=entity)
        if len(rows) > 1:
            reason = f"{len(rows)} entities are called {entity}; give the id of one (`oxgraph entities list --name`)"
            raise InvalidInput(field="entity", reason=reason)
        return str(rows[0]["id"]) if rows else entity
