"""Exported pages in headless Chromium, through chromedriver and Python's standard library alone. Every step of six scenes
is reached by the keyboard, and every rectangle, line end and text of the page stands within a pixel of what the canvas
lists; pictures differ from the program's own in under 2 % of their pixels, light and dark; nothing is written to the
console. Then predict mode, an iframe, and a lesson with its questions.

usage: browser_test.py UPSWEEP LIST_SHAPES
"""
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SKIPPED = 77
WIDTH, HEIGHT = 1000, 640
SLACK = 1.0  # pixels
# Name, what makes the scene, size of step.
SCENES = [
    ("blelloch", ["scan_blelloch", "--n", "16"], "barrier"),
    ("hillis", ["scan_hillis_steele", "--n", "8"], "barrier"),
    ("single_pass", ["scan_single_pass", "--opening"], "phase"),
    ("transpose", ["transpose_tiled", "--opening"], "barrier"),
    ("kogge", ["scan_kogge_stone", "--n", "4"], "statement"),
    ("loop", ["scan_loop", "--opening"], "barrier"),
]
KEY = {"Right": "\ue014", "Left": "\ue012", "Home": "\ue011", "End": "\ue010", "Tab": "\ue004", "Enter": "\ue007"}

# What the page draws: of each element its kind and its numbers, in the picture's own units, and as the window shows them.
READ_STAGE = """
const svg = document.querySelector('#stage svg'), out = [];
const frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width;
for (const e of svg.querySelectorAll('rect,polyline,polygon,path,circle,text')) {
  const box = e.getBBox(), seen = e.getBoundingClientRect(), one = {kind: e.tagName, text: e.textContent,
    box: [box.x, box.y, box.x + box.width, box.y + box.height]};
  if (e.firstElementChild) one.text = e.lastChild.textContent;
  if (e.points) one.points = Array.from(e.points, (p) => [p.x, p.y]);
  if (e.tagName === 'path') {
    const last = e.getPointAtLength(e.getTotalLength()), first = e.getPointAtLength(0);
    one.points = [[first.x, first.y], [last.x, last.y]];
  }
  if (e.tagName === 'text') {
    one.baseline = Number(e.getAttribute('y'));
    one.seen = [(seen.left - frame.left) / scale, (seen.right - frame.left) / scale];
  }
  out.push(one);
}
return {step: Number(document.getElementById('stage').dataset.step), shapes: out, ready: document.body.dataset.ready,
        sentence: document.getElementById('sentence').textContent,
        count: document.getElementById('count').textContent};
"""


# What a page shows without stepping.
READ_STILLS = """
const all = (what) => Array.from(document.querySelectorAll(what));
const seen = (e) => { const box = e.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
const body = getComputedStyle(document.body);
return {figures: all('.still').filter((e) => seen(e) && seen(e.querySelector('figcaption')) &&
                                             Array.from(e.querySelectorAll('use')).some(seen)).length,
        controls: all('button:not(.choice), input, [tabindex]').filter(seen).map((e) => e.id || e.className || e.tagName),
        lines: all('.listing i').filter(seen).length, all_lines: all('.listing i').length,
        cut: all('pre, figure, article').filter((e) => seen(e) && (e.scrollWidth > e.clientWidth + 2 ||
                                                                   e.scrollHeight > e.clientHeight + 2)).map((e) => e.outerHTML.slice(0, 60)),
        stage: all('#stage, #code, .bar').filter(seen).length, ground: body.backgroundColor, text: body.color};
"""


