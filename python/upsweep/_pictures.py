"""Tables of sums of pictures, and what is read from them."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence

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


def histogram(picture: Any, bins: int = 16, on: str = "cpu") -> numpy.ndarray:
    """The integral histogram: entry [b, y, x] counts the pixels of bin b above and to the left of (x, y), both included.

    picture: (height, width) of uint8; the 256 greys are shared out evenly over 1 to 256 bins. on: "cpu", "gpu" or
    "emulator". Returns (bins, height, width) of uint32; [:, -1, -1] is the whole picture's histogram.
    """
    talk = Conversation()
    talk.give("picture", _picture(picture))
    talk.ask("histogram", bins=bins, on=on)
    return talk.take("tensor").reshape(bins, *numpy.shape(picture))


class Tracked(NamedTuple):
    """Where what is followed is in a frame."""

    window: tuple[int, int, int, int]  #: x, y, width, height in pixels
    likelihood: float
    state: str  #: "found", "lost" or "found again"


def track(frames: Any, window: tuple[int, int, int, int], features: Sequence[str] | None = None, bins: int = 32,
          search: int = 40, update: int = 10, fixed_size: bool = False) -> list[Tracked]:
    """Follows a part of the first frame through the others by its histograms (docs/tracking.md).

    frames: (count, height, width) of uint8. window: x, y, width, height in the first. features: "intensity",
    "gradient_magnitude" (these two without it) and others of ``upsweep features``. search: pixels around the predicted
    window. update: percent of what is found that the template takes on. Returns a Tracked for each frame but the first.
    """
    film = numpy.asarray(frames)
    if film.ndim != 3:
        raise UpsweepError(f"A film has frames, rows and columns; this array has {film.ndim} axes.")
    talk = Conversation()
    talk.give("frames", film)
    answer = talk.ask("track", window=",".join(str(int(each)) for each in window), count=film.shape[0],
                      features=None if features is None else list(features), bins=bins, search=search, update=update,
                      fixed_size=fixed_size)
    return [Tracked(tuple(each["window"]), each["likelihood"], each["state"]) for each in answer["frames"]]
