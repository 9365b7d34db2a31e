"""build/packages/upsweep.html in headless Chromium, from its file: the first picture, a class hour's places, and what Step shows,
held against `upsweep step --json`; text typed and pasted, a picture dropped, a link opened, settings kept for the next visit.

usage: page_test.py PAGE UPSWEEP [FOLDER FOR SCREENSHOTS] [--figures]      --figures prints sizes and times only
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "export"))
from browser_test import KEY, Browser

SOFTWARE_GL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=1280,800"]
# What makes the scene, natively and as a destination, and after how many steps it is looked at.
SCENES = [
    ("scan_blelloch", {"n": 16}, (1, 5, 40)),
    ("scan_hillis_steele", {"n": 8}, (1, 11)),
    ("scan_kogge_stone", {"n": 8}, (7,)),
    ("scan_loop", {"n": 8}, (3,)),
    ("transpose_tiled", {"width": 8, "height": 4}, (9,)),
    ("scan_single_pass", {"n": 16}, (30,)),
]
READ = """
const part = (id) => document.getElementById(id), all = (what) => Array.from(document.querySelectorAll(what), (e) => e.textContent);
return {resting: document.body.dataset.resting === '1', first: Number(document.body.dataset.firstPicture || 0),
        longest: Number(document.body.dataset.longest || 0), started: Number(document.body.dataset.started || 0), waiting: part('waiting').hidden ? '' : part('waiting').textContent,
        place: part('place').textContent, sentence: part('sentence').textContent, text: part('text').textContent, arrays: all('#arrays p'), counts: all('#counts p'),
        findings: all('#findings li'), controls: all('#controls button'), hash: location.hash, title: document.title};
