// Top bar, notices, help sheet.
#include "app/shell/top_bar.h"

#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

// The program's mark: four bars that rise, the last in the colour of what is written.
void draw_logo(Frame& frame, ImVec2 at) {
    constexpr float heights[] = {0.35F, 0.55F, 0.78F, 1};
    const float bar = snap(frame.em(0.25F)), gap = snap(frame.em(0.12F)), full = frame.em(1.05F);
    float x = snap(at.x);
    for (float height : heights) {
        const bool last = height == 1;
        frame.fill({x, snap(at.y + full / 2 - height * full), x + bar, snap(at.y + full / 2)},
                   last ? Role::written_fill : Role::ink, frame.px());
        x += bar + gap;
    }
}

bool draw_tab(Frame& frame, Rect rect, std::string_view id, std::string_view title, bool current) {
    const Interaction state = interact(frame, id, rect);
    const Role colour = current || state.hovered ? Role::t1 : Role::t2;
    draw_text(frame, rect.centre(), current ? type::strong : type::body, colour, title, Align::centre);
    if (current) {
        const Rect text = rect.inset(frame.em(0.75F), 0);
        frame.fill({snap(text.min.x), rect.max.y - snap(frame.px(3)), snap(text.max.x), rect.max.y},
                   Role::ink);
    }
    if (state.focused) draw_focus(frame, rect.inset(frame.em(0.2F), frame.em(0.5F)), frame.em(0.25F));
    return state.clicked;
}

std::optional<ThemeKind> draw_theme_menu(Frame& frame, Rect rect) {
    const bool open =
        button(frame, "theme", rect, "",
               {.icon = marks::half_disc, .tip = "Theme: dark, light, presenter (T)", .bare = true});
    std::optional<ThemeKind> chosen;
    menu_at(frame, "theme", rect, 11, open, [&] {
        constexpr std::pair<ThemeKind, const char*> rows[] = {
            {ThemeKind::dark, "Dark"}, {ThemeKind::light, "Light"}, {ThemeKind::presenter, "Presenter"}};
        for (const auto& [kind, title] : rows)
            if (menu_row(frame, "theme." + std::string(palette(kind).name), title,
                         frame.theme.kind() == kind))
                chosen = kind;
        return chosen.has_value();
    });
    return chosen;
}

/// "Compare C" and "Predict P", from the last one leftwards up to `left`. Gives the one that was clicked, or
/// -1.
int draw_ways(Frame& frame, float left, float right, float y, std::span<const ViewWay> ways) {
    int clicked = -1;
    for (size_t i = ways.size(); i-- > 0;) {
        const ButtonOptions options{.chosen = ways[i].on, .hint = ways[i].key};
        const float width = button_width(frame, ways[i].title, options);
        if (right - width < left) break;
        if (button(frame, ways[i].name, {right - width, y - frame.em(), right, y + frame.em()}, ways[i].title,
                   options))
            clicked = int(i);
        right -= width + frame.em(0.5F);
    }
    return clicked;
}

/// "Present F11", its right edge at `right`, which moves to its left one; where the tabs leave little room
/// only the mark.
bool draw_present_button(Frame& frame, float& right, float y, float room) {
    ButtonOptions options{
        .icon = marks::screen, .hint = "F11", .tip = "Present: large, without panels (F11)"};
    std::string_view label = "Present";
    float width = button_width(frame, label, options);
    if (width + frame.em(1.5F) > room) {
        options.hint = label = "";
        options.bare = true;
        width = frame.em(1.9F);
    }
    const Rect rect(right - width, y - frame.em(), right, y + frame.em());
    right = rect.min.x;
    return button(frame, "present", rect, label, options);
}

}  // namespace

