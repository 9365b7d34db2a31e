// A lesson file: front matter between +++ lines, then pages. "# Title" begins a page; fenced blocks with a
// name of ours are TOML (a note is prose); the rest is prose.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>

#include "bench/experiment.h"
#include "core/embedded.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/utf8.h"
#include "core/words.h"
#include "emulator/source/near_names.h"
#include "lessons/lesson.h"
#include "lessons/markdown.h"
#include "media/file.h"
#include "media/samples.h"
#include "replay/data/held.h"
#include "replay/trace.h"
#include "scenes/run_program.h"
#include "scenes/scene_file.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> lesson_texts();
}

namespace upsweep::lessons {

using scenes::TomlReader;

namespace {

std::string text_of(const Page& page) {
    std::string text = page.title + "\n";
    for (const Block& block : page.blocks) {
        for (const Inline& piece : block.inlines) text += piece.text;
        if (block.figure) text += block.figure->caption;
        text += "\n";
    }
    return text;
}

void check_terms(const Lesson& lesson) {
    std::map<std::string, int> lines;
    for (const Page& page : lesson.pages) {
        const std::string text = text_of(page);
        for (const Term& term : page.terms) {
            const auto stands = [&](std::string_view word) {
                return find_word(text, word, 0, Letters::any_case) != std::string::npos;
            };
            const bool used = stands(term.name) || any_of(term.also, stands);
            if (!used)
                scenes::refuse(lesson.file, term.line,
                               "the page's text does not contain the word " + in_quotes(term.name) +
                                   "; put a term on the page of its first use.");
            const auto [known, fresh] = lines.emplace(term.name, term.line);
            if (!fresh)
                scenes::refuse(lesson.file, term.line,
                               "the word " + in_quotes(term.name) + " is explained in line " +
                                   std::to_string(known->second) + " already.");
        }
    }
}

/// What can be done to a picture in the Playground.
constexpr std::string_view playground_tasks[] = {
    "box filter", "local contrast", "adaptive threshold", "difference of boxes", "likelihood",
    "track",      "faces"};
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
    race.preset = reader.text("preset", "");
    race.experiment = race.preset.empty() ? reader.text("experiment") : "";
    race.curves = reader.texts("lines");
    reader.finish();
    if (!race.preset.empty() && bench::find_experiment(race.preset) == nullptr)
        reader.refuse_key("preset", in_quotes(race.preset) +
                                        " is not a preset; `upsweep bench --list-presets` has their names.");
    return race;
}

scenes::PlaygroundPlace read_playground(TomlReader reader) {
    scenes::PlaygroundPlace part;
    part.task = reader.text("task", std::string(playground_tasks[0]));
    if (!contains(playground_tasks, part.task))
        reader.refuse_key("task", "the Playground has no task " + in_quotes(part.task) + "; it has " +
                                      with_commas(playground_tasks) + ".");
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

constexpr int64_t most_cells = 1 << 24, most_blocks = 1 << 20, most_warps = 1 << 10;
constexpr size_t most_items = 8;

/// The kind, and of one of `upsweep quiz` which one. A question about a cell's value has choices.
void read_kind(TomlReader& reader, Question& question) {
    using Kind = Question::Kind;
    const std::string name = reader.text("kind", "value");
    if (name == "value") return;
    question.kind = name == "number"   ? Kind::number
                    : name == "choice" ? Kind::choice
                    : name == "sort"   ? Kind::sort
                                       : Kind::quiz;
    if (question.kind != Kind::quiz) return;
    for (size_t i = 0; i < questions::kind_count; ++i) {
        question.asked = questions::Kind(i);
        if (questions::name_of(question.asked) == name) return;
    }
    std::string names = "value";
    for (size_t i = 1; i < questions::kind_count; ++i)
        names += ", " + std::string(questions::name_of(questions::Kind(i)));
    reader.refuse_key("kind", "there is no kind of question " + in_quotes(name) + "; the kinds are " + names +
                                  ", number, choice and sort.");
}

void read_wrong(TomlReader& reader, Question& question) {
    for (TomlReader& wrong : reader.tables("wrong")) {
        question.wrong.push_back({wrong.text("value"), wrong.text("reason")});
        wrong.finish();
    }
}

[[noreturn]] void refuse_here(const TomlReader& reader, const std::string& what) {
    scenes::refuse(reader.file(), reader.line(), what);
}

void read_value(TomlReader& reader, Question& question) {
    question.ask = reader.text("ask");
    question.array = reader.text("array");
    question.cell = reader.integer("cell", 0, most_cells, -1);
    if (question.cell < 0) reader.refuse_key("cell", "`cell` is missing.");
    question.after = read_moment(reader, "after", "");
    question.right = reader.text("right");
    if (question.wrong.empty()) reader.refuse_key("wrong", "the question has no wrong answer to choose.");
}

void read_quiz(TomlReader& reader, Question& question) {
    question.ask = reader.text("ask", "");
    question.right = reader.text("right", "");
    question.at = read_moment_if(reader, "at");
    question.array = reader.text("array", "");
    question.cell = reader.integer("cell", 0, most_cells, -1);
    question.block = reader.integer("block", 0, most_blocks, -1);
    question.warp = int(reader.integer("warp", 0, most_warps, -1));
}

void read_number_question(TomlReader& reader, Question& question) {
    question.ask = reader.text("ask");
    question.answer = reader.text("answer");
    if (question.answer.find('{') == std::string::npos)
        reader.refuse_key("answer",
                          "the answer has to be computed: write a term in braces, such as "
                          "{total additions}.");
    question.unit = reader.text("unit", "");
    question.right = reader.text("right", "");
}

void read_choice(TomlReader& reader, Question& question) {
    question.ask = reader.text("ask");
    question.answer = reader.text("answer");
    question.right = reader.text("right", "");
    question.check = reader.texts("check");
    if (question.check.empty())
        reader.refuse_key(
            "check",
            "`check` is missing; write the conditions that make the answer right, such as check = "
            "[\"{total additions} > {n}\"].");
    for (const std::string& condition : question.check)
        if (condition.find('{') == std::string::npos)
            reader.refuse_key("check", in_quotes(condition) + " has no term in braces, so no run checks it.");
    if (question.wrong.empty()) reader.refuse_key("wrong", "the question has no wrong answer to choose.");
}

void read_sort(TomlReader& reader, Question& question) {
    question.ask = reader.text("ask");
    question.right = reader.text("right", "");
    question.items = reader.texts("items");
    if (question.items.size() < 2 || question.items.size() > most_items)
        reader.refuse_key("items", "`items` has to name 2 to " + std::to_string(most_items) +
                                       " things, in the right order.");
    const std::vector<std::string> moments = reader.texts("moments");
    if (moments.size() != question.items.size())
        reader.refuse_key("moments", "there are " + std::to_string(question.items.size()) + " items and " +
                                         std::to_string(moments.size()) +
                                         " moments; each item needs its own.");
    try {
        for (const std::string& text : moments) question.moments.push_back(parse_moment(text));
    } catch (const Error& error) {
        reader.refuse_key("moments", error.what());
    }
    if (!question.wrong.empty())
        refuse_here(reader, "a question of kind sort has no [[wrong]] answers: every other order is one.");
}

Question read_question(TomlReader reader) {
    Question question;
    question.line = reader.line();
    read_kind(reader, question);
    read_wrong(reader, question);
    question.why = reader.text("why", "");
    if (question.kind != Question::Kind::value) question.after = read_moment_if(reader, "after");
    switch (question.kind) {
        case Question::Kind::value:
            read_value(reader, question);
            break;
        case Question::Kind::quiz:
            read_quiz(reader, question);
            break;
        case Question::Kind::number:
            read_number_question(reader, question);
            break;
        case Question::Kind::choice:
            read_choice(reader, question);
            break;
        case Question::Kind::sort:
            read_sort(reader, question);
            break;
    }
    reader.finish();
    return question;
}

constexpr size_t parse_largest_file = 1 << 20;
constexpr int64_t most_minutes = 600, most_pages = 1000;

constexpr std::array<std::string_view, 9> fences = {"scene",      "kernel", "predict", "compare", "race",
                                                    "playground", "figure", "term",    "note"};
constexpr std::string_view exercise_fence = "exercise";
/// Blocks of plain text; nothing else may be behind the ticks, or a misspelt note would be shown to all.
constexpr std::array<std::string_view, 7> plain_fences = {"", "c", "cpp", "cuda", "text", "toml", "sh"};

struct Line {
    std::string_view text;
    int number = 0;
};

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    for (int number = 1; !text.empty(); ++number) {
        std::string_view line = take_line(text);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        lines.push_back({line, number});
    }
    return lines;
}

// A stretch of the file as one text again; lines are joined by '\n', so that counting them still works.
std::string join(const std::vector<Line>& lines, size_t begin, size_t end) {
    std::string text;
    for (size_t i = begin; i < end; ++i) text += std::string(lines[i].text) + '\n';
    return text;
}

std::string slug_of(const std::string& file) {
    const size_t slash = file.find_last_of("/\\");
    const std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    return name.substr(0, name.rfind(".md"));
}

class Parser {
  public:
    Parser(const std::string& file, std::string_view text) : lines_(lines_of(text)) {
        lesson_.file = file;
        lesson_.slug = slug_of(file);
        lesson_.text = text;
    }

