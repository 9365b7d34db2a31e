"""What a run or a marking came to, and how a notebook shows it."""

from __future__ import annotations

import base64
import html
import json
from dataclasses import dataclass, field
from typing import Any

from ._library import Conversation


@dataclass(frozen=True)
class Finding:
    """One thing that the emulator noticed."""

    kind: str  #: "race", "out_of_bounds", "bank_conflict" …
    severity: str  #: "fault", "warning" or "note"
    message: str
    cause: str
    cure: str
    file: str
    line: int
    details: dict = field(repr=False, default_factory=dict)  #: lanes, elements, steps … (docs/kernel-language.md)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def _finding(of: dict) -> Finding:
    keys = ("kind", "severity", "message", "cause", "cure", "file", "line")
    return Finding(*(of.get(key, 0 if key == "line" else "") for key in keys), details=of)


def _picture(svg: str, title: str) -> str:
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{html.escape(title)}" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'


class Result:
    """A run on the emulator: findings, counts, what was printed, and every step of it."""

    def __init__(self, answer: dict, talk: Conversation) -> None:
        self._answer, self._talk = answer, talk
        self.findings = [_finding(each) for each in answer.get("findings", [])]
        self.counts: dict[str, Any] = answer.get("counts", {})
        printed = answer.get("printed", [])
        #: what the kernel printed, in the order of the run
        self.printed = printed if isinstance(printed, str) else "".join(each["text"] for each in printed)
        #: False: a deadlock, a trap or a limit ended the run
        self.complete: bool = answer.get("complete", True)
        self.variables: dict[str, Any] = answer.get("variables", {})
        self.details = answer  #: all of the answer, as docs/c-interface.md has it

    @property
    def faults(self) -> list[Finding]:
        """The findings that make a result wrong or lucky."""
        return [each for each in self.findings if each.severity == "fault"]

    def buffer(self, name: str):
        """What the buffer of parameter ``name`` holds after the run ("result" of a catalog's algorithm); a copy."""
        return self._talk.take(name)

    @property
    def step_count(self) -> int:
        """How many steps the run has: a statement of one warp each."""
        return self._talk.ask("moment")["of"]

    def at(self, step: int) -> dict:
        """The sentence and the arrays after so many steps."""
        return self._talk.ask("moment", step=step)

    def svg(self, step: int | None = None, width: int = 1000, height: int = 640, dark: bool = False) -> str:
        """The stage after so many steps, as SVG."""
        return self._talk.ask("picture", step=step, width=width, height=height, dark=dark)["svg"]

    def page(self) -> str:
        """One page of HTML that steps through the run in any browser."""
        return self._talk.ask("page")["html"]

    def save(self, path) -> None:
        """Writes that page."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.page())

    def __repr__(self) -> str:
        lines = [f"{len(self.findings) or 'no'} finding{'' if len(self.findings) == 1 else 's'}"
                 + ("" if self.complete else "; the run did not end by itself")]
        return "\n".join(lines + [str(each) for each in self.findings])

    def widget(self):
        """The run as a widget that steps to and fro (needs the package anywidget)."""
        from ._widget import Stage

        return Stage(page=self.page())

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        shown = self._talk.ask("picture", step=self.step_count)
        listed = "".join(f"<li>{html.escape(str(each))}</li>" for each in self.findings)
        printed = f"<pre>{html.escape(self.printed)}</pre>" if self.printed else ""
        still = f"{printed}<ul>{listed}</ul>{_picture(shown['svg'], shown['title'])}"
        bundle = {"text/plain": repr(self), "text/html": still}
        try:
            widget = self.widget()
        except ImportError:
            return bundle
        live = widget._repr_mimebundle_()
        live = live[0] if isinstance(live, tuple) else live
        return {**(live or {}), **bundle}


class Marks:
    """What marking an exercise came to."""

    def __init__(self, answer: dict) -> None:
        self.passed: bool = answer["passed"]
        self.rules: list[dict] = answer["rules"]
        self.tried: str = answer["tried"]
        self.details = answer

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        signs = {"met": "✓", "failed": "✗", "open": "·"}
        return "\n".join(
            f"{signs[rule['state']]} {rule['title']}: {rule['sentence'] or 'not checked yet'}" for rule in self.rules)


class Why:
    """Where a kernel's time goes, and what would make it faster."""

    def __init__(self, answer: dict) -> None:
        self.headline: str = answer["headline"]
        self.details = answer  #: parts, causes, counts and the curve over n, as ``upsweep why --format json`` prints them
        self._text: str = answer["text"]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["details"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self) -> str:
        return self._text.rstrip()


class Recording:
    """Measured times: ``upsweep bench --recorded FILE`` and the window's Race show a saved one."""

    def __init__(self, content: dict, notes: list[str] | None = None) -> None:
        self.content = content
        #: what a reader of the rows has to know, a sentence each
        self.notes = notes or []

    @classmethod
    def load(cls, path) -> Recording:
        """Reads one that ``save`` or ``upsweep bench --format json`` wrote."""
        with open(path, encoding="utf-8") as file:
            recording = cls(json.load(file))
        recording.svg()
        return recording

    @property
    def rows(self) -> list[dict]:
        """A row a line and size: algorithm, on, type, width, height, median_ms, gb_per_s …"""
        return self.content.get("rows", [])

    def save(self, path) -> None:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.content, file, indent=1, ensure_ascii=False)

    def svg(self, dark: bool = False) -> str:
        """Times over sizes, both axes logarithmic."""
        return self._plot(dark)["svg"]

    def _plot(self, dark: bool = False) -> dict:
        return Conversation().ask("plot", recording=json.dumps(self.content), dark=dark)

    def __repr__(self) -> str:
        lines = [f"{row['algorithm']} on {row['on']}, {row['type']}, {row['width']} × {row['height']}: "
                 f"{row['median_ms']:.4g} ms" for row in self.rows]
        return "\n".join(lines + self.notes)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        shown = self._plot()
        return {"text/plain": repr(self), "text/html": _picture(shown["svg"], shown["title"])}
