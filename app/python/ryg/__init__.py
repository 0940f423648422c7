"""A cycle-exact 6502, alone or in a C64, and the mouse-and-cats engine."""
from ._ryg import *  # noqa: F403
from ._ryg import __version__  # noqa: F401