    Lesson run() {
        read_front_matter();
        while (at_ < lines_.size()) read_piece();
        if (lesson_.pages.empty()) refuse(1, "the lesson has no page; begin one with \"# Title\".");
        check_picture();
        check_terms(lesson_);
        return std::move(lesson_);
    }

  private:
    [[noreturn]] void refuse(int line, const std::string& what) const {
        scenes::refuse(lesson_.file, line, what);
    }
    std::string_view text(size_t i) const { return lines_[i].text; }

    void read_front_matter() {
        if (lines_.empty() || text(0) != "+++") refuse(1, "a lesson begins with +++, its TOML, and +++.");
        size_t end = 1;
        while (end < lines_.size() && text(end) != "+++") ++end;
        if (end == lines_.size()) refuse(1, "the front matter is not closed by +++.");
        TomlReader reader(lesson_.file, 2, join(lines_, 1, end));
        lesson_.title = reader.text("title");
        lesson_.chapter = reader.text("chapter");
        lesson_.aim = reader.text("aim", "");
        lesson_.minutes = int(reader.integer("minutes", 1, most_minutes, 0));
        lesson_.picture = int(reader.integer("picture", 1, most_pages, 1));
        if (auto scene = reader.table("scene")) {
            scene_ = scenes::read_scene(*scene);
            scene->finish();
        }
        reader.finish();
        at_ = end + 1;
    }

