// Reads exercises and their expressions.
#include "exercises/exercise.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bits.h"
#include "core/embedded.h"
#include "core/error.h"
#include "core/expression.h"
#include "core/quotes.h"
#include "exercises/answers.h"
#include "exercises/facts.h"
#include "exercises/gaps.h"
#include "media/file.h"
#include "scenes/toml_reader.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> exercise_texts();
}

namespace upsweep::exercises {

namespace {

constexpr Grammar sums = {.whole = true, .names = true, .log2 = true};

class Sum {
  public:
    Sum(std::string_view text, const Values& values) : text_(text), values_(values) {}

    int64_t run() const {
        const Expression read = parsed();
        std::vector<int64_t> made;
        for (const Expression::Node& node : read.nodes) made.push_back(value_of(read, node, made));
        return made.back();
    }

  private:
    [[noreturn]] void fail(std::string_view what) const {
        throw Error(fmt::format("{} {}; write whole numbers, names, + - * /, brackets and log2(x).",
                                in_ticks(text_), what));
    }

    Expression parsed() const {
        try {
            return parse_expression(text_, sums);
        } catch (const NoExpression& none) {
            fail(none.what());
        }
    }

    int64_t value_of(const Expression& read, const Expression::Node& node,
                     const std::vector<int64_t>& made) const {
        if (node.kind == Expression::Kind::number) return int64_t(node.number);
        if (node.kind == Expression::Kind::name) {
            const std::string& name = read.names[node.name];
            const auto found = values_.find(name);
            if (found == values_.end())
                fail(fmt::format("names {}, which the case does not have", in_ticks(name)));
            return found->second;
        }
        const int64_t left = made[node.left];
        if (node.kind != Expression::Kind::log2) return combined(node.sign, left, made[node.right]);
        if (left < 1) fail("takes the logarithm of less than 1");
        return std::bit_width(uint64_t(left)) - 1;
    }

    int64_t combined(Expression::Sign sign, int64_t left, int64_t right) const {
        int64_t value = 0;
        bool overflows = false;
        if (sign == Expression::Sign::over) {
            if (right == 0) fail("divides by zero");
            if (right == -1) fail("divides by -1");
            return left / right;
        }
        if (sign == Expression::Sign::times) overflows = multiply_overflows(left, right, value);
        if (sign == Expression::Sign::plus) overflows = add_overflows(left, right, value);
        if (sign == Expression::Sign::minus) overflows = subtract_overflows(left, right, value);
        if (overflows) fail("is too large");
        return value;
    }

    std::string_view text_;
    const Values& values_;
};

}  // namespace

int64_t evaluate(std::string_view expression, const Values& values) { return Sum(expression, values).run(); }

std::string fill_in(std::string_view text, const Values& values) {
    std::string filled;
    for (;;) {
        const size_t open = text.find('{');
        filled += text.substr(0, open);
        if (open == std::string_view::npos) return filled;
        const size_t close = text.find('}', open);
        if (close == std::string_view::npos)
            throw Error(fmt::format("{} opens a brace that it does not close.", in_ticks(text)));
        filled += std::to_string(evaluate(text.substr(open + 1, close - open - 1), values));
        text.remove_prefix(close + 1);
    }
}

namespace {

using scenes::TomlReader;

constexpr size_t largest_file = 1 << 18;
constexpr int64_t largest_value = 4096;

std::string in_folder(const std::string& file) { return "lessons/exercises/" + file; }

/// Throws Error with the key's line where `read` throws one without.
template <typename Read>
auto with_place(const TomlReader& reader, std::string_view key, Read read) {
    try {
        return read();
    } catch (const Error& error) {
        reader.refuse_key(key, error.what());
    }
}

class Parser {
  public:
    Parser(const std::string& file, std::string_view text) : text_(text) {
        made_.file = file;
        made_.slug = file.substr(0, file.rfind(".md"));
    }

