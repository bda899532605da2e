"""Worked examples in table talk: H1 to H21 of seven cards each, O1 to O8 of up-cards."""

import pytest

from bot.rules.cards import Card, Rank, Suit, parse_cards
from bot.rules.ranking import Category, HandValue, HighRanking, NaturalPairTie

NINE = parse_cards("2c 2d 2h 2s Jc Jd Jh Js Kd")
AXE = HighRanking(wilds=NINE, natural_pair=Rank.SEVEN)
KICKERS = HighRanking(wilds=NINE, natural_pair=Rank.SEVEN, natural_pair_tie=NaturalPairTie.KICKERS)
ORDINARY = HighRanking(
    wilds=NINE, natural_pair=Rank.SEVEN, natural_pair_tie=NaturalPairTie.ORDINARY
)
PLAIN = HighRanking()


def rank(cards: str, ranking: HighRanking = AXE) -> int:
    return ranking.rank(parse_cards(cards))


def value(cards: str, ranking: HighRanking = AXE) -> HandValue:
    return ranking.explain(parse_cards(cards))


def reads(cards: str, ranking: HighRanking = AXE) -> str:
    made = value(cards, ranking)
    return f"{made.letters} {made.category.word}"


def test_example_h1_natural_sevens_beat_five_aces() -> None:
    ann, bob = "7c 7d 3s 5h 9c Qd 4s", "As Js Jh 2c Kd 8h 6d"

    assert rank(ann) > rank(bob)
    assert reads(ann) == "77Q95 natural sevens"
    assert reads(bob) == "AAAAA five of a kind"


def test_example_h2_a_wild_card_elsewhere_spoils_no_natural_pair() -> None:
    ann, bob = "7c 7d Jh 3s 5h 9c Qd", "As Ad Ac 2s 2h 9h 4c"

    assert rank(ann) > rank(bob)
    assert reads(ann) == "77AQ9 natural sevens"


def test_example_h5_a_seven_and_a_wild_card_are_nothing_special() -> None:
    ann, bob = "7c Jd Ks 9h 4c Qs 3d", "Ac Ah 5d 8s 4h Tc 3s"

    assert rank(bob) > rank(ann)
    assert reads(ann) == "KKQ97 pair"
    assert reads(bob) == "AAT85 pair"


def test_example_h6_three_sevens_hold_a_natural_pair() -> None:
    ann, bob = "7c 7d 7h As Ad 9c 4s", "Ks Kh Kc Js Jh 9d 4c"

    assert rank(ann) > rank(bob)
    assert reads(ann) == "77AA9 natural sevens"
    assert reads(bob) == "KKKKK five of a kind"


def test_example_h8_four_sevens_hold_a_natural_pair() -> None:
    ann, bob = "7c 7d 7h 7s Ad 9c 4s", "Ks Kh Kc Js Jh 9d 4c"

    assert rank(ann) > rank(bob)
    assert reads(ann) == "77A97 natural sevens"


H10 = "7c 7d As Kh 9c 4d 3s", "7h 7s Qh Js 8d 5c 4h"


def test_example_h10_two_natural_pairs_split() -> None:
    ann, bob = H10

    assert rank(ann) == rank(bob)


def test_example_h10_two_natural_pairs_by_kickers() -> None:
    ann, bob = H10

    assert rank(ann, KICKERS) > rank(bob, KICKERS)
    assert reads(bob, KICKERS) == "77AQ8 natural sevens"


def test_example_h10_two_natural_pairs_by_ordinary_hands() -> None:
    ann, bob = H10

    assert rank(bob, ORDINARY) > rank(ann, ORDINARY)
    assert rank(ann, ORDINARY) > rank("As Js Jh 2c Kd 8h 6d", ORDINARY)


def test_natural_pairs_by_ordinary_hands_compare_categories_first() -> None:
    full_house, pair_with_an_ace = "7h 7s 4c 4d 2c", "7c 7d Ac Qd 9s"

    assert rank(full_house, ORDINARY) > rank(pair_with_an_ace, ORDINARY)


def test_example_h11_five_nines_beat_a_royal_flush() -> None:
    ann, bob = "As Ks Qs Ts 4d 3h Jc", "9s 9h 9d 2c 2h 4c 3c"

    assert rank(bob) > rank(ann)
    assert reads(ann) == "AKQJT straight flush"
    assert reads(bob) == "99999 five of a kind"
    assert value(ann).wilds == ((Card.parse("Jc"), Card.parse("Js")),)


def test_example_h12_five_aces_beat_five_kings() -> None:
    ann, bob = "Ks Kh Kc Js Jh 9d 4c", "As Ah Jd 2c 2d 9s 3h"

    assert rank(bob) > rank(ann)


def test_example_h14_seven_wild_cards_are_five_aces() -> None:
    ann, bob = "Jc Jd Jh Js 2c 2d 2h", "As Ah Ad Kd 2s 9c 5h"

    assert rank(ann) == rank(bob)
    assert reads(ann) == reads(bob) == "AAAAA five of a kind"


