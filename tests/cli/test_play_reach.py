"""How far cards and nobles are, as the terminal shows it."""

from jeton.cli.terminal.splendor.reach import missing_bonuses
from tests.cli.playing import shot


def test_a_card_on_the_table_or_in_hand_has_a_price_and_no_other() -> None:
    """Card 40 lies on the table, card 30 in hand; nobody can buy card 1 now."""
    table = shot("splendor 2; market 37 38 39 40 / 67 68 69 70 / 87 88 89 90; 0 hand 30; 0 tokens j3; bank j2")

    for number in (40, 30):
        price = table.reach(table.card(number))
        assert price is not None
        assert sum(price.cost) == sum(table.card(number).cost.values())
    assert table.reach(table.card(1)) is None


def test_missing_bonuses_of_a_noble() -> None:
    """SE3. A noble requires 3 white, 3 blue and 3 green bonuses; tokens do not count."""
    table = shot("splendor 2; 0 cards 1 2 12; 0 tokens w3b3g3; bank w1b1g1r4k4j5")
    noble = next(
        n
        for n in table.game.box.nobles
        if n.requirement["white"] == n.requirement["blue"] == 3 == n.requirement["green"]
    )
    assert table.me is not None

    assert missing_bonuses(noble, table.colours, table.me) == (1, 2, 3, 0, 0)
