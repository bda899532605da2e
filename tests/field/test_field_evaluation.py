"""Field reports H: what hands are worth."""

from __future__ import annotations

import pytest

from bot.rules.actions import Illegal
from bot.rules.cards import DECK, Card, Rank, parse_cards
from bot.rules.events import PotAwarded
from bot.rules.hand import Hand
from bot.rules.house import BadOption, HouseRules
from bot.rules.ranking import HighRanking, low_of, why_no_low
from bot.rules.variants import variants
from bot.rules.variants.deuces_and_jacks import WILDS
from tests.rules.table_talk import AXE, DEUCEY, FREE, MARIAH, STUD, WIDOW, Talk, hand, hand_of

PLAIN = HighRanking()
WILD = HighRanking(wilds=WILDS, natural_pair=Rank.SEVEN)


def rank(cards: str, ranking: HighRanking = PLAIN) -> int:
    return ranking.rank(parse_cards(cards))


def phrase(cards: str, ranking: HighRanking = PLAIN) -> str:
    return ranking.explain(parse_cards(cards)).phrase


def test_field_h1_the_wheel_is_no_low_and_can_be_no_straight() -> None:
    """Elsewhere A-2-3-4-5 was a straight in deuce-to-seven, so that a pair beat it for low.

    Here it is never a low, because of the ace and not of a straight; where the house says ace
    high, every pair beats it for high and it beats a king, in one suit too.
    """
    ace_high = HighRanking(wheel=False)

    assert low_of(parse_cards("As 5d 4h 3s 2c")) is None
    assert why_no_low(parse_cards("As 5d 4h 3s 2c")) == "the ace is too high"
    assert phrase("As 5d 4h 3s 2c", ace_high) == "ace high"
    assert phrase("As 5s 4s 3s 2s", ace_high) == "ace-high flush"
    assert (
        rank("2c 2d 3h 4s 5c", ace_high)
        > rank("As 5d 4h 3s 2c", ace_high)
        > rank("Ks Qd Jh 9s 8c", ace_high)
    )


def test_field_h2_the_wheel_is_a_straight_in_every_high_game() -> None:
    """Elsewhere A-2-3-4-5 was missed, or its straight flush ranked above a six-high one."""
    assert phrase("Ac 2d 3h 4s 5c") == "five-high straight"
    assert phrase("Ad 2d 3d 4d 5d") == "five-high straight flush"
    assert rank("6d 5d 4d 3d 2d") > rank("Ad 2d 3d 4d 5d") > rank("As Ah Ac Ad Kc")
    assert rank("6c 5d 4h 3s 2c") > rank("Ac 2d 3h 4s 5c") > rank("As Ah Ac Kd Qc")
    assert phrase("Ad 2c 3d 4d 5d", WILD) == "five-high straight flush"


@pytest.mark.parametrize("low", range(3, 10))
def test_field_h4_four_neighbours_and_an_ace_are_no_straight(low: int) -> None:
    """Elsewhere any run of four with an ace was a straight: 6-7-8-9-A too.

    Only 2-3-4-5 and 10-J-Q-K run on into an ace, so every other run of four is ace high.
    """
    run = " ".join(Rank(low + n).letter + "cdhs"[n] for n in range(4))

    assert phrase(f"{run} Ac") == "ace high"


@pytest.mark.parametrize("wild", sorted(WILDS), ids=str)
def test_field_h5_a_wild_card_fills_the_gap_that_is_there(wild: Card) -> None:
    """Elsewhere 4 5 6 7 9 10 and a wild card made a jack-high straight; it is ten-high."""
    assert phrase(f"4c 5d 6h 7s 9c Td {wild}", WILD) == "ten-high straight"


