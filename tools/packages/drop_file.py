"""Drops a file on a window, as a desktop's file manager does (XDND).

usage: drop_file.py WINDOW FILE X Y     WINDOW is X11's number of it; X and Y are on the screen
"""
import ctypes
import pathlib
import sys
import time

from ctypes import POINTER, Structure, Union, byref, c_char_p, c_int, c_long, c_ulong, c_void_p

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31


def structure(*further):
    begin = [("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p)]
    return type("Part", (Structure,), {"_fields_": begin + list(further)})


def numbers(*names):
    return [(name, c_ulong) for name in names]


class Event(Union):
    _fields_ = [("type", c_int),
                ("message", structure(*numbers("window", "kind"), ("format", c_int), ("data", c_long * 5))),
                ("request", structure(*numbers("owner", "requestor", "selection", "target", "property", "time"))),
                ("answer", structure(*numbers("requestor", "selection", "target", "property", "time"))),
                ("room", c_long * 24)]


x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = c_void_p
for name, result, arguments in (
        ("XDefaultRootWindow", c_ulong, [c_void_p]),
        ("XInternAtom", c_ulong, [c_void_p, c_char_p, c_int]),
        ("XCreateSimpleWindow", c_ulong, [c_void_p, c_ulong] + 5 * [c_int] + 2 * [c_ulong]),
        ("XSetSelectionOwner", c_int, [c_void_p] + 3 * [c_ulong]),
        ("XChangeProperty", c_int, [c_void_p] + 3 * [c_ulong] + [c_int, c_int, c_char_p, c_int]),
        ("XSendEvent", c_int, [c_void_p, c_ulong, c_int, c_long, POINTER(Event)]),
        ("XPending", c_int, [c_void_p]), ("XFlush", c_int, [c_void_p]), ("XNextEvent", c_int, [c_void_p, POINTER(Event)])):
    getattr(x11, name).restype = result
    getattr(x11, name).argtypes = arguments


class Source:
    def __init__(self, window, file):
        self.display = x11.XOpenDisplay(None)
        self.window = window
        self.text = (pathlib.Path(file).absolute().as_uri() + "\r\n").encode()
        root = x11.XDefaultRootWindow(self.display)
        self.own = x11.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, 0, 0)
        x11.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.own, 0)

    def atom(self, name):
        return x11.XInternAtom(self.display, name.encode(), 0)

    def send(self, event, to):
        x11.XSendEvent(self.display, to, 0, 0, byref(event))
        x11.XFlush(self.display)

    def tell(self, kind, *data):
        event = Event()
        event.message.type, event.message.window, event.message.kind = CLIENT_MESSAGE, self.window, self.atom(kind)
        event.message.format, event.message.data = 32, (c_long * 5)(self.own, *data)
        self.send(event, self.window)

    def give(self, request):
        """The file's name to who asks for it."""
        x11.XChangeProperty(self.display, request.requestor, request.property, request.target, 8, 0, self.text, len(self.text))
        event = Event()
        event.answer.type = SELECTION_NOTIFY
        for name in ("requestor", "selection", "target", "property", "time"):
            setattr(event.answer, name, getattr(request, name))
        self.send(event, request.requestor)

    def wait(self, kind, seconds=20):
        """What the window answers; giving the file's name meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            while x11.XPending(self.display):
                event = Event()
                x11.XNextEvent(self.display, byref(event))
                if event.type == SELECTION_REQUEST:
                    self.give(event.request)
                if event.type == CLIENT_MESSAGE and event.message.kind == self.atom(kind):
                    return event.message.data[1]
            time.sleep(0.02)
        sys.exit(f"The window does not answer with {kind}.")


def main():
    source = Source(int(sys.argv[1]), sys.argv[2])
    copy = source.atom("XdndActionCopy")
    source.tell("XdndEnter", 5 << 24, source.atom("text/uri-list"), 0, 0)
    source.tell("XdndPosition", 0, int(sys.argv[3]) << 16 | int(sys.argv[4]), 0, copy)
    if not source.wait("XdndStatus") & 1:
        sys.exit("The window takes no files.")
    source.tell("XdndDrop", 0, 0, 0)
    source.wait("XdndFinished")


main()
