// What a page asks.
#include "core/error.h"
#include "core/quotes.h"
#include "lessons/parse_blocks.h"

namespace upsweep::lessons {

using scenes::TomlReader;

namespace {

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

void read_number(TomlReader& reader, Question& question) {
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

}  // namespace

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
            read_number(reader, question);
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

}  // namespace upsweep::lessons
