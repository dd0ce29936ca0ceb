"""`klondaily serve`: migrate, then answer until told to stop."""

import argparse
import ctypes
import gc
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from app.cli.errors import FAILED, CommandError
from app.cli.migrate import migrate_apart
from app.cli.starting import answering
from app.config import SettingError, Settings, clock, load_settings, look_at_settings, with_secret
from app.config.readers import host, whole_number

_BACKLOG = 2048
#: Seconds after which a process that says nothing is ended and another one started: longer than a slow machine's start.
_HUNG = 60
# Of glibc's malloc.h.
_TRIM_THRESHOLD, _TOP_PAD, _ARENA_MAX = -1, -2, -8
_KEPT_BYTES = 4 << 20
_OPTIONS: dict[str, Callable[[str], Any]] = {
    "host": host,
    "port": whole_number(0, 65535),
    "workers": whole_number(1, 64),
}
_UVICORN: dict[str, Any] = {
    "loop": "asyncio",
    "ws": "none",
    "lifespan": "on",
    "backlog": _BACKLOG,
    # Our edge logs requests, believes proxies and writes headers: uvicorn need not do so as well.
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
    "log_config": None,
    # Longer than a player thinks over a move, so that a move need not open a connection.
    "timeout_keep_alive": 65,
    # Whoever stops a server waits 5 seconds at most, a slow client in the middle of its question or not.
    "timeout_graceful_shutdown": 3,
}


def add_parser(commands: Any) -> None:
    command = commands.add_parser("serve", help="migrate the database, then serve")
    command.add_argument("--host", help="address to listen on (instead of KLONDAILY_HOST)")
    command.add_argument("--port", help="port to listen on, 0 for a free one (instead of KLONDAILY_PORT)")
    command.add_argument("--workers", help="processes that answer (instead of KLONDAILY_WORKERS)")


def run(arguments: argparse.Namespace) -> int:
    _set_up_heap()
    settings = _with_options(look_at_settings(), arguments)
    if settings.workers > 1 and settings.is_sqlite:
        raise CommandError("more than one worker needs PostgreSQL: set KLONDAILY_DATABASE_URL")
    # A start that is refused leaves nothing behind: what is to be made is made once nothing else can be wrong.
    with listen(settings.host, settings.port) as listening:
        with answering(listening):
            status = migrate_apart(settings.database_url)
        return status or serve(with_secret(settings), listening)


def _with_options(settings: Settings, arguments: argparse.Namespace) -> Settings:
    changes: dict[str, Any] = {}
    for name, read in _OPTIONS.items():
        text = getattr(arguments, name)
        try:
            if text is not None:
                changes[name] = read(text)
        except SettingError as error:
            raise CommandError(f"--{name} {error}") from None
    return replace(settings, **changes)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises CommandError where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG, dualstack_ipv6=host == "::")
    except OSError as error:
        # Python adds the address once more; a name that is unknown has no number of the system's.
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else "no such address"
        raise CommandError(f"cannot listen on {address_text(host, port)}: {reason}", FAILED) from None


def serve(settings: Settings, listening: socket.socket) -> int:
    import uvicorn

    from app.cli.connections import PromptProtocol
    from app.main import create_app
    from app.web.log import configure

    options = {**_UVICORN, "http": PromptProtocol}

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                settle_memory()
                print(ready_line(settings, listening), flush=True)

    configure(settings.log_level)
    clock.hold()
    if settings.workers > 1:
        from uvicorn.supervisors import Multiprocess

        # Whoever comes before a process is there waits for it: the socket stays open, and all of them share it.
        print(ready_line(settings, listening), flush=True)
        options |= {"factory": True, "workers": settings.workers, "timeout_worker_healthcheck": _HUNG}
        Multiprocess(uvicorn.Config("app.cli.serve:worker", **options), [listening]).run()
        return 0
    server = Server(uvicorn.Config(create_app(settings), **options))
    server.run(sockets=[listening])
    return 0 if server.started else FAILED


def worker() -> Any:
    """The application of one of several processes; each reads the settings anew."""
    from app.main import create_app
    from app.web.log import configure

    _set_up_heap()
    settings = load_settings()
    configure(settings.log_level)
    clock.hold()
    threading.Thread(target=_end_with_first, name="watch the first process", daemon=True).start()
    application = create_app(settings)
    settle_memory()
    return application


def _end_with_first() -> None:
    """Stop this process once the first one is gone: killed, it could not say so, and its port has to be free again."""
    first = multiprocessing.parent_process()
    if first is not None:
        first.join()
        os.kill(os.getpid(), signal.SIGTERM)


def settle_memory() -> None:
    """What is here after the start stays: that the collector need not look at it again saves pauses of 24 ms."""
    gc.collect()
    gc.freeze()
    # Requests leave next to nothing for it: looking every 700 objects takes 3 % of a move.
    gc.set_threshold(5_000, 20, 50)


def _set_up_heap() -> None:
    """Tell the C library how to keep memory; to be called before there is a second thread.

    One heap serves all threads, which hardly ever run at once. It keeps some free MB: given back after an answer, they
    are faulted in again by the next. Where the library is another one than glibc, nothing happens.
    """
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_ARENA_MAX, 1)
        mallopt(_TRIM_THRESHOLD, _KEPT_BYTES)
        mallopt(_TOP_PAD, _KEPT_BYTES // 4)


def ready_line(settings: Settings, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    addresses = [settings.base_url] if settings.base_url else [f"http://{a}" for a in _reachable(settings.host, port)]
    return "Klondaily is ready: " + "  ".join(addresses)


def _reachable(host: str, port: int) -> list[str]:
    """What to type into a browser: for "every address", this machine's own and the one its network knows it by."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104 (compared, not bound)
        return [address_text(host, port)]
    found = [address_text("127.0.0.1", port)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it only asks which way a packet would go.
            probe.connect(("192.0.2.1", 9))
            found.append(address_text(probe.getsockname()[0], port))
        except OSError:
            pass  # no network: this machine alone
    return found


def address_text(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