def test_example_h15_a_straight_flush_beats_four_eights() -> None:
    ann, bob = "Td 9d 8d 2c Jc 4h 5s", "8s 8h 8c Jd 4c 3d Ts"

    assert rank(ann) > rank(bob)
    assert reads(ann) == "QJT98 straight flush"
    assert reads(bob) == "8888T four of a kind"


def test_example_h17_a_wild_card_equals_a_real_one() -> None:
    ann, bob = "Ts 9h 8c 7d 6s Kc 3h", "Td 9c 8d Jh 6h Ks 4c"

    assert rank(ann) == rank(bob)
    assert reads(ann) == reads(bob) == "T9876 straight"


def test_example_h18_side_cards_decide_between_trip_queens() -> None:
    ann, bob = "Qs Qh Jd Tc 7h 5s 3c", "Qd Qc Js Ts 8h 5d 3d"

    assert rank(bob) > rank(ann)
    assert reads(ann) == "QQQT7 three of a kind"
    assert reads(bob) == "QQQT8 three of a kind"


def test_example_h19_the_wild_king_makes_trip_sixes() -> None:
    ann, bob = "Ks Kd 6h 6c 9d 4s Th", "Ac Qh Jd 9c 6d 4c 3s"

    assert rank(ann) > rank(bob)
    assert reads(ann) == "666KT three of a kind"
    assert value(ann).wilds == ((Card.parse("Kd"), Rank.SIX),)
    assert reads(bob) == "AAQ96 pair"


def test_example_h21_natural_sevens_beat_a_straight() -> None:
    ann, bob = "7c Jd Jh 3s 9c Qd 4s", "7d 7h 3c 5h 8c Qs 4d"

    assert rank(bob) > rank(ann)
    assert reads(ann) == "76543 straight"


def test_example_o1_a_lone_wild_card_ties_with_an_ace() -> None:
    assert rank("Kd") == rank("As") > rank("9h") > rank("4c")


def test_example_o2_natural_sevens_showing_beat_a_pair_of_aces() -> None:
    assert rank("7c 7d") > rank("As Ah") > rank("Kc Qh")
    assert rank("7c 7d") > rank("As Ah Ad Ac")


def test_example_o3_a_pair_of_kings_beats_a_seven_and_a_wild_card() -> None:
    assert rank("Kc Kh") > rank("As Qd")
    assert rank("Kc Kh") > rank("7c Jd")


def test_example_o3_an_ace_alone_loses_to_a_seven_and_a_wild_card() -> None:
    assert rank("7c Jd") > rank("As Qd")


def test_example_o5_four_cards_of_a_suit_are_nothing() -> None:
    assert rank("9c 9d 8h 8s") > rank("Qs Qh 3c 4d") > rank("As Ks 9s 4s")


def test_example_o6_a_pair_beats_four_of_a_suit() -> None:
    assert rank("3c 3d 5h 6s") > rank("As Ks 9s 4s")


def test_example_o8_suits_break_no_tie() -> None:
    assert rank("Ac 9d") == rank("Ad 9h")


def test_an_extra_side_card_beats_none() -> None:
    assert rank("Ah As 9d 4s 2c", PLAIN) > rank("Ac Ad 9c 4h", PLAIN)


def test_a_better_pair_of_four_cards_beats_a_pair_of_five() -> None:
    assert rank("Ac Ad 9c 4h", PLAIN) > rank("Kh Ks Qd Ts 9c", PLAIN)


def test_the_ace_is_low_in_a_five_high_straight() -> None:
    assert reads("5c 4d 3h 2s Ac", PLAIN) == "5432A straight"
    assert rank("6c 5d 4h 3s 2c", PLAIN) > rank("5c 4d 3h 2s Ac", PLAIN) > rank("Ac Ad Ah Ks Qc")


def test_the_ace_is_low_in_a_five_high_straight_flush() -> None:
    assert reads("5c 4c 3c 2c Ac", PLAIN) == "5432A straight flush"
    assert rank("6c 5c 4c 3c 2c", PLAIN) > rank("5c 4c 3c 2c Ac", PLAIN)
    assert rank("5c 4c 3c 2c Ac", PLAIN) > rank("Ac Ad Ah As Kc", PLAIN)


def test_no_straight_goes_round_the_corner() -> None:
    assert reads("3c 2d Ah Ks Qc", PLAIN) == "AKQ32 high card"


def test_a_wild_card_fills_a_wheel() -> None:
    assert reads("Ac 3d 4h 5s 2d") == "5432A straight"


def test_a_wild_card_fills_the_gap_of_a_ten_high_straight() -> None:
    assert reads("4c 5d 6h 7s 9c Td 2c") == "T9876 straight"


def test_neighbours_that_do_not_reach_the_ace_leave_it_a_side_card() -> None:
    assert reads("6c 7d 8h 9s Ac", PLAIN) == "A9876 high card"


def test_an_open_straight_grows_at_its_upper_end() -> None:
    assert reads("6c 7d 8h 9s 2c") == "T9876 straight"


