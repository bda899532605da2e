"""The hand record: reading, replaying, writing, comparing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import DECK
from bot.rules.hand import Hand
from bot.rules.record import (
    BadRecord,
    IllegalAnswer,
    completed,
    difference,
    parse_record,
    replay,
    unique_names,
)

Record = dict[str, Any]


def record(**changes: object) -> Record:
    """Three players, a short deck, two answers."""
    return {
        "format": "axeman-hand",
        "version": 1,
        "variant": "deuces-and-jacks",
        "house": {"ante": 10},
        "seats": [{"name": name, "stack": 500} for name in "ABC"],
        "decks": [["3c", "3d", "3h", "4c", "4d", "4h", "Ah", "Kh", "Qh"]],
        "answers": [{"seat": "A", "do": "bet", "to": 20}, {"seat": "B", "do": "fold"}],
    } | changes


def unshuffled(cards: Any) -> Any:
    return cards


def played(written: Record) -> Hand:
    return replay(parse_record(written), unshuffled)


def test_a_written_record_reads_as_the_same_hand() -> None:
    once = completed(played(record()))

    again = completed(played(json.loads(json.dumps(once))))

    assert again == once
    assert once["house"]["big_bet"] == 40  # type: ignore[index]
    assert once["rules"] == 1


def test_what_waits_is_written_with_what_is_legal() -> None:
    written = completed(played(record()))

    assert written["complete"] is False
    assert written["result"] is None
    assert written["waiting"] == {
        "seat": "C",
        "deal": 1,
        "street": "third",
        "ask": "bet",
        "legal": [
            {"do": "call", "amount": 20},
            {"do": "raise", "min": 40, "max": 40},
            {"do": "fold"},
        ],
        "also": [],
    }


def test_a_finished_hand_has_its_result() -> None:
    answers = [*record()["answers"], {"seat": "C", "do": "fold"}]
    written: Any = completed(played(record(answers=answers)))

    assert written["complete"] is True
    assert written["waiting"] is None
    assert written["result"]["stacks"] == {"A": 520, "B": 490, "C": 490}
    assert written["result"]["returned"] == [{"seat": "A", "amount": 20}]
    assert written["result"]["pots"] == [
        {
            "amount": 30,
            "eligible": ["A"],
            "shares": [{"half": "uncontested", "amount": 30, "winners": {"A": 30}, "why": ""}],
        }
    ]
    assert written["result"]["shown"] == {}
    assert written["result"]["events"][-1]["event"] == "hand_ended"


def test_a_payment_of_nothing_is_no_payment_of_the_result() -> None:
    seats = [{"name": "A", "stack": 10}, {"name": "B", "stack": 500}]
    deck = ["3c", "3d", "4c", "4d", "7h", "7s"]

    written: Any = completed(played(record(seats=seats, decks=[deck], answers=[])))

    # A is all-in from the ante, and B alone with chips: neither pays.
    assert written["result"]["payments"] == []


def test_a_short_deck_goes_on_in_the_order_of_the_ranks() -> None:
    deck: Any = completed(played(record()))["decks"]

    named = record()["decks"][0]
    assert deck == [[*named, *(str(card) for card in DECK if str(card) not in named)]]


def test_a_missing_deck_is_shuffled_and_written() -> None:
    backwards = tuple(reversed(DECK))

    hand = replay(parse_record(record(decks=[], answers=[])), lambda _: backwards)

    assert completed(hand)["decks"] == [[str(card) for card in backwards]]


def test_twins_are_told_apart_in_the_output_and_in_the_answers() -> None:
    seats = [{"name": "Ann", "stack": 500}, {"name": "Ann", "stack": 500}]
    answers = [{"seat": "Ann", "do": "check"}, {"seat": "Ann#2", "do": "bet", "to": 20}]

    hand = played(
        record(seats=seats, answers=answers, decks=[["3c", "3d", "4c", "4d", "Ah", "Kh"]])
    )

    assert [seat.name for seat in hand.seats] == ["Ann", "Ann#2"]
    assert completed(hand)["answers"] == answers


@pytest.mark.parametrize(
    ("names", "unique"),
    [
        (["A", "A", "A"], ("A", "A#2", "A#3")),
        (["A", "A#2", "A"], ("A", "A#2", "A#3")),
        (["A", "B"], ("A", "B")),
        (["x" * 64, "x" * 64], ("x" * 64, "x" * 62 + "#2")),
    ],
)
def test_twin_names_get_numbers_and_stay_short_enough(
    names: list[str], unique: tuple[str, ...]
) -> None:
    assert unique_names(names) == unique


def test_an_illegal_answer_is_named_by_its_index_with_what_was_legal() -> None:
    answers = [*record()["answers"], {"seat": "C", "do": "raise", "to": 60}]

    with pytest.raises(IllegalAnswer) as refused:
        played(record(answers=answers))

    assert str(refused.value) == (
        "Answer 2: You can raise to 40. Legal for C: call, raise to 40, fold."
    )


def test_an_answer_out_of_turn_is_named_too() -> None:
    with pytest.raises(IllegalAnswer, match=r"^Answer 0: It is A's turn\. Legal for A: check"):
        played(record(answers=[{"seat": "B", "do": "check"}]))


def test_answers_after_the_end_are_illegal() -> None:
    fold = [{"seat": name, "do": "fold"} for name in "ABC"]

    with pytest.raises(IllegalAnswer, match=r"^Answer 2: This hand is over"):
        played(record(answers=fold))


def test_who_answered_in_a_players_place_is_kept() -> None:
    answers = [{"seat": "A", "do": "check", "by": "clock"}, {"seat": "B", "do": "check"}]
    parsed = parse_record(record(answers=answers))

    hand = replay(parsed, unshuffled)

    assert completed(hand)["answers"] == answers
    assert [event.key for event in hand.events if event.by == "clock"] == ["checked"]


def test_a_void_hand_leaves_every_stack_as_it_was() -> None:
    written: Any = completed(played(record()), void="lost")

    assert written["complete"] is True
    assert written["void"] == {"reason": "lost"}
    assert written["result"]["stacks"] == {"A": 500, "B": 500, "C": 500}
    assert parse_record(written).void == "lost"


def test_only_the_keys_that_are_present_are_compared() -> None:
    got = {"stacks": {"A": 1, "B": 2}, "pots": [{"amount": 3}]}

    assert difference({}, got) is None
    assert difference({"stacks": {"A": 1}}, got) is None
    assert difference({"stacks": {"A": 9}}, got) == (
        "result.stacks.A: the record says 9, the replay 1"
    )
    assert difference({"pots": []}, got) == "result.pots: the record has 0, the replay 1"
    assert difference({"pots": [{"amount": 4}]}, got) == (
        "result.pots[0].amount: the record says 4, the replay 3"
    )
    assert difference({"won": 1}, got) == "result.won: the replay has no such thing"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "other"}, "format"),
        ({"version": 2}, "version"),
        ({"variant": "holdem"}, "deuces-and-jacks"),
        ({"variant": None}, "variant"),
        ({"house": {"bring_in": 5}}, "house: There is no option"),
        ({"house": {"ante": True}}, "house: ante"),
        ({"house": []}, "house has to be a JSON object"),
        ({"seats": None}, "seats has to be a list"),
        ({"seats": [{"name": "A", "stack": 5}], "answers": []}, "2 to 8 players"),
        ({"seats": [{"name": n, "stack": 5} for n in "ABCDEFGHI"]}, "2 to 8 players"),
        ({"seats": [{"name": "", "stack": 5}] * 2}, "name of 1 to 64"),
        ({"seats": [{"name": 5, "stack": 5}] * 2}, "name of 1 to 64"),
        ({"seats": [{"stack": 5}] * 2}, "name of 1 to 64"),
        ({"seats": [{"name": "x" * 65, "stack": 5}] * 2}, "name of 1 to 64"),
        ({"seats": [{"name": n, "stack": 0} for n in "ABC"]}, "has chips"),
        ({"seats": [{"name": n, "stack": -1} for n in "ABC"]}, "stack of A"),
        ({"seats": [{"name": n, "stack": 5.0} for n in "ABC"]}, "stack of A"),
        ({"seats": [{"name": n, "stack": True} for n in "ABC"]}, "stack of A"),
        ({"seats": [{"name": n, "stack": 10**30} for n in "ABC"]}, "stack of A"),
        ({"decks": [["3c", "3c"]]}, "3c stands twice"),
        ({"decks": [["1c"]]}, '"1c" is not a card'),
        ({"decks": ["3c 4c"]}, "A deck has to be a list"),
        ({"decks": {}}, "decks has to be a list"),
        ({"answers": [{"seat": "Z", "do": "fold"}]}, "Answer 0: nobody is called 'Z'"),
        ({"answers": [{"seat": "A", "do": "jump"}]}, 'Answer 0: "jump"'),
        ({"answers": [{"seat": "A", "do": "bet"}]}, "Answer 0: to has to be"),
        ({"answers": [{"seat": "A", "do": "bet", "to": "20"}]}, "Answer 0: to has to be"),
        ({"answers": [5]}, "Answer 0 has to be"),
        ({"answers": [{"seat": "A", "do": "fold"}] * 10_001}, "at most 10,000 answers"),
        ({"result": 5}, "result has to be"),
        ({"void": "lost"}, "void has to be"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(changes: Record, sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        played(record(**changes))

    assert sentence in str(refused.value)


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(["A", "B", "fold", "bet", "3c", "axeman-hand", "deuces-and-jacks"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(st.text(max_size=3), st.sampled_from(["seat", "do", "to", "name", "stack"])),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(JSON)
def test_any_json_is_a_record_or_is_refused(written: object) -> None:
    with pytest.raises(BadRecord):
        parse_record(written)


@settings(deadline=None)
@given(st.sampled_from([*sorted(record()), "result", "void"]), JSON)
def test_any_json_in_the_place_of_a_key_is_read_or_refused(key: str, value: object) -> None:
    try:
        played(record(**{key: value}))
    except (BadRecord, IllegalAnswer) as refused:
        assert str(refused)  # noqa: PT017 - some values are fine


# Split games.


def draw_record(**changes: object) -> Record:
    """Two players before the draw, the dealer's turn."""
    return {
        "format": "axeman-hand",
        "version": 1,
        "variant": "draw-deucey",
        "seats": [{"name": name, "stack": 500} for name in "AB"],
        "decks": [
            ["2c", "7d", "3c", "8d", "4c", "9d", "5c", "Td", "Kc", "Qd", "7h", "6s", "2s", "3s"]
        ],
        "answers": [{"seat": "B", "do": "call"}, {"seat": "A", "do": "check"}],
    } | changes


