"""REST over the operations.

A request's path: `middleware` (request id, Host check, headers, log) → `app` (routing) → `operation_handlers`
(authenticate, read the fields of path, query and body, perform the operation, encode the result), with
`authentication` (bearer token or login cookie), `idempotency` (Idempotency-Key) and `problems` (errors as
application/problem+json). `login_and_health` has the routes that are no operations (login, health, …), `openapi`
describes all of them.
"""
