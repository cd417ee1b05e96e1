"""The Wilson interval of a proportion."""

import math

Z_95 = 1.96


def wilson(hits: int, cases: int, z: float = Z_95) -> tuple[float, float]:
    """Returns the Wilson interval (95% by default) of hits / cases; (0, 1) without cases."""
    if not cases:
        return 0.0, 1.0
    share, square = hits / cases, z * z
    middle = (share + square / (2 * cases)) / (1 + square / cases)
    half = z / (1 + square / cases) * math.sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    return max(0.0, middle - half), min(1.0, middle + half)
