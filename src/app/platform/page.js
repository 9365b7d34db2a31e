// The page around the program: unpacks it, hands it the browser's input, and does what it asks for (page.cpp).
'use strict';
var Module;
const startUpsweep = (() => {
/*inflate.js*/
const canvas = document.getElementById('canvas'), typed = document.getElementById('typed');
const waiting = document.getElementById('waiting'), files = document.getElementById('files');

// The program as text of base64 of gzip: four bytes of length, its JavaScript, its WebAssembly.
async function unpack() {
  const text = atob(document.getElementById('packed').textContent), packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  if (typeof DecompressionStream === 'undefined') return inflateGzip(packed);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function giveUp(sentence) {
  waiting.textContent = sentence;
  waiting.hidden = false;
}

// ---- Files: those of the last visit come from localStorage, and go back there; downloads leave the page ------

const keptPrefix = 'upsweep:';
let keeps = true, written = new Map(), downloaded = new Map();

function restoreKept() {
  for (const folder of ['/saved', '/kept', '/dropped']) Module.FS.mkdirTree(folder);
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(keptPrefix)) continue;
      const path = key.slice(keptPrefix.length), bytes = Uint8Array.from(atob(localStorage.getItem(key)), c => c.charCodeAt(0));
      Module.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
      Module.FS.writeFile(path, bytes);
      written.set(path, +Module.FS.stat(path).mtime);
    }
  } catch (refused) {
    keeps = false;
  }
}

function filesUnder(folder, found = []) {
  for (const name of Module.FS.readdir(folder)) {
    if (name.startsWith('.')) continue;
    const path = folder + '/' + name, status = Module.FS.stat(path);
    if (Module.FS.isDir(status.mode)) filesUnder(path, found);
    else found.push([path, +status.mtime]);
  }
  return found;
}

function keepFiles() {
  const now = new Map(filesUnder('/kept'));
  try {
    for (const [path, time] of now) {
      if (written.get(path) === time) continue;
      localStorage.setItem(keptPrefix + path, btoa(Array.from(Module.FS.readFile(path), b => String.fromCharCode(b)).join('')));
      written.set(path, time);
    }
    for (const path of written.keys()) {
      if (now.has(path)) continue;
      localStorage.removeItem(keptPrefix + path);
      written.delete(path);
    }
  } catch (refused) {
    if (keeps) call('failed', 'This browser keeps nothing for this page, so settings and drafts are lost when it closes; save what you want to keep.');
    keeps = false;
  }
}

function offerDownloads() {
  for (const [path, time] of filesUnder('/saved')) {
    if (downloaded.get(path) === time) continue;
    downloaded.set(path, time);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([Module.FS.readFile(path)]));
    link.download = path.slice(path.lastIndexOf('/') + 1);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
}

