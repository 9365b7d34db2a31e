// A lesson file: front matter between +++ lines, then pages. "# Title" begins a page; fenced blocks named
// scene, kernel and predict are TOML; the rest is prose.
#include <algorithm>

#include "core/error.h"
#include "lessons/lesson.h"
#include "lessons/markdown.h"
#include "scenes/scene_file.h"

namespace upsweep::lessons {

using scenes::TomlReader;

namespace {

/// What messages call a lesson's file.
std::string in_folder(std::string_view file) { return "lessons/" + std::string(file); }

constexpr std::size_t largest_file = 1 << 20;

struct Line {
    std::string_view text;
    int number = 0;
};

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        lines.push_back({line, number});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// A stretch of the file as one text again; lines are joined by '\n', so that counting them still works.
std::string join(const std::vector<Line>& lines, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) text += std::string(lines[i].text) + '\n';
    return text;
}

Moment read_moment(TomlReader& reader, std::string_view key, const std::string& fallback) {
    const std::string text = fallback.empty() ? reader.text(key) : reader.text(key, fallback);
    try {
        return parse_moment(text);
    } catch (const Error& error) {
        scenes::refuse(reader.file(), reader.line(), error.what());
    }
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

Question read_question(TomlReader reader) {
    Question question;
    question.line = reader.line();
    question.ask = reader.text("ask");
    question.array = reader.text("array");
    question.cell = reader.integer("cell", 0, 1 << 24, -1);
    if (question.cell < 0) scenes::refuse(reader.file(), reader.line(), "`cell` is missing.");
    question.after = read_moment(reader, "after", "");
    question.right = reader.text("right");
    question.why = reader.text("why", "");
    for (TomlReader& wrong : reader.tables("wrong")) {
        question.wrong.push_back({wrong.text("value"), wrong.text("reason")});
        wrong.finish();
    }
    if (question.wrong.empty())
        scenes::refuse(reader.file(), reader.line(), "the question has no wrong answer to choose.");
    reader.finish();
    return question;
}

class Parser {
  public:
    Parser(const std::string& file, std::string_view text) : lines_(lines_of(text)) {
        lesson_.file = file;
        lesson_.slug = file.substr(0, file.rfind(".md"));
        lesson_.text = text;
    }

    Lesson run() {
        read_front_matter();
        while (at_ < lines_.size()) read_piece();
        if (lesson_.pages.empty())
            refuse(lesson_.file, 1, "the lesson has no page; begin one with \"# Title\".");
        return std::move(lesson_);
    }

  private:
    std::string_view text(std::size_t i) const { return lines_[i].text; }

    void read_front_matter() {
        if (lines_.empty() || text(0) != "+++")
            refuse(lesson_.file, 1, "a lesson begins with +++, its TOML, and +++.");
        std::size_t end = 1;
        while (end < lines_.size() && text(end) != "+++") ++end;
        if (end == lines_.size()) refuse(lesson_.file, 1, "the front matter is not closed by +++.");
        TomlReader reader(in_folder(lesson_.file), 2, join(lines_, 1, end));
        lesson_.title = reader.text("title");
        lesson_.chapter = reader.text("chapter");
        if (auto scene = reader.table("scene")) {
            scene_ = scenes::read_scene(*scene);
            scene->finish();
        }
        reader.finish();
        at_ = end + 1;
    }

    void read_piece() {
        const std::string_view line = text(at_);
        if (line.substr(0, 2) == "# ") return begin_page();
        if (line.substr(0, 3) == "```" && is_ours(line.substr(3))) return read_fence();
        read_prose();
    }

    static bool is_ours(std::string_view name) {
        return name == "scene" || name == "kernel" || name == "predict";
    }

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
            refuse(lesson_.file, line, "this stands before the first page; begin one with \"# Title\".");
        return lesson_.pages.back();
    }

    void read_fence() {
        const std::string_view name = text(at_).substr(3);
        const int line = lines_[at_].number;
        std::size_t end = at_ + 1;
        while (end < lines_.size() && text(end) != "```") ++end;
        if (end == lines_.size()) refuse(lesson_.file, line, "the block is not closed by ```.");
        TomlReader reader(in_folder(lesson_.file), line + 1, join(lines_, at_ + 1, end));
        Page& to = page(line);
        if (name == "scene") {
            to.at = read_moment(reader, "at", "start");
            to.scene = scenes::read_scene(reader, to.scene);
            reader.finish();
        } else if (name == "kernel") {
            Block block;
            block.kind = Block::Kind::excerpt;
            block.line = line;
            block.excerpt = read_excerpt(std::move(reader));
            to.blocks.push_back(std::move(block));
        } else {
            if (to.question) refuse(lesson_.file, line, "the page has a question already.");
            to.question = read_question(std::move(reader));
        }
        at_ = end + 1;
    }

    // Up to the next page or block of ours; fences of plain code are part of the prose.
    void read_prose() {
        std::size_t end = at_;
        bool fenced = false;
        for (; end < lines_.size(); ++end) {
            const std::string_view line = text(end);
            const bool fence = line.substr(0, 3) == "```";
            if (!fenced && end > at_ && (line.substr(0, 2) == "# " || (fence && is_ours(line.substr(3)))))
                break;
            if (fence) fenced = !fenced;
        }
        const std::string prose = join(lines_, at_, end);
        const int line = lines_[at_].number;
        at_ = end;
        if (prose.find_first_not_of(" \t\n") == std::string::npos) return;
        auto blocks = parse_markdown(lesson_.file, line, prose);
        auto& to = page(line).blocks;
        to.insert(to.end(), std::make_move_iterator(blocks.begin()), std::make_move_iterator(blocks.end()));
    }

    std::vector<Line> lines_;
    std::size_t at_ = 0;
    scenes::Scene scene_;
    Lesson lesson_;
};

}  // namespace

void refuse(std::string_view file, int line, const std::string& what) {
    scenes::refuse(in_folder(file), line, what);
}

Lesson parse_lesson(const std::string& file, std::string_view text) {
    if (text.size() > largest_file) refuse(file, 1, "the file is larger than 1 MiB.");
    return Parser(file, text).run();
}

}  // namespace upsweep::lessons