@pytest.mark.parametrize("key", [STUD, WIDOW, DEUCEY, MARIAH])
def test_field_h7_nothing_is_wild_where_nothing_is(key: str) -> None:
    """Elsewhere a wild card stayed wild in a game without any.

    In our other games deuces, jacks and the king of diamonds are cards like any other; there is
    no house rule that makes one wild, and no word for a joker.
    """
    game = variants()[key]
    ranking = game.ranking(HouseRules.of(game.options, {}))

    assert phrase("2c 2d Jh Kd 9s", ranking) == "pair of twos"
    assert phrase("Ah Kd Qh Th 9h", ranking) == "ace high"
    with pytest.raises(BadOption):
        HouseRules.of(game.options, {"pay_wild": 10})
    for joker in ("*", "Jo", "Wi", "W", "??", "joker"):
        with pytest.raises(ValueError, match="is not a card"):
            Card.parse(joker)


def test_field_h8_a_ten_is_written_two_ways_and_nothing_is_guessed() -> None:
    """Elsewhere "10s" became a card that did not exist, without a word."""
    assert Card.parse("10s") is Card.parse("Ts")
    assert {Card.parse(str(card)) for card in DECK} == set(DECK)
    wrong = ["", "1", "s", "1s", "0s", "11s", "10", "10S", "ts", "TS", "T s", "Tss", " Ts", "10♠"]
    for word in wrong:
        with pytest.raises(ValueError, match="is not a card"):
            Card.parse(word)


@pytest.mark.parametrize(
    ("natural", "made"),
    [
        ("As Ah Qc 9d 4s", "Ad 2c Qs 9h 4c"),
        ("9c 9d 9h Qc 4s", "9s 9h 2c Qd 4d"),
        ("8c 7d 6h 5s 4c", "8d 2d 6c 5h 4d"),
        ("As Ks Qs 9s 5s", "Ah Kh 9h 5h 2c"),
        ("Kc Ks Kh 9c 9d", "Kc Kh 9h 9s 2s"),
        ("9c 9d 9h 9s Qc", "9c 9d 2c 2d Qh"),
    ],
    ids=["pair", "three", "straight", "flush", "full house", "four"],
)
def test_field_h9_a_hand_made_with_wild_cards_equals_a_natural_one(natural: str, made: str) -> None:
    """Elsewhere ties between natural and wild hands were broken wrongly, category by category.

    Here they tie: no house rule prefers natural hands, and a wild card in a flush is its highest
    missing card, never a second ace. Two pair is not made with a wild card: it makes three.
    """
    assert rank(natural, WILD) == rank(made, WILD)
    assert phrase(natural, WILD) == phrase(made, WILD)


def test_field_h11_a_tie_for_second_place_wins_nothing() -> None:
    """Elsewhere any tie at the table split the pot, also one between losers."""
    same = ("Ks Qd 9s 8c 5d 4h 3s", "Kh Qs 9d 8h 5s 4c 3d")
    talk = hand("A 500, B 500, C 500", FREE, A="Ac As 9h 8d 5c 4d 3c", B=same[0], C=same[1])
    talk = talk.play(f"{talk.turn} bet 20").cheaply()

    assert talk.awards == [(60, "ABC", {"A": 60})]
    assert rank(same[0], WILD) == rank(same[1], WILD)


def test_field_h12_straights_are_named_by_their_top_and_doubles_are_errors() -> None:
    """Elsewhere straights of seven cards were named wrongly, and a doubled card was a crash.

    A doubled card is refused where cards come in, by name. The bare number that decides between
    holdings does not look for one, except where the counts give it away.
    """
    board = "7c 3d 4h 5s 6c"
    doubled = (*DECK[:51], DECK[0])
    game = variants()[AXE]
    fresh = Hand(game, HouseRules.of(game.options, {}), hand("A 500, B 500").hand.seats)

    assert phrase(f"{board} 8d 2h") == "eight-high straight"
    assert phrase(f"{board} 9d 8h") == "nine-high straight"
    with pytest.raises(ValueError, match="there twice: 7c 7c"):
        phrase("7c 7c 3d 4h 5s")
    with pytest.raises(ValueError, match="there twice"):
        rank("7c 7c 7c 7c 7c")
    with pytest.raises(Illegal, match="each of its cards once"):
        fresh.shuffle(doubled)


