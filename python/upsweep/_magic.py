"""``%%upsweep``: a CUDA cell runs on the emulator."""

from __future__ import annotations

import argparse
import html
import shlex

from ._library import UpsweepError
from ._run import run


class _Refused(UpsweepError):
    pass


class _Parser(argparse.ArgumentParser):
    def error(self, message: str):
        raise _Refused(f"%%upsweep: {message}; write %%upsweep GRID BLOCK [ARGUMENT …], as in %%upsweep 2 64 x y 128.")


def _parser() -> _Parser:
    parser = _Parser(prog="%%upsweep", add_help=False, description=__doc__)
    parser.add_argument("grid")
    parser.add_argument("block")
    parser.add_argument("arguments", nargs="*")
    parser.add_argument("--kernel")
    parser.add_argument("--shared", type=int, default=0)
    parser.add_argument("--lanes", type=int)
    parser.add_argument("-o", "--out", help="the name that gets the result")
    return parser


class _Cell:
    """The cell's code with each finding under its line, over what the result shows."""

    def __init__(self, code: str, result) -> None:
        self._code, self._result = code, result

    def __repr__(self) -> str:
        return repr(self._result)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        below: dict[int, list[str]] = {}
        for finding in self._result.findings:
            below.setdefault(finding.line, []).append(finding.message)
        rows = []
        for number, line in enumerate(self._code.splitlines(), 1):
            rows.append(html.escape(line))
            rows += [f'<span style="color:#b3261e">▲ {html.escape(text)}</span>' for text in below.get(number, [])]
        bundle = dict(self._result._repr_mimebundle_())
        bundle["text/html"] = f"<pre>{chr(10).join(rows)}</pre>" + bundle.get("text/html", "")
        if below:
            # What is found stands under its line, so the frame that steps comes second, on demand.
            bundle.pop("application/vnd.jupyter.widget-view+json", None)
        return bundle


def register(ipython) -> None:
    """Adds the magic to a notebook; arguments are looked up among its names."""

    def upsweep_cell(line: str, cell: str):
        given = _parser().parse_args(shlex.split(line))
        names = ipython.user_ns

        def value(text: str):
            try:
                return eval(text, names)  # The user's own notebook: what a cell of Python could do as well.
            except Exception as failure:
                raise UpsweepError(f"Argument {text!r} cannot be worked out: {failure}") from None

        toy = {} if given.lanes is None else {"lanes": given.lanes}
        result = run(cell, value(given.grid), value(given.block), *(value(text) for text in given.arguments),
                     kernel=given.kernel, shared=given.shared, **toy)
        if given.out:
            names[given.out] = result
        return _Cell(cell, result)

    ipython.register_magic_function(upsweep_cell, magic_kind="cell", magic_name="upsweep")