    Exercise run() {
        const std::string_view front = take_front_matter();
        TomlReader reader(in_folder(made_.file), 2, front);
        made_.title = reader.text("title");
        made_.code = reader.text("code", "kernel.cu");
        read_kind(reader);
        read_gpu(reader);
        auto launch = reader.table("launch");
        if (!launch) scenes::refuse(in_folder(made_.file), 1, "`launch` is missing: a table [launch].");
        read_launch(*launch);
        for (TomlReader& one : reader.tables("case")) read_case(one);
        if (made_.cases.empty())
            scenes::refuse(in_folder(made_.file), 1, "there is no case to run; add a [[case]].");
        for (TomlReader& one : reader.tables("rule")) read_rule(one);
        for (TomlReader& one : reader.tables("hint")) read_hint(one);
        reader.finish();
        check_launch(*launch);
        return std::move(made_);
    }

  private:
    std::string_view take_front_matter() {
        if (text_.substr(0, 4) != "+++\n")
            scenes::refuse(in_folder(made_.file), 1, "an exercise begins with +++, its TOML, and +++.");
        const size_t end = text_.find("\n+++\n", 3);
        if (end == std::string_view::npos)
            scenes::refuse(in_folder(made_.file), 1, "the front matter is not closed by +++.");
        made_.task = text_.substr(end + 5);
        made_.task_line = int(std::count(text_.begin(), text_.begin() + ptrdiff_t(end) + 5, '\n')) + 1;
        if (made_.task.find_first_not_of(" \t\r\n") == std::string::npos)
            scenes::refuse(in_folder(made_.file), made_.task_line,
                           "the task is missing; write it after the second +++.");
        return end < 4 ? std::string_view() : text_.substr(4, end - 3);
    }

    void read_kind(TomlReader& reader) {
        const std::string kind = reader.text("kind");
        if (kind != "write" && kind != "break")
            reader.refuse_key("kind", "`kind` must be \"write\" or \"break\".");
        made_.kind = kind == "write" ? Kind::write : Kind::break_it;
        auto asked = reader.table("break");
        if (asked.has_value() != (made_.kind == Kind::break_it))
            reader.refuse_key("kind", "use a table [break] only with kind \"break\", and always there.");
        if (!asked) return;
        const std::string what = asked->text("asks");
        if (what == "schedule")
            made_.asked.what = Asked::What::schedule;
        else if (what == "size")
            made_.asked.what = Asked::What::size;
        else if (what == "input")
            made_.asked.what = Asked::What::input;
        else
            asked->refuse_key("asks", "`asks` must be \"schedule\", \"size\" or \"input\".");
        constexpr int64_t widest = int64_t{1} << 31;
        made_.asked.least = asked->integer("least", -widest, widest, 1);
        made_.asked.most = asked->integer("most", made_.asked.least, widest, widest);
        if (what == "size" && (made_.asked.least < 0 || made_.asked.most > largest_value))
            asked->refuse_key("most", fmt::format("a size must be between 0 and {}.", largest_value));
        asked->finish();
    }

    void read_gpu(TomlReader& reader) {
        auto table = reader.table("gpu");
        if (!table) return;
        emulator::ToyGpu& gpu = made_.gpu;
        const auto number = [&](const char* key, int lowest, int highest, int usual) {
            return int(table->integer(key, lowest, highest, usual));
        };
        gpu.lanes = number("lanes", 2, 32, gpu.lanes);
        gpu.banks = number("banks", 2, 32, gpu.banks);
        gpu.multiprocessors = number("multiprocessors", 1, 16, gpu.multiprocessors);
        gpu.resident_blocks = number("resident_blocks", 1, 16, gpu.resident_blocks);
        table->finish();
    }