async function openFiles(list) {
  for (const file of list) {
    const path = '/dropped/' + file.name.replace(/\//g, '_');
    Module.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    call('drop', path);
  }
  wake();
}

// ---- Frames -------------------------------------------------------------------------------------------------

let begun = false, asked = false, timer = 0;

function call(name, ...values) {
  if (begun) Module.ccall('page_' + name, null, values.map(v => typeof v === 'string' ? 'string' : 'number'), values);
}

function wake() {
  if (asked || !begun) return;
  asked = true;
  requestAnimationFrame(frame);
}

function frame() {
  asked = false;
  clearTimeout(timer);
  const scale = window.devicePixelRatio || 1, area = canvas.getBoundingClientRect();
  const width = Math.max(1, Math.round(area.width * scale)), height = Math.max(1, Math.round(area.height * scale));
  if (canvas.width !== width || canvas.height !== height) canvas.width = width, canvas.height = height;
  let wait = 1;
  const start = performance.now();
  try {
    wait = Module._page_frame(width, height, scale, performance.now() / 1000);
  } catch (failed) {
    begun = false;
    console.error(failed);
    return giveUp('Upsweep has stopped; load the page again. What you typed in lessons and exercises is kept.');
  }
  const took = performance.now() - start;
  if (waiting.hidden) {
    document.body.dataset.longest = Math.max(Number(document.body.dataset.longest ?? 0), Math.round(took));
  } else {
    waiting.hidden = true;
    document.body.dataset.firstPicture = Math.round(performance.now());
  }
  document.body.dataset.resting = wait > 0.05 ? 1 : 0;
  offerDownloads();
  keepFiles();
  if (wait <= 0) wake();
  else timer = setTimeout(wake, 1000 * Math.min(wait, 1));
}

// ---- Pointer: mouse, pen and one finger are the mouse; two fingers scroll, and pinch as Ctrl and the wheel ---

const fingers = new Map();

function place(event) {
  const area = canvas.getBoundingClientRect(), scale = canvas.width / Math.max(1, area.width);
  return [(event.clientX - area.left) * scale, (event.clientY - area.top) * scale];
}

function spread() {
  const [a, b] = [...fingers.values()];
  return {x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, apart: Math.hypot(a[0] - b[0], a[1] - b[1])};
}

function zoom(by) {
  call('key', 'Ctrl', 0, '', 1, 1);
  call('wheel', 0, by);
  call('key', 'Ctrl', 0, '', 0, 0);
}

const buttons = [0, 2, 1];  // the page's left, middle, right

function listenToPointer() {
  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    if (document.activeElement !== typed) canvas.focus();
    const at = place(event);
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, at);
      if (fingers.size === 2) call('button', 0, 0, 0);
      if (fingers.size > 1) return wake();
    }
    call('move', ...at);
    call('button', buttons[event.button] ?? event.button, 1, +event.shiftKey);
    wake();
  });
  canvas.addEventListener('pointermove', event => {
    const at = place(event);
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      const before = spread(), em = 16 * (window.devicePixelRatio || 1);
      fingers.set(event.pointerId, at);
      const now = spread();
      call('move', now.x, now.y);
      if (Math.abs(now.apart - before.apart) > Math.hypot(now.x - before.x, now.y - before.y))
        zoom(Math.log2(Math.max(1, now.apart) / Math.max(1, before.apart)) * 4);
      else
        call('wheel', (now.x - before.x) / em / 3, (now.y - before.y) / em / 3);
    } else {
      call('move', ...at);
    }
    wake();
  });
  const up = event => {
    const pinched = fingers.size > 1;
    fingers.delete(event.pointerId);
    if (!pinched) {
      call('move', ...place(event));
      call('button', buttons[event.button] ?? 0, 0, +event.shiftKey);
      if (event.pointerType === 'touch' && event.type === 'pointerup') setTimeout(() => { call('move', -1, -1); wake(); }, 100);
    }
    wake();
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('pointerleave', () => { call('move', -1, -1); wake(); });
  canvas.addEventListener('contextmenu', event => event.preventDefault());
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 1 / 3 : event.deltaMode === 2 ? 10 : 1 / 100;
    if (event.ctrlKey) zoom(-event.deltaY * unit);
    else call('wheel', -event.deltaX * unit, -event.deltaY * unit);
    wake();
  }, {passive: false});
}

// ---- Keys: those that the browser needs stay its own ----------------------------------------------------------

const keyNames = {
  ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down', Home: 'Home', End: 'End', PageUp: 'PgUp',
  PageDown: 'PgDn', ' ': 'Space', Enter: 'Enter', Escape: 'Esc', Tab: 'Tab', Backspace: 'Backspace', Delete: 'Delete',
};
for (let i = 1; i <= 12; i++) keyNames['F' + i] = 'F' + i;
// With Ctrl: windows, tabs, the address, reload, print, downloads, zoom, developer tools, and what comes as copy, cut and paste.
const browserKeys = /^[twnrlpjudq0-9+=_-]$|^Tab$|^F\d+$/i, clipboardKeys = /^[cxv]$/i;

