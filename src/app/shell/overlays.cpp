// What lies over a view: the sheet of live keys, in as many columns as the window has room for, the command
// palette, and of a presented view its page and what the pointer does.
#include <array>
#include <cctype>

#include "app/shell/top_bar.h"
#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/home_path.h"
#include "replay/structure/places.h"

namespace upsweep::app {

namespace {

constexpr float least_column_em = 22, most_column_em = 30, gap_em = 3;
constexpr float head_em = 1.7F, row_em = 0.24F, section_em = 0.8F, line_em = 1.3F;
constexpr int most_columns = 4;

struct KeyRow {
    std::string title, keys;
    std::string_view group;
    bool begins = false;  ///< its group
    float height = 0;
};

struct Place {
    int column = 0;
    float y = 0;
    bool head = false;  ///< the group's name is above it
};

/// Keys that do the same with the digit on them take one row: "Answer 0 to 9".
void add(std::vector<KeyRow>& rows, KeyRow row) {
    const auto stem = [](const std::string& title) { return title.substr(0, title.size() - 1); };
    const bool digit = row.keys.size() == 1 && std::isdigit(static_cast<unsigned char>(row.keys[0])) != 0 &&
                       row.title.ends_with(row.keys);
    if (!digit || row.begins || rows.empty()) return rows.push_back(std::move(row));
    KeyRow& last = rows.back();
    const char before = char(row.keys[0] - 1);
    const bool first = last.keys == std::string(1, before) && last.title == stem(row.title) + before;
    if (!first && !last.keys.ends_with(" … " + std::string(1, before))) return rows.push_back(std::move(row));
    if (first)
        last.title += " to " + row.keys, last.keys += " … " + row.keys;
    else
        last.title.back() = last.keys.back() = row.keys[0];
}

std::vector<KeyRow> rows_of(std::span<const KeyGroup> groups) {
    std::vector<KeyRow> rows;
    for (const KeyGroup& group : groups) {
        bool begins = true;
        for (const Binding& binding : group.keys->bindings()) {
            std::string keys;
            for (const Chord chord : binding.chords) keys += (keys.empty() ? "" : ", ") + to_string(chord);
            add(rows, {binding.title, keys, group.title, begins, 0});
            begins = false;
        }
    }
    return rows;
}

std::vector<Run> title_runs(const KeyRow& row) { return {{row.title, type::body, {Role::t1}}}; }

float title_width(const Frame& frame, const KeyRow& row, float column) {
    return column - text_width(frame, type::code, row.keys) - frame.em(0.8F);
}

/// Each row's place where no column is higher than `high`; `apart`: each group begins a column.
std::vector<Place> places_of(const Frame& frame, const std::vector<KeyRow>& rows, float high,
                             bool apart = false) {
    std::vector<Place> places;
    int column = 0;
    float y = 0;
    for (const KeyRow& row : rows) {
        const float head = frame.em(head_em);
        if (row.begins && y > 0) y += frame.em(section_em);
        const bool full = y + row.height + (row.begins ? head : 0) > high;
        if (y > 0 && (full || (apart && row.begins))) ++column, y = 0;
        const bool named = row.begins || y == 0;
        if (named) y += head;
        places.push_back({column, y, named});
        y += row.height;
    }
    return places;
}

/// Columns that hold all rows: one a group where there is room; else within `room`, or little beyond where
/// they need more, those that part the fewest groups; of these the lowest.
std::vector<Place> places_in(const Frame& frame, const std::vector<KeyRow>& rows, int columns, float room) {
    std::vector<Place> best = places_of(frame, rows, room, true);
    if (best.empty() || best.back().column < columns) return best;
    best.clear();
    float high = 0;
    for (const KeyRow& row : rows) high += row.height / float(columns);
    ptrdiff_t fewest = 0;
    for (float most = room; best.empty() || high <= most; high += frame.em(0.5F)) {
        std::vector<Place> places = places_of(frame, rows, high);
        if (!places.empty() && places.back().column >= columns) continue;
        if (best.empty()) most = std::max(room, high + frame.em(4));
        const auto heads = count_if(places, [](const Place& at) { return at.head; });
        if (best.empty() || heads < fewest) best = std::move(places), fewest = heads;
    }
    return best;
}

void draw_row(Frame& frame, ImVec2 at, float column, const KeyRow& row, bool head) {
    if (head)
        draw_text(frame, {at.x, at.y + frame.em(line_em / 2 - head_em)}, type::head, Role::t3, row.group);
    draw_paragraph(frame, at, title_width(frame, row, column), title_runs(row), line_em);
    draw_text(frame, {at.x + column, at.y + frame.em(line_em / 2)}, type::code, Role::t2, row.keys,
              Align::right);
}

// ---- What the tabs are for: a small picture and a sentence each

/// Four cells: two of them are added into the last.
void picture_of_step(Frame& frame, Rect box) {
    const float side = box.width() / 4.6F, gap = (box.width() - 4 * side) / 3;
    const auto cell = [&](int number, float y) {
        const float x = box.min.x + float(number) * (side + gap);
        return Rect(x, y, x + side, y + side * 0.8F).snapped();
    };
    for (int i = 0; i < 4; ++i) {
        const Rect above = cell(i, box.min.y), below = cell(i, box.max.y - side * 0.8F);
        const bool read = i == 1 || i == 3, written = i == 3;
        frame.fill(above, read ? Role::read_fill : Role::bg2, frame.em(0.15F));
        frame.outline(above, read ? Role::read : Role::line2, frame.em(0.15F), frame.px());
        frame.fill(below, written ? Role::written_fill : Role::bg2, frame.em(0.15F));
        frame.outline(below, Role::line2, frame.em(0.15F), frame.px());
        if (!read) continue;
        const ImVec2 from(above.centre().x, above.max.y), to(cell(3, below.min.y).centre().x, below.min.y);
        frame.line(from, to, written ? Role::written : Role::read, frame.px(2));
    }
}

/// Two lines that cross.
void picture_of_race(Frame& frame, Rect box) {
    frame.line({box.min.x, box.min.y}, {box.min.x, box.max.y}, Role::line2, frame.px());
    frame.line({box.min.x, box.max.y}, {box.max.x, box.max.y}, Role::line2, frame.px());
    const float wide = box.width(), high = box.height();
    const auto at = [&](float x, float y) { return ImVec2(box.min.x + x * wide, box.max.y - y * high); };
    frame.line(at(0.05F, 0.12F), at(0.95F, 0.95F), Role::written, frame.px(2));
    frame.line(at(0.05F, 0.42F), at(0.55F, 0.46F), Role::read, frame.px(2));
    frame.line(at(0.55F, 0.46F), at(0.95F, 0.62F), Role::read, frame.px(2));
}

/// A picture with the box around a face.
void picture_of_playground(Frame& frame, Rect box) {
    frame.fill(box.snapped(), Role::bg2, frame.em(0.2F));
    frame.outline(box.snapped(), Role::line2, frame.em(0.2F), frame.px());
    const ImVec2 middle = box.centre();
    const float size = box.height() * 0.3F;
    frame.disc(middle, size, Role::bg3);
    for (const float side : {-1.0F, 1.0F})
        frame.disc({middle.x + side * size * 0.4F, middle.y - size * 0.2F}, frame.em(0.14F), Role::t1);
    frame.outline(Rect::around(middle, size * 2.5F).snapped(), Role::ink, 0, frame.px(2));
}

/// A page of text with a question that is answered.
void picture_of_lessons(Frame& frame, Rect box) {
    const Rect page = Rect::around(box.centre(), box.height() * 1.1F, box.height()).snapped();
    frame.fill(page, Role::bg2, frame.em(0.2F));
    frame.outline(page, Role::line2, frame.em(0.2F), frame.px());
    for (int i = 0; i < 3; ++i) {
        const float y = page.min.y + page.height() * (0.2F + 0.18F * float(i));
        frame.line({page.min.x + frame.em(0.4F), y}, {page.max.x - frame.em(i == 2 ? 1.6F : 0.4F), y},
                   Role::t3, frame.px(2));
    }
    const ImVec2 mark(page.min.x + frame.em(0.9F), page.max.y - page.height() * 0.2F);
    marks::tick(frame, Rect::around(mark, frame.em(0.9F)).snapped(), Role::right);
}

struct TabHelp {
    std::string_view title, words;
    void (*picture)(Frame& frame, Rect box);
};
constexpr std::array<TabHelp, 4> tabs{
    {{"Step", "Watch a kernel run step by step on a toy GPU, and change its code.", picture_of_step},
     {"Race", "Measure the same kernels at full size, GPU against CPU.", picture_of_race},
     {"Playground", "Blur, search and find faces in your own pictures, with these kernels.",
      picture_of_playground},
     {"Lessons", "Read the course, answer its questions and write your own kernels.", picture_of_lessons}}};

constexpr float tab_picture_em = 5.4F, tab_high_em = 4.6F, tab_gap_em = 1.4F;

std::vector<Run> words_of(const TabHelp& tab) { return {{std::string(tab.words), type::label, {Role::t2}}}; }

/// In one row where each has room beside its picture, else in two. Gives the height.
float draw_tabs(Frame& frame, ImVec2 at, float room) {
    const bool one_row = room >= frame.em(72);
    const int columns = one_row ? 4 : 2;
    const float gap = frame.em(tab_gap_em), wide = (room - gap * float(columns - 1)) / float(columns);
    const float text = wide - frame.em(tab_picture_em + 0.8F);
    float high = frame.em(tab_high_em);
    for (const TabHelp& tab : tabs)
        high = std::max(high, frame.em(1.5F) + paragraph_height(frame, text, words_of(tab), line_em));
    for (size_t i = 0; i < tabs.size(); ++i) {
        const auto column = float(i % size_t(columns)), row = float(i / size_t(columns));
        const ImVec2 corner(at.x + column * (wide + gap), at.y + row * (high + frame.em(0.6F)));
        const Rect box = Rect::sized(corner, frame.em(tab_picture_em), frame.em(tab_high_em));
        frame.items.note("help.tab." + std::to_string(i), box);
        tabs[i].picture(frame, box.inset(frame.em(0.3F), frame.em(0.5F)));
        const float left = box.max.x + frame.em(0.8F);
        draw_text(frame, {left, corner.y + frame.em(0.75F)}, type::strong, Role::t1, tabs[i].title);
        draw_paragraph(frame, {left, corner.y + frame.em(1.5F)}, text, words_of(tabs[i]), line_em);
    }
    const int rows = one_row ? 1 : 2;
    return (high + frame.em(0.6F)) * float(rows) + frame.em(0.4F);
}

}  // namespace

bool draw_help(Frame& frame, Rect window, std::span<const KeyGroup> groups) {
    Rect rest = window;
    const Rect head = rest.cut_top(frame.em(2.9F));
    bool close = false;
    {
        const Pane pane(frame, "help head", head, Role::bg0);
        draw_text(frame, {head.min.x + frame.em(2), head.centre().y}, type::title, Role::t1,
                  "What is where, and the keys");
        const float size = frame.em(2);
        close =
            button(frame, "help.close", Rect::around({head.max.x - frame.em(2.2F), head.centre().y}, size),
                   "", {.icon = marks::cross, .tip = "Close (Esc)"});
    }
    Pane pane(frame, "help", rest, Role::bg0, true);
    const float gap = frame.em(gap_em), room = window.width() - frame.em(4);
    const int columns = std::clamp(int((room + gap) / (frame.em(least_column_em) + gap)), 1, most_columns);
    const auto count = float(columns);
    const float column = std::min(frame.em(most_column_em), (room - gap * (count - 1)) / count);
    std::vector<KeyRow> rows = rows_of(groups);
    for (KeyRow& row : rows)
        row.height = paragraph_height(frame, title_width(frame, row, column), title_runs(row), line_em) +
                     frame.em(row_em);
    ImVec2 corner = pane.origin() + ImVec2(frame.em(2), frame.em(0.2F));
    const float top = draw_tabs(frame, corner, room);
    corner.y += top;
    const std::vector<Place> places = places_in(frame, rows, columns, rest.height() - top - frame.em(1));
    float high = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const ImVec2 at(corner.x + float(places[i].column) * (column + gap), corner.y + places[i].y);
        draw_row(frame, at, column, rows[i], places[i].head);
        high = std::max(high, places[i].y + rows[i].height);
    }
    pane.set_height(top + high + frame.em(0.8F));
    return close;
}