TopBarChoice draw_top_bar(Frame& frame, Rect rect, std::span<const std::string_view> names,
                          std::span<const std::string_view> titles, int current,
                          std::span<const ViewWay> ways) {
    TopBarChoice choice;
    const Pane pane(frame, "top bar", rect, Role::bg1);
    const float y = rect.centre().y;
    draw_logo(frame, {rect.min.x + frame.em(), y});
    float x = rect.min.x + frame.em(3.5F);
    draw_text(frame, {x, y}, type::name, Role::t1, "Upsweep");
    x += text_width(frame, type::name, "Upsweep") + frame.em(2);
    for (size_t i = 0; i < titles.size(); ++i) {
        const float width = snap(text_width(frame, type::strong, titles[i]) + frame.em(1.5F));
        const Rect tab = Rect::sized({x, rect.min.y}, width, rect.height()).snapped();
        const std::string id = "tab." + std::string(names[i]);
        if (draw_tab(frame, tab, id, titles[i], int(i) == current)) choice.tab = int(i);
        x += width;
    }
    const float size = frame.em(1.9F);
    const Rect help = Rect::around({rect.max.x - frame.em(1.9F), y}, size);
    choice.help = button(frame, "help", help, "",
                         {.icon = marks::question, .tip = "What is where, and the keys (?)", .bare = true});
    const Rect theme = help.moved({-size, 0});
    choice.theme = draw_theme_menu(frame, theme);
    const Rect file = theme.moved({-size, 0});
    choice.open = button(frame, "open", file, "",
                         {.icon = marks::file,
                          .tip = "Open a picture, cascade, program, lesson or recording (Ctrl+Shift+O)",
                          .bare = true});
    // In the narrowest window the key alone copies links.
    Rect link = file.moved({-size, 0});
    if (link.min.x - frame.em(0.5F) - size > x)
        choice.link = button(
            frame, "link", link, "",
            {.icon = marks::link, .tip = "Copy a link to exactly this place (Ctrl+Shift+L)", .bare = true});
    else
        link = file;
    float right = link.min.x - frame.em(0.5F);
    choice.present = draw_present_button(frame, right, y, link.min.x - x);
    choice.way = draw_ways(frame, x + frame.em(), right - frame.em(0.5F), y, ways);
    frame.fill(rect.bottom(snap(frame.px())), Role::line);
    return choice;
}

int draw_notices(Frame& frame, Rect& area, const Notices& notices) {
    int dismissed = -1;
    int number = 0;
    for (const std::string& sentence : notices.all()) {
        const bool done = notices.is_done(size_t(number));
        const Role words_role = done ? Role::right_text : Role::trouble_text;
        const auto runs = marked_runs(type::body, {words_role}, sentence);
        const float words = area.width() - frame.em(7);
        const float text = paragraph_height(frame, words, runs);
        const Rect rect = area.cut_top(snap(text + frame.em(0.9F)));
        const std::string id = "notice." + std::to_string(number);
        const Pane pane(frame, id.c_str(), rect, done ? Role::right_fill : Role::trouble_fill);
        frame.items.note(id, rect);
        frame.fill(rect.bottom(snap(frame.px())), done ? Role::right : Role::trouble);
        const Rect mark = Rect::around({rect.min.x + frame.em(1.7F), rect.centre().y}, frame.em(1.1F));
        (done ? marks::tick : marks::finding)(frame, mark, words_role);
        draw_paragraph(frame, {rect.min.x + frame.em(3.5F), rect.min.y + frame.em(0.45F)}, words, runs);
        const float size = frame.em(1.75F);
        const ImVec2 corner(rect.max.x - frame.em(1.7F), rect.centre().y);
        const Interaction close = interact(frame, id + ".close", Rect::around(corner, size));
        marks::cross(frame, Rect::around(corner, frame.em(0.7F)),
                     Colour(words_role, close.hovered ? 1 : 0.8F));
        if (close.focused) draw_focus(frame, Rect::around(corner, size), frame.em(0.25F));
        if (close.clicked) dismissed = number;
        ++number;
    }
    return dismissed;
}

void draw_too_small(Frame& frame, Rect window) {
    const Pane pane(frame, "too small", window, Role::bg0);
    frame.items.note("too small", window);
    const auto runs = marked_runs(type::body, {Role::t1}, "Make the window larger: Upsweep needs more room.");
    const float width = std::max(window.width() - frame.em(2), frame.em(4));
    const float height = paragraph_height(frame, width, runs);
    const float top = std::max(window.min.y, window.centre().y - height / 2);
    draw_paragraph(frame, {window.min.x + frame.em(), top}, width, runs);
}

}  // namespace upsweep::app
