"""Processes that cannot write somewhere: what goes before their command, or a skip where this machine has no such way.

Root writes whatever its permissions say, and a container may give nobody the right to mount anything: a test that
needs it is skipped there, in CI as well.
"""

import os
import subprocess
from pathlib import Path

import pytest

#: Mounts what its first two words say on the third of them, for the rest of them alone.
_MOUNTED = 'mount $1 "$2" "$2" && if [ "$1" = --bind ]; then mount -o remount,bind,ro "$2"; fi && shift 2 && exec "$@"'


def held_to_permissions(folder: Path) -> list[str]:
    """The process may write only where the permissions of files let it; ``folder`` is one to try it in."""
    if os.geteuid() != 0:
        return []
    before = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    trial = folder / "trial"
    trial.touch(0o400)
    if _works(*before, "test", "-r", trial) and not _works(*before, "test", "-w", trial):
        return before
    pytest.skip("root without its rights over files cannot be had here: there is no setpriv, or it may not")


def on_read_only_disk(folder: Path) -> list[str]:
    """For the process ``folder`` is on a disk that nobody can write to."""
    for before in _mounting("--bind", folder):
        if _works(*before, "test", "-r", folder) and not _works(*before, "touch", folder / "trial"):
            return before
    pytest.skip("nothing can be mounted here: there is no unshare, or it may not")


def on_small_disk(folder: Path, megabytes: int) -> list[str]:
    """For the process ``folder`` is an empty disk of so many MB."""
    for before in _mounting(f"-t tmpfs -o size={megabytes}m", folder):
        if _works(*before, "touch", folder / "trial") and not (folder / "trial").exists():
            return before
    pytest.skip("nothing can be mounted here: there is no unshare, or it may not")


def _mounting(kind: str, folder: Path) -> list[list[str]]:
    """As root, and as a user who is root where nobody else is."""
    rest = ["sh", "-c", _MOUNTED, "sh", kind, str(folder)]
    return [["unshare", "--mount", *rest], ["unshare", "--mount", "--map-root-user", *rest]]


def _works(*command: str | Path) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
