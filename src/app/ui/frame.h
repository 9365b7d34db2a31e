// What a view and its widgets get to draw one frame with; and where each named control was in the last one,
// so that tests and the tour can click by name and the Tab key can walk them.
#pragma once

#include <optional>

#include "app/platform/input.h"
#include "app/ui/geometry.h"
#include "app/ui/theme.h"
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

/// What a tooltip says, once the pointer has rested.
struct Tip {
    std::string text = {};  ///< the one that was wanted last
    double since = 0;       ///< when that began, in the frame's time
    int asked = -1;         ///< the number of the last frame that wanted it
    bool never = false;     ///< a class is watching: nothing lies over the picture
};
/// The user wants less motion: arrows are whole at once, and nothing scrolls by itself.
inline bool reduced_motion = false;

/// Seconds that the pointer rests on a label before its tooltip comes.
constexpr double tip_delay_s = 0.5;

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
    Tip tip;
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

/// Decided by the window's width in E, not in pixels.
enum class Density {
    tiny,    ///< under 56: one pane, tabs
    narrow,  ///< 56 … 78: rail in a menu, right pane a tab
    medium,  ///< 78 … 104 (1280 x 800): rail of icons, right pane 30 wide
    wide,    ///< 104 … 150 (1920 x 1080): as the pictures
    full,    ///< 150 and more: code and inspector side by side
};
Density density_for(float width_in_em);

struct Frame {
    Theme& theme;
    Fonts& fonts;
    Items& items;
    Rect area;                        ///< the view's part of the window, under the top bar
    Density density = Density::wide;  ///< of the whole window
    bool low = false;                 ///< the window is lower than 46 E
    double time = 0;                  ///< seconds since the program started
    float dt = 0;                     ///< seconds since the frame before

    ImDrawList* list() const { return ImGui::GetWindowDrawList(); }
    float em(float count = 1) const { return theme.em(count); }
    float px(float width = 1) const { return theme.px(width); }
    /// Of a pane, at the left and the right of what is in it.
    float margin() const { return em(density >= Density::wide ? 1.5F : 1); }
    ImU32 colour(const Colour& colour) const { return theme.colour(colour); }
    ImU32 colour(Role role, float alpha) const { return theme.colour({role, alpha}); }

    // Shapes; `rounding` and `width` in pixels.
    void fill(Rect rect, const Colour& colour, float rounding = 0) const;
    void outline(Rect rect, const Colour& colour, float rounding = 0, float width = 1) const;
    void line(ImVec2 from, ImVec2 to, const Colour& colour, float width = 1) const;
    void disc(ImVec2 centre, float radius, const Colour& colour) const;
};

/// The pointer is on it, and nothing lies over the pane that is being drawn.
bool under_mouse(Rect rect);

/// A pane that clips, scrolls if it must, and takes the mouse: from construction to destruction its draw list
/// is frame.list(). Positions stay window pixels; add `origin()` minus the rectangle's corner for scrolling.
class Pane {
  public:
    /// `background` is drawn under it; no scroll bar unless `scrolls`.
    Pane(Frame& frame, const char* id, Rect rect, Role background, bool scrolls = false);
    ~Pane();
    Pane(const Pane&) = delete;
    Pane& operator=(const Pane&) = delete;
    /// Top left of the content: the rectangle's corner moved up by what is scrolled away.
    ImVec2 origin() const { return origin_; }
    /// Tells how far the content reaches down, in pixels from origin(); needed to scroll.
    void set_height(float height);

  private:
    ImVec2 origin_;
    Rect rect_;
};

}  // namespace upsweep::app
