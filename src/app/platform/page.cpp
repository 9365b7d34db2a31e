// The canvas, and the calls between the program and the page's script (page.js).
#include "app/platform/page.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <emscripten/html5.h>

#include "core/error.h"

// clang-format off
EM_JS(void, page_wake, (), { Module.page.wake(); });
EM_JS(void, page_pick, (), { Module.page.pick(); });
EM_JS(void, page_link, (const char* text, const char* key), { Module.page.link(UTF8ToString(text), UTF8ToString(key)); });
EM_JS(int, page_href, (char* to, int size), { const text = location.href.replace(/#.*/, ""); stringToUTF8(text, to, size); return lengthBytesUTF8(text); });
EM_JS(void, page_describe, (const char* json), { Module.page.describe(UTF8ToString(json)); });
EM_JS(void, page_typing, (int typing), { Module.page.typing(typing !== 0); });
EM_JS(void, page_whole, (int whole), { Module.page.whole(whole !== 0); });
EM_JS(void, page_copied, (const char* text), { Module.page.copied(UTF8ToString(text)); });
EM_JS(void, page_refused, (const char* text), { Module.refused(UTF8ToString(text)); });
EM_JS(int, page_media, (const char* what), { return matchMedia('(' + UTF8ToString(what) + ')').matches ? 1 : 0; });
// clang-format on

namespace upsweep::app {

const std::filesystem::path page_downloads = "/saved", page_kept = "/kept";

namespace {

PageSink* page_sink = nullptr;
std::string page_clipboard;

/// A key as the script names it. `place` is what it prints on a US keyboard, `name` one of parse_chord's.
Chord chord_on_page(const std::string& name, char place, const std::string& prints, int modifiers) {
    Chord chord = chord_of({.place = place,
                            .prints = prints,
                            .ctrl = (modifiers & 1) != 0,
                            .shift = (modifiers & 2) != 0,
                            .alt = (modifiers & 4) != 0});
    if (chord.key == Key::none && !name.empty()) chord.key = parse_chord(name).key;
    return chord;
}

}  // namespace

void connect_page(PageSink& sink) {
    EmscriptenWebGLContextAttributes how;
    emscripten_webgl_init_context_attributes(&how);
    how.majorVersion = 2;
    how.alpha = how.depth = how.stencil = how.antialias = EM_FALSE;
    // A picture stays until the next one is drawn, however long that takes.
    how.preserveDrawingBuffer = EM_TRUE;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &how);
    if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS)
        throw BackendMissing(
            "This browser has no WebGL 2; switch on hardware acceleration in its settings, or open the page "
            "in "
            "another browser.");
    page_sink = &sink;
}

void refuse_page(const std::string& sentence) { page_refused(sentence.c_str()); }
bool page_prefers(const char* what) { return page_media(what) != 0; }
void wake_page() { page_wake(); }
void pick_on_page() { page_pick(); }
void set_page_link(const std::string& link, const std::string& key) { page_link(link.c_str(), key.c_str()); }
std::string page_address() {
    std::string address(size_t(page_href(nullptr, 0)), ' ');
    page_href(address.data(), int(address.size()) + 1);
    return address;
}
void describe_page(const std::string& json) { page_describe(json.c_str()); }
void expect_text(bool typing) { page_typing(typing ? 1 : 0); }

void fill_screen(bool whole) { page_whole(whole ? 1 : 0); }

void connect_page_clipboard() {
    ImGuiIO& io = ImGui::GetIO();
    io.GetClipboardTextFn = [](void*) { return page_clipboard.c_str(); };
    io.SetClipboardTextFn = [](void*, const char* text) {
        page_clipboard = text;
        page_copied(text);
    };
}

}  // namespace upsweep::app

// ---- What the script calls. Names without a namespace, as JavaScript finds them
// -----------------------------

using namespace upsweep::app;

extern "C" {

EMSCRIPTEN_KEEPALIVE void page_key(const char* name, int place, const char* prints, int modifiers, int down) {
    KeyEvent event{{}, down != 0};
    // Held down alone it counts with the wheel.
    if (std::string_view(name) == "Ctrl")
        event.chord.ctrl = event.down;
    else
        event.chord = chord_on_page(name, char(place), prints, modifiers);
    if (event.chord != Chord{} || std::string_view(name) == "Ctrl") page_sink->event(event);
}

EMSCRIPTEN_KEEPALIVE void page_text(const char* utf8) { page_sink->event(TextEvent{utf8}); }

EMSCRIPTEN_KEEPALIVE void page_move(float x, float y) { page_sink->event(MouseMoveEvent{{x, y}}); }

EMSCRIPTEN_KEEPALIVE void page_button(int button, int down, int shift) {
    page_sink->event(MouseButtonEvent{button, down != 0, shift != 0});
}

EMSCRIPTEN_KEEPALIVE void page_wheel(float x, float y) { page_sink->event(WheelEvent{x, y}); }

EMSCRIPTEN_KEEPALIVE void page_drop(const char* path) { page_sink->event(DropEvent{path}); }

EMSCRIPTEN_KEEPALIVE void page_paste(const char* text) {
    page_clipboard = text;
    for (const bool down : {true, false}) page_sink->event(KeyEvent{{Key::v, true}, down});
}

EMSCRIPTEN_KEEPALIVE void page_open(const char* link) { page_sink->open(link); }

EMSCRIPTEN_KEEPALIVE void page_use(const char* control) { page_sink->use(control); }

EMSCRIPTEN_KEEPALIVE void page_failed(const char* sentence) { page_sink->failed(sentence); }

EMSCRIPTEN_KEEPALIVE double page_frame(int width, int height, float scale, double now) {
    return page_sink->frame(width, height, scale, now);
}

EMSCRIPTEN_KEEPALIVE void page_leave() { page_sink->leave(); }

EMSCRIPTEN_KEEPALIVE void page_left_whole() { page_sink->left_whole(); }
}
