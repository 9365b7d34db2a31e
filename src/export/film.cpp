// Drawing a run's steps for a page.
#include "export/film.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "canvas/svg.h"
#include "core/error.h"
#include "core/json.h"
#include "core/ranges.h"
#include "core/utf8.h"
#include "core/words.h"
#include "editor/highlight.h"
#include "emulator/trace/trace.h"
#include "replay/structure/index.h"
#include "replay/words/sentence.h"
#include "report/report.h"
#include "scenes/scene_words.h"

namespace upsweep::exports {
namespace {

struct Pair {
    size_t before = 0, after = 0;
};

/// Entries of the same value, the k-th of one list with the k-th of the other; by their place in `after`.
std::vector<Pair> same_values(std::span<const int> before, std::span<const int> after) {
    std::unordered_map<int, std::vector<size_t>> places;
    for (size_t i = 0; i < before.size(); ++i) places[before[i]].push_back(i);
    std::unordered_map<int, size_t> used;
    std::vector<Pair> pairs;
    for (size_t i = 0; i < after.size(); ++i) {
        const auto found = places.find(after[i]);
        if (found == places.end() || used[after[i]] == found->second.size()) continue;
        pairs.push_back({found->second[used[after[i]]++], i});
    }
    return pairs;
}

/// Of those the most that are in the same order in both lists.
std::vector<Pair> in_order(const std::vector<Pair>& pairs) {
    std::vector<size_t> ends, previous(pairs.size());  // by length: the pair that ends lowest
    constexpr auto none = size_t(-1);
    for (size_t i = 0; i < pairs.size(); ++i) {
        const auto place = std::lower_bound(ends.begin(), ends.end(), pairs[i].before,
                                            [&](size_t end, size_t at) { return pairs[end].before < at; });
        previous[i] = place == ends.begin() ? none : *(place - 1);
        if (place == ends.end())
            ends.push_back(i);
        else
            *place = i;
    }
    std::vector<Pair> kept;
    for (size_t at = ends.empty() ? none : ends.back(); at != none; at = previous[at])
        kept.push_back(pairs[at]);
    std::reverse(kept.begin(), kept.end());
    return kept;
}

}  // namespace

std::vector<Change> differences(std::span<const int> before, std::span<const int> after) {
    std::vector<Pair> kept = in_order(same_values(before, after));
    kept.push_back({before.size(), after.size()});
    std::vector<Change> changes;
    size_t old = 0, fresh = 0;
    for (const Pair& pair : kept) {
        if (pair.before > old || pair.after > fresh)
            changes.push_back({fresh,
                               pair.before - old,
                               {after.begin() + ptrdiff_t(fresh), after.begin() + ptrdiff_t(pair.after)}});
        old = pair.before + 1;
        fresh = pair.after + 1;
    }
    return changes;
}

std::vector<int> changed(std::vector<int> before, std::span<const Change> changes) {
    for (const Change& change : changes) {
        if (change.at > before.size() || change.removed > before.size() - change.at)
            throw Error("A change of a list leads outside of it.");
        const auto at = before.begin() + ptrdiff_t(change.at);
        const auto place = before.erase(at, at + ptrdiff_t(change.removed));
        before.insert(place, change.added.begin(), change.added.end());
    }
    return before;
}

namespace {

/// What a page may hold of shapes, in bytes: browsers take more, mail and course pages do not.
constexpr size_t most_bytes = size_t{24} << 20;
constexpr size_t most_stills = 24;

/// How many UTF-16 units a script counts in a text.
int units(std::string_view text) {
    int count = 0;
    while (!text.empty()) {
        const Character next = first_character(text);
        count += next.bytes == 4 ? 2 : 1;
        text.remove_prefix(std::max<size_t>(1, next.bytes));
    }
    return count;
}

CodeFile file_of(const std::string& name, std::string_view text) {
    CodeFile file{name, {}};
    editor::LineState state;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        const editor::LexedLine lexed = editor::lex_line(line, state);
        state = lexed.end;
        const bool comment =
            !lexed.stretches.empty() && lexed.stretches.back().kind == editor::TextKind::comment;
        file.lines.push_back(
            {std::string(line), comment ? units(line.substr(0, lexed.stretches.back().begin)) : -1});
    }
    return file;
}

/// "12", "-3.5", "1e+09": what a cell may hold.
bool is_number(std::string_view text) {
    if (text.starts_with("-") || text.starts_with("−")) text.remove_prefix(text.starts_with("-") ? 1 : 3);
    return !text.empty() && text.front() >= '0' && text.front() <= '9' &&
           text.find_first_not_of("0123456789.e+-") == std::string_view::npos;
}

/// Where values are in a picture: by the cell, else by the place from left to right.
class ValuesSeen {
  public:
    /// The places among the picture's shapes of those that `before` has not, and of those just written.
    static std::vector<int> asked(const canvas::Picture& picture, const ValuesSeen& before, ValuesSeen& now) {
        std::vector<int> places;
        for (size_t i = 0; i < picture.shapes.size(); ++i) {
            const auto* text = std::get_if<canvas::Text>(&picture.shapes[i]);
            if (text == nullptr || !is_number(text->text)) continue;
            const bool mono =
                text->type.face == canvas::Face::mono || text->type.face == canvas::Face::mono_bold;
            if (!mono) continue;
            const std::string cell = cell_at(picture, text->box().centre());
            const bool written = text->ink.role == canvas::Role::written_text;
            if (written || !before.has(cell, *text)) places.push_back(int(i));
            now.add(cell, *text);
        }
        return places;
    }

