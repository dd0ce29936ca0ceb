"""A program that plays over /api/v1 with a token, and a reader of the description that is served there."""

from typing import Any

import httpx

from tests.web.playing import House, Visitor

API = "/api/v1"


class Program:
    """Has no cookie and does not say where its requests come from; each answer is held against the description."""

    def __init__(self, house: House, token: str | None) -> None:
        self.house = house
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.visitor = house.visitor(**headers)
        del self.visitor.client.headers["sec-fetch-site"]

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self._checked(self.visitor.get(f"{API}{path}", **options))

    def post(self, path: str, body: Any) -> httpx.Response:
        return self._checked(self.house.run(self.visitor.client.post(f"{API}{path}", json=body)))

    def deal(self, **body: Any) -> dict[str, Any]:
        answer = self.post("/games", {"rules": "standard-1"} | body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def enter(self, game: dict[str, Any], text: str | list[str], version: int | None = None) -> httpx.Response:
        seen = game["version"] if version is None else version
        return self.post(f"/games/{game['id']}/entries", {"text": text, "version": seen})

    def _checked(self, answer: httpx.Response) -> httpx.Response:
        description = self.house.run(self.visitor.client.get(f"{API}/openapi.json")).json()
        check_answer(description, answer)
        return answer


def make_token(visitor: Visitor, label: str = "robot") -> str:
    answer = visitor.post("/tokens", {"label": label})
    assert answer.status_code == 200, answer.text
    return answer.text.partition("<code>")[2].partition("</code>")[0]


def check_answer(description: dict[str, Any], answer: httpx.Response) -> None:
    """Assert that the description names the answer's status for its address, and that the body fits it."""
    path = answer.request.url.path
    found = [item for shape, item in description["paths"].items() if _is_of(shape, path)]
    if not found:
        assert answer.status_code in (404, 405, 429)
        return
    operation = found[0][answer.request.method.lower()]
    assert str(answer.status_code) in operation["responses"], (answer.status_code, answer.text)
    content = operation["responses"][str(answer.status_code)]["content"]
    assert answer.headers["content-type"].startswith("application/json")
    check(description, content["application/json"]["schema"], answer.json(), "answer")


def _is_of(shape: str, path: str) -> bool:
    parts, wanted = path.split("/"), shape.split("/")
    return len(parts) == len(wanted) and all(
        want.startswith("{") or want == part for part, want in zip(parts, wanted, strict=True)
    )


def check(description: dict[str, Any], schema: dict[str, Any], value: Any, place: str) -> None:
    """Assert that a value fits a schema, and has no field that the schema does not name."""
    if "$ref" in schema:
        return check(description, description["components"]["schemas"][schema["$ref"].rpartition("/")[2]], value, place)
    if "anyOf" in schema:
        failures = []
        for choice in schema["anyOf"]:
            try:
                return check(description, choice, value, place)
            except AssertionError as error:
                failures.append(str(error))
        raise AssertionError(f"{place}: {failures}")
    if "enum" in schema:
        assert value in schema["enum"], f"{place}: {value!r}"
    kinds: dict[str, Any] = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": (int, float),
        "boolean": bool,
        "null": type(None),
    }
    kind = schema["type"]
    assert isinstance(value, kinds[kind]), f"{place}: {value!r} is no {kind}"
    assert kind not in ("integer", "number") or not isinstance(value, bool), place
    assert value >= schema.get("minimum", value) if kind in ("integer", "number") else True, f"{place}: {value}"
    if kind == "array":
        shapes = schema.get("prefixItems")
        for number, item in enumerate(value):
            check(description, shapes[number] if shapes else schema["items"], item, f"{place}[{number}]")
    if kind == "object":
        lacking = set(schema.get("required", [])) - set(value)
        unknown = set(value) - set(schema["properties"])
        assert not lacking, f"{place}: lacks {lacking}"
        assert not unknown, f"{place}: {unknown} are not described"
        for name, item in value.items():
            check(description, schema["properties"][name], item, f"{place}.{name}")
    return None
