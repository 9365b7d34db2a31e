// Top bar, notices, help sheet.
#include "app/top_bar.h"

#include <algorithm>
#include <string>

#include "app/widgets/controls.h"
#include "app/widgets/marks.h"

namespace upsweep::app {
namespace {

// The program's mark: four bars that rise, the last in the colour of what is written.
void draw_logo(Frame& frame, ImVec2 at) {
    constexpr float heights[] = {0.35F, 0.55F, 0.78F, 1};
    const float bar = snap(frame.em(0.25F)), gap = snap(frame.em(0.12F)), full = frame.em(1.05F);
    float x = snap(at.x);
    for (float height : heights) {
        const bool last = height == 1;
        frame.list()->AddRectFilled({x, snap(at.y + full / 2 - height * full)},
                                    {x + bar, snap(at.y + full / 2)},
                                    frame.colour(last ? Role::written_fill : Role::ink), frame.px());
        x += bar + gap;
    }
}

bool draw_tab(Frame& frame, Rect rect, std::string_view id, std::string_view title, bool current) {
    const Interaction state = interact(frame, id, rect);
    const Role colour = current || state.hovered ? Role::t1 : Role::t2;
    draw_text(frame, rect.centre(), current ? type::strong : type::body, frame.colour(colour), title,
              Align::centre);
    if (current) {
        const Rect text = rect.inset(frame.em(0.75F), 0);
        frame.list()->AddRectFilled({snap(text.min.x), rect.max.y - snap(frame.px(3))},
                                    {snap(text.max.x), rect.max.y}, frame.colour(Role::ink));
    }
    if (state.focused) draw_focus(frame, rect.inset(frame.em(0.2F), frame.em(0.5F)), frame.em(0.25F));
    return state.clicked;
}

float draw_keys(Frame& frame, ImVec2 at, float width, const KeyGroup& group) {
    draw_text(frame, at, type::head, frame.colour(Role::t3), group.title);
    float y = at.y + frame.em(1.7F);
    for (const Binding& binding : group.keys->bindings()) {
        std::string keys;
        for (Chord chord : binding.chords) keys += (keys.empty() ? "" : ", ") + to_string(chord);
        draw_text(frame, {at.x, y}, type::body, frame.colour(Role::t1), binding.title);
        draw_text(frame, {at.x + width, y}, type::code, frame.colour(Role::t2), keys, Align::right);
        y += frame.em(1.6F);
    }
    return y - at.y + frame.em(0.8F);
}

}  // namespace

TopBarChoice draw_top_bar(Frame& frame, Rect rect, std::span<const std::string_view> names,
                          std::span<const std::string_view> titles, int current) {
    TopBarChoice choice;
    const Pane pane(frame, "top bar", rect, Role::bg1);
    const float y = rect.centre().y;
    draw_logo(frame, {rect.min.x + frame.em(1), y});
    float x = rect.min.x + frame.em(3.5F);
    draw_text(frame, {x, y}, type::name, frame.colour(Role::t1), "Upsweep");
    x += text_width(frame, type::name, "Upsweep") + frame.em(2);
    for (std::size_t i = 0; i < titles.size(); ++i) {
        const float width = snap(text_width(frame, type::strong, titles[i]) + frame.em(1.5F));
        const Rect tab = Rect::sized({x, rect.min.y}, width, rect.height()).snapped();
        const std::string id = "tab." + std::string(names[i]);
        if (draw_tab(frame, tab, id, titles[i], static_cast<int>(i) == current))
            choice.tab = static_cast<int>(i);
        x += width;
    }
    const float size = frame.em(1.9F);
    const Rect help = Rect::around({rect.max.x - frame.em(1.9F), y}, size, size);
    choice.help = button(frame, "help", help, "", {.icon = marks::question, .tip = "Keys (?)", .bare = true});
    choice.theme = button(frame, "theme", help.moved({-size, 0}), "",
                          {.icon = marks::half_disc, .tip = "Light or dark (T)", .bare = true});
    frame.list()->AddRectFilled({rect.min.x, rect.max.y - snap(frame.px())}, rect.max,
                                frame.colour(Role::line));
    return choice;
}

int draw_notices(Frame& frame, float top, const Notices& notices) {
    int dismissed = -1;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = std::min(frame.em(52), window.x - frame.em(3));
    float y = top + frame.em(0.75F);
    for (std::size_t i = 0; i < notices.all().size(); ++i) {
        const auto runs = marked_runs(type::body, frame.colour(Role::trouble_text), notices.all()[i]);
        const float text = paragraph_height(frame, width - frame.em(5.5F), runs);
        const Rect rect = Rect::sized({(window.x - width) / 2, y}, width, text + frame.em(1)).snapped();
        const std::string id = "notice." + std::to_string(i);
        const Pane pane(frame, id.c_str(), rect, Role::bg0);
        frame.list()->AddRectFilled(rect.min, rect.max, frame.colour(Role::trouble_fill), frame.em(0.5F));
        frame.list()->AddRect(rect.min, rect.max, frame.colour(Role::trouble), frame.em(0.5F), 0,
                              frame.px(2));
        const float mark = frame.em(1.1F);
        marks::finding(frame, Rect::around({rect.min.x + frame.em(1.4F), rect.centre().y}, mark, mark),
                       frame.colour(Role::trouble_text));
        draw_paragraph(frame, {rect.min.x + frame.em(2.6F), rect.min.y + frame.em(0.5F)},
                       width - frame.em(5.5F), runs);
        const float size = frame.em(1.75F);
        const Interaction close = interact(
            frame, id + ".close", Rect::around({rect.max.x - frame.em(1.4F), rect.centre().y}, size, size));
        marks::cross(
            frame,
            Rect::around({rect.max.x - frame.em(1.4F), rect.centre().y}, frame.em(0.7F), frame.em(0.7F)),
            frame.colour(Role::trouble_text, close.hovered ? 1 : 0.8F));
        if (close.clicked) dismissed = static_cast<int>(i);
        y = rect.max.y + frame.em(0.5F);
    }
    return dismissed;
}

bool draw_help(Frame& frame, Rect window, std::span<const KeyGroup> groups) {
    const Pane dim(frame, "help dim", window, Role::bg0);
    frame.list()->AddRectFilled(window.min, window.max, frame.colour(Role::bg0));
    const float column = std::min(frame.em(30), (window.width() - frame.em(6)) / 2),
                left = window.min.x + frame.em(2);
    draw_text(frame, {left, window.min.y + frame.em(2.2F)}, type::title, frame.colour(Role::t1), "Keys");
    const float size = frame.em(2);
    const bool close =
        button(frame, "help.close",
               Rect::around({window.max.x - frame.em(2.2F), window.min.y + frame.em(2.2F)}, size, size), "",
               {.icon = marks::cross, .tip = "Close (Esc)"});
    float x = left, y = window.min.y + frame.em(5);
    for (const KeyGroup& group : groups) {
        const float needed = frame.em(2.5F + 1.6F * static_cast<float>(group.keys->bindings().size()));
        if (y + needed > window.max.y && y > window.min.y + frame.em(6))
            x += column + frame.em(2), y = window.min.y + frame.em(5);
        y += draw_keys(frame, {x, y}, column, group);
    }
    return close;
}

}  // namespace upsweep::app
