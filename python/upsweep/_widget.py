"""The exported page as a notebook's widget: the same script, in a frame of its own."""

from __future__ import annotations

import anywidget
import traitlets


class Stage(anywidget.AnyWidget):
    """Steps through a run."""

    _esm = """
    export default {
      render({ model, el }) {
        const frame = document.createElement("iframe");
        frame.title = "Upsweep: a run, step by step";
        frame.style = "width:100%;height:" + model.get("height") + "px;border:0";
        frame.srcdoc = model.get("page");
        el.replaceChildren(frame);
      }
    };
    """
    page = traitlets.Unicode("").tag(sync=True)
    height = traitlets.Int(720).tag(sync=True)
