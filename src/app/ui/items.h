// Where each named control was in the last frame, so that tests and the tour can click by name and the Tab
// key can walk them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/platform/input.h"
#include "app/ui/geometry.h"
#include "core/ranges.h"

namespace upsweep::app {

/// The one value that is being typed in its slider's place.
struct TypedValue {
    std::string id = {}, text = {}, error = {};  ///< no id: none is
    int age = 0;                                 ///< frames without the keyboard
};

/// Who has all keys and typed characters to itself: a code editor, while the caret is in it.
struct Keyboard {
    std::string owner = {};                        ///< the control's name; empty: none
    std::function<bool(const InputEvent&)> wants;  ///< of the owner; what it does not want is the window's
    std::vector<InputEvent> events = {};           ///< in their order, until the owner takes them
    bool seen = false;                             ///< the owner was drawn in this frame
    void let_go() { owner.clear(), wants = {}, events.clear(); }
};

/// A text as it was drawn.
struct ShownText {
    std::string text = {};
    Rect box = {};     ///< from the capitals' top to the baseline
    Rect clip = {};    ///< what is seen of the box lies in here
    bool cut = false;  ///< it ends with "…", as it had no room
};

class Items {
  public:
    void clear() {
        if (texts) texts->clear();
        places_.clear();
        order_.clear();
        menu_.clear();
        ring.reset();
        slides = false;
    }
    /// A control: a stop of the Tab key, unless there is nothing of it to see.
    void add(std::string_view id, Rect rect) {
        Place& place = at(id);
        place.rect = rect;
        if (rect.empty() || std::exchange(place.is_stop, true)) return;
        (in_menu ? menu_ : order_).emplace_back(id);
    }
    /// A part that is found by its name and does nothing: no stop.
    void note(std::string_view id, Rect rect) { at(id).rect = rect; }
    std::optional<Rect> find(std::string_view id) const {
        const auto found = places_.find(id);
        if (found == places_.end()) return std::nullopt;
        return found->second.rect;
    }
    /// The stops in the order of drawing; those of an open menu apart.
    const std::vector<std::string>& order() const { return order_; }
    const std::vector<std::string>& menu() const { return menu_; }

    /// The control that has the keyboard's focus, or empty.
    std::string focus;
    /// The focus was moved by a key, and its control has not been drawn since: it scrolls itself into view.
    bool reveal = false;
    /// Where this frame drew the ring around it, if it did.
    std::optional<Rect> ring = {};
    /// What its pane shows of it.
    Rect focus_clip = {};
    /// Enter was pressed: the focused control acts as if clicked, in this frame.
    bool activate = false;
    /// The focused control is a slider, which Left and Right move; and by how many steps a key did so, until
    /// it takes them in the next frame.
    bool slides = false;
    int slide = 0;
    /// What is drawn now belongs to an open menu: while there is one, the focus stays in it.
    bool in_menu = false;
    /// The next text field that is drawn takes the keyboard: the first of a menu that has just opened.
    bool wants_keyboard = false;
    TypedValue typed;
    /// All that is written in a frame, where a test asks for it.
    std::optional<std::vector<ShownText>> texts = {};
    /// Moves the focus `by` places; from none to the first or last.
    void move_focus(int by) {
        const std::vector<std::string>& walk = menu_.empty() ? order_ : menu_;
        if (walk.empty()) return;
        const auto count = int(walk.size());
        int from = by > 0 ? -1 : count;
        for (int i = 0; i < count; ++i)
            if (nth(walk, i) == focus) from = i;
        focus = nth(walk, (from + by + count) % count);
        reveal = true;
    }

  private:
    struct Place {
        Rect rect = {};
        bool is_stop = false;
    };
    Place& at(std::string_view id) { return places_.try_emplace(std::string(id)).first->second; }

    std::map<std::string, Place, std::less<>> places_;
    std::vector<std::string> order_, menu_;

  public:
    Keyboard keyboard;
};

}  // namespace upsweep::app
