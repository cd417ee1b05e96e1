"""A choice of words that proposes the nearest."""

from typing import Any

import click

from oxgraph.near import did_you_mean


class Choice(click.Choice[str]):
    """One of some words; a word that is near to one of them is asked for."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """The message, with the question."""
        return super().get_invalid_choice_message(value, ctx) + did_you_mean(str(value), self.choices)