"""


class PageBrowser(Browser):
    def read(self):
        return self.run(READ)

    def wait(self, what, until, seconds=60):
        """Until the page is as it should be; raises with what it is instead."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            read = self.read()
            if until(read):
                return read
            time.sleep(0.05)
        raise AssertionError(f"{what}: after {seconds} s the page is {read}; the console says {self.console()}")

    def show(self, page, link="", resting=True):
        self.do("POST", "/url", {"url": "about:blank"})
        self.do("POST", "/url", {"url": f"file://{page}" + (f"#{link}" if link else "")})
        return self.wait(f"opening at {link!r}", lambda read: read["first"] > 0 and (read["resting"] or not resting) and read["place"])

    def screenshot(self, file):
        file.write_bytes(base64.b64decode(self.do("GET", "/screenshot")))

    def click(self, x, y):
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.do("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": steps}]})

    def chord(self, *names):
        keys = {**KEY, "Ctrl": "\ue009", "Shift": "\ue008"}
        values = [keys.get(name, name) for name in names]
        actions = [{"type": "keyDown", "value": value} for value in values]
        actions += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.do("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def use(self, control):
        """Presses one of the page's controls, as a screen reader does."""
        self.run("for (const e of document.querySelectorAll('#controls button')) if (e.value === arguments[0]) return e.click();"
                 "throw Error('no control ' + arguments[0]);", control)

    def corner(self):
        """The colour of the picture's top left."""
        return self.run("const c = document.createElement('canvas').getContext('2d'); c.drawImage(document.getElementById('canvas'), 0, 0);"
                        "return Array.from(c.getImageData(3, 3, 1, 1).data);")

    def drop(self, name, content):
        self.run("const data = new DataTransfer();"
                 "data.items.add(new File([Uint8Array.from(atob(arguments[1]), c => c.charCodeAt(0))], arguments[0]));"
                 "document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true, bubbles: true}));",
                 name, base64.b64encode(content).decode())


def as_said(name, count):
    said = count if not isinstance(count, dict) else ", ".join(f"{key} {value}" for key, value in count.items())
    return f"{name.replace('_', ' ')}: {said}"


def native(upsweep, slug, scene, step):
    given = [word for name, value in scene.items() for word in (f"--{name}", str(value))]
    reply = subprocess.run([upsweep, "step", slug, *given, "--step", str(step), "--json"], check=True, capture_output=True)
    return json.loads(reply.stdout)


def compare_scenes(browser, page, upsweep):
    for slug, scene, steps in SCENES:
        for step in steps:
            link = f"step:{slug}?" + "&".join(f"{name}={value}" for name, value in scene.items()) + f"&step={step}"
            told = native(upsweep, slug, scene, step)
            moment = told["moment"]
            browser.show(page, link)
            browser.use("step.grain.0")  # a sentence is about a step of the chosen size; natively that is a statement
            time.sleep(0.3)
            read = browser.wait(link, lambda read: f"step {step} of" in read["place"] and read["resting"])
            wanted = {
                "sentence": moment["sentence"],
                "arrays": [f"{name}: " + ", ".join("nothing" if value is None else str(value) for value in values)
                           for name, values in moment["buffers"].items()],
                "counts": [as_said(name, count) for name, count in told["counts"].items()],
                "findings": [finding["message"] for finding in told["findings"]],
            }
            for part, value in wanted.items():
                assert read[part] == value, f"{link}: {part} is {read[part]}, natively {value}"
    print(f"  {sum(len(steps) for _, _, steps in SCENES)} moments are told as natively")


def keys(browser, page):
    browser.show(page, "step:scan_blelloch?n=8")
    before = browser.wait("Step", lambda read: "step 0 of" in read["place"])
    browser.press("Right")
    after = browser.wait("stepping on", lambda read: read["place"] != before["place"] and read["resting"])
    assert after["sentence"] != before["sentence"], f"the sentence stays {after['sentence']!r}"
    browser.press("Left")
    browser.wait("stepping back", lambda read: read["place"] == before["place"])
    browser.press("End")
    end = browser.wait("the end", lambda read: read["place"] not in (before["place"], after["place"]))
    print(f"  keys step from {before['place']!r} to {end['place']!r}")


def drop_picture(browser, page):
    browser.show(page, "playground")
    pixels = bytes(value for y in range(48) for x in range(64) for value in (4 * x, 5 * y, 128))
    browser.drop("from-a-student.ppm", b"P6 64 48 255\n" + pixels)
    browser.wait("a dropped picture", lambda read: "from-a-student" in read["text"] and read["resting"])
    print("  a dropped picture opens in the Playground")


def settings_stay(browser, page):
    browser.show(page, "lessons")
    before = browser.corner()
    for _ in range(3):  # dark, light and presenter follow one another, and two of them are white
        browser.press("t")
        time.sleep(1)
        after = browser.corner()
        if after != before:
            break
    assert before != after, f"T leaves the theme as it is: {before}"
    browser.show(page, "lessons")
    assert browser.corner() == after, f"the theme of the last visit is not kept: {browser.corner()}, not {after}"
    print("  the theme stays for the next visit")


def race(browser, page):
    """CPU loops are timed while the page goes on answering."""
    browser.show(page, "race", resting=False)
    counts = [browser.wait("racing", lambda read: "of" in read["text"], 20)["text"] for _ in range(2)]
    time.sleep(5)
    read = browser.read()
    assert read["text"] not in counts, "the race does not go on"
    print(f"  the race goes on; its longest picture, with the runs before it, took {read['longest']} ms")


def exercise(browser, page, upsweep):
    """Typed into the framed part, checked, and passed."""
    slug = "way-down"
    text = {what: subprocess.run([upsweep, "exercise", slug, what], check=True, capture_output=True, text=True).stdout.splitlines()
            for what in ("--starter", "--solution")}
    starter, solution = text["--starter"], text["--solution"]
    first = next(i for i, line in enumerate(starter) if "your part" in line)
    same = len(starter) - starter.index(next(line for line in starter if "end of your part" in line))
    part = " ".join(line.strip() for line in solution[first + 1:len(solution) - same])
    browser.show(page, f"exercise:{slug}")
    browser.wait("the exercise", lambda read: any("Check" in name for name in read["controls"]))
    browser.use("exercise.editor")
    time.sleep(0.5)
    browser.chord("Ctrl", KEY["Home"])
    down = "\ue015"
    for _ in range(first + 1):
        browser.press(down)
    for _ in range(len(starter) - same - first - 2):
        browser.chord("Shift", down)
    browser.chord("Shift", KEY["End"])
    for i in range(0, len(part), 10):
        browser.press(*part[i:i + 10])
    browser.chord("Ctrl", KEY["Enter"])
    read = browser.wait("marking", lambda read: "try 1" in read["text"])
    assert "8 of 8 met" in read["text"], f"the solution does not pass: {read['text']}"
    print("  an exercise is passed by typing")


def links(browser, page):
    browser.show(page, "scene=scan_blelloch?n=8")
    browser.wait("the address of a scene", lambda read: read["hash"].startswith("#scene=scan_blelloch"))
    browser.run("location.hash = 'lesson=work-efficient-scan/3'")
    browser.wait("a lesson by its link", lambda read: read["place"] == "Lessons" and read["resting"])
    browser.run("history.back()")
    browser.wait("the scene again", lambda read: "Work-efficient scan" in read["place"])
    print("  a link opens, and the back button goes back")


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    page, upsweep = (str(pathlib.Path(word).resolve()) for word in arguments[:2])
    folder = pathlib.Path(arguments[2]) if len(arguments) > 2 else None
    browser = PageBrowser(SOFTWARE_GL)
    try:
        begun = time.monotonic()
        first = browser.show(page)
        print(f"  {os.path.getsize(page) / 1e6:.2f} MB; the first picture after {first['first']} ms (program started after "
              f"{first['started']} ms), opened in {1e3 * (time.monotonic() - begun):.0f} ms")
        if "--figures" in sys.argv:
            return
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            browser.screenshot(folder / "first.png")
        keys(browser, page)
        if folder:
            browser.screenshot(folder / "step.png")
        compare_scenes(browser, page, upsweep)
        links(browser, page)
        drop_picture(browser, page)
        settings_stay(browser, page)
        exercise(browser, page, upsweep)
        race(browser, page)
        if folder:
            browser.screenshot(folder / "race.png")
        said = [line for line in browser.console() if "SEVERE" in line or "rror" in line]
        assert not said, f"the console says {said}"
    finally:
        browser.close()


main()