  private:
    static std::string cell_at(const canvas::Picture& picture, canvas::Point point) {
        const canvas::Hit* const hit = picture.at(point);
        return hit != nullptr && hit->name.starts_with("cell.") ? hit->name : std::string();
    }
    /// A cell that comes into view was not changed by that.
    bool has(const std::string& cell, const canvas::Text& text) const {
        if (cell.empty()) return free_.contains({std::llround(text.at.x), text.text});
        const auto known = cells_.find(cell);
        return known == cells_.end() || known->second.contains(text.text);
    }
    void add(const std::string& cell, const canvas::Text& text) {
        if (cell.empty())
            free_.emplace(std::llround(text.at.x), text.text);
        else
            cells_[cell].insert(text.text);
    }
    std::map<std::string, std::set<std::string>> cells_;
    std::set<std::pair<int64_t, std::string>> free_;
};

class Maker {
  public:
    Maker(const std::shared_ptr<const scenes::RunScene>& run, const FilmOptions& options)
        : options_(options), at_(run) {
        at_.position().set_grain(options.by);
        for (const auto& source : at_.trace().sources)
            film_.files.push_back(file_of(source.name, source.text));
        film_.title = stage::name_of(*run);
        if (run->algorithm != nullptr) film_.source = run->algorithm->source;
        film_.width = options.how.width;
        film_.height = options.how.height;
        film_.step_count = at_.step_count();
        scenes::Scene scene = run->scene;
        if (scene.trace_file() == nullptr) film_.command = scenes::to_command(scene);
    }

    Film make() {
        std::vector<int64_t> places = places_of(at_.position(), {}, options_.by);
        for (const int64_t place : options_.also)
            places.push_back(std::clamp<int64_t>(place, 0, at_.step_count()));
        sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        for (const int64_t place : places) add(place);
        film_.start = film_.at(at_.run().scene.step);
        film_.ids = options_.ids;
        if (options_.stills) add_stills();
        return std::move(film_);
    }

  private:
    // With a phase as the size of step, so that a picture shows all that its phase did.
    void add_stills() {
        std::vector<int64_t> all;
        StepSize by = StepSize::phase;
        for (const StepSize one : {StepSize::phase, StepSize::launch}) {
            by = one;
            all.clear();
            for (int64_t place = 0; place < at_.step_count();)
                all.push_back(place = at_.position().index().forward(place, by));
            if (all.size() <= most_stills) break;
        }
        if (all.empty()) all.push_back(0);
        at_.position().set_grain(by);
        const size_t count = std::min(all.size(), most_stills);
        for (size_t i = 1; i <= count; ++i) {
            at_.seek(all[all.size() * i / count - 1]);
            std::vector<int> list = list_of(at_.picture(options_.how, state_));
            film_.stills.push_back({at_.step(), std::move(list), stage::sentence_alone(at_.position())});
        }
    }

    std::vector<int> list_of(const canvas::Picture& picture) {
        std::vector<int> list;
        for (std::string& element : canvas::svg_elements(
                 picture, {.variables = true, .background = false, .ids = options_.ids + "-"}))
            list.push_back(number_of(std::move(element)));
        return list;
    }

    void add(int64_t place) {
        at_.seek(place);
        const canvas::Picture picture = at_.picture(options_.how, state_);
        std::vector<int> list = list_of(picture);
        FilmStep step;
        step.done = place;
        step.changes = differences(list_, list);
        ValuesSeen now;
        step.asked = ValuesSeen::asked(picture, seen_, now);
        seen_ = std::move(now);
        step.sentence = stage::sentence_alone(at_.position());
        add_code(step);
        film_.steps.push_back(std::move(step));
        list_ = std::move(list);
    }

    int number_of(std::string element) {
        const auto found = numbers_.find(element);
        if (found != numbers_.end()) return found->second;
        bytes_ += element.size();
        if (bytes_ > most_bytes)
            throw UsageError(
                "The page would be larger than 24 MiB; ask for larger steps with --by, or for a "
                "smaller scene.");
        const int number = int(film_.shapes.size());
        film_.shapes.push_back(element);
        numbers_.emplace(std::move(element), number);
        return number;
    }

