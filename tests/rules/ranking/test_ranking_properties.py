"""What must hold for any holding, any wild cards and any rule for the natural pair."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import DECK, Card, Rank, Suit, parse_cards
from bot.rules.ranking import Category, HandValue, HighRanking, NaturalPairTie

NINE = parse_cards("2c 2d 2h 2s Jc Jd Jh Js Kd")
PLAIN = HighRanking()
RANKINGS = [
    PLAIN,
    HighRanking(wilds=NINE),
    HighRanking(wilds=parse_cards("2c 2d 2h 2s")),
    *(
        HighRanking(wilds=NINE, natural_pair=Rank.SEVEN, natural_pair_tie=tie)
        for tie in NaturalPairTie
    ),
]
SUITED = Category.FLUSH, Category.STRAIGHT_FLUSH

rankings = st.sampled_from(RANKINGS)
untimed = settings(deadline=None)  # The first holding of a size waits for its table.


def holdings(least: int = 1, most: int = 8) -> st.SearchStrategy[list[Card]]:
    # Half of the holdings come from a small deck, where wild cards, sevens and flushes abound.
    small = [c for c in DECK if c in NINE or (c.suit in (Suit.CLUBS, Suit.HEARTS) and c.rank > 6)]
    return st.one_of(
        *(
            st.lists(st.sampled_from(deck), min_size=least, max_size=most, unique=True)
            for deck in (DECK, small)
        )
    )


def natural_sevens() -> st.SearchStrategy[list[Card]]:
    pair = parse_cards("7c 7h")
    return holdings(most=6).map(lambda cards: [*pair, *(c for c in cards if c not in pair)])


def replaced(value: HandValue) -> list[Card]:
    """The five cards with each wild one replaced by what it stands for, in a free suit."""
    stands_for = dict(value.wilds)
    cards = [card for card in value.cards if card not in stands_for]
    for wanted in stands_for.values():
        choice = [wanted] if isinstance(wanted, Card) else [Card(wanted, suit) for suit in Suit]
        cards.append(next(card for card in choice if card not in cards))
    return cards


@untimed
@given(rankings, holdings(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_makes_no_difference(
    ranking: HighRanking, cards: list[Card], random: Random
) -> None:
    shuffled = random.sample(cards, len(cards))

    assert ranking.explain(shuffled) == ranking.explain(cards)


@untimed
@given(rankings, holdings())
def test_the_explanation_and_the_rank_agree(ranking: HighRanking, cards: list[Card]) -> None:
    value = ranking.explain(cards)

    assert value.rank == ranking.rank(cards)
    assert value.category is Category.of(value.rank)


@untimed
@given(st.sampled_from(RANKINGS[:3]), holdings(), holdings())
def test_holdings_of_any_sizes_compare_by_category_and_then_rank_by_rank(
    ranking: HighRanking, one: list[Card], two: list[Card]
) -> None:
    first, second = ranking.explain(one), ranking.explain(two)
    by_eye = (first.category, first.reads_as), (second.category, second.reads_as)

    assert (first.rank > second.rank) == (by_eye[0] > by_eye[1])
    assert (first.rank == second.rank) == (by_eye[0] == by_eye[1])


@untimed
@given(rankings, holdings())
def test_the_cards_used_are_five_different_cards_of_the_holding(
    ranking: HighRanking, cards: list[Card]
) -> None:
    value = ranking.explain(cards)

    assert set(value.cards) <= set(cards)
    assert len(set(value.cards)) == len(value.cards) == len(value.reads_as) == min(5, len(cards))


@untimed
@given(rankings, holdings())
def test_every_card_used_reads_as_itself_or_as_what_it_stands_for(
    ranking: HighRanking, cards: list[Card]
) -> None:
    value = ranking.explain(cards)
    stands_for = dict(value.wilds)

    for card, rank in zip(value.cards, value.reads_as, strict=True):
        wanted = stands_for.get(card, card)
        assert (wanted.rank if isinstance(wanted, Card) else wanted) is rank
        assert (card in stands_for) == (card in ranking.wilds)
        assert card not in stands_for or isinstance(wanted, Card) == (value.category in SUITED)


@untimed
@given(rankings, holdings())
def test_what_the_wild_cards_stand_for_makes_the_hand_without_them(
    ranking: HighRanking, cards: list[Card]
) -> None:
    value = ranking.explain(cards)
    if value.category in (Category.FIVE_OF_A_KIND, Category.NATURAL_SEVENS):
        return

    assert PLAIN.rank(replaced(value)) == value.rank


@untimed
@given(rankings, holdings(least=2))
def test_another_card_never_lowers_the_rank(ranking: HighRanking, cards: list[Card]) -> None:
    assert ranking.rank(cards) >= ranking.rank(cards[1:])


@untimed
@given(rankings, holdings(least=5))
def test_the_five_cards_used_rank_as_the_whole_holding(
    ranking: HighRanking, cards: list[Card]
) -> None:
    value = ranking.explain(cards)
    # What a natural pair is shown with need not be what decides between two of them.
    if value.category is Category.NATURAL_SEVENS and (
        ranking.natural_pair_tie is NaturalPairTie.ORDINARY
    ):
        return

    assert ranking.rank(value.cards) == value.rank


@untimed
@given(holdings())
def test_the_natural_pair_is_above_everything_and_changes_nothing_else(cards: list[Card]) -> None:
    below = HighRanking(wilds=NINE)
    sevens = sum(card.rank is Rank.SEVEN for card in cards)
    for ranking in RANKINGS[3:]:
        if sevens >= 2:
            assert Category.of(ranking.rank(cards)) is Category.NATURAL_SEVENS
        else:
            assert ranking.rank(cards) == below.rank(cards)


@untimed
@given(natural_sevens(), natural_sevens())
def test_natural_pairs_tied_by_ordinary_hands_compare_as_those(
    one: list[Card], two: list[Card]
) -> None:
    below, ordinary = RANKINGS[1], RANKINGS[-1]

    assert (ordinary.rank(one) > ordinary.rank(two)) == (below.rank(one) > below.rank(two))
    assert (ordinary.rank(one) == ordinary.rank(two)) == (below.rank(one) == below.rank(two))


@untimed
@given(holdings(most=7), st.permutations(list(Suit)))
def test_suits_break_no_tie(cards: list[Card], suits: list[Suit]) -> None:
    moved = [Card(card.rank, suits[card.suit]) for card in cards]

    assert PLAIN.rank(moved) == PLAIN.rank(cards)
