// Whether what a frame has written can be read: nothing cut, nothing over something else, nothing too small.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/helpers/driver.h"

namespace upsweep::app {

/// What parts of a page may do: text that scrolls ends where its pane does.
struct Legible {
    float least_capital = 13;    ///< pixels that a capital is high, on a page of 768
    float scrolls_until = 0.5F;  ///< of the window's width: a lesson's text, which continues after "More"
    bool scrolls = false;        ///< it does so without saying it
};

inline std::string place_of(const ShownText& text) {
    return "\"" + text.text + "\" at " + std::to_string(int(text.box.min.x)) + ", " +
           std::to_string(int(text.box.min.y));
}

inline bool is_over(const Rect& a, const Rect& b) {
    constexpr float slack = 1.5F;  // of letters whose boxes are wider than they look
    return a.min.x + slack < b.max.x && b.min.x + slack < a.max.x && a.min.y + slack < b.max.y &&
           b.min.y + slack < a.max.y;
}

/// "0.3076…": of a fraction four digits are enough.
inline bool is_fraction(const std::string& text) {
    const size_t point = text.find('.'), end = text.find("…");
    return point != std::string::npos && end != std::string::npos && end >= point + 5 &&
           text.find_first_not_of("-0123456789.…") == std::string::npos;
}

/// What is wrong with a text by itself; empty: nothing.
inline std::string illegible(const ShownText& text, Rect window, bool scrolls, const Legible& how) {
    constexpr float slack = 1.5F;
    const Rect &box = text.box, &clip = text.clip;
    if (text.cut && !is_fraction(text.text)) return "is cut";
    if (box.min.x < std::max(clip.min.x, window.min.x) - slack ||
        box.max.x > std::min(clip.max.x, window.max.x) + slack)
        return "leaves its place at a side";
    if (scrolls) return {};
    if (box.min.y < std::max(clip.min.y, window.min.y) - slack ||
        box.max.y > std::min(clip.max.y, window.max.y) + slack)
        return "leaves its place above or below";
    if (box.height() < how.least_capital) return "is too small";
    return {};
}

/// Of the last frame; the texts of its Items have to be asked for.
inline void expect_legible(AppDriver& driver, const std::string& where, const Legible& how = {}) {
    driver.frames(2);
    const Pixels size = driver.screenshot();
    const Rect window(0, 0, float(size.width), float(size.height));
    std::vector<ShownText> seen;
    for (const ShownText& text : *driver.app().items().texts) {
        const bool any = text.box.max.x > text.clip.min.x && text.box.min.x < text.clip.max.x &&
                         text.box.max.y > text.clip.min.y && text.box.min.y < text.clip.max.y;
        if (any && text.text.find_first_not_of(' ') != std::string::npos) seen.push_back(text);
    }
    EXPECT_FALSE(seen.empty()) << where;
    const bool lesson = how.scrolls || driver.has_item("lessons.more");
    const auto scrolls = [&](const ShownText& text) {
        return lesson && text.clip.max.x < window.width() * how.scrolls_until + 2;
    };
    for (size_t i = 0; i < seen.size(); ++i) {
        const std::string fault = illegible(seen[i], window, scrolls(seen[i]), how);
        EXPECT_TRUE(fault.empty()) << where << ": " << place_of(seen[i]) << " " << fault;
        for (size_t j = 0; j < i; ++j) {
            const bool twice = seen[i].text == seen[j].text && seen[i].box.min.x == seen[j].box.min.x;
            if (twice || scrolls(seen[i]) || scrolls(seen[j])) continue;
            EXPECT_FALSE(is_over(seen[i].box, seen[j].box))
                << where << ": " << place_of(seen[i]) << " lies over " << place_of(seen[j]);
        }
    }
}

}  // namespace upsweep::app