class Browser:
    ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
                 "--window-size=1500,1000", "--disable-dev-shm-usage", "--allow-file-access-from-files"]

    def __init__(self, more=()):
        self.process = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)
        self.port = None
        for line in self.process.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                self.port = int(found.group(1))
                break
        if self.port is None:
            raise RuntimeError("chromedriver did not start")
        options = {"args": [*self.ARGUMENTS, *more]}
        reply = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = "/session/" + reply["sessionId"]

    def ask(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:500]) from None

    def do(self, method, path, body=None):
        return self.ask(method, self.session + path, body)

    def open(self, path, fragment=""):
        self.do("POST", "/url", {"url": "about:blank"})
        self.do("POST", "/url", {"url": "file://" + path + fragment})
        self.run("return document.fonts.ready.then(() => true)")

    def run(self, script, *arguments):
        return self.do("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def share_that_differs(self, one, other):
        self.do("POST", "/url", {"url": "about:blank"})
        words = [base64.b64encode(png).decode() for png in (one, other)]
        share = self.do("POST", "/execute/async", {"script": SHARE_THAT_DIFFERS, "args": words})
        if not isinstance(share, (int, float)):
            raise RuntimeError(f"the browser cannot compare two pictures: {share}")
        return share

    def press(self, *names):
        actions = []
        for name in names:
            value = KEY.get(name, name)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.do("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def console(self):
        return [line["message"] for line in self.do("POST", "/se/log", {"type": "browser"})]

    def colours(self, scheme, media=""):
        self.do("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
            "media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]}})

    def scripts(self, run):
        """Of pages that are opened from now on."""
        self.do("POST", "/goog/cdp/execute", {"cmd": "Emulation.setScriptExecutionDisabled", "params": {"value": not run}})

    def picture_of(self, selector):
        element = self.do("POST", "/element", {"using": "css selector", "value": selector})
        return base64.b64decode(self.do("GET", f"/element/{list(element.values())[0]}/screenshot"))

    def close(self):
        try:
            if hasattr(self, "session"):
                self.ask("DELETE", self.session)
        finally:
            self.process.terminate()
            self.process.wait()


# Of the pixels of two PNGs, the share that differs by over 48 of 255 in a channel; 1 where their sizes differ. The browser
# itself reads them, in a page of its own.
SHARE_THAT_DIFFERS = """
const done = arguments[2];
const pixels = async (data) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext('2d', {willReadFrequently: true});
  pen.drawImage(image, 0, 0);
  return pen.getImageData(0, 0, image.width, image.height);
};
Promise.all([pixels(arguments[0]), pixels(arguments[1])]).then(([a, b]) => {
  if (a.width !== b.width || a.height !== b.height) return done(1);
  let differ = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > 48)) ++differ;
  done(differ / (a.width * a.height));
}, (error) => done(String(error)));
"""


faults = []


def expect(holds, what):
    if not holds and len(faults) < 40:
        faults.append(what)
    return holds


def near(a, b):
    return abs(a - b) <= SLACK


def compare_step(name, wanted, seen):
    where = f"{name}, step {wanted['step']}"
    if not expect(seen["step"] == wanted["step"], f"{where}: the page stands at step {seen['step']}"):
        return 0
    if not expect(len(wanted["shapes"]) == len(seen["shapes"]),
                  f"{where}: {len(seen['shapes'])} elements for {len(wanted['shapes'])} shapes"):
        return 0
    for i, (shape, element) in enumerate(zip(wanted["shapes"], seen["shapes"])):
        kind, numbers, what = shape[0], shape[1], f"{where}, {element['kind']} {i}"
        if kind == "box":
            expect(all(map(near, numbers, element["box"])), f"{what}: {element['box']} for {numbers}")
        elif kind == "text":
            expect(element["text"] == shape[2], f"{what}: says {element['text']!r} for {shape[2]!r}")
            left, right, baseline = numbers
            expect(near(left, element["box"][0]) and near(right, element["box"][2]) and
                   near(baseline, element["baseline"]),
                   f"{what} {shape[2]!r}: {element['box']} for {numbers}")
            expect(near(left, element["seen"][0]) and near(right, element["seen"][1]),
                   f"{what} {shape[2]!r}: is seen at {element['seen']} for {numbers}")
        else:
            ends = element.get("points", [])
            expect(len(ends) == len(numbers) and all(near(p[k], q[k]) for p, q in zip(numbers, ends) for k in (0, 1)),
                   f"{what}: {ends} for {numbers}")
    return len(wanted["shapes"])


class Checks:
    def __init__(self, program, lister, folder):
        self.program, self.lister, self.folder = program, lister, folder
        self.browser = Browser()

    def make(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"upsweep {' '.join(words)}: {done.stderr}")
        return done.stdout

    def scene(self, name, words, by):
        toml, page = os.path.join(self.folder, name + ".toml"), os.path.join(self.folder, name + ".html")
        with open(toml, "w", encoding="utf-8") as file:
            file.write(self.make("step", *words, "--scene"))
        self.make("export", toml, "--by", by, "-o", page)
        listed = json.loads(subprocess.run([self.lister, toml, by, str(WIDTH), str(HEIGHT)], capture_output=True,
                                           check=True, text=True).stdout)
        browser = self.browser
        browser.colours("light")
        browser.open(page, "#step=0")
        shapes = 0
        for i, wanted in enumerate(listed):
            if i > 0:
                browser.press("Right")
            seen = browser.run(READ_STAGE)
            expect(seen["ready"] == "yes", f"{name}: the script did not come to its end")
            expect(seen["sentence"] != "", f"{name}, step {wanted['step']}: no sentence")
            shapes += compare_step(name, wanted, seen)
        browser.press("Right")
        expect(browser.run(READ_STAGE)["step"] == listed[-1]["step"], f"{name}: there is a step behind the last")
        self.pictures(name, toml, by, listed)
        return len(listed), shapes

    def pictures(self, name, toml, by, listed):
        browser, middle = self.browser, len(listed) // 2
        browser.press("Home", *["Right"] * middle)
        browser.run("const s = document.getElementById('stage').style; s.position = 'fixed'; s.left = s.top = '0';"
                    f"s.border = '0'; s.borderRadius = '0'; s.zIndex = 9; s.width = '{WIDTH}px';")
        pairs = []
        for theme in ("light", "dark"):
            browser.colours(theme)
            png = os.path.join(self.folder, "own.png")
            self.make("shot", "step", toml, "--step", str(listed[middle]["step"]), "--by", by, "--alone", "--size",
                      f"{WIDTH}x{HEIGHT}", "--theme", theme, "-o", png)
            with open(png, "rb") as file:
                pairs.append((theme, browser.picture_of("#stage svg"), file.read()))
        # The button's choice goes before the system's.
        before = browser.run("return getComputedStyle(document.body).backgroundColor")
        browser.press("t")
        expect(browser.run("return getComputedStyle(document.body).backgroundColor") != before,
               f"{name}: T does not change the theme")
        expect(browser.console() == [], f"{name}: the console says {browser.console()}")
        for theme, one, other in pairs:
            share = browser.share_that_differs(one, other)
            expect(share < 0.02, f"{name}, {theme}: {100 * share:.2f} % of the pixels differ")
            print(f"  {name}, {theme}: {100 * share:.2f} % of the pixels differ")

    def keyboard(self):
        """Everything with the keyboard: keys, and each button by Tab and Enter."""
        browser = self.browser
        browser.open(os.path.join(self.folder, "blelloch.html"), "#step=0")
        state = "return [Number(document.getElementById('scrub').value), Number(document.getElementById('scrub').max)]"
        last = browser.run(state)[1]
        for keys, place in ((("End",), last), (("Left",), last - 1), (("Home",), 0), (("Right", "Right"), 2)):
            browser.press(*keys)
            expect(browser.run(state)[0] == place, f"{keys}: stands at {browser.run(state)[0]}, not {place}")
        browser.press(" ")
        time.sleep(1.5)
        expect(browser.run(state)[0] > 2, "Space does not play")
        browser.press(" ", "Home")
        names = []
        for _ in range(12):
            browser.press("Tab")
            names.append(browser.run("const e = document.activeElement; return e.id && e.tagName + ' ' + e.id;"))
            if names[-1] == "BUTTON next" and names.count(names[-1]) == 1:
                browser.press("Enter")
        expect(browser.run(state)[0] == 1, "Enter on Next does not step on")
        for wanted in ("BUTTON play", "BUTTON next", "INPUT scrub", "BUTTON predict", "BUTTON theme", "PRE code"):
            expect(wanted in names, f"Tab does not come to {wanted}: {names}")
        unnamed = browser.run("return Array.from(document.querySelectorAll('button, input')).filter((e) => "
                              "!e.getAttribute('aria-label') && !e.textContent).length")
        expect(unnamed == 0, f"{unnamed} controls have no name")
        expect(browser.run("return document.querySelector('.row.lit .number').textContent") != "", "no line is lit")

    def predict(self):
        browser = self.browser
        browser.open(os.path.join(self.folder, "blelloch.html"), "#step=0")
        browser.press("p")
        hidden = 0
        for _ in range(6):
            before = browser.run(READ_STAGE)
            browser.press("Right")
            asked = browser.run(READ_STAGE)
            label = browser.run("return document.querySelector('#stage svg').getAttribute('aria-label')")
            browser.press("r")
            told = browser.run(READ_STAGE)
            expect("reveal the step" in asked["sentence"], f"the sentence is told: {asked['sentence']}")
            expect(told["sentence"] not in label, "the picture's name tells the sentence")
            expect(asked["step"] == told["step"] > before["step"], "to reveal goes on")
            stood = {(e["text"], round(e["box"][0])) for e in before["shapes"] if e["kind"] == "text"}
            for a, b in zip(asked["shapes"], told["shapes"]):
                if a["kind"] == "text" and a["text"] != b["text"]:
                    expect(a["text"] == "?", f"{b['text']} is hidden as {a['text']}")
                    hidden += 1
        expect(hidden >= 6, f"{hidden} values are hidden in six steps")

    def frame(self):
        """Inside a page of a course."""
        outer = os.path.join(self.folder, "course.html")
        with open(outer, "w", encoding="utf-8") as file:
            file.write("<!doctype html><title>Course</title><iframe id=f src='blelloch.html' width=700 height=900></iframe>")
        browser = self.browser
        browser.open(outer)
        frame = browser.do("POST", "/element", {"using": "css selector", "value": "#f"})
        browser.do("POST", "/frame", {"id": frame})
        browser.run("document.getElementById('next').focus()")
        browser.press("End")
        seen = browser.run(READ_STAGE)
        expect(seen["ready"] == "yes" and seen["step"] > 0, "the page does not work in a frame")
        wide = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        expect(wide <= 0, f"the page is {wide} pixels wider than a frame of 700")
        browser.do("POST", "/frame", {"id": None})
        expect(browser.console() == [], f"in a frame the console says {browser.console()}")

    def question(self, where, answer, stands):
        """Answers the shown page's question, wrongly first where that can be done."""
        browser = self.browser

        def part(script):
            return browser.run("const q = document.querySelector('article:not([hidden]) .question'), answer = arguments[0];"
                               + script, answer)
        said = "return q.querySelector('.said').textContent"
        predicts = part("return q.querySelector('h2').textContent") == "Predict"
        if predicts:
            browser.press("End")
            expect("Choose one first" in part(said), f"{where}: the question does not hold its step")
        held = browser.run(stands)
        if part("return q.querySelector('button.choice') !== null"):
            choose = "Array.from(q.querySelectorAll('button.choice'))"
            part(choose + ".find((b) => b.dataset.right === 'no').click()")
            expect(part("return q.dataset.settled || ''") == "", f"{where}: a wrong answer is taken as right")
            part(choose + ".find((b) => b.textContent === answer).click()")
        elif part("return q.querySelector('input') !== null"):
            type_in = "const field = q.querySelector('input'); field.value = {}; q.querySelector('button.check').click();"
            part(type_in.format("'no number'"))
            expect("such as" in part(said), f"{where}: what is no number is not refused")
            part(type_in.format("String(Number(answer) + 1)"))
            expect("Not yet" in part(said), f"{where}: a wrong number is taken as right")
            part(type_in.format("answer"))
            expect("Right" in part(said), f"{where}: the right number is not taken")
        else:
            part("q.querySelector('button.look').click()")
            expect(answer in part(said), f"{where}: the answer {answer} is not shown")
        expect(part("return q.dataset.settled") == "yes", f"{where}: {answer} does not settle the question")
        if predicts:
            browser.press("End")
            expect(browser.run(stands) > held, f"{where}: the step stays held")

    def lesson(self):
        browser, page = self.browser, os.path.join(self.folder, "lesson.html")
        self.make("export", "--lesson", "work-efficient-scan", "-o", page)
        browser.open(page)
        pages = browser.run("return document.querySelectorAll('article').length")
        shown = "return Array.from(document.querySelectorAll('article')).findIndex((a) => !a.hidden)"
        stands = "return Number(document.getElementById('stage').dataset.step)"
        asked = 0
        for number in range(pages):
            expect(browser.run(shown) == number, f"page {number} of the lesson is not shown")
            question = browser.run("const q = document.querySelector('article:not([hidden]) .question');"
                                   "return q && q.dataset.right")
            if question:
                asked += 1
                self.question(f"page {number}", question, stands)
            browser.press("]")
        expect(asked > 0, "the lesson asks nothing")
        expect(browser.console() == [], f"of a lesson the console says {browser.console()}")
        return pages, asked

    def still(self, name, figures):
        """Without scripts, and on paper: every picture, all code, no control that does nothing."""
        browser, path = self.browser, os.path.join(self.folder, name + ".html")
        for scripts in (True, False):
            for media, scheme in (("print", "dark"), ("print", "light"), ("screen", "light")):
                if scripts and media == "screen":
                    continue
                where = f"{name}, {media}, {scheme}, {'with' if scripts else 'without'} scripts"
                browser.scripts(scripts)
                browser.open(path)
                browser.colours(scheme, media)
                seen = browser.run(READ_STILLS)
                expect(seen["figures"] == figures, f"{where}: {seen['figures']} of {figures} pictures are seen")
                expect(seen["controls"] == [], f"{where}: {seen['controls']} are there and do nothing")
                expect(seen["lines"] == seen["all_lines"] > 0, f"{where}: {seen['lines']} of {seen['all_lines']} lines")
                expect(seen["cut"] == [], f"{where}: {seen['cut']} are cut")
                expect(seen["stage"] == 0, f"{where}: the stage that steps is seen")
                if media == "print":
                    expect(seen["ground"] == "rgb(255, 255, 255)", f"{where}: the ground is {seen['ground']}")
                    expect(seen["text"] == "rgb(0, 0, 0)", f"{where}: the text is {seen['text']}")
        browser.scripts(True)
        browser.colours("light")


def main():
    if not shutil.which("chromedriver"):
        print("skipped: there is no chromedriver here; install chromium-driver and chromium to test pages in a browser.")
        return SKIPPED
    began = time.time()
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), folder)
        try:
            for name, words, by in SCENES:
                steps, shapes = checks.scene(name, words, by)
                print(f"{name}: {steps} steps, {shapes} shapes within {SLACK:g} px")
            checks.keyboard()
            checks.predict()
            checks.frame()
            pages, asked = checks.lesson()
            print(f"lesson: {pages} pages, {asked} questions")
            checks.still("blelloch", 5)
            checks.still("lesson", pages)
        finally:
            checks.browser.close()
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults, {time.time() - began:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
