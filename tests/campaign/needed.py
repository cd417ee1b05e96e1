"""Imports that the processes of a campaign share; see `processes`."""

import tests.campaign.writer  # noqa: F401