function isBrowsers(event) {
  if (event.key === 'F5' || event.key === 'F6' || event.key === 'F12' || event.metaKey && !/^[acvxzyfk]$/i.test(event.key)) return true;
  const own = event.shiftKey && /^[po]$/i.test(event.key);
  return (event.ctrlKey || event.metaKey) && !own && (browserKeys.test(event.key) || (event.shiftKey && /^[icj]$/i.test(event.key)));
}

function key(event, down) {
  if (event.isComposing || event.key === 'Process' || event.key === 'Unidentified') return;
  // AltGr, with which many layouts write brackets, comes as Ctrl and Alt on some systems.
  const written = event.getModifierState('AltGraph'), ctrl = !written && (event.ctrlKey || event.metaKey);
  const modifiers = ctrl | 2 * event.shiftKey | 4 * (event.altKey && !written);
  if (event.key === 'Control' || event.key === 'Meta') call('key', 'Ctrl', 0, '', modifiers, down);
  else if (!written && isBrowsers(event)) return;
  else if (ctrl && clipboardKeys.test(event.key)) return wake();
  else {
    const digit = /^Digit(\d)$/.exec(event.code), letter = /^Key([A-Z])$/.exec(event.code);
    const where = digit ? digit[1] : letter ? letter[1] : '\0', prints = [...event.key].length === 1 ? event.key.toLowerCase() : '';
    // The browser does not say what a key prints without Shift; a digit that needs it is a digit.
    const shifted = event.shiftKey && digit && !/\d/.test(prints);
    const plain = event.shiftKey && /\d/.test(prints);
    call('key', keyNames[event.key] ?? '', where.charCodeAt(0), shifted ? '' : prints, modifiers & ~(plain ? 2 : 0), down);
    const prints_text = [...event.key].length === 1 && !ctrl;
    if (down && prints_text && document.activeElement !== typed) call('text', event.key);
    // In the hidden field a character comes as its input, composed or not.
    if (!(prints_text && document.activeElement === typed)) event.preventDefault();
  }
  wake();
}

function listenToKeys() {
  const ours = event => event.target === canvas || event.target === typed || event.target === document.body;
  document.addEventListener('keydown', event => { if (ours(event)) key(event, 1); });
  document.addEventListener('keyup', event => { if (ours(event)) key(event, 0); });
  const send = () => {
    if (typed.value) call('text', typed.value);
    typed.value = '';
    wake();
  };
  typed.addEventListener('input', event => {
    if (event.isComposing) return;
    if (event.inputType === 'deleteContentBackward') {
      for (const down of [1, 0]) call('key', 'Backspace', 0, '', 0, down);
      wake();
    }
    send();
  });
  typed.addEventListener('compositionend', send);
  // The program copies in the frame that gets the key, so that frame is drawn while the browser asks.
  const copy = letter => event => {
    if (!ours(event)) return;
    copying = null;
    for (const down of [1, 0]) call('key', '', letter.charCodeAt(0), letter.toLowerCase(), 1, down);
    call('key', 'Ctrl', 0, '', 0, 0);
    frame();
    if (copying !== null) event.clipboardData.setData('text/plain', copying);
    event.preventDefault();
  };
  document.addEventListener('copy', copy('C'));
  document.addEventListener('cut', copy('X'));
  document.addEventListener('paste', event => {
    if (!ours(event)) return;
    event.preventDefault();
    if (event.clipboardData.files.length > 0) return openFiles(event.clipboardData.files);
    call('paste', event.clipboardData.getData('text/plain'));
    wake();
  });
  window.addEventListener('blur', () => { call('key', 'Ctrl', 0, '', 0, 0); wake(); });
}

// ---- What the program asks for ----------------------------------------------------------------------------------

let copying = null, shownLink = '', shownKey = '';