    void check_picture() const {
        if (lesson_.picture > std::ssize(lesson_.pages))
            refuse(1, "`picture` is page " + std::to_string(lesson_.picture) + ", and the lesson has " +
                          std::to_string(lesson_.pages.size()) + " pages.");
    }

    void read_piece() {
        const std::string_view line = text(at_);
        if (line.starts_with("# ")) return begin_page();
        if (line.starts_with("```") && is_ours(line.substr(3))) return read_fence();
        read_prose();
    }

    static bool is_ours(std::string_view name) { return name == exercise_fence || contains(fences, name); }

    void begin_page() {
        Page page;
        page.title = std::string(text(at_).substr(2));
        page.line = lines_[at_].number;
        page.scene = scene_;
        lesson_.pages.push_back(std::move(page));
        ++at_;
    }

    Page& page(int line) {
        if (lesson_.pages.empty())
            refuse(line, "this comes before the first page; begin one with \"# Title\".");
        return lesson_.pages.back();
    }

    void read_fence() {
        const std::string_view name = text(at_).substr(3);
        const int line = lines_[at_].number;
        size_t end = at_ + 1;
        while (end < lines_.size() && text(end) != "```") ++end;
        if (end == lines_.size()) refuse(line, "the block is not closed by ```.");
        Page& to = page(line);
        const std::string inside = join(lines_, at_ + 1, end);
        at_ = end + 1;
        if (name == "note") {
            append(to.notes, parse_markdown(lesson_.file, line + 1, inside));
            return;
        }
        read_block(name, line, TomlReader(lesson_.file, line + 1, inside), to);
    }

