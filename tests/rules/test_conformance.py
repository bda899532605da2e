"""What every game has to be, whichever it is."""

from __future__ import annotations

import re

import pytest

from bot.players.random_hands import RandomHands
from bot.rules.house import HouseRules
from bot.rules.variant import Variant
from bot.rules.variants import variants

GAMES = pytest.mark.parametrize("game", variants().values(), ids=variants().keys())


@GAMES
def test_a_game_names_itself(game: Variant) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.key)
    assert variants()[game.key] is game
    assert game.title
    assert game.short_title
    assert game.source
    assert 0 <= game.accent <= 0xFFFFFF
    assert bool(game.wilds) == bool(game.wilds_in_words)


@GAMES
def test_options_say_what_they_decide_and_where_that_comes_from(game: Variant) -> None:
    rules = HouseRules.of(game.options, {})
    for option in game.options:
        assert option.label, option.key
        assert option.why.endswith("."), option.key
        assert re.search(r"ruling|art\.", option.source), option.key
        assert option.bounds, option.key
        assert option.spell(rules[option]), option.key
        assert option.parse(option.write(rules[option])) == rules[option], option.key


@GAMES
def test_every_choice_of_an_option_can_be_made_and_written(game: Variant) -> None:
    for option in game.options:
        for choice in option.choices:
            rules = HouseRules.of(game.options, {option.key: choice.written})
            assert rules[option] == choice.value
            assert option.spell(choice.value) == choice.label
            assert str(rules.written()[option.key]) == choice.written


@GAMES
def test_the_dealer_has_something_to_say_under_any_choice(game: Variant) -> None:
    for option in game.options:
        for choice in option.choices or (None,):
            chosen = {} if choice is None else {option.key: choice.written}
            rules = HouseRules.of(game.options, chosen)
            for players in range(game.seats.least, game.seats.most + 1):
                said = [a.says(rules, players) for a in game.announcements]
                assert any(said)
                for sentence in filter(None, said):
                    assert sentence.count("**") % 2 == 0
                    assert sentence == sentence.strip()


@GAMES
def test_every_option_that_an_announcement_is_about_is_the_games(game: Variant) -> None:
    for announcement in game.announcements:
        assert set(announcement.about) <= set(game.options)


@GAMES
def test_every_step_is_a_sentence_of_the_rulebook(game: Variant) -> None:
    rules = HouseRules.of(game.options, {})
    for street in game.streets:
        assert street.title
        for step in street.steps:
            assert re.fullmatch(r"[A-Z0-9].*\.", step.text(rules))
    assert all(paragraph.endswith(".") for paragraph in game.rulebook)


@GAMES
def test_hands_of_every_number_of_players_keep_every_promise(game: Variant) -> None:
    for seats in range(game.seats.least, game.seats.most + 1):
        rules = HouseRules.of(game.options, {})
        for hand in RandomHands(game, rules, seed=seats, seats=seats).play(4):
            assert hand.over
            assert len(hand.seats) == seats


@GAMES
def test_hands_under_every_choice_of_an_option_keep_every_promise(game: Variant) -> None:
    for option in game.options:
        for choice in option.choices:
            rules = HouseRules.of(game.options, {option.key: choice.written})
            for hand in RandomHands(game, rules, seed=1).play(4):
                assert hand.over


@GAMES
def test_the_rules_of_a_game_stand_in_the_file_of_its_name(game: Variant) -> None:
    module = game.key.replace("-", "_")

    assert __import__(f"bot.rules.variants.{module}", fromlist=["VARIANT"]).VARIANT is game
