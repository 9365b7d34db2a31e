// Where each named control stood in the last frame, so that tests and the tour can click by name and the Tab
// key can walk them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/geometry.h"

namespace upsweep::app {

class Items {
  public:
    void clear() {
        rects_.clear();
        order_.clear();
    }
    void add(std::string_view id, Rect rect) {
        if (rects_.insert_or_assign(std::string(id), rect).second) order_.emplace_back(id);
    }
    std::optional<Rect> find(std::string_view id) const {
        const auto found = rects_.find(id);
        if (found == rects_.end()) return std::nullopt;
        return found->second;
    }
    /// In the order of drawing.
    const std::vector<std::string>& order() const { return order_; }

    /// The control that has the keyboard's focus, or empty.
    std::string focus;
    /// Enter was pressed: the focused control acts as if clicked, in this frame.
    bool activate = false;
    /// Moves the focus `by` places; from none to the first or last.
    void move_focus(int by) {
        if (order_.empty()) return;
        const auto count = static_cast<int>(order_.size());
        int at = by > 0 ? -1 : count;
        for (int i = 0; i < count; ++i)
            if (order_[static_cast<std::size_t>(i)] == focus) at = i;
        focus = order_[static_cast<std::size_t>((at + by + count) % count)];
    }

  private:
    std::map<std::string, Rect, std::less<>> rects_;
    std::vector<std::string> order_;
};

}  // namespace upsweep::app
