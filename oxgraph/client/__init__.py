"""What a program calls: connect, workspaces, and one module a layer.

Written once, asynchronously, in `_async`; `_sync` is generated from it by tools/generate_sync.py. The names are listed
in `__init__.pyi` and imported when they are first used, so that a program loads only the client that it uses.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
