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

    def cdp(self, command, **parameters):
        return self.do("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def touch(self, *fingers):
        """Each finger goes along its places, all at the same time."""
        def moves(places):
            (x, y), *further = places
            down = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
            return down + [{"type": "pointerMove", "x": x, "y": y, "duration": 60} for x, y in further] + [{"type": "pointerUp", "button": 0}]
        self.do("POST", "/actions", {"actions": [
            {"type": "pointer", "id": f"finger{i}", "parameters": {"pointerType": "touch"}, "actions": moves(places)}
            for i, places in enumerate(fingers)]})

    def picture(self):
        """The canvas as a short text that is another one for another picture."""
        return self.run("const c = document.getElementById('canvas'), s = document.createElement('canvas');"
                        "s.width = 320, s.height = 200; const d = s.getContext('2d'); d.drawImage(c, 0, 0, 320, 200);"
                        "let h = 7; for (const v of d.getImageData(0, 0, 320, 200).data) h = Math.imul(h, 31) + v | 0; return h;")

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


def catalog(upsweep):
    """Every entry at its usual size, in the middle of its steps."""
    reply = json.loads(subprocess.run([upsweep, "list", "--json"], check=True, capture_output=True).stdout)
    for slug in (entry["algorithm"] for entry in reply["algorithms"]):
        told = native(upsweep, slug, {}, 1)
        size = {name: told["parameters"][name] for name in (["n"] if "n" in told["parameters"] else ["width", "height"])}
        yield slug, {**size, "input": "usual"}, (told["moment"]["of"] // 2,)


def compare_scenes(browser, page, upsweep, scenes):
    for slug, scene, steps in scenes:
        for step in steps:
            link = f"step:{slug}?" + "&".join(f"{name}={value}" for name, value in {**scene, "step": step}.items())
            told = native(upsweep, slug, scene, step)
            moment = told["moment"]
            browser.show(page, link)
            browser.use("step.grain.0")  # a sentence is about a step of the chosen size; natively that is a statement
            time.sleep(0.3)
            read = browser.wait(link, lambda read: f"step {step} of" in read["place"] and read["resting"])
            wanted = {
                "sentence": moment["sentence"],
                "arrays": [f"{name}: " + ", ".join("nothing" if value is None else f"{value:g}" if isinstance(value, float) else str(value) for value in values)
                           for name, values in moment["buffers"].items()],
                "counts": [as_said(name, count) for name, count in told["counts"].items()],
                "findings": [finding["message"] for finding in told["findings"]],
            }
            for part, value in wanted.items():
                assert read[part] == value, f"{link}: {part} is {read[part]}, natively {value}"
    print(f"  {sum(len(steps) for _, _, steps in scenes)} moments are told as natively")


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


def own_kernel(browser, page):
    """A kernel that lacks a barrier, dropped, is run, and what is wrong with it is found."""
    browser.show(page, "step:scan_blelloch?n=8")
    browser.drop("mine.cu", b"""__global__ void shift(int* a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}
int main() {
    int* a;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMemset(a, 0, 64 * sizeof(int));
    shift<<<1, 64>>>(a);
}
""")
    read = browser.wait("a dropped kernel", lambda read: read["place"].startswith("Your program") and read["resting"] and read["findings"])
    assert any("no barrier" in finding for finding in read["findings"]), f"the race is not found: {read['findings']}"
    print(f"  in a dropped kernel without its barrier: {read['findings'][0]!r}")


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


def motion(browser, page):
    """Who prefers less motion sees each step's whole picture at once; others see arrows grow."""
    def first_and_last(preference):
        browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": preference}])
        browser.show(page, "step:scan_blelloch?n=8&step=9")
        browser.run("window.seen = []; const c = document.getElementById('canvas'), s = document.createElement('canvas');"
                    "s.width = 160, s.height = 100; const d = s.getContext('2d', {willReadFrequently: true});"
                    "const look = () => { d.drawImage(c, 0, 0, 160, 100); let h = 7;"
                    "for (const v of d.getImageData(0, 0, 160, 100).data) h = Math.imul(h, 31) + v | 0;"
                    "if (seen[seen.length - 1] !== h) seen.push(h); requestAnimationFrame(look); }; look();")
        browser.press("Right")
        time.sleep(1.5)
        return browser.run("return seen.length;")
    still, moving = first_and_last("reduce"), first_and_last("no-preference")
    browser.cdp("Emulation.setEmulatedMedia", features=[])
    assert still <= 2 < moving, f"a step is shown in {still} pictures with less motion, in {moving} without"
    print(f"  with less motion a step is {still - 1} new picture, else {moving - 1}")


def heard(browser, page):
    """The tree that screen readers are given has what Step shows, and every control by its name."""
    read = browser.show(page, "step:scan_blelloch?n=8&step=9")
    nodes = [node for node in browser.cdp("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
    texts = " ".join(name for _, name in named)
    for text in (read["place"], read["sentence"], *read["arrays"], *read["counts"]):
        assert text in texts, f"a screen reader is not told {text!r}"
    plain = lambda names: {" ".join(name.split()) for name in names}
    buttons = [name for role, name in named if role == "button"]
    lost = plain(read["controls"]) - plain(buttons)
    assert not lost and all(buttons), f"controls that a screen reader is not told: {lost}"
    assert ("application", "Upsweep") in [(role.lower(), name) for role, name in named], "the canvas has no name"
    live = [node for node in nodes if any(p["name"] == "live" and p["value"]["value"] == "polite" for p in node.get("properties", []))]
    assert live, "nothing is read out by itself"
    print(f"  a screen reader is told the sentence, {len(read['arrays'])} arrays, {len(read['counts'])} counts and {len(buttons)} controls")


def fingers(browser, page):
    """A tap is a click, and two fingers pinch."""
    browser.show(page, "step:scan_blelloch?n=8&step=9")
    before = browser.picture()
    browser.touch([(560, 400), (520, 400), (440, 400)], [(640, 400), (680, 400), (760, 400)])
    time.sleep(0.5)
    assert browser.picture() != before, "a pinch changes nothing"
    print("  two fingers pinch")


def race(browser, page):
    """CPU loops are timed while the page goes on answering."""
    browser.show(page, "race", resting=False)
    counts = [browser.wait("racing", lambda read: "of" in read["text"], 20)["text"] for _ in range(2)]
    time.sleep(5)
    read = browser.read()
    assert read["text"] not in counts, "the race does not go on"
    print(f"  the race goes on; its longest picture, with the runs before it, took {read['longest']} ms")


def exercise(browser, page):
    """Typed into the framed part, checked, and passed."""
    slug = "way-down"
    folder = pathlib.Path(__file__).resolve().parents[2] / "lessons" / "exercises" / slug
    starter, solution = ((folder / f"{what}.cu").read_text("utf-8").splitlines() for what in ("starter", "solution"))
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
        compare_scenes(browser, page, upsweep, [*SCENES, *catalog(upsweep)])
        links(browser, page)
        drop_picture(browser, page)
        own_kernel(browser, page)
        if folder:
            browser.screenshot(folder / "own-kernel.png")
        settings_stay(browser, page)
        exercise(browser, page)
        motion(browser, page)
        heard(browser, page)
        fingers(browser, page)
        race(browser, page)
        if folder:
            browser.screenshot(folder / "race.png")
        said = [line for line in browser.console() if "SEVERE" in line or "rror" in line]
        assert not said, f"the console says {said}"
    finally:
        browser.close()


main()