namespace {

constexpr float width_em = 44, palette_view_row_em = 2, field_em = 2.5F, margin_em = 0.75F;
constexpr size_t most_rows = 12;

/// A window over all of `window`, which is dimmed, as long as this object lives; its controls are a menu's.
class Overlay {
  public:
    Overlay(Frame& frame, const char* name, Rect window) : frame_(frame) {
        ImGui::SetNextWindowPos(window.min);
        ImGui::SetNextWindowSize(window.size());
        ImGui::SetNextWindowFocus();
        ImGui::Begin(name, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                         ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
        frame.fill(window, Colour(Role::bg0, 0.7F));
        frame.items.in_menu = true;
    }
    ~Overlay() {
        frame_.items.in_menu = false;
        ImGui::End();
    }
    Overlay(const Overlay&) = delete;
    Overlay& operator=(const Overlay&) = delete;
    Rect box(ImVec2 corner, float width, float height) const {
        const Rect box = Rect::sized(corner, width, height).snapped();
        frame_.fill(box, Role::bg2, frame_.em(0.5F));
        frame_.outline(box, Role::line2, frame_.em(0.5F), snap(frame_.px()));
        return box;
    }

  private:
    Frame& frame_;
};

void draw_row(Frame& frame, Rect row, const PaletteEntry& entry, bool chosen, bool hovered) {
    if (chosen || hovered) frame.fill(row, Colour(Role::bg3, chosen ? 1 : 0.5F), frame.em(0.25F));
    const float y = row.centre().y, left = row.min.x + frame.em(0.75F), right = row.max.x - frame.em(0.75F);
    const float keys = text_width(frame, type::code, entry.keys), kinds = frame.em(7);
    draw_text(frame, {right, y}, type::code, Role::t2, entry.keys, Align::right);
    const float end = std::min(right - kinds, right - keys - frame.em(0.8F));
    const float room = end - left - kinds;
    draw_elided(frame, {left, y}, room, type::body, Role::t1, entry.title);
    draw_text(frame, {end - kinds + frame.em(0.8F), y}, type::label, Role::t3, entry.kind);
}

/// The first row that is shown, so that the chosen one is among them.
size_t first_row(const PaletteList& palette, size_t rows) {
    const size_t wanted = palette.chosen() < rows / 2 ? 0 : palette.chosen() - rows / 2;
    return std::min(wanted, palette.size() - std::min(palette.size(), rows));
}

}  // namespace

bool press_in_palette(PaletteList& palette, const KeyEvent& event) {
    const Chord chord = event.chord;
    const bool walks = chord.key == Key::up || chord.key == Key::down || chord.key == Key::tab ||
                       chord.key == Key::page_up || chord.key == Key::page_down;
    if (!walks && chord.key != Key::enter && chord.key != Key::escape) return false;
    if (!event.down) return true;
    if (chord.key == Key::escape) palette.close();
    if (chord.key == Key::enter) palette.run(palette.chosen());
    if (chord.key == Key::down || (chord.key == Key::tab && !chord.shift)) palette.move(1);
    if (chord.key == Key::up || (chord.key == Key::tab && chord.shift)) palette.move(-1);
    const auto last = int(palette.size()) - 1, at = int(palette.chosen());
    const int page = int(most_rows);
    if (chord.key == Key::page_down) palette.move(std::min(page, last - at));
    if (chord.key == Key::page_up) palette.move(-std::min(page, at));
    return true;
}

void draw_palette(Frame& frame, Rect window, PaletteList& palette) {
    const Overlay over(frame, "palette", window);
    const float room = window.height() - frame.em(5.5F + field_em + 2 * margin_em);
    const auto fitting = size_t(std::max(1.0F, room / frame.em(palette_view_row_em)));
    const size_t rows = std::min({most_rows, fitting, std::max<size_t>(palette.size(), 1)});
    const float width = std::min(frame.em(width_em), window.width() - frame.em(2));
    const float height = frame.em(field_em + 2.5F * margin_em + palette_view_row_em * float(rows));
    const Rect box = over.box({window.centre().x - width / 2, window.min.y + frame.em(4)}, width, height);
    Rect rest = box.inset(frame.em(margin_em));
    const Rect field = rest.cut_top(frame.em(field_em));
    std::string typed = palette.typed();
    frame.items.wants_keyboard = !ImGui::IsAnyItemActive();  // a row that is pressed keeps the mouse
    text_field(frame, "palette.field", field, typed, "Type a command, an algorithm, a lesson or a file");
    if (typed != palette.typed()) palette.type(typed);
    rest.cut_top(frame.em(margin_em / 2));
    if (palette.size() == 0)
        draw_text(frame, {rest.min.x + frame.em(0.75F), rest.min.y + frame.em(palette_view_row_em / 2)},
                  type::body, Role::t2, "Nothing matches these words.");
    const size_t first = first_row(palette, rows), end = std::min(first + rows, palette.size());
    size_t clicked = palette.size();
    for (size_t hit = first; hit < end; ++hit) {
        const Rect row = rest.cut_top(frame.em(palette_view_row_em)).snapped();
        const Interaction touch = interact(frame, "palette." + std::to_string(hit), row);
        draw_row(frame, row, palette.entry(hit), hit == palette.chosen(), touch.hovered);
        if (touch.clicked) clicked = hit;
    }
    if (ImGui::IsMouseClicked(0) && !box.contains(ImGui::GetIO().MousePos)) palette.close();
    palette.run(clicked);
}

namespace {

constexpr float files_width_em = 50;
constexpr size_t most_files = 18;

/// A sheet, or for a folder the sheet's place with a chevron: what is chosen there opens here.
void draw_file(Frame& frame, Rect row, const FileChooser::Entry& entry, bool chosen, bool hovered) {
    if (chosen || hovered) frame.fill(row, Colour(Role::bg3, chosen ? 1 : 0.5F), frame.em(0.25F));
    const float y = row.centre().y, left = row.min.x + frame.em(0.75F), right = row.max.x - frame.em(0.75F);
    const Rect mark = Rect::around({left + frame.em(0.45F), y}, frame.em(entry.folder ? 0.6F : 0.85F));
    (entry.folder ? marks::chevron_right : marks::file)(frame, mark, Role::t3);
    const float kind = frame.em(8);
    draw_elided(frame, {left + frame.em(1.6F), y}, right - left - frame.em(2.4F) - kind,
                entry.folder ? type::strong : type::body, Role::t1, entry.name);
    draw_text(frame, {right - kind, y}, type::label, Role::t3, entry.kind);
}

/// The folder's path, cut at its beginning, and the ways out of it.
void draw_folder(Frame& frame, Rect row, FileChooser& chooser) {
    const ButtonOptions close{.icon = marks::cross, .tip = "Close (Esc)", .bare = true};
    if (button(frame, "files.close", row.cut_right(row.height()), "", close)) chooser.close();
    for (const auto& [id, label] : {std::pair("files.home", "Home"), {"files.up", "Up"}}) {
        row.cut_right(frame.em(0.4F));
        if (!button(frame, id, row.cut_right(button_width(frame, label)), label)) continue;
        if (id == std::string_view("files.up"))
            chooser.go_up();
        else
            chooser.go_to(from_home("~"));
    }
    row.cut_right(frame.em(0.8F));
    std::string path = chooser.folder().string();
    const auto fits = [&](const std::string& text) {
        return text_width(frame, type::strong, text) <= row.width();
    };
    for (size_t at = 0; !fits(path) && (at = path.find('/', 4)) != std::string::npos;)
        path = "…" + path.substr(at);
    draw_elided(frame, {row.min.x + frame.em(0.2F), row.centre().y}, row.width(), type::strong, Role::t1,
                path);
}

std::string nothing_listed(const FileChooser& chooser) {
    if (!chooser.error().empty()) return {};
    if (chooser.reading()) return "Reading the folder …";
    return chooser.typed().empty()
               ? "No folder and no file here that opens: programs, pictures, cascades, lessons, recordings."
               : "Nothing here has this in its name.";
}

}  // namespace

bool press_in_chooser(FileChooser& chooser, const KeyEvent& event) {
    const Chord chord = event.chord;
    const bool up = chord.key == Key::up || (chord.key == Key::tab && chord.shift);
    const bool down = chord.key == Key::down || (chord.key == Key::tab && !chord.shift);
    const bool out = chord.key == Key::backspace && chooser.typed().empty();
    const bool pages = chord.key == Key::page_up || chord.key == Key::page_down;
    if (!up && !down && !out && !pages && chord.key != Key::enter && chord.key != Key::escape) return false;
    if (!event.down) return true;
    if (chord.key == Key::escape) chooser.close();
    if (chord.key == Key::enter) chooser.take_typed();
    if (out) chooser.go_up();
    if (up || down) chooser.move(down ? 1 : -1);
    const auto last = int(chooser.size()) - 1, at = int(chooser.chosen()), page = int(most_files);
    if (chord.key == Key::page_down) chooser.move(std::min(page, last - at));
    if (chord.key == Key::page_up) chooser.move(-std::min(page, at));
    return true;
}

void draw_chooser(Frame& frame, Rect window, FileChooser& chooser) {
    const Overlay over(frame, "files", window);
    const float room = window.height() - frame.em(8.5F + field_em + 2 * margin_em);
    const auto rows = std::min(most_files, size_t(std::max(1.0F, room / frame.em(palette_view_row_em))));
    const float width = std::min(frame.em(files_width_em), window.width() - frame.em(2));
    const float wrong = chooser.error().empty() ? 0 : frame.em(2.9F);
    const float height =
        frame.em(field_em + 2.4F + 3 * margin_em + palette_view_row_em * float(rows)) + wrong;
    const Rect box = over.box({window.centre().x - width / 2, window.min.y + frame.em(4)}, width, height);
    Rect rest = box.inset(frame.em(margin_em));
    draw_folder(frame, rest.cut_top(frame.em(2)), chooser);
    rest.cut_top(frame.em(0.4F));
    // Another folder begins with nothing typed: a field of its own.
    ImGui::PushID(chooser.folder().string().c_str());
    std::string typed = chooser.typed();
    frame.items.wants_keyboard = !ImGui::IsAnyItemActive();  // a row that is pressed keeps the mouse
    text_field(frame, "files.field", rest.cut_top(frame.em(field_em)), typed,
               "Type a part of a name, or a path; Backspace goes up", chooser.error());
    ImGui::PopID();
    if (typed != chooser.typed()) chooser.type(typed);
    rest.cut_top(frame.em(margin_em / 2));
    rest.cut_top(field_error(frame, rest.min, rest.width(), chooser.error()));
    if (chooser.size() == 0)
        draw_elided(frame, {rest.min.x + frame.em(0.75F), rest.min.y + frame.em(palette_view_row_em / 2)},
                    rest.width() - frame.em(1.5F), type::body, Role::t2, nothing_listed(chooser));
    const size_t wanted = chooser.chosen() < rows / 2 ? 0 : chooser.chosen() - rows / 2;
    const size_t first = std::min(wanted, chooser.size() - std::min(chooser.size(), rows));
    size_t clicked = chooser.size();
    for (size_t hit = first; hit < std::min(first + rows, chooser.size()); ++hit) {
        const Rect row = rest.cut_top(frame.em(palette_view_row_em)).snapped();
        const Interaction touch = interact(frame, "files." + std::to_string(hit), row);
        draw_file(frame, row, chooser.entry(hit), hit == chooser.chosen(), touch.hovered);
        if (touch.clicked) clicked = hit;
    }
    if (ImGui::IsMouseClicked(0) && !box.contains(ImGui::GetIO().MousePos)) chooser.close();
    chooser.take(clicked);
}

PageChoice draw_presented(Frame& frame, View& view) {
    Presentation& shown = view.presentation();
    const std::optional<stage::Page> page = shown.page();
    if (!page) {
        view.draw(frame);
        return PageChoice::none;
    }
    canvas::Touch touched;
    canvas::Box room;
    {
        const Pane pane(frame, "present", frame.area, Role::bg0);
        canvas::Canvas canvas(box_of(frame.area), frame.em());
        room = stage::draw_page(canvas, *page);
        const canvas::Picture picture = canvas.finish();
        paint(frame, picture);
        touched = touch(frame, picture, "present");
        frame.area = rect_of(room).snapped();
        shown.draw_presented(frame);
    }
    if (!touched.clicked) return PageChoice::none;
    return touched.name == "on"     ? PageChoice::on
           : touched.name == "back" ? PageChoice::back
                                    : PageChoice::none;
}

void draw_pointer(Frame& frame, Rect window, const Present& present) {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float width = frame.em(0.2F), halo = frame.em(0.34F);
    for (const Stroke& stroke : present.strokes()) {
        std::vector<ImVec2> points;
        for (const canvas::Point& point : stroke)
            points.emplace_back(window.min.x + point.x * window.width(),
                                window.min.y + point.y * window.height());
        const auto count = int(points.size());
        if (count == 1) list.AddCircleFilled(points[0], halo / 2, frame.colour(Role::ink));
        if (count < 2) continue;
        // A rim in the ground's colour, so that it is seen on any fill.
        list.AddPolyline(points.data(), count, frame.colour(Role::bg0), 0, halo);
        list.AddPolyline(points.data(), count, frame.colour(Role::ink), 0, width);
    }
    if (present.spotlight()) {
        // A ring so wide that it covers all but the light.
        const ImVec2 at = ImGui::GetIO().MousePos;
        const float radius = frame.em(4.5F), wide = 2 * std::hypot(window.width(), window.height());
        list.AddCircle(at, radius + wide / 2, IM_COL32(0, 0, 0, 165), 96, wide);
    }
    if (present.black()) list.AddRectFilled(window.min, window.max, IM_COL32(0, 0, 0, 255));
}

}  // namespace upsweep::app
