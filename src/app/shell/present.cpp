// Presenting: states and strokes.
#include "app/shell/present.h"

#include <utility>

namespace upsweep::app {
namespace {

/// A stroke does not grow further: a key that something lies on must not fill the memory.
constexpr size_t most_points = 4000, most_strokes = 500;

}  // namespace

void Present::set_on(bool on) {
    on_ = on;
    black_ = spotlight_ = drawing_ = false;
    strokes_.clear();
}

void Present::toggle_theme() {
    using canvas::ThemeKind;
    theme_ = theme_ == ThemeKind::dark ? ThemeKind::presenter : ThemeKind::dark;
}

void Present::set_black(bool black) {
    black_ = black;
    if (black) spotlight_ = drawing_ = false;
}

void Present::hold_pen(bool held) {
    // A key that is held down comes again and again.
    if (held && !drawing_ && strokes_.size() < most_strokes) strokes_.emplace_back();
    drawing_ = held && !strokes_.empty();
    if (!held && !strokes_.empty() && strokes_.back().empty()) strokes_.pop_back();
}

void Present::point_at(canvas::Point at) {
    if (!drawing_) return;
    Stroke& stroke = strokes_.back();
    if (stroke.size() < most_points && (stroke.empty() || !(stroke.back() == at))) stroke.push_back(at);
}

void Present::clear_strokes() {
    strokes_.clear();
    drawing_ = false;
}

void Present::show(int64_t moment) {
    if (std::exchange(moment_, moment) != moment) clear_strokes();
}

bool Present::end_one() {
    if (std::exchange(black_, false)) return true;
    if (strokes_.empty() && !drawing_) return false;
    clear_strokes();
    return true;
}

}  // namespace upsweep::app
