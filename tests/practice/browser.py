"""A headless Chromium, driven over its own debugging socket: no library beyond aiohttp."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp

CHROMIUM = shutil.which("chromium", path="/usr/bin")
# Nothing of it may leave the machine, and every name but loopback leads nowhere.
SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--disable-extensions", "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--remote-debugging-port=0",
)  # fmt: skip
START_S = 30.0
WAIT_S = 10.0
WAITS_MAX = 300


class Browser:
    """One open page; `errors` are what its console complains of."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.errors: list[str] = []
        self._socket = socket
        self._number = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}

    async def listen(self) -> None:
        """Take what the browser says, for as long as it runs."""
        async for frame in self._socket:
            said = json.loads(frame.data)
            if said.get("id") in self._waiting:
                self._waiting.pop(said["id"]).set_result(said)
            elif said.get("method") == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(said["params"]["exceptionDetails"])[:1000])
            elif said.get("method") == "Log.entryAdded":
                entry = said["params"]["entry"]
                if entry["level"] == "error":
                    self.errors.append(f"{entry['text']} {entry.get('url', '')}")

    async def tell(self, method: str, **params: object) -> Any:
        """Send one command and wait for its result."""
        self._number += 1
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = answer
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        said = await asyncio.wait_for(answer, WAIT_S)
        assert "error" not in said, f"{method}: {said}"
        return said["result"]

    async def open(self, url: str, *, width: int = 1200, height: int = 900) -> None:
        """Load an address in a window of this size."""
        await self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height,
                        deviceScaleFactor=1, mobile=False)  # fmt: skip
        await self.tell("Page.navigate", url=url)

    async def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        said = await self.tell(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True,
            userGesture=True,
        )  # fmt: skip
        assert "exceptionDetails" not in said, said["exceptionDetails"]
        return said["result"].get("value")

    async def until(self, script: str) -> Any:
        """Wait until an expression is true in the page, and give its value."""
        # While a page loads there is not even a body: that is no error, only not yet.
        patient = f"(() => {{ try {{ return {script} }} catch {{ return null }} }})()"
        for _ in range(WAITS_MAX):
            if found := await self.run(patient):
                return found
            await asyncio.sleep(WAIT_S / WAITS_MAX)
        text = await self.run("document.body.innerText")
        raise AssertionError(f"never so: {script}\n{self.errors}\n{text}")

    async def until_reads(self, text: str) -> None:
        """Wait until the page shows this text."""
        await self.until(f"document.body.innerText.includes({json.dumps(text)})")

    async def click(self, words: str, within: str = "body") -> None:
        """Click the newest button, link or menu row of exactly these words."""
        found = (
            f"[...document.querySelectorAll({json.dumps(within)})].flatMap((place) =>"
            " [...place.querySelectorAll('button, a, label, [role=option]')])"
            f".filter((one) => one.innerText.trim() === {json.dumps(words)}"
            " && one.checkVisibility()).at(-1)"
        )
        await self.until(f"{found} !== undefined")
        await self.run(f"{found}.click()")

    async def write(self, text: str) -> None:
        """Type into what has the focus."""
        await self.tell("Input.insertText", text=text)

    async def key(self, name: str) -> None:
        """Press a key such as Enter, Escape, Tab, ArrowDown."""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38}
        more = {"text": "\r"} if name == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            await self.tell("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                            windowsVirtualKeyCode=codes[name], **more)  # fmt: skip

    async def picture(self) -> bytes:
        """What is on the screen, as PNG."""
        said = await self.tell("Page.captureScreenshot", format="png")
        return base64.b64decode(said["data"])


@contextlib.asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Browser]:
    """Start Chromium with its files in `folder`, and stop it afterwards."""
    assert CHROMIUM is not None, "there is no Chromium"
    process = await asyncio.create_subprocess_exec(
        CHROMIUM, *SWITCHES, f"--user-data-dir={folder}", "about:blank",
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with aiohttp.ClientSession() as session:
            url = await _page_socket(session, folder / "DevToolsActivePort")
            async with session.ws_connect(url, max_msg_size=0) as socket:
                page = Browser(socket)
                listener = asyncio.create_task(page.listen())
                for domain in ("Page", "Runtime", "Log"):
                    await page.tell(f"{domain}.enable")
                yield page
                await page.tell("Browser.close")
                listener.cancel()
    finally:
        try:
            await asyncio.wait_for(process.wait(), 5)
        except TimeoutError:
            process.kill()
            await process.wait()


async def _page_socket(session: aiohttp.ClientSession, port_file: Path) -> str:
    for _ in range(WAITS_MAX):
        await asyncio.sleep(START_S / WAITS_MAX)
        port = _port(port_file)
        if port is not None:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [one for one in await answer.json() if one["type"] == "page"]
            if pages:
                return str(pages[0]["webSocketDebuggerUrl"])
    raise TimeoutError("Chromium did not start")


def _port(port_file: Path) -> str | None:
    lines = port_file.read_text().splitlines() if port_file.exists() else []
    return lines[0] if len(lines) >= 2 else None