// What the canvas shows, as elements: {place, text, moment: {step, of, sentence, buffers}, counts, findings,
// controls: [{id, name}]}.
function describe(json) {
  const {place, text = '', moment = {}, counts = {}, findings = [], controls = []} = JSON.parse(json);
  const part = id => document.getElementById(id);
  const fill = (id, rows) =>
    part(id).replaceChildren(...rows.map(([tag, text, more]) => Object.assign(document.createElement(tag), {textContent: text, ...more})));
  document.title = place + ' – Upsweep';
  part('place').textContent = moment.of === undefined ? place : place + ', step ' + moment.step + ' of ' + moment.of;
  const sentence = moment.sentence ?? '';
  part('text').textContent = text;
  if (part('sentence').textContent !== sentence) part('sentence').textContent = sentence;
  fill('arrays', Object.entries(moment.buffers ?? {}).map(([name, values]) =>
    ['p', name + ': ' + values.map(value => value === null ? 'nothing' : value).join(', ')]));
  const said = count => typeof count === 'number' ? count : Object.entries(count).map(pair => pair.join(' ')).join(', ');
  fill('counts', Object.entries(counts).map(([name, count]) => ['p', name.replaceAll('_', ' ') + ': ' + said(count)]));
  fill('findings', findings.map(({message}) => ['li', message]));
  fill('controls', controls.map(({id, name}) => ['button', name, {value: id, onclick: () => { call('use', id); wake(); }}]));
}

const page = {
  wake,
  describe,
  pick: () => { files.value = ''; files.click(); },
  // Another place is another entry of the history; another step of the same scene is not.
  link: (text, key) => {
    if (text === shownLink) return;
    const another = shownKey && key !== shownKey;
    [shownLink, shownKey] = [text, key];
    try {
      if (another) history.pushState(null, '', '#' + text);
      else history.replaceState(null, '', '#' + text);
    } catch (refused) {
      // In a frame without an address of its own the link is only copied.
    }
  },
  typing: on => { if (on) typed.focus({preventScroll: true}); else if (document.activeElement === typed) canvas.focus(); },
  whole: on => {
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  },
  copied: text => {
    copying = text;
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => {});
  },
};

function startLink() {
  const meta = document.querySelector('meta[name="upsweep-destination"]');
  return location.hash.length > 1 ? location.hash.slice(1) : meta ? meta.content : '';
}

return async () => {
  try {
    const bytes = await unpack(), length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const script = new TextDecoder().decode(bytes.subarray(4, 4 + length));
    const link = startLink();
    Module = {
      canvas,
      page,
      wasmBinary: bytes.slice(4 + length),
      arguments: link ? [link] : [],
      preRun: [() => {
        Object.assign(Module.ENV, {HOME: '/kept', XDG_CONFIG_HOME: '/kept/config', XDG_STATE_HOME: '/kept/state'});
        restoreKept();
        Module.FS.chdir('/saved');
      }],
      print: text => console.log(text),
      printErr: text => console.error(text),
      onRuntimeInitialized: () => { begun = true; },
      postRun: [() => {
        document.body.dataset.started = Math.round(performance.now());
        listenToPointer();
        listenToKeys();
        for (const name of ['resize', 'focus']) window.addEventListener(name, wake);
        document.addEventListener('dragover', event => event.preventDefault());
        document.addEventListener('drop', event => { event.preventDefault(); openFiles(event.dataTransfer.files); });
        document.addEventListener('fullscreenchange', () => { if (!document.fullscreenElement) call('left_whole'); wake(); });
        files.addEventListener('change', () => openFiles(files.files));
        const go = () => { shownLink = location.hash.slice(1), shownKey = ''; if (shownLink) call('open', shownLink); wake(); };
        window.addEventListener('popstate', go);
        window.addEventListener('hashchange', () => { if (location.hash.slice(1) !== shownLink) go(); });
        window.addEventListener('pagehide', () => { call('leave'); keepFiles(); });
        if (!keeps) keepFiles();
        canvas.focus();
        wake();
      }],
      onAbort: () => giveUp('Upsweep has stopped; load the page again.'),
      refused: giveUp,
    };
    (0, eval)(script);
  } catch (failed) {
    console.error(failed);
    giveUp('Upsweep cannot start in this browser: ' + failed.message);
  }
};
})();
