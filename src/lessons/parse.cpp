// A lesson file: front matter between +++ lines, then pages. "# Title" begins a page; fenced blocks with a
// name of ours are TOML (a note is prose); the rest is prose.
#include <algorithm>
#include <array>
#include <cstddef>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/utf8.h"
#include "emulator/source/near_names.h"
#include "lessons/glossary.h"
#include "lessons/lesson.h"
#include "lessons/markdown.h"
#include "lessons/parse_blocks.h"
#include "media/file.h"
#include "scenes/scene_file.h"

namespace upsweep::lessons {

using scenes::TomlReader;

namespace {

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
        const size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        lines.push_back({line, number});
        text.remove_prefix(std::min(end + 1, text.size()));
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
            auto blocks = parse_markdown(lesson_.file, line + 1, inside);
            to.notes.insert(to.notes.end(), std::make_move_iterator(blocks.begin()),
                            std::make_move_iterator(blocks.end()));
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
        auto blocks = parse_markdown(lesson_.file, line, prose);
        owner.blocks.insert(owner.blocks.end(), std::make_move_iterator(blocks.begin()),
                            std::make_move_iterator(blocks.end()));
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

}  // namespace upsweep::lessons
