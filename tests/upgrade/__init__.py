"""Homes filled by released versions open with this one."""
