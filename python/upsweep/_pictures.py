"""Tables of sums of pictures, and what is read from them."""

from __future__ import annotations

from typing import Any

import numpy

from ._library import Conversation, UpsweepError


def _picture(array: Any) -> numpy.ndarray:
    picture = numpy.asarray(array)
    if picture.ndim != 2:
        raise UpsweepError(f"A picture has rows and columns; this array has {picture.ndim} axes.")
    return picture


def integral(picture: Any, convention: str = "inclusive", algorithm: str | None = None, on: str = "cpu"
             ) -> numpy.ndarray:
    """The integral image: each entry is the sum of all pixels above and to the left.

    picture: (height, width) of uint8, uint32, float32 or float64. convention: "inclusive", "exclusive", or "padded" with
    a row and a column of zeros. algorithm: a catalog entry. on: "cpu", "gpu" or "emulator". Returns (height, width) of
    uint32, float32 or float64, one more each way where padded.
    """
    talk = Conversation()
    talk.give("picture", _picture(picture))
    talk.ask("integral", convention=convention, algorithm=algorithm, on=on)
    return numpy.atleast_2d(talk.take("table"))


def blur(picture: Any, radius: int, border: str = "cut", on: str = "cpu") -> numpy.ndarray:
    """The mean of the (2 radius + 1)² pixels around each; (height, width) of uint8 or float32, of the same type.

    border: "cut" (windows end at the picture's edge), "replicate" or "reflect".
    """
    talk = Conversation()
    talk.give("picture", _picture(picture))
    talk.ask("blur", radius=radius, border=border, on=on)
    return talk.take("picture").reshape(numpy.shape(picture))


def faces(picture: Any, rule: str = "opencv", factor: float = 1.1, neighbours: int = 3, cascade: str | None = None,
          on: str = "cpu") -> list[tuple[int, int, int, int]]:
    """The faces in a grey picture of uint8: (x, y, width, height) in pixels.

    cascade: the path of an OpenCV cascade; None: the frontal face, which Debian's package opencv-data holds.
    """
    talk = Conversation()
    talk.give("picture", _picture(picture))
    answer = talk.ask("faces", rule=rule, factor=factor, neighbours=neighbours, cascade=cascade, on=on)
    return [tuple(face[:4]) for face in answer["faces"]]