    void read_launch(TomlReader& reader) {
        Launch& launch = made_.launch;
        launch.kernel = reader.text("kernel");
        launch.grid = reader.text("grid", "1");
        launch.block = reader.text("block");
        launch.arguments = reader.texts("arguments");
        launch.definitions = reader.texts("definitions");
        launch.output = reader.text("output", "output");
        launch.expect = reader.text("expect");
        launch.count = reader.text("count", "n");
        launch.lowest = reader.integer("lowest", -largest_value, largest_value, 0);
        launch.highest = reader.integer("highest", launch.lowest, largest_value, launch.lowest + 9);
        const std::string type = reader.text("type", "int");
        if (type != "int" && type != "float")
            reader.refuse_key("type", "`type` must be \"int\" or \"float\".");
        launch.floating = type == "float";
        with_place(reader, "expect", [&] { check_answer(launch.expect); });
        for (const std::string& argument : launch.arguments)
            if (const auto name = form_of(argument).answer; !name.empty())
                with_place(reader, "arguments", [&] { check_answer(name); });
        reader.finish();
    }

    void read_case(TomlReader& reader) {
        Case one;
        one.line = reader.line();
        one.seed = made_.cases.size() + 1;
        for (const std::string& key : reader.keys())
            if (key != "input") one.values[key] = reader.integer(key, -1, largest_value, 0);
        if (reader.is_text("input")) {
            const std::string word = reader.text("input");
            if (word != "random" && word != "ones")
                reader.refuse_key("input", "`input` must be \"random\", \"ones\" or a list of numbers.");
            one.input = word == "ones" ? Case::Input::ones : Case::Input::random;
        } else if (reader.has("input")) {
            one.input = Case::Input::given;
            one.numbers = reader.numbers("input");
        }
        reader.finish();
        made_.cases.push_back(std::move(one));
    }

    void read_rule(TomlReader& reader) {
        Rule rule;
        rule.line = reader.line();
        rule.title = reader.text("title");
        rule.says = reader.text("says", "");
        rule.count = reader.text("count", "");
        rule.least = reader.text("least", "");
        rule.most = reader.text("most", "");
        const std::vector<std::string> uses = reader.texts("uses"), uses_no = reader.texts("uses_no");
        const int kinds = int(!rule.count.empty()) + int(!uses.empty()) + int(!uses_no.empty());
        if (kinds != 1)
            reader.refuse_key("title", "a rule needs exactly one of `count`, `uses` and `uses_no`.");
        if (!rule.count.empty()) {
            with_place(reader, "count", [&] { check_fact(rule.count); });
            if (rule.least.empty() && rule.most.empty())
                reader.refuse_key("count", "the rule has no bound; add `least` or `most`.");
        } else {
            rule.what = uses.empty() ? Rule::What::uses_no : Rule::What::uses;
            rule.words = uses.empty() ? uses_no : uses;
        }
        reader.finish();
        made_.rules.push_back(std::move(rule));
    }

    void read_hint(TomlReader& reader) {
        Hint hint;
        hint.title = reader.text("title");
        hint.teaser = reader.text("teaser", "");
        hint.text = reader.text("text");
        reader.finish();
        made_.hints.push_back(std::move(hint));
    }

    /// Every expression is worked out for every case, so that a wrong one is found here.
    void check_launch(const TomlReader& reader) {
        const Launch& launch = made_.launch;
        for (const Case& one : made_.cases) {
            const Values values = values_of(made_, one);
            const auto check = [&](const TomlReader& at, std::string_view key, const std::string& text) {
                with_place(at, key, [&] { fill_in(text, values); });
            };
            check(reader, "grid", launch.grid);
            check(reader, "block", launch.block);
            for (const std::string& text : launch.arguments) check(reader, "arguments", text);
            for (const std::string& text : launch.definitions) check(reader, "definitions", text);
            const int64_t count = with_place(reader, "count", [&] { return evaluate(launch.count, values); });
            if (count < 0 || count > largest_value)
                scenes::refuse(
                    in_folder(made_.file), one.line,
                    fmt::format("the case has {} elements; it may have 0 to {}.", count, largest_value));
            if (one.input == Case::Input::given && int64_t(one.numbers.size()) != count)
                scenes::refuse(
                    in_folder(made_.file), one.line,
                    fmt::format("the case gives {} numbers, but needs {}.", one.numbers.size(), count));
            for (const Rule& rule : made_.rules)
                for (const std::string* bound : {&rule.least, &rule.most})
                    if (!bound->empty()) check_bound(rule, *bound, values);
        }
    }

