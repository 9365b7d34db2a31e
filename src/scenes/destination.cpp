// Destinations as text and back.
#include "scenes/destination.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/whole_number.h"
#include "scenes/figures.h"
#include "scenes/program_words.h"
#include "scenes/run_program.h"
#include "scenes/scene_file.h"
#include "scenes/scene_words.h"

namespace upsweep::scenes {
namespace {

constexpr int most_pages = 1000;
constexpr int64_t most_number = 1'000'000;
constexpr std::string_view old_task = "box_filter", old_number = "radius";  // what "playground:12" means

[[noreturn]] void refuse_destination(std::string_view text) {
    throw Error(
        "A destination is lesson:SLUG, lesson:SLUG#PAGE, exercise:SLUG, figure:NAME, race, race:EXPERIMENT, "
        "playground, playground:TASK or step:ALGORITHM?n=16, not " +
        in_quotes(text) + ".");
}

int64_t number_of(std::string_view words, int64_t least, int64_t most, std::string_view text) {
    const auto number = parse_whole_number(words);
    if (!number || *number < least || *number > most) refuse_destination(text);
    return *number;
}

/// What the text form gives a meaning, and bytes that belong on no line, become "%23".
std::string escaped(std::string_view words, std::string_view special = "%?#&=") {
    std::string made;
    for (const char c : words) {
        const auto byte = uint8_t(c);
        if (byte < ' ' || byte == 0x7f || special.find(c) != std::string_view::npos)
            made += fmt::format("%{:02X}", byte);
        else
            made += c;
    }
    return made;
}

std::string unescaped(std::string_view words, std::string_view text) {
    std::string made;
    for (size_t i = 0; i < words.size(); ++i) {
        if (words[i] != '%') {
            made += words[i];
            continue;
        }
        const std::string_view digits = words.substr(i + 1, 2);
        const auto byte = parse_whole_number<unsigned>(digits, 16);
        if (!byte || digits.size() != 2) refuse_destination(text);
        made += char(*byte);
        i += 2;
    }
    return made;
}

/// KIND:NAME?KEY=VALUE&KEY=VALUE
struct Written {
    std::string_view kind, name;  ///< the name is still escaped
    bool colon = false;
    std::vector<std::pair<std::string, std::string>> pairs = {};
};

Written split(std::string_view text) {
    Written written;
    const size_t question = text.find('?');
    std::string_view head = text.substr(0, question);
    const size_t colon = head.find(':');
    written.kind = head.substr(0, colon);
    written.colon = colon != std::string_view::npos;
    if (written.colon) written.name = head.substr(colon + 1);
    if (question == std::string_view::npos) return written;
    std::string_view rest = text.substr(question + 1);
    while (true) {
        const size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view pair = rest.substr(0, end);
        const size_t equals = pair.find('=');
        if (equals == std::string_view::npos || equals == 0) refuse_destination(text);
        written.pairs.emplace_back(unescaped(pair.substr(0, equals), text),
                                   unescaped(pair.substr(equals + 1), text));
        if (end == rest.size()) return written;
        rest.remove_prefix(end + 1);
    }
}

// ---- Scenes: the keys of their files

/// What TOML would not take for a text is written without quotes.
bool is_bare(std::string_view words) {
    constexpr std::string_view constants[] = {"true", "false", "inf", "nan"};
    return !words.empty() &&
           std::string_view("\"'[{+-.0123456789 ").find(words.front()) == std::string_view::npos &&
           words.find('\\') == std::string_view::npos && !contains(constants, words);
}

Destination read_step(const Written& written, std::string_view text) {
    const std::string name = unescaped(written.name, text);
    if (name.empty() && written.pairs.empty()) return Scene{};
    std::string toml = fmt::format("version = {}\n", scene_version);
    if (!name.empty())
        toml += fmt::format("{} = {}\n", is_program_name(name) ? "program" : "algorithm", toml_text(name));
    for (const auto& [key, value] : written.pairs) {
        const std::string pair = key + value;
        if (any_of(pair, [](char c) { return c == '\n' || c == '\r'; })) refuse_destination(text);
        if (key == "trace") {
            Scene scene;
            scene.of = TraceFile{value};
            if (value.empty() || !name.empty() || written.pairs.size() > 2) refuse_destination(text);
            for (const auto& [other, number] : written.pairs)
                if (other == "step")
                    scene.step = number_of(number, 0, std::numeric_limits<int64_t>::max(), text);
                else if (&value != &number)
                    refuse_destination(text);
            return scene;
        }
        toml += fmt::format("{} = {}\n", key, is_bare(value) ? toml_text(value) : value);
    }
    Scene scene = parse_scene("A link", toml);
    constexpr std::string_view of_moment[] = {"step", "launch", "stops", "by", "distance"};
    if (scene.entry() == nullptr ||
        any_of(written.pairs, [&](const auto& pair) { return !contains(of_moment, pair.first); }))
        return scene;
    SceneWords words{.algorithm = name, .launch = scene.launch, .stops = scene.stops};
    if (find_by(written.pairs, &std::pair<std::string, std::string>::first, "step") != nullptr)
        words.step = scene.step;
    Scene opening = opening_of(words);
    opening.by = scene.by;
    opening.distance = scene.distance;
    return opening;
}

/// A line of a scene's file as a pair; the file's lists may have several lines.
void add_pair(std::string& pairs, std::string_view key, std::string_view value) {
    std::string_view bare = value;
    if (bare.size() >= 2 && bare.front() == '"') bare = bare.substr(1, bare.size() - 2);
    pairs += (pairs.empty() ? "?" : "&") + escaped(key) + "=" + escaped(is_bare(bare) ? bare : value, "%?#&");
}

std::string step_text(const Scene& scene) {
    if (scene.trace_file() != nullptr)
        return "step:?trace=" + escaped(scene.trace_file()->path) +
               (scene.step > 0 ? fmt::format("&step={}", scene.step) : "");
    if (!scene.chosen()) return "step:";
    if (const Figure* figure = figure_of(scene); figure != nullptr && scene.step == scene_of(*figure).step)
        return "figure:" + scene.figure;
    std::string pairs, prefix;
    const std::string toml = to_toml(scene);
    for (std::string_view rest = toml; !rest.empty();) {
        // A list continues in lines that are set in, and ends with one that is not.
        size_t end = rest.find('\n');
        while (end + 1 < rest.size() && (rest[end + 1] == ' ' || rest[end + 1] == ']'))
            end = rest.find('\n', end + 1);
        std::string line(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        std::erase(line, '\n');
        if (line.front() == '#') continue;
        if (line.front() == '[') {
            prefix = line.substr(1, line.size() - 2) + ".";
            continue;
        }
        size_t equals = line.find(" = ");
        if (line.front() == '"') {
            size_t quote = 1;
            while (line[quote] != '"') quote += line[quote] == '\\' ? 2 : 1;
            equals = quote + 1;
        }
        const std::string key = prefix + line.substr(0, equals);
        if (key == "version" || key == "algorithm" || key == "program") continue;
        add_pair(pairs, key, std::string_view(line).substr(equals + 3));
    }
    return "step:" + escaped(scene.program() != nullptr ? scene.program()->file : scene.slug()) + pairs;
}

// ---- The other places

Destination read_lesson_page(std::string_view name, std::string_view text) {
    LessonPage page;
    if (const size_t mark = name.find('#'); mark != std::string_view::npos) {
        page.page = int(number_of(name.substr(mark + 1), 1, most_pages, text));
        name = name.substr(0, mark);
    }
    page.lesson = unescaped(name, text);
    if (page.lesson.empty()) refuse_destination(text);
    return page;
}

Destination read_exercise(const Written& written, std::string_view text) {
    ExercisePage page{.exercise = unescaped(written.name, text)};
    for (const auto& [key, value] : written.pairs) {
        if (key != "text" || value.empty()) refuse_destination(text);
        page.text = value;
    }
    return page;
}

Destination read_race(const Written& written, std::string_view text) {
    RacePlace race{.experiment = unescaped(written.name, text)};
    for (const auto& [key, value] : written.pairs) {
        if (key == "curves" && !value.empty()) {
            for (size_t at = 0; at <= value.size();) {
                const size_t end = std::min(value.find(',', at), value.size());
                race.curves.push_back(unescaped(std::string_view(value).substr(at, end - at), text));
                at = end + 1;
            }
        } else if (key == "edited") {
            const Destination edited = parse_destination(value);
            if (const auto* scene = std::get_if<Scene>(&edited))
                race.edited = *scene;
            else
                refuse_destination(text);
        } else if (key == "view" && !value.empty()) {
            race.view = value;
        } else if (key == "preset" && !value.empty()) {
            race.preset = value;
        } else {
            refuse_destination(text);
        }
    }
    return race;
}

Destination read_playground(const Written& written, std::string_view text) {
    PlaygroundPlace place{.task = std::string(written.name)};
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
    if (place.task.find_first_not_of(letters) != std::string::npos) {
        place.numbers[std::string(old_number)] = number_of(place.task, 1, most_pages, text);
        place.task = old_task;
    }
    for (const auto& [key, value] : written.pairs) {
        if (key == "image" && !value.empty())
            place.image = value;
        else if (place.task.empty())
            refuse_destination(text);
        else
            place.numbers[key] = number_of(value, -most_number, most_number, text);
    }
    return place;
}

std::string text_of_place(const Scene& scene) { return step_text(scene); }
std::string text_of_place(const ExercisePage& page) {
    return "exercise:" + escaped(page.exercise) + (page.text.empty() ? "" : "?text=" + escaped(page.text));
}
std::string text_of_place(const LessonPage& page) {
    if (page.lesson.empty()) return "lessons";
    return "lesson:" + escaped(page.lesson) + (page.page > 0 ? fmt::format("#{}", page.page) : "");
}
std::string text_of_place(const RacePlace& race) {
    std::string text = race.experiment.empty() ? "race" : "race:" + escaped(race.experiment);
    std::string curves;
    for (const std::string& curve : race.curves) curves += (curves.empty() ? "" : ",") + escaped(curve, "%,");
    char mark = '?';
    const auto add = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) text += std::exchange(mark, '&') + std::string(key) + "=" + escaped(value);
    };
    add("preset", race.preset);
    add("view", race.view);
    add("curves", curves);
    add("edited", race.edited ? step_text(*race.edited) : "");
    return text;
}
std::string text_of_place(const PlaygroundPlace& place) {
    std::string text = place.task.empty() ? "playground" : "playground:" + place.task;
    char mark = '?';
    if (!place.image.empty()) text += std::exchange(mark, '&') + ("image=" + escaped(place.image));
    for (const auto& [name, number] : place.numbers)
        text += std::exchange(mark, '&') + (escaped(name) + fmt::format("={}", number));
    return text;
}

}  // namespace

