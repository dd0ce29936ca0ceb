"""Two players become one: what a device has played by itself goes to the player whose code it shows.

Nothing is doubled and nothing lost. Where both have played a board of a day, the game that was started first is the
one that counts (R7.2), as if one player had played both; the other is practice from then on. A board pays once
(R7.6), a thing is bought once, and what was bought last with coins that were paid twice is given back. Of two runs of
the castles under way the one begun first goes on.
"""

from typing import Any

from sqlalchemy import Connection, Table, delete, func, or_, select, text, update

from app.config import Terms
from app.store import boards, castles, players, standings, tallies
from app.store.castle_runs import BOARD as CASTLES
from app.store.inserting import insert_if_missing
from app.store.schema import (
    CASTLE_BESTS,
    CASTLE_RUNS,
    COINS_LEDGER,
    DEVICE_CODES,
    GAMES,
    PLAYERS,
    PURCHASES,
    RANKED_GAMES,
    RESULTS,
    TOKENS,
    VEGAS_LEDGER,
    VEGAS_SUMS,
)


def join(conn: Connection, guest_id: str, player_id: str, now_ms: int, terms: Terms) -> None:
    """Give everything of the player ``guest_id`` to ``player_id``, both locked; afterwards the former is no more.

    Tokens of the guest's programs and codes for its devices end: whoever holds one does not get to be the other player.
    """
    guest = players.get(conn, guest_id)
    if guest is not None:
        players.ensure(conn, player_id, now_ms)
    _end_second_run(conn, guest_id, player_id, now_ms, terms)
    _keep_first_games(conn, guest_id, player_id)
    _keep_best_runs(conn, guest_id, player_id)
    coins = _join_coins(conn, guest_id, player_id)
    _join_sums(conn, guest_id, player_id)
    for table in (GAMES, RANKED_GAMES, RESULTS, VEGAS_LEDGER, CASTLE_RUNS, CASTLE_BESTS, COINS_LEDGER, PURCHASES):
        conn.execute(update(table).where(table.c.player_id == guest_id).values(player_id=player_id))
    for table in (VEGAS_SUMS, DEVICE_CODES, TOKENS):
        conn.execute(delete(table).where(table.c.player_id == guest_id))
    standings.take_away(conn, guest_id)
    tallies.join(conn, guest_id, player_id)
    standings.count_anew(conn, player_id)
    if guest is not None:
        _join_players(conn, guest, player_id, coins)


def lock(conn: Connection, *ids: str) -> None:
    """Keep the players and their running games as they are; games first, as the first move of a game does."""
    running = select(GAMES.c.id).where(GAMES.c.player_id.in_(ids), GAMES.c.status == "playing")
    conn.execute(running.order_by(GAMES.c.id).with_for_update()).all()
    conn.execute(select(PLAYERS.c.id).where(PLAYERS.c.id.in_(ids)).order_by(PLAYERS.c.id).with_for_update()).all()
    if conn.dialect.name == "postgresql":
        # Or a day that is settled meanwhile would give its points to a player who is no more.
        conn.execute(text("LOCK TABLE settled_days IN EXCLUSIVE MODE"))


def _end_second_run(conn: Connection, guest_id: str, player_id: str, now_ms: int, terms: Terms) -> None:
    """Of two runs under way end the one begun later with the points that it has (R6.5)."""
    runs = [run for who in (guest_id, player_id) if (run := castles.running(conn, who)) is not None]
    if len(runs) == 2:
        later = max(runs, key=lambda run: (run.begun_at, run.id))
        castles.give_up(conn, later.player_id, now_ms, terms)


def _keep_first_games(conn: Connection, guest_id: str, player_id: str) -> None:
    """Where both have a game that counts on a board of a day, make practice of the one started later."""
    mine, theirs = RANKED_GAMES.alias("mine"), RANKED_GAMES.alias("theirs")
    both = select(mine.c.day, mine.c.board).where(
        mine.c.player_id == player_id,
        theirs.c.player_id == guest_id,
        mine.c.day == theirs.c.day,
        mine.c.board == theirs.c.board,
    )
    # In one order for all, so that two who do this at once never wait for each other in a circle.
    for day, board in sorted(map(tuple, conn.execute(both))):
        claims = select(GAMES.c.id).join(RANKED_GAMES, RANKED_GAMES.c.game_id == GAMES.c.id)
        mine_and_theirs = RANKED_GAMES.c.player_id.in_((guest_id, player_id))
        chosen = claims.where(RANKED_GAMES.c.day == day, RANKED_GAMES.c.board == board, mine_and_theirs)
        _, later = conn.execute(chosen.order_by(GAMES.c.started_at, GAMES.c.id)).scalars()
        _make_practice(conn, later, day, board)


def _make_practice(conn: Connection, game_id: str, day: str, board: str) -> None:
    key = conn.execute(select(RESULTS.c.rank_key).where(RESULTS.c.game_id == game_id)).scalar()
    if key is not None:
        boards.uncount(conn, day, board, key)
        conn.execute(delete(RESULTS).where(RESULTS.c.game_id == game_id))
    conn.execute(delete(RANKED_GAMES).where(RANKED_GAMES.c.game_id == game_id))
    conn.execute(update(GAMES).where(GAMES.c.id == game_id).values(ranked=False, practice=True))