    void check_bound(const Rule& rule, const std::string& bound, const Values& values) const {
        try {
            evaluate(bound, values);
        } catch (const Error& error) {
            scenes::refuse(in_folder(made_.file), rule.line, error.what());
        }
    }

    std::string_view text_;
    Exercise made_;
};

}  // namespace

Exercise parse_exercise(const std::string& file, std::string_view text) {
    if (text.size() > largest_file) scenes::refuse(in_folder(file), 1, "the file is larger than 256 KiB.");
    return Parser(file, text).run();
}

namespace {

/// A text beside the exercises by its name; nothing where it is missing.
using TextSource = std::function<std::optional<std::string>(const std::string& name)>;

std::optional<std::string> embedded_text(const std::string& name) {
    for (const EmbeddedFile& file : embedded::exercise_texts())
        if (file.name == name) return std::string(file.contents);
    return std::nullopt;
}

Exercise read(const std::string& file, std::string_view text, const TextSource& texts) {
    Exercise exercise = parse_exercise(file, text);
    const bool breaks = exercise.kind == Kind::break_it;
    const std::string folder = exercise.slug + "/", ending = breaks ? ".toml" : ".cu";
    const auto needed = [&](const std::string& name) {
        if (auto found = texts(name)) return std::move(*found);
        throw Error(fmt::format("lessons/exercises/{} is missing; add it and list it.", name));
    };
    exercise.starter = needed(folder + "starter" + ending);
    exercise.solution = texts(folder + "solution" + ending).value_or("");
    if (breaks) exercise.kernel = needed(folder + "kernel.cu");
    return exercise;
}

template <typename All>
const Exercise& named(std::string_view slug, const All& all) {
    std::vector<std::string> slugs;
    for (const Exercise& exercise : all) {
        if (exercise.slug == slug) return exercise;
        slugs.push_back(exercise.slug);
    }
    throw UsageError(
        fmt::format("Unknown exercise {}; choose one of {}.", in_quotes(slug), fmt::join(slugs, ", ")));
}

}  // namespace

const std::vector<Exercise>& all_exercises() {
    static const std::vector<Exercise> exercises = [] {
        std::vector<Exercise> made;
        for (const EmbeddedFile& file : embedded::exercise_texts())
            if (file.name.ends_with(".md"))
                made.push_back(read(std::string(file.name), file.contents, embedded_text));
        return made;
    }();
    return exercises;
}

const Exercise& find_exercise(std::string_view slug) { return named(slug, all_exercises()); }

std::vector<Exercise> exercises_in(const std::string& folder) {
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
        if (at->path().extension() == ".md" && at->path().filename() != "README.md")
            files.push_back(at->path());
    if (files.empty())
        throw Error("The folder {} has no exercise; an exercise is a file SLUG.md and its texts in SLUG/.",
                    in_quotes(folder));
    std::sort(files.begin(), files.end());
    const auto beside = [&](const std::string& name) -> std::optional<std::string> {
        std::error_code ignored;
        if (!fs::exists(fs::path(folder) / name, ignored)) return std::nullopt;
        return media::read_text(fs::path(folder) / name, int64_t(largest_file));
    };
    std::vector<Exercise> made;
    for (const fs::path& file : files)
        made.push_back(read(file.filename().string(), media::read_text(file, int64_t(largest_file)), beside));
    return made;
}

Exercise exercise_of(std::string_view slug, const std::string& folder) {
    if (folder.empty()) return find_exercise(slug);
    return named(slug, exercises_in(folder));
}

std::string answer_name(const Exercise& exercise) {
    return exercise.slug + (exercise.kind == Kind::break_it ? ".toml" : ".cu");
}

}  // namespace upsweep::exercises
