"""Statistics: a line for each rule set, how the wins are spread, and the running sum of Vegas (R5.2)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.game.rules import RuleSet, rule_set
from app.i18n import Translator
from app.store import tallies, vegas
from app.store.tallies import Tally
from app.store.vegas import LedgerLine, Sum
from app.web.charts import BarChart, LineChart, bar_chart, line_chart
from app.web.habit import HabitView, habit_view
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import balance, full_title, short_draw_title

#: So many Vegas games are drawn and listed.
MOST_LINES: Final = 60

_TABLES: Final = ("standard", "vegas", "open", "castle", "free-castle", "daily")


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule set; ``figures`` are its further numbers as pairs of label and text."""

    title: str
    games: str
    won: str
    rate: str
    figures: list[tuple[str, str]]
    chart: BarChart | None
    chart_title: str
    chart_head: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class SumView:
    """A line of the running sums."""

    title: str
    balance: str
    games: str
    all_balance: str
    all_games: str


@dataclass(frozen=True, slots=True)
class VegasView:
    """The running sums, their line over the last games, and these games themselves, the last one first."""

    sums: list[SumView]
    since: str
    chart: LineChart
    top: str
    bottom: str
    lines: list[tuple[str, str, str, str]]


@dataclass(frozen=True, slots=True)
class StatisticsView:
    """What statistics.html shows."""

    habit: HabitView
    rules: list[RuleView]
    vegas: VegasView | None


async def show(request: Request) -> Response:
    """Answer the page."""
    visit = visit_of(request)
    today = day_of(now_ms(), visit.site.settings.time_zone)
    rules: list[RuleView] = []
    sums = None
    if visit.player_id is not None:
        read = visit.site.database.read
        spread = await read(tallies.distributions, visit.player_id)
        found = sorted(await read(tallies.of, visit.player_id), key=_place)
        most = max([tally.won for tally in found], default=0)
        rules = [_rules(tally, spread.get(tally.rules, {}), tally.won == most, visit.words) for tally in found]
        sums = _vegas(
            visit,
            await read(vegas.sums, visit.player_id),
            await read(vegas.last_lines, visit.player_id, MOST_LINES),
        )
    view = StatisticsView(await habit_view(visit, today), rules, sums)
    return visit.html("statistics.html", {"page": view, "reset": "reset" in request.query_params})


async def reset(request: Request) -> Response:
    """Begin the running sums at zero again."""
    visit = visit_of(request)
    if visit.player_id is not None:
        await visit.site.database.write(vegas.reset, visit.player_id, now_ms())
    return visit.redirect("/statistics?reset#vegas")


def _place(tally: Tally) -> tuple[int, str]:
    return _TABLES.index(rule_set(tally.rules).table), tally.rules


def _rules(tally: Tally, spread: dict[int, int], is_most: bool, words: Translator) -> RuleView:
    rules = rule_set(tally.rules)
    title = full_title(rules, words)
    if rules.table == "daily":
        title = words.gettext("Daily deal: %(board)s", board=title)
    counts = _counts(rules, spread, words)
    is_vegas = rules.scoring == "vegas"
    return RuleView(
        title,
        words.number(tally.games),
        words.number(tally.won),
        words.percent(tally.won, tally.games),
        _figures(tally, rules, words),
        bar_chart(counts) if any(count for _, count in counts) else None,
        words.gettext("Games by cards put up") if is_vegas else words.gettext("Wins by minutes"),
        words.gettext("Cards put up") if is_vegas else words.gettext("Minutes"),
        is_open=is_most,
    )


def _figures(tally: Tally, rules: RuleSet, words: Translator) -> list[tuple[str, str]]:
    figures = []
    if tally.won:
        if rules.timed and tally.best_ms is not None:
            figures.append((words.gettext("Best time"), words.duration(tally.best_ms)))
            figures.append((words.gettext("Average time"), words.duration(tally.won_ms // tally.won)))
        if rules.scoring != "vegas" and tally.best_score is not None:
            figures.append((words.gettext("Best score"), words.number(tally.best_score)))
            figures.append((words.gettext("Average score"), words.number(round(tally.won_score / tally.won))))
        if tally.fewest_moves is not None:
            figures.append((words.gettext("Fewest moves"), words.number(tally.fewest_moves)))
            figures.append((words.gettext("Average moves"), words.number(round(tally.won_moves / tally.won))))
    figures.append((words.gettext("Wins in a row, now"), words.number(tally.streak)))
    figures.append((words.gettext("Most wins in a row"), words.number(tally.longest)))
    if tally.helped:
        figures.append((words.gettext("With undo or hints"), words.number(tally.helped)))
    return figures


def _counts(rules: RuleSet, spread: dict[int, int], words: Translator) -> list[tuple[str, int]]:
    starts = tallies.CARDS_UP if rules.scoring == "vegas" else tallies.MINUTES
    return [(_span(starts, step, words), spread.get(step, 0)) for step in range(len(starts))]


def _span(starts: tuple[int, ...], step: int, words: Translator) -> str:
    """Return what falls on a step: "5–9" cards, from "6–8" to below minutes, "20+" for the last of these."""
    first = starts[step]
    if step + 1 == len(starts):
        return words.number(first) if starts is tallies.CARDS_UP else f"{words.number(first)}+"
    last = starts[step + 1] - (1 if starts is tallies.CARDS_UP else 0)
    return f"{words.number(first)}–{words.number(last)}"


def _vegas(visit: Visit, sums: list[Sum], lines: list[LedgerLine]) -> VegasView | None:
    if not sums or not lines:
        return None
    words, zone = visit.words, visit.site.settings.time_zone
    views = [_sum(words.ngettext("Draw %(num)s card", "Draw %(num)s cards", one.draw), [one], words) for one in sums]
    views.append(_sum(words.gettext("Together"), sums, words))
    total = sum(one.all_balance for one in sums) - sum(line.balance for line in lines)
    totals = [total]
    listed = []
    for line in lines:
        total += line.balance
        totals.append(total)
        when = words.date(datetime.fromtimestamp(line.at // 1000, zone).date(), "medium")
        drawing = short_draw_title(rule_set(f"vegas-{line.draw}"), words)
        listed.append((when, drawing, balance(line.balance, words), balance(total, words)))
    chart = line_chart(totals)
    since = max([one.reset_at for one in sums if one.reset_at is not None], default=None)
    return VegasView(
        views,
        words.date(datetime.fromtimestamp(since // 1000, zone).date()) if since is not None else "",
        chart,
        balance(chart.top, words),
        balance(chart.bottom, words),
        listed[::-1],
    )


def _sum(title: str, sums: list[Sum], words: Translator) -> SumView:
    return SumView(
        title,
        balance(sum(one.balance for one in sums), words),
        words.number(sum(one.games for one in sums)),
        balance(sum(one.all_balance for one in sums), words),
        words.number(sum(one.all_games for one in sums)),
    )


routes = [Route("/statistics", show), Route("/statistics/reset", reset, methods=["POST"])]