def _keep_best_runs(conn: Connection, guest_id: str, player_id: str) -> None:
    """Of each period's two best runs keep the better one."""
    bests = CASTLE_BESTS.c
    mine = bests.player_id.in_((guest_id, player_id))
    chosen = select(bests.period, bests.rank_key, bests.player_id).where(mine)
    seen: set[str] = set()
    worse = []
    for period, key, owner in conn.execute(chosen.order_by(bests.rank_key, bests.finished_at, bests.player_id)):
        if period in seen:
            worse.append((period, key, owner))
        seen.add(period)
    for period, key, owner in sorted(worse):
        boards.uncount(conn, period, CASTLES, key)
        conn.execute(delete(CASTLE_BESTS).where(bests.period == period, bests.player_id == owner))


def _join_coins(conn: Connection, guest_id: str, player_id: str) -> int:
    """Take away what both were paid for or have bought; return how many coins that makes more, or fewer."""
    change = 0
    for table, keys, sign in ((COINS_LEDGER, ("day", "board"), -1), (PURCHASES, ("item",), 1)):
        for less, owner, key in _twice(conn, table, keys, guest_id, player_id):
            change += sign * less
            same = [table.c[name] == value for name, value in zip(keys, key, strict=True)]
            conn.execute(delete(table).where(table.c.player_id == owner, *same))
    return change


def _twice(
    conn: Connection, table: Table, keys: tuple[str, ...], guest_id: str, player_id: str
) -> list[tuple[int, str, tuple[str, ...]]]:
    """Return the coins, the owner and the key of the smaller of two lines for the same thing."""
    columns = table.c
    mine = columns.player_id.in_((guest_id, player_id))
    chosen = select(columns.coins, columns.player_id, *(columns[name] for name in keys)).where(mine)
    most: set[tuple[str, ...]] = set()
    found = []
    for coins, owner, *key in conn.execute(chosen.order_by(columns.coins.desc(), columns.player_id)):
        if tuple(key) in most:
            found.append((coins, owner, tuple(key)))
        most.add(tuple(key))
    return found


def _join_sums(conn: Connection, guest_id: str, player_id: str) -> None:
    """Add the running sums of Vegas, as they stand and over all; the last time that one was set to zero holds."""
    sums = VEGAS_SUMS.c
    columns = (sums.draw, sums.balance, sums.games, sums.all_balance, sums.all_games, sums.reset_at)
    for draw, balance, games, all_balance, all_games, reset_at in conn.execute(
        select(*columns).where(sums.player_id == guest_id)
    ).all():
        place: dict[str, Any] = {"player_id": player_id, "draw": draw}
        insert_if_missing(conn, VEGAS_SUMS, **place, balance=0, games=0, all_balance=0, all_games=0)
        added = {
            "balance": sums.balance + balance,
            "games": sums.games + games,
            "all_balance": sums.all_balance + all_balance,
            "all_games": sums.all_games + all_games,
        }
        mine = update(VEGAS_SUMS).where(sums.player_id == player_id, sums.draw == draw)
        conn.execute(mine.values(**added))
        if reset_at is not None:
            conn.execute(mine.where(or_(sums.reset_at.is_(None), sums.reset_at < reset_at)).values(reset_at=reset_at))


def _give_back(conn: Connection, player_id: str, debt: int) -> int:
    """Take away what was bought last until that is worth ``debt``; return what it is worth.

    What was paid twice may be spent already. If that were forgiven, or stayed a debt of who owns everything, each new
    device that won a known deal would be worth another thing from the shop.
    """
    bought = PURCHASES.c
    chosen = select(bought.item, bought.coins).where(bought.player_id == player_id)
    worth = 0
    for item, coins in conn.execute(chosen.order_by(bought.at.desc(), bought.item)).all():
        if worth >= debt:
            break
        conn.execute(delete(PURCHASES).where(bought.player_id == player_id, bought.item == item))
        worth += coins
    return worth


def _join_players(conn: Connection, guest: players.Player, player_id: str, coins: int) -> None:
    """Add the purses; what the player has not chosen, a name or a look, is the guest's from now on.

    What both own is the player's by now.
    """
    columns = PLAYERS.c
    key = conn.execute(select(columns.name_key).where(columns.id == guest.id)).scalar()
    # First, as no two players have one name.
    conn.execute(delete(PLAYERS).where(columns.id == guest.id))
    mine = update(PLAYERS).where(columns.id == player_id)
    own = conn.execute(select(columns.coins).where(columns.id == player_id)).scalar_one()
    total = own + guest.coins + coins
    total += _give_back(conn, player_id, -total)
    conn.execute(mine.values(coins=total, language=func.coalesce(columns.language, guest.language)))
    conn.execute(mine.where(columns.created_at > guest.created_at).values(created_at=guest.created_at))
    conn.execute(mine.where(columns.settings == "{}").values(settings=guest.settings))
    if guest.name is not None:
        conn.execute(mine.where(columns.name.is_(None)).values(name=guest.name, name_key=key))
