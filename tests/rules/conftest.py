"""The long tests come last, where they are dealt to the workers one by one."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name == "test_simulation.py")
