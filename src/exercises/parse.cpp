// An exercise's file: TOML between +++ lines, then the task.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "exercises/answers.h"
#include "exercises/exercise.h"
#include "exercises/facts.h"
#include "scenes/toml_reader.h"

namespace upsweep::exercises {
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

}  // namespace upsweep::exercises
