"""Whatever fits or breaks the OpenAPI that the server gives out: no answer is 5xx, and each is as described."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy, booleans, one_of
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig as Config
from schemathesis.schemas import APIOperation

from tests.fuzz.addresses import described
from tests.fuzz.conftest import TIMES
from tests.fuzz.target import Target, Victim

load_all_checks()
_CHECKS = [
    CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
        "missing_required_header",
        "unsupported_method",
        "use_after_free",
    )
]


_HEADERS = {"sec-fetch-site": "same-origin"}
#: Too much is refused as well.
_REFUSED = ["400", "401", "403", "404", "405", "409", "413", "422"]
_CONFIG = Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": _REFUSED}}})
SCHEMA = schemathesis.openapi.from_dict(described(), config=_CONFIG)
OPERATIONS = [result.ok() for result in SCHEMA.get_all_operations()]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_is_as_described(operation: APIOperation, target: Target, victim: Victim) -> None:
    cookie = {"klondaily-player": victim.cookie.partition("=")[2]}

    @settings(
        max_examples=25 * TIMES,
        deadline=None,
        derandomize=TIMES == 1,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=_cases(operation), is_own=booleans())
    def ask(case: schemathesis.Case, is_own: bool) -> None:
        if is_own and "game_id" in (case.path_parameters or {}):
            case.path_parameters["game_id"] = victim.game
        before = target.state()
        answer = case.call_and_validate(
            base_url=f"http://127.0.0.1:{target.port}", checks=_CHECKS, cookies=cookie, headers=_HEADERS
        )
        if answer.status_code >= 400:
            assert target.state() == before, "refused, but something was written"

    ask()


def _cases(operation: APIOperation) -> SearchStrategy[schemathesis.Case]:
    """What fits the description, and what breaks it."""
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    return one_of([operation.as_strategy(generation_mode=mode) for mode in modes])