std::string_view view_of(const Destination& destination) {
    constexpr std::string_view views[] = {"step", "lessons", "lessons", "race", "playground"};
    return views[destination.index()];
}

Destination parse_destination(std::string_view text) {
    const Written written = split(text);
    const bool named = !written.name.empty();
    if (written.kind == "step" && written.colon) return read_step(written, text);
    if (written.colon != named) refuse_destination(text);
    if (written.kind == "figure" && named && written.pairs.empty())
        return scene_of(find_figure(unescaped(written.name, text)));
    if (written.kind == "race") return read_race(written, text);
    if (written.kind == "playground") return read_playground(written, text);
    if (written.kind == "exercise" && named) return read_exercise(written, text);
    if (!written.pairs.empty()) refuse_destination(text);
    if (written.kind == "lesson" && named) return read_lesson_page(written.name, text);
    if (written.kind == "lessons" && !named) return LessonPage{};
    refuse_destination(text);
}

std::string to_text(const Destination& destination) {
    return std::visit([](const auto& place) { return text_of_place(place); }, destination);
}

bool is_destination(std::string_view text) {
    constexpr std::string_view kinds[] = {
        "step:", "lesson:", "exercise:", "figure:", "race:", "race?", "playground:"};
    return any_of(kinds, [&](std::string_view kind) { return text.substr(0, kind.size()) == kind; });
}

}  // namespace upsweep::scenes
