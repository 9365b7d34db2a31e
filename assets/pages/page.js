// Steps through a run's pictures. A picture is a list of shapes; the page holds what changes from step to step.
(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const stage = at("stage"), sentence = at("sentence"), scrub = at("scrub"), count = at("count");
  const articles = Array.from(document.querySelectorAll("article[data-page]"));
  const lists = data.films.map(() => []);
  // Shapes that the still pictures show, too, are in the page once, as their SVG.
  for (const one of data.films)
    one.shapes = one.shapes.map((shape, i) => shape || at(one.ids + "s" + i).innerHTML);
  let page = 0, place = 0, hidden = false, predict = false, timer = 0, shownFile = "";

  const film = () => data.films[data.pages[page].film];
  const steps = () => film().steps;

  // The shapes of a step: those of the step before, changed.
  function listOf(number, step) {
    const known = lists[number];
    while (known.length <= step) {
      const list = known.length ? known[known.length - 1].slice() : [];
      for (const change of data.films[number].steps[known.length].d)
        list.splice(change[0], change[1], ...change.slice(2));
      known.push(list);
    }
    return known[step];
  }

  function drawStage() {
    const number = data.pages[page].film, one = film();
    const shapes = listOf(number, place).map((shape) => one.shapes[shape]);
    const asked = hidden ? steps()[place].h : [];
    for (const i of asked)
      shapes[i] = shapes[i].replace(/>(?:<title>[^<]*<\/title>)?[^<]*<\/text>/, ' class="asked">?</text>');
    stage.innerHTML = '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ' + one.width + " " +
      one.height + '">' + shapes.join("") + "</svg>";
    stage.dataset.step = steps()[place].n;
    return asked.length;
  }

  // Text between back quotes is set as code.
  function putMarked(element, words) {
    element.replaceChildren(...words.split("`").map((part, i) => {
      if (i % 2 === 0) return document.createTextNode(part);
      const code = document.createElement("code");
      code.textContent = part;
      return code;
    }));
  }

  function span(name, words) {
    const element = document.createElement("span");
    element.className = name;
    element.textContent = words;
    return element;
  }

  // A line of code: its number, its text, and on the lit line what it reads and writes; what is both is written.
  function lineOf(line, number, marks) {
    const words = typeof line === "string" ? line : line[0];
    const comment = typeof line === "string" ? words.length : line[1];
    const row = span("row", "");
    row.append(span("number", String(number)));
    let done = 0;
    for (const mark of marks.slice().sort((a, b) => a[0] - b[0] || b[2] - a[2])) {
      if (mark[0] < done || mark[1] > comment) continue;
      row.append(words.slice(done, mark[0]), span(mark[2] ? "written" : "read", words.slice(mark[0], mark[1])));
      done = mark[1];
    }
    row.append(words.slice(done, comment));
    if (comment < words.length) row.append(span("comment", words.slice(comment)));
    row.append("\n");
    return row;
  }

  function drawCode() {
    const step = steps()[place], code = at("code"), number = step.c[0], line = step.c[1];
    const file = film().files[number];
    if (!file) return;
    const name = data.pages[page].film + " " + number;
    if (name !== shownFile) {
      code.replaceChildren(...file.lines.map((one, i) => lineOf(one, i + 1, [])));
      at("file").textContent = file.name;
      shownFile = name;
    }
    const lit = code.querySelector(".lit");
    if (lit) {
      const old = Number(lit.dataset.line);
      lit.replaceWith(lineOf(file.lines[old - 1], old, []));
    }
    if (line > 0 && line <= file.lines.length) {
      const row = lineOf(file.lines[line - 1], line, step.m);
      row.classList.add("lit");
      row.dataset.line = line;
      row.setAttribute("aria-current", "step");
      code.children[line - 1].replaceWith(row);
    }
    // The lit line in the middle of the pane; before the first, the kernel's head at its top.
    const row = code.children[Math.max(0, (line || step.c[2]) - 1)];
    if (row) code.scrollTop = row.offsetTop - (line ? code.clientHeight / 2 - row.offsetHeight : 0);
  }

  function draw() {
    const step = steps()[place], last = steps().length - 1, asked = drawStage();
    if (hidden)
      putMarked(sentence, (asked === 0 ? "What happens in this step? " :
        asked === 1 ? "Which value is behind the `?`? " : "Which values are behind the `?`s? ") +
        "Say it, then reveal the step.");
    else
      putMarked(sentence, step.s);
    const words = film().title + (hidden ? ", step " + step.n + ", its values hidden" : ": " + step.s.replace(/`/g, ""));
    stage.firstChild.setAttribute("aria-label", words);
    scrub.max = last;
    scrub.value = place;
    scrub.setAttribute("aria-valuetext", "step " + step.n + " of " + film().count);
    count.textContent = "step " + step.n + " of " + film().count;
    at("reveal").hidden = !hidden;
    at("first").disabled = at("back").disabled = place === 0;
    at("next").disabled = at("last").disabled = place === last && !hidden;
    at("play").textContent = timer ? "Pause" : "Play";
    at("predict").setAttribute("aria-pressed", predict);
    drawCode();
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
  }

  // An open question about the next step holds the step that answers it.
  function held(target) {
    const question = articles[page] && articles[page].querySelector(".question");
    const answer = data.pages[page].answer;
    if (!question || !question.dataset.holds || question.dataset.settled || answer === undefined || target < answer) return false;
    say(question, "The next step shows the answer. Choose one first, or reveal the step.");
    return true;
  }

  function go(target, hides) {
    target = Math.max(0, Math.min(target, steps().length - 1));
    if (held(target)) {
      pause();
      target = Math.min(target, data.pages[page].answer - 1);
      hides = false;
    }
    hidden = Boolean(hides) && target > 0;
    place = target;
    draw();
  }

  function next() {
    if (hidden) return reveal();
    if (place + 1 < steps().length) go(place + 1, predict);
    if (hidden || place + 1 >= steps().length) pause();
    draw();
  }

  function reveal() {
    hidden = false;
    draw();
  }

  function play() {
    if (timer) {
      pause();
      return draw();
    }
    if (place + 1 >= steps().length && !hidden) go(0);
    timer = setInterval(next, 1100);
    draw();
  }

  function turn(target) {
    if (target < 0 || target >= data.pages.length) return;
    pause();
    page = target;
    articles.forEach((one, i) => { one.hidden = i !== page; });
    if (at("page")) {
      at("page").textContent = "page " + (page + 1) + " of " + data.pages.length;
      at("before").disabled = page === 0;
      at("after").disabled = page + 1 === data.pages.length;
    }
    hidden = false;
    place = data.pages[page].at;
    draw();
  }

  // ---- A lesson's questions

  function say(question, words) {
    question.querySelector(".said").textContent = words;
  }

  function settle(question) {
    question.dataset.settled = "yes";
    question.querySelectorAll("button").forEach((button) => { button.disabled = true; });
    const why = question.querySelector(".why");
    if (why) why.hidden = false;
  }

  function choose(question, button) {
    const right = button.dataset.right === "yes";
    button.classList.add(right ? "right" : "wrong");
    button.disabled = true;
    question.querySelector(".said").innerHTML = button.nextElementSibling.innerHTML;
    if (right) settle(question);
  }

  // Without scripts a choice is a word, and the answer is behind its own summary.
  document.querySelectorAll(".choice").forEach((choice) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = choice.className;
    button.dataset.right = choice.dataset.right;
    button.append(...choice.childNodes);
    choice.replaceWith(button);
  });
  document.querySelectorAll(".why").forEach((why) => {
    why.hidden = true;
    why.closest(".question").append(why);
  });

  document.querySelectorAll(".question").forEach((question) => {
    question.querySelectorAll("button.choice").forEach((button) =>
      button.addEventListener("click", () => choose(question, button)));
    question.querySelector("button.look").addEventListener("click", () => {
      settle(question);
      question.querySelector(".said").innerHTML = "The answer is: " + question.querySelector(".key").innerHTML;
      if (data.pages[page].answer !== undefined) go(data.pages[page].answer);
    });
    const field = question.querySelector("input"), check = question.querySelector("button.check");
    if (!field) return;
    const judge = () => {
      const typed = Number(field.value.trim().replace("−", "-").replace(",", "."));
      const right = Number(question.dataset.right);
      if (field.value.trim() === "" || Number.isNaN(typed)) return say(question, "The answer is a number, such as 12.");
      const near = Number.isInteger(right) ? 0 : 0.01 * Math.abs(right);
      if (Math.abs(typed - right) > near) return say(question, "Not yet: it is not " + field.value.trim() + ".");
      settle(question);
      field.disabled = true;
      say(question, "Right: " + question.dataset.right + ".");
    };
    check.addEventListener("click", judge);
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") judge();
    });
  });

  // ---- Exercises

  // If a page may not write to the clipboard, the text is selected, ready to copy by key.
  document.querySelectorAll("button.copy").forEach((button) => {
    const text = button.closest(".file").querySelector("pre"), said = button.parentElement.querySelector(".copied");
    const choose = () => {
      getSelection().selectAllChildren(text);
      said.textContent = document.execCommand("copy") ? "Copied." : "Selected: copy it with Ctrl+C.";
    };
    button.addEventListener("click", () => {
      if (!navigator.clipboard) return choose();
      navigator.clipboard.writeText(text.textContent).then(() => { said.textContent = "Copied."; }, choose);
    });
  });

  // ---- Controls

  function theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" :
      matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  }

  function foresee() {
    predict = !predict;
    if (!predict) hidden = false;
    draw();
  }

  const actions = {
    first: () => go(0), back: () => go(place - 1), play: play, next: next, last: () => go(steps().length - 1),
    predict: foresee, reveal: reveal, theme: theme, before: () => turn(page - 1), after: () => turn(page + 1),
  };
  for (const [id, action] of Object.entries(actions))
    if (at(id)) at(id).addEventListener("click", () => {
      if (id !== "play" && id !== "theme") pause();
      action();
    });
  scrub.addEventListener("input", () => {
    pause();
    go(Number(scrub.value));
  });

  const keys = {
    ArrowRight: "next", ArrowLeft: "back", PageDown: "next", PageUp: "back", Home: "first", End: "last", " ": "play",
    p: "predict", r: "reveal", t: "theme", "[": "before", "]": "after",
  };
  document.addEventListener("keydown", (event) => {
    const id = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // Blank presses the button that has the focus.
    if (!id || !at(id) || event.ctrlKey || event.altKey || event.metaKey ||
        (event.key === " " && ["BUTTON", "SUMMARY"].includes(event.target.tagName))) return;
    event.preventDefault();
    if (id !== "play" && id !== "theme") pause();
    actions[id]();
  });

  // "page.html#step=42" and "lesson.html#page=3" open there.
  const asked = /^#(step|page)=(\d+)$/.exec(location.hash);
  turn(asked && asked[1] === "page" ? Math.min(Number(asked[2]), data.pages.length) - 1 : 0);
  if (asked && asked[1] === "step") {
    const later = steps().findIndex((step) => step.n > Number(asked[2]));
    go(later < 0 ? steps().length - 1 : later - 1);
  }
  document.body.dataset.ready = "yes";
})();