    void read_block(std::string_view name, int line, TomlReader reader, Page& to) {
        if (name == "scene") {
            if (to.compare || has_figure(to))
                refuse(line, "put a page's scene before its compare and figure blocks, which change it.");
            read_scene_block(std::move(reader), to);
        } else if (name == "kernel") {
            Block& block = add_block(to, Block::Kind::excerpt, line);
            block.excerpt = read_excerpt(std::move(reader));
        } else if (name == "figure") {
            Figure figure = read_figure(std::move(reader), to);
            add_block(to, Block::Kind::figure, line).figure = std::move(figure);
        } else if (name == "term") {
            to.terms.push_back(read_term(std::move(reader)));
        } else if (name == "predict") {
            if (to.question) refuse(line, "the page has a question already.");
            to.question = read_question(std::move(reader));
        } else {
            read_stage(name, line, std::move(reader), to);
        }
    }

    // What is in the place of the page's scene: one of them.
    void read_stage(std::string_view name, int line, TomlReader reader, Page& to) {
        if (to.compare || to.race || to.playground || to.exercise)
            refuse(line, "a page shows one thing: a compare, a race, a playground or an exercise block.");
        to.part_line = line;
        if (name == "compare") to.compare = read_compare(std::move(reader), to);
        if (name == "race") to.race = read_race(std::move(reader));
        if (name == "playground") to.playground = read_playground(std::move(reader));
        if (name == exercise_fence) to.exercise = read_exercise(std::move(reader));
    }

    static bool has_figure(const Page& page) {
        return any_of(page.blocks, [](const Block& block) { return block.figure.has_value(); });
    }

    static Block& add_block(Page& page, Block::Kind kind, int line) {
        Block& block = page.blocks.emplace_back();
        block.kind = kind;
        block.line = line;
        return block;
    }

    void check_fence(size_t at) const {
        const std::string_view name = text(at).substr(3);
        if (contains(plain_fences, name)) return;
        std::string known(exercise_fence);
        emulator::NearestName near(name);
        near.consider(exercise_fence);
        for (const std::string_view one : fences) {
            known += ", " + std::string(one);
            near.consider(one);
        }
        refuse(lines_[at].number, "no block is called " + in_quotes(name) + "; there are " + known +
                                      ", and for code cpp, text or no name." + near.question());
    }

    // Up to the next page or block of ours; fences of plain code are part of the prose.
    void read_prose() {
        size_t end = at_, opened = 0;
        bool fenced = false;
        for (; end < lines_.size(); ++end) {
            const std::string_view line = text(end);
            const bool fence = line.starts_with("```");
            if (!fenced && end > at_ && (line.starts_with("# ") || (fence && is_ours(line.substr(3))))) break;
            if (!fence) continue;
            if (!fenced) check_fence(opened = end);
            fenced = !fenced;
        }
        if (fenced) refuse(lines_[opened].number, "the block is not closed by ```.");
        const std::string prose = join(lines_, at_, end);
        const int line = lines_[at_].number;
        at_ = end;
        if (prose.find_first_not_of(" \t\n") == std::string::npos) return;
        Page& owner = page(line);
        append(owner.blocks, parse_markdown(lesson_.file, line, prose));
    }

    std::vector<Line> lines_;
    size_t at_ = 0;
    scenes::Scene scene_;
    Lesson lesson_;
};

}  // namespace

Link parse_link(std::string_view target) {
    if (target.starts_with("https://") || target.starts_with("http://")) return {.web = std::string(target)};
    if (!scenes::is_destination(target))
        throw Error(
            "a link leads to lesson:SLUG, to lesson:SLUG#3, to step: (the page's scene in Step), to race:, "
            "playground: or exercise: and a name, or to https://…, not to {}.",
            in_quotes(target));
    return {.to = scenes::parse_destination(target)};
}

Lesson parse_lesson(const std::string& file, std::string_view text) {
    if (text.size() > parse_largest_file) scenes::refuse(file, 1, "the file is larger than 1 MiB.");
    if (const auto fault = encoding_fault(text)) scenes::refuse(file, fault->line, fault->sentence);
    return Parser(file, text).run();
}

Lesson read_lesson(const std::string& path) {
    return parse_lesson(path, media::read_text(path, parse_largest_file));
}

const std::vector<Lesson>& all_lessons() {
    static const std::vector<Lesson> lessons = [] {
        std::vector<Lesson> read;
        for (const EmbeddedFile& file : embedded::lesson_texts())
            read.push_back(parse_lesson("lessons/" + std::string(file.name), file.contents));
        return read;
    }();
    return lessons;
}

}  // namespace upsweep::lessons
