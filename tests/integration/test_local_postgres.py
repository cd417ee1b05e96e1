"""The run's Postgres: who gets in, and how it sorts."""

import psycopg


def test_a_fresh_database(mirror_dsn: str) -> None:
    with psycopg.connect(mirror_dsn) as connection:
        assert connection.execute("SELECT 'ä' < 'z', upper('ä')").fetchone() == (False, "Ä")
        assert connection.execute("SHOW data_checksums").fetchone() == ("on",)
