"""Which argument of a call is of another type than its parameter, looked for after the call has failed.

Most inputs are checked by their models before anything else. What is not, fails somewhere inside with an error of
Python's; then the caller is told which argument it was, at no cost to calls that succeed.
"""

import functools
import inspect
from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, PydanticUserError, TypeAdapter, ValidationError
from pydantic.errors import PydanticSchemaGenerationError

from oxgraph.errors import InvalidInput
from oxgraph.types.fields import refusal

ANY_TYPE = ConfigDict(arbitrary_types_allowed=True)


def wrong_argument(signature: inspect.Signature, given: Mapping[str, Any]) -> InvalidInput | None:
    """The refusal of the first argument that is not of its parameter's type; None where all are."""
    for name, value in given.items():
        parameter = signature.parameters.get(name)
        if parameter is None or parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        try:
            adapter = _adapter(parameter.annotation)
            if adapter is not None:
                adapter.validate_python(value, strict=True)
        except ValidationError as error:
            found = refusal(error)
            return InvalidInput(field=name, reason=found.values["reason"])
        except InvalidInput as error:
            return InvalidInput(field=name, reason=error.values.get("reason", "is not valid"))
        except (TypeError, AttributeError):
            continue  # a protocol that cannot be checked, or a value that pydantic cannot look at
    return None


@functools.cache
def _adapter(annotation: Any) -> TypeAdapter[Any] | None:
    try:
        return TypeAdapter(annotation, config=ANY_TYPE)
    except PydanticUserError:
        return TypeAdapter(annotation)  # a model, which has a configuration of its own
    except (PydanticSchemaGenerationError, TypeError):
        return None