def test_field_h13_only_the_cards_that_may_count_do() -> None:
    """Elsewhere four of a suit on the board and one in the hand were a flush in Omaha.

    We deal no Omaha: in stud those five are a flush. What our games restrict is the blackjack
    half, where up-cards never count, and the spade half, which wants its spade in the hole.
    """
    stud = hand_of(STUD, "A 500, B 500", A="4h 5c 2h 9h Kh Qh 3c").cheaply(until="seventh")
    spade = hand_of(MARIAH, "A 500, B 500", A="4h 5c As Ks 2s 9s 3c").cheaply(until="fifth")

    assert [reading.phrase for reading in stud.view("A").readings] == ["king-high flush", "9"]
    assert spade.view("A").readings[1].phrase == "no spade in the hole"


def test_field_h15_equal_lows_split_and_every_card_is_compared() -> None:
    """Elsewhere equal lows did not split, or the last cards were not compared.

    Two of 8-6-4-3-2 share the low half; 8-6-5-3-2 loses on the third card.
    """
    cards = {"B": "8s 6d 4h 3s 2d", "C": "8h 6s 4d 3c 2h", "D": "8c 6c 5d 3h 2s"}
    talk = hand_of(DEUCEY, "A 20, B 20, C 20, D 20", A="Kc Kd Qh 9s Ac", **cards)
    talk.play("C call, D call, A call, A draw, B draw, C draw, D draw")

    assert talk.halves == [("high", 40, {"A": 40}), ("low", 40, {"B": 20, "C": 20})]
    assert rank("8s 6d 4h 3s 2d") != rank("8s 6d 4h 3s 5d")


def test_field_h16_what_the_sources_leave_open_has_an_answer() -> None:
    """Our own sources are silent on some ties: each of them ends in a stated way.

    Natural sevens against natural sevens, three real sevens, sevens that are wild, everybody
    bust, 21 in two cards and in three, and no low at all.
    """
    axe = {"pay_wild": 0, "pay_seven": 0}
    jack = {"third_street": "high_card_may_check", "ante": 40, "price": "fixed:20"}
    sevens = hand("A 10, B 10", axe, A="7c 7d As Kh 9c 4d 3s", B="7h 7s Qh Js 8d 5c 4h")
    three = hand("A 10, B 10", axe, A="7c 7d 7h 9h 8c 4d 3s", B="Ah Ad Js Jh 2d 5c 4h")
    wild_sevens = HighRanking(wilds=parse_cards("7c 7d"), natural_pair=Rank.SEVEN)
    bust = hand_of(STUD, "A 40, B 40", jack, A="Kc 9d 2c 3d 4h 8s 6c", B="Kd Th 9c 9h 2d 3s 6h")
    two = hand_of(STUD, "A 500, B 500", jack, A="As Kd 2c 3c 9d 8s 5d", B="8c 8d 9c Jd 4h 6h 5h")
    two.cheaply(until="seventh").play("A face_up, B face_down").check_down()
    low = hand_of(DEUCEY, "A 20, B 20", A="Qc 7d 6h 4s 2c", B="As 5d 4h 3s 2d")
    low.play("B call, A draw, B draw")

    assert sevens.awards == [(20, "AB", {"A": 10, "B": 10})]
    assert three.awards == [(20, "AB", {"A": 20})]
    assert phrase("7c 7d 9s 4h 3c", wild_sevens) == "three nines"
    assert rank("7c 7d 9s 4h 3c", wild_sevens) < rank("Tc Td Th 4s 3c", wild_sevens)
    assert bust.halves == [("poker", 40, {"B": 40}), ("blackjack", 40, {"B": 40})]
    assert two.halves[1] == ("blackjack", 50, {"A": 25, "B": 25})
    assert low.halves == [("high", 20, {"B": 20}), ("low", 20, {"B": 20})]
    assert [_fallen(talk) for talk in (bust, two, low)] == [
        "everybody is bust: the poker hand takes this half",
        "",
        "nobody has a low: the high hand takes this half",
    ]


def _fallen(talk: Talk) -> str:
    """Why the second half goes to the winner of the first, if it does."""
    second = talk.events(PotAwarded)[0].shares[1]
    return second.why if second.unqualified else ""
