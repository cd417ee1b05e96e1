"""oxgraph: the memory of AI agents as a graph.

The public names are listed in `__init__.pyi`. Each is imported when it is first used, so that `import oxgraph` and the
command line start fast.
"""

import lazy_loader

__version__ = "0.2.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__all__ += ["__version__"]
