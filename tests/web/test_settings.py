"""The settings page as it is read."""

import pytest

from tests.web.page import read_page
from tests.web.playing import House


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_that_can_be_chosen_is_written_alike(house: House, language: str):
    page = read_page(house.visitor(language).get("/settings").text)
    labels = [label.text for box in page.every(role="radiogroup") for label in box.every("label")]
    assert len(labels) > 30
    assert [label for label in labels if not label[:1].isupper()] == []