def test_a_wild_card_in_a_flush_is_the_highest_rank_not_there() -> None:
    made = value("As Ks 9s 5s 2c")

    assert f"{made.letters} {made.category.word}" == "AKQ95 flush"
    assert made.wilds == ((Card.parse("2c"), Card(Rank.QUEEN, Suit.SPADES)),)


def test_a_flush_never_has_two_aces() -> None:
    assert reads("Ah Kh 9h 5h 2c") == "AKQ95 flush"
    assert rank("Ah Kh 9h 5h 2c") == rank("As Ks Qs 9s 5s")
    assert rank("Ah Kh 9h 5h 2c") < rank("As Ks Qs Ts 3s")


def test_two_wild_cards_alone_are_a_pair_of_aces() -> None:
    assert reads("2c Kd") == "AA pair"
    assert rank("2c Kd") == rank("As Ah")


def test_four_wild_cards_alone_are_four_aces() -> None:
    assert reads("2c 2d 2h Kd") == "AAAA four of a kind"


def test_a_real_king_and_a_wild_one_are_a_pair_of_kings() -> None:
    made = value("Kc Kd")

    assert made.phrase == "pair of kings"
    assert made.wilds == ((Card.parse("Kd"), Rank.KING),)


def test_a_wild_card_stands_for_itself_where_it_can() -> None:
    made = value("As Qs Ts Js Kd")

    assert made.wilds == (
        (Card.parse("Kd"), Card.parse("Ks")),
        (Card.parse("Js"), Card.parse("Js")),
    )


def test_natural_sevens_use_the_first_two_of_the_deck_and_the_rest_as_sides() -> None:
    made = value("7s 7h 7d 2c 3s 4d 5h")

    assert made.cards == parse_cards("7d 7h 2c 7s 5h")
    assert made.letters == "77A75"
    assert made.wilds == ((Card.parse("2c"), Rank.ACE),)


def test_a_wild_seven_is_no_natural_seven() -> None:
    ranking = HighRanking(wilds=parse_cards("7c"), natural_pair=Rank.SEVEN)

    assert reads("7c 7d 9s 4h 3c", ranking) == "99743 pair"


def test_natural_sevens_with_fewer_than_five_cards_show_what_there_is() -> None:
    assert value("7c 7d 9s").letters == "779"
    assert rank("7c 7d 9s") == rank("7h 7s")
    assert rank("7c 7d 9s", KICKERS) > rank("7h 7s", KICKERS)


def test_eight_cards_make_the_best_five() -> None:
    assert reads("As Kc Qd Th 9c 8d 6s 3h", PLAIN) == "AKQT9 high card"
    assert reads("As Ac Kd Kh Qc Qd 4s 4h", PLAIN) == "AAKKQ two pair"


@pytest.mark.parametrize(
    ("cards", "phrase"),
    [
        ("7c 7d Jh 3s 5h 9c Qd", "natural pair of sevens"),
        ("2c 2d 2h 2s Jc", "five aces"),
        ("Tc Td Th 2c", "four tens"),
        ("7c 2c 2d", "three sevens"),
        ("9c 2c", "pair of nines"),
        ("6c 6d", "pair of sixes"),
        ("Kc Ks 4d 4h 8c", "two pair kings and fours"),
        ("Kc Ks 4d 4h 2c", "full house kings over fours"),
        ("Ac 9c 8c 4c 3c", "ace-high flush"),
        ("9c 8d 6h 5c 2c", "nine-high straight"),
        ("6c 7d 8h 9s 2c", "ten-high straight"),
        ("6c 7c 8c 9c 2c", "ten-high straight flush"),
        ("Ac 3c 4c 5c 2c", "five-high straight flush"),
        ("Ac Kc Qc Tc 2d", "royal flush"),
        ("Ac 9d 4s", "ace high"),
        ("Kd", "ace high"),
    ],
)
def test_a_hand_is_called_as_players_call_it(cards: str, phrase: str) -> None:
    assert value(cards).phrase == phrase


@pytest.mark.parametrize("category", Category)
def test_a_category_is_words(category: Category) -> None:
    assert category.word == category.name.replace("_", " ").lower()


def test_no_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 8 cards, not 0"):
        AXE.rank([])
    with pytest.raises(ValueError, match="1 to 8 cards, not 0"):
        AXE.explain([])


def test_nine_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 8 cards, not 9"):
        rank("As Ks Qs Ts 9s 8s 7s 6s 5s")


def test_a_card_that_is_there_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="there twice: As As"):
        value("As As")


def test_rankings_made_alike_are_equal_and_share_their_table() -> None:
    twin = HighRanking(wilds=reversed(NINE), natural_pair=Rank.SEVEN)

    assert twin == AXE
    assert twin._values is AXE._values
    assert twin != KICKERS


def test_a_value_can_be_kept_in_a_set() -> None:
    assert len({value("As Kd"), value("Kd As"), value("As Js")}) == 2
