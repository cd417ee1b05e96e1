"""A team's dashboard in SQL: which tools fail how often, by agent, from the rows that the mirror keeps in Postgres.

    oxgraph up --mirror
    python examples/team_dashboard.py

Any dashboard program can show these rows; it connects with a reader's login, which sees one workspace and nothing else.
"""

import uuid

import psycopg

import oxgraph
from oxgraph.mirror import Mirror

FAILURES = """
SELECT agent_id, action_type, count(*) AS calls, count(*) FILTER (WHERE outcome = 'failure') AS failed,
       round(100.0 * count(*) FILTER (WHERE outcome = 'failure') / count(*)) AS percent
FROM agent_actions GROUP BY agent_id, action_type ORDER BY failed DESC, agent_id, action_type
"""


def main() -> None:
    """Captures what two agents did, copies the rows, and asks them with a reader's login."""
    with oxgraph.connect() as client:
        memory = client.create_workspace(f"team {uuid.uuid4()}")
        memory.telemetry.capture_many(
            {
                "action_type": tool,
                "session_id": f"{agent}-{number}",
                "agent_id": agent,
                "outcome": "failure" if tool == "deploy" and number % 2 else "success",
                "error_code": "Timeout" if tool == "deploy" and number % 2 else None,
            }
            for agent in ("ines", "otto")
            for tool in ("build", "deploy")
            for number in range(4 if agent == "ines" else 2)
        )
        mirror = Mirror(None, client.graph)  # the Postgres of `oxgraph up --mirror`; or the address of yours
        mirror.init()
        mirror.run_once()  # `oxgraph worker` and `oxgraph mirror run` do this by themselves
        reader = mirror.reader(memory.workspace_id)
        with psycopg.connect(reader.dsn) as connection:
            for row in connection.execute(FAILURES):
                print("{:<6} {:<8} {:>3} calls, {:>2} failed ({} %)".format(*row))
        mirror.drop_reader(reader.role)


if __name__ == "__main__":
    main()