def stud_record(**changes: object) -> Record:
    """Two players on third street; A has the lowest card."""
    return {
        "format": "axeman-hand",
        "version": 1,
        "variant": "stud-jack",
        "seats": [{"name": name, "stack": 500} for name in "AB"],
        "decks": [["Tc", "Kd", "9c", "8d", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h"]],
        "answers": [],
    } | changes


CHECKS = [{"seat": name, "do": "check"} for _ in range(3) for name in "BA"]
TO_SEVENTH = [{"seat": "A", "do": "bring_in"}, {"seat": "B", "do": "call"}, *CHECKS]


def test_a_bring_in_is_a_bet_without_fold() -> None:
    waiting: Any = completed(played(stud_record()))["waiting"]

    assert waiting["ask"] == "bet"
    assert waiting["legal"] == [
        {"do": "bring_in", "amount": 10},
        {"do": "raise", "min": 20, "max": 20},
    ]


def test_the_seventh_card_waits_with_its_price_and_prices_are_payments() -> None:
    hand = played(stud_record(answers=TO_SEVENTH))
    waiting: Any = completed(hand)["waiting"]

    assert (waiting["ask"], waiting["street"]) == ("seventh card", "seventh")
    assert waiting["legal"] == [{"do": "face_down"}, {"do": "face_up", "price": 40}]
    answers = [
        *TO_SEVENTH,
        {"seat": "A", "do": "face_up"},
        {"seat": "B", "do": "face_down"},
        {"seat": "A", "do": "check"},
        {"seat": "B", "do": "check"},
    ]
    written: Any = completed(played(stud_record(answers=answers)))
    assert written["answers"] == answers
    (paid,) = written["result"]["payments"]
    assert (paid["seat"], paid["amount"], paid["kind"]) == ("A", 40, "price")
    assert [share["half"] for share in written["result"]["pots"][0]["shares"]] == [
        "poker",
        "blackjack",
    ]


def test_a_draw_waits_with_its_limit_and_is_written_with_its_cards() -> None:
    waiting: Any = completed(played(draw_record()))["waiting"]
    assert (waiting["ask"], waiting["street"], waiting["legal"]) == (
        "draw",
        "draw",
        [{"do": "draw", "max": 2}],
    )

    answers = [*draw_record()["answers"], {"seat": "A", "do": "draw", "discard": ["Kc", "5c"]}]
    written = completed(played(draw_record(answers=answers)))

    assert written["answers"] == answers
    assert written["posts"] == {"small": "B", "big": "A"}


@pytest.mark.parametrize(
    ("discard", "sentence"),
    [
        (["Kc", "5c", "4c"], "Answer 2: You can change at most 2 cards. Legal for A: draw of up"),
        (["As"], "Answer 2: You do not hold the ace of spades."),
        (["Kc", "Kc"], "Answer 2: You hold the king of clubs only once."),
    ],
)
def test_example_d14_a_draw_that_cannot_be_is_named(discard: list[str], sentence: str) -> None:
    answers = [*draw_record()["answers"], {"seat": "A", "do": "draw", "discard": discard}]

    with pytest.raises(IllegalAnswer) as refused:
        played(draw_record(answers=answers))

    assert str(refused.value).startswith(sentence)


def test_posts_say_who_posts_the_blinds() -> None:
    seats = [{"name": name, "stack": 500} for name in "ABC"]
    posts = {"small": "B", "big": "C"}

    written: Any = completed(played(draw_record(seats=seats, posts=posts, answers=[])))

    assert written["posts"] == posts
    assert written["waiting"]["seat"] == "A"


@pytest.mark.parametrize(
    ("posts", "sentence"),
    [
        ([], "posts has to be"),
        ({"small": "A"}, "posts: nobody is called None"),
        ({"small": "A", "big": "Z"}, "posts: nobody is called 'Z'"),
        ({"small": "A", "big": "A"}, "by two players"),
        ({"small": 5, "big": "A"}, "posts: nobody is called 5"),
    ],
)
def test_posts_that_cannot_be_are_refused(posts: object, sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        played(draw_record(posts=posts))

    assert sentence in str(refused.value)
    with pytest.raises(BadRecord, match="has no blinds"):
        played(record(posts={"small": "A", "big": "B"}))


def test_a_wipe_out_starts_the_next_list_of_cards() -> None:
    first, second = ["Tc", "Kd", "9c", "8d", "Qs"], ["Tc", "Kd", "9c", "8d", "3h", "2h"]

    written: Any = completed(
        played(stud_record(variant="widow-jack", decks=[first, second], answers=[]))
    )

    assert [deck[:6][-1] for deck in written["decks"]] == ["2c", "2h"]
    assert (written["waiting"]["deal"], written["waiting"]["seat"]) == (2, "B")


# Cards that the reader was not shown.


def test_a_card_that_is_not_shown_is_never_needed_while_it_lies_face_down() -> None:
    deck = ["??", "Kd", "??", "8d", "2h", "3h"]
    answers = [{"seat": "A", "do": "bring_in"}, {"seat": "B", "do": "raise", "to": 20}]
    fold = {"seat": "A", "do": "fold"}

    written: Any = completed(played(stud_record(decks=[deck], answers=[*answers, fold])))

    assert written["complete"]
    assert written["decks"][0][:6] == deck
    hidden = [e for e in written["result"]["events"] if e["cards"] == ["??"]]
    assert [e["text"] for e in hidden] == ["A gets ?? face down."] * 2
    assert completed(played(json.loads(json.dumps(written)))) == written


@pytest.mark.parametrize("place", range(6))
def test_a_card_that_is_not_shown_but_needed_is_refused(place: int) -> None:
    deck = list(stud_record()["decks"][0])
    deck[place] = "??"
    answers = [*TO_SEVENTH, *({"seat": s, "do": "face_down"} for s in "AB"), *CHECKS[:2]]

    with pytest.raises(BadRecord, match="its rank is needed"):
        played(stud_record(decks=[deck], answers=answers))


def test_undealt_cards_that_are_not_shown_make_no_difference() -> None:
    deck = ["Tc", "Kd", "9c", "8d", "2h", "3h", *["??"] * 46]
    answers = [{"seat": "A", "do": "bring_in"}, {"seat": "B", "do": "fold"}]

    written: Any = completed(played(stud_record(decks=[deck], answers=answers)))

    assert written["decks"] == [deck]
    assert written["result"]["stacks"] == {"A": 510, "B": 490}


def test_discards_that_are_not_shown_replay() -> None:
    deck = ["??", "7d", "??", "8d", "??", "9d", "??", "Td", "??", "Qd", "??", "??"]
    answers = [
        *draw_record()["answers"],
        {"seat": "A", "do": "draw", "discard": ["??", "??"]},
        {"seat": "B", "do": "draw", "discard": []},
        {"seat": "A", "do": "fold"},
    ]

    written: Any = completed(played(draw_record(decks=[deck], answers=answers)))

    assert written["answers"] == answers
    assert written["decks"][0][:12] == deck
    assert "A discards ?? and ??." in [e["text"] for e in written["result"]["events"]]


def test_more_discards_than_cards_that_are_not_shown_are_refused() -> None:
    answers = [*draw_record()["answers"], {"seat": "A", "do": "draw", "discard": ["??"]}]

    with pytest.raises(BadRecord, match="A has not 1 cards that are not shown"):
        played(draw_record(answers=answers))


EIGHT: Record = {"seats": [{"name": name, "stack": 500} for name in "ABCDEFGH"], "decks": []}


def eight_drawers(chance: Random) -> Record:
    """Eight players who all change two cards, so that the deck runs short; then all but H fold."""

    def order_of(cards: Any) -> Any:
        return tuple(chance.sample(cards, len(cards)))

    calls = [{"seat": s, "do": "call"} for s in "CDEFGHA"] + [{"seat": "B", "do": "check"}]
    deck: Any = completed(replay(parse_record(draw_record(**EIGHT, answers=calls)), order_of))
    draws = [
        {"seat": name, "do": "draw", "discard": deck["decks"][0][n:40:8][:2]}
        for n, name in enumerate("ABCDEFGH")
    ]
    folds = [{"seat": name, "do": "fold"} for name in "ABCDEFG"]
    whole = draw_record(**EIGHT | {"decks": deck["decks"]}, answers=[*calls, *draws, *folds])
    return completed(replay(parse_record(whole), order_of))


@pytest.mark.parametrize("reader", ["A", "G", "H"])
@pytest.mark.parametrize("seed", range(8))
def test_an_export_of_a_hand_with_a_reshuffle_replays(seed: int, reader: str) -> None:
    full: Any = eight_drawers(Random(seed))
    events = full["result"]["events"]
    own = [e["cards"][0] for e in events if e["event"] == "dealt_down" and e["seat"] == reader]
    place = {"A": 0, "G": 6, "H": 7}[reader]
    first, second = full["decks"]
    in_second = {"A": [], "G": [0, 1], "H": [2, 3]}[reader]
    in_first = [*range(place, 40, 8), *([40, 41] if reader == "A" else [])]
    assert own == [first[n] for n in in_first] + [second[n] for n in in_second]
    export = full | {
        "result": None,
        "decks": [
            [card if n in in_first else "??" for n, card in enumerate(first)],
            [card if n in in_second else "??" for n, card in enumerate(second)],
        ],
        "answers": [
            a | {"discard": ["??"] * 2} if a["do"] == "draw" and a["seat"] != reader else a
            for a in full["answers"]
        ],
    }

    again: Any = completed(played(export))

    assert again["result"]["stacks"] == full["result"]["stacks"]
    assert (again["decks"], again["answers"]) == (export["decks"], export["answers"])
    for told, was in zip(again["result"]["events"], events, strict=True):
        secret = was["audience"] not in {None, reader}
        assert told["cards"] == (["??"] * len(was["cards"]) if secret else was["cards"])
        assert ("??" in told["text"]) == secret