    void add_code(FilmStep& step) {
        const replay::CodePicture& code = at_.position().code();
        step.file = code.file;
        step.line = code.line;
        step.top = code.first_line;
        if (code.file < 0 || size_t(code.file) >= film_.files.size()) return;
        const std::vector<CodeLine>& lines = film_.files[code.file].lines;
        for (const replay::CodeMark& mark : code.marks) {
            if (mark.line != code.line || mark.line < 1 || size_t(mark.line) > lines.size()) continue;
            const std::string_view text = lines[mark.line - 1].text;
            const auto column = [&](int one) { return units(text.substr(0, size_t(std::max(0, one - 1)))); };
            step.marks.push_back({mark.line, column(mark.column), column(mark.end_column), mark.written});
        }
    }

    const FilmOptions& options_;
    report::Report at_;
    stage::StageState state_;
    Film film_;
    std::vector<int> list_;
    ValuesSeen seen_;
    std::unordered_map<std::string, int> numbers_;
    size_t bytes_ = 0;
};

}  // namespace

std::vector<int> Film::list(size_t number) const {
    std::vector<int> now;
    for (size_t i = 0; i <= number; ++i) now = changed(std::move(now), steps[i].changes);
    return now;
}

size_t Film::at(int64_t done) const {
    const auto after =
        std::upper_bound(steps.begin(), steps.end(), done,
                         [](int64_t place, const FilmStep& step) { return place < step.done; });
    return after == steps.begin() ? 0 : size_t(after - steps.begin() - 1);
}

Film make_film(const std::shared_ptr<const scenes::RunScene>& run, const FilmOptions& options) {
    return Maker(run, options).make();
}

namespace {

/// A clip opens what another element closes, so each picture has its own.
bool is_clip(std::string_view shape) { return shape.starts_with("<clipPath") || shape.starts_with("</g>"); }

/// Those of the stills, clips left out.
std::vector<bool> shared_shapes(const Film& film) {
    std::vector<bool> shared(film.shapes.size());
    for (const Still& still : film.stills)
        for (const int shape : still.shapes) {
            const auto number = size_t(shape);
            shared[number] = !is_clip(film.shapes[number]);
        }
    return shared;
}

/// The clip's element with another name in each picture: a page has each name once.
std::string renamed(std::string clip, const std::string& ids, size_t number) {
    for (const std::string before : {"\"", "#"}) {
        const std::string name = before + ids + "-";
        if (const size_t at = clip.find(name); at != std::string::npos)
            clip.insert(at + name.size(), fmt::format("{}-", number));
    }
    return clip;
}

}  // namespace

std::string svg_of(const Film& film, const Still& still, size_t number) {
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {} {}\" aria-label=\"{}\">",
        film.width, film.height, canvas::xml_text(film.title + ": " + replay::plain(still.sentence)));
    for (const int shape : still.shapes) {
        const std::string& element = film.shapes[shape];
        svg += is_clip(element) ? renamed(element, film.ids, number)
                                : fmt::format("<use href=\"#{}s{}\"/>", film.ids, shape);
    }
    return svg + "</svg>";
}

std::string shapes_of(const Film& film) {
    std::string svg;
    const std::vector<bool> shared = shared_shapes(film);
    for (size_t i = 0; i < shared.size(); ++i)
        if (shared[i]) svg += fmt::format("<g id=\"{}s{}\">{}</g>", film.ids, i, film.shapes[i]);
    return svg;
}

std::string json_of(const Film& film) {
    Json steps = Json::array(), files = Json::array();
    for (const FilmStep& step : film.steps) {
        Json changes = Json::array(), marks = Json::array();
        for (const Change& change : step.changes) {
            Json one = {change.at, change.removed};
            for (const int shape : change.added) one.push_back(shape);
            changes.push_back(std::move(one));
        }
        for (const CodeMark& mark : step.marks) marks.push_back({mark.begin, mark.end, mark.written ? 1 : 0});
        steps.push_back({{"n", step.done},
                         {"d", changes},
                         {"h", step.asked},
                         {"s", step.sentence},
                         {"c", {step.file, step.line, step.top}},
                         {"m", marks}});
    }
    for (const CodeFile& file : film.files) {
        Json lines = Json::array();
        for (const CodeLine& line : file.lines)
            lines.push_back(line.comment < 0 ? Json(line.text) : Json::array({line.text, line.comment}));
        files.push_back({{"name", file.name}, {"lines", lines}});
    }
    Json shapes = Json::array();
    const std::vector<bool> shared = shared_shapes(film);
    for (size_t i = 0; i < shared.size(); ++i) shapes.push_back(shared[i] ? Json(0) : Json(film.shapes[i]));
    const Json json = {
        {"title", film.title},      {"ids", film.ids},  {"width", film.width}, {"height", film.height},
        {"count", film.step_count}, {"shapes", shapes}, {"steps", steps},      {"files", files}};
    return json_text(json);
}

}  // namespace upsweep::exports
