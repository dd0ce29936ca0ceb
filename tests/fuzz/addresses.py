"""Every address that the application has, looked up in the application itself, so that no new one is left out."""

import copy
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from fastapi import FastAPI
from starlette.routing import Mount, Route

from app.config import Settings
from app.main import create_app
from tests.fuzz.target import ROOT


class Address(NamedTuple):
    """A method and a path with names in braces."""

    method: str
    path: str

    @property
    def names(self) -> list[str]:
        return re.findall(r"\{(\w+)[^}]*\}", self.path)

    def filled(self, values: dict[str, str]) -> str:
        """Return a path with these values; a name that is not among them is a new route's, and gets any."""
        return re.sub(r"\{(\w+)[^}]*\}", lambda match: values.get(match[1], "any"), self.path)


@lru_cache
def _app() -> FastAPI:
    settings = Settings(data=Path("unused"), database_url="sqlite:///unused.db", secret=b"k" * 32)
    return cast(FastAPI, create_app(settings))


def described() -> dict[str, Any]:
    """Return the OpenAPI of what programs use."""
    found = copy.deepcopy(_app().openapi())
    # Schemathesis writes pairs in an older way, and then finds fault with it.
    pair = found["components"]["schemas"]["Record"]["properties"]["entries"]["items"]
    pair["items"] = {"anyOf": pair.pop("prefixItems")}
    return found


@lru_cache
def addresses() -> tuple[Address, ...]:
    """Return every method of every route, HEAD beside GET; what is mounted stands for a file of it."""
    app = _app()
    found = {Address(method.upper(), path) for path, methods in app.openapi()["paths"].items() for method in methods}
    for route in app.routes:
        if isinstance(route, Mount):
            found |= {Address("GET", f"{route.path}/{{file}}"), Address("HEAD", f"{route.path}/{{file}}")}
        elif isinstance(route, Route):
            found |= {Address(method, route.path) for method in route.methods or ()}
    return tuple(sorted(found))


@lru_cache
def names_of_fields() -> tuple[str, ...]:
    """Return the names of all fields of forms and queries that any handler asks for."""
    names: set[str] = {"version", "entry", "sent"}
    for file in sorted((ROOT / "app" / "web").rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        names |= set(re.findall(r"""(?:fields|query_params|\)\))(?:\.get\(|\[)"(\w+)\"""", text))
        names |= set(re.findall(r'"(\w+)" in (?:request\.query_params|fields)', text))
    return tuple(sorted(names))
