// What a page shows: scenes, pictures, excerpts, terms.
#include "lessons/parse_blocks.h"

#include <algorithm>

#include "core/error.h"
#include "core/quotes.h"
#include "lessons/markdown.h"
#include "media/samples.h"
#include "scenes/scene_file.h"

namespace upsweep::lessons {

using scenes::TomlReader;

namespace {

/// What can be done to a picture in the Playground.
constexpr std::string_view playground_tasks[] = {
    "box filter", "local contrast", "adaptive threshold", "difference of boxes", "likelihood", "faces"};
constexpr int64_t most_radius = 255;

/// Runs `work`; its errors name the line of a key.
template <typename F>
auto of_key(const TomlReader& reader, std::string_view key, F&& work) {
    try {
        return work();
    } catch (const Error& error) {
        reader.refuse_key(key, error.what());
    }
}

Look read_look(TomlReader& reader, Look look) {
    // "distance" is its old name.
    for (const char* key : {"zoom", "distance"})
        if (reader.has(key)) {
            const std::string name = reader.text(key);
            look.zoom = of_key(reader, key, [&] { return stage::parse_zoom(name); });
        }
    look.symbols = reader.flag("symbols", look.symbols);
    return look;
}

}  // namespace

Moment read_moment(TomlReader& reader, std::string_view key, const std::string& fallback) {
    const std::string text = fallback.empty() ? reader.text(key) : reader.text(key, fallback);
    return of_key(reader, key, [&] { return parse_moment(text); });
}

std::optional<Moment> read_moment_if(TomlReader& reader, std::string_view key) {
    if (!reader.has(key)) return std::nullopt;
    return read_moment(reader, key, "");
}

std::vector<Inline> read_words(const TomlReader& reader, const std::string& text) {
    return parse_inline(reader.file(), reader.line(), text);
}

void read_scene_block(TomlReader reader, Page& page) {
    page.at = read_moment(reader, "at", "start");
    page.look = read_look(reader, page.look);
    page.scene = scenes::read_scene(reader, page.scene);
    reader.finish();
}

Excerpt read_excerpt(TomlReader reader) {
    Excerpt excerpt;
    excerpt.file = reader.text("file");
    excerpt.phase = reader.text("phase", "");
    excerpt.from = reader.text("from");
    excerpt.to = reader.text("to", excerpt.from);
    excerpt.lit = reader.text("lit", "");
    excerpt.notes = reader.texts("notes");
    reader.finish();
    return excerpt;
}

Compare read_compare(TomlReader reader, const Page& page) {
    Compare compare;
    compare.line = reader.line();
    const std::string clock = reader.text("clock", "phase");
    compare.clock = of_key(reader, "clock", [&] { return replay::parse_clock(clock); });
    compare.left = reader.text("left");
    compare.right = reader.text("right");
    compare.scene = scenes::read_scene(reader, page.scene);
    reader.finish();
    if (compare.scene == page.scene)
        scenes::refuse(reader.file(), reader.line(),
                       "both sides show the same run; say what differs, such as options = { padding = 1 }.");
    return compare;
}

scenes::RacePlace read_race(TomlReader reader) {
    scenes::RacePlace race;
    race.experiment = reader.text("experiment");
    race.curves = reader.texts("lines");
    reader.finish();
    return race;
}

scenes::PlaygroundPlace read_playground(TomlReader reader) {
    scenes::PlaygroundPlace part;
    part.task = reader.text("task", std::string(playground_tasks[0]));
    bool known = false;
    std::string tasks;
    for (const std::string_view task : playground_tasks) {
        known = known || task == part.task;
        tasks += (tasks.empty() ? "" : ", ") + std::string(task);
    }
    if (!known)
        reader.refuse_key("task",
                          "the Playground has no task " + in_quotes(part.task) + "; it has " + tasks + ".");
    part.image = reader.text("image", "");
    if (!part.image.empty()) of_key(reader, "image", [&] { media::find_sample(part.image); });
    if (reader.has("radius")) {
        if (part.task != playground_tasks[0])
            reader.refuse_key("radius", "only the " + std::string(playground_tasks[0]) + " takes a radius.");
        part.numbers["radius"] = reader.integer("radius", 0, most_radius, 0);
    }
    reader.finish();
    std::replace(part.task.begin(), part.task.end(), ' ', '_');
    return part;
}

Figure read_figure(TomlReader reader, const Page& page) {
    Figure figure;
    figure.at = read_moment(reader, "at", "");
    figure.to = read_moment_if(reader, "to");
    figure.caption = reader.text("caption");
    figure.look = read_look(reader, {});
    figure.scene = scenes::read_scene(reader, page.scene);
    reader.finish();
    return figure;
}

Term read_term(TomlReader reader) {
    Term term;
    term.line = reader.line();
    term.name = reader.text("name");
    if (term.name.empty()) reader.refuse_key("name", "the term has no name.");
    term.also = reader.texts("also");
    term.says = read_words(reader, reader.text("says"));
    reader.finish();
    return term;
}

std::string read_exercise(TomlReader reader) {
    std::string slug = reader.text("slug");
    if (slug.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos || slug.empty())
        reader.refuse_key("slug",
                          in_quotes(slug) + " is not the name of an exercise; write one such as way-down.");
    reader.finish();
    return slug;
}

}  // namespace upsweep::lessons
