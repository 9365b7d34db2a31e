// Answers as text, and what is shown of them.
#include "app/step/model/typed_answer.h"

#include "core/error.h"
#include "core/ranges.h"
#include "replay/data/blocks.h"
#include "replay/structure/staging.h"

namespace upsweep::app {

using questions::Answer;
using questions::Form;
using questions::Kind;
using questions::Question;

namespace {

bool is_list(Form form) {
    return form == Form::cells || form == Form::lanes || form == Form::warps || form == Form::inputs;
}

/// Letters of an order as far as they are given.
std::string letters_of(const std::string& text) {
    std::string letters;
    for (const char c : text)
        if (c >= 'A' && c <= 'Z') letters += c;
    return letters;
}

}  // namespace

std::optional<Answer> answer_in(const Question& question, const std::string& text) {
    try {
        return questions::parse_answer(question, text);
    } catch (const UsageError&) {
        return {};
    }
}

bool is_chosen(const Question& question, const std::string& text, int64_t number) {
    if (question.form == Form::order) return letters_of(text).find(char('A' + number)) != std::string::npos;
    const std::optional<Answer> now = answer_in(question, text);
    if (!now) return false;
    if (question.form == Form::yes_no) return now->yes == (number != 0);
    return contains(now->numbers, number);
}

std::string with_choice(const Question& question, const std::string& text, int64_t number) {
    if (question.form == Form::yes_no) return number != 0 ? "yes" : "no";
    if (question.form == Form::order) {
        std::string letters = letters_of(text), spaced;
        const char letter = char('A' + number);
        if (std::erase(letters, letter) == 0) letters += letter;
        for (const char c : letters) spaced += (spaced.empty() ? "" : " ") + std::string(1, c);
        return spaced;
    }
    if (!is_list(question.form)) return std::to_string(number);
    Answer now = answer_in(question, text).value_or(Answer{});
    const auto at = std::lower_bound(now.numbers.begin(), now.numbers.end(), number);
    if (at != now.numbers.end() && *at == number)
        now.numbers.erase(at);
    else
        now.numbers.insert(at, number);
    return now.numbers.empty() ? "" : questions::to_text(question, now);
}

std::optional<std::string> with_typed(const Question& question, const std::string& text, char c) {
    if (c == '\b') return text.empty() ? std::nullopt : std::optional(text.substr(0, text.size() - 1));
    const bool digit = c >= '0' && c <= '9';
    if (question.form == Form::yes_no) {
        if (c == 'y' || c == 'n') return c == 'y' ? "yes" : "no";
        return digit ? std::optional(text) : std::nullopt;  // a digit answers nothing, and does nothing
    }
    if (question.form == Form::order) {
        if (digit) return text;
        if (c < 'a' || c >= char('a' + question.limit)) return {};
        return with_choice(question, text, c - 'a');
    }
    // A sign belongs to what was begun; alone it is the page's.
    const std::string_view signs = is_list(question.form) ? ",-" : "-.";
    const bool sign = signs.find(c) != std::string_view::npos;
    if (digit || (sign && (!text.empty() || c == '-'))) return text + c;
    return {};
}

std::optional<int64_t> choice_of_cell(const Question& question, emulator::ArrayId array, int64_t element) {
    const bool cells = question.form == Form::cells && int(array) == question.array;
    const bool inputs = question.form == Form::inputs && int(array) == question.inputs;
    if (!cells && !inputs) return {};
    return element;
}

std::optional<int64_t> choice_of_block(const Question& question, const replay::StagedLaunch& staged,
                                       int64_t number) {
    if (question.form != Form::block || number < 0 || number >= staged.blocks()) return {};
    return question.kind == Kind::next_block ? staged.block_of(number) : number;
}

AnswerButtons answer_buttons(const Question& question) {
    constexpr int64_t most = 16;
    switch (question.form) {
        case Form::yes_no:
            return {0, 2};
        case Form::count:
            return {1, std::clamp<int64_t>(question.limit, 2, 8)};
        case Form::lanes:
        case Form::warps:
        case Form::block:
            return {0, question.limit <= most ? question.limit : 0};
        case Form::order:
            return {0, question.limit};
        case Form::value:
        case Form::inputs:
        case Form::cells:
            break;
    }
    return {};
}

std::string button_label(const Question& question, int64_t number) {
    if (question.form == Form::yes_no) return number != 0 ? "Yes" : "No";
    if (question.form == Form::order) return std::string(1, char('A' + number));
    return std::to_string(number);
}

std::string answer_hint(const Question& question) {
    if (!question.how.empty()) return question.how;
    switch (question.form) {
        case Form::lanes:
            return "lanes";
        case Form::warps:
            return "warps";
        case Form::block:
            return "block";
        case Form::cells:
            return "click cells or type";
        case Form::order:
            return "letters in order";
        default:
            return "type the answer";
    }
}

bool diagram_tells(const Question& question) {
    return question.kind == Kind::cells_written || question.kind == Kind::order;
}

std::vector<stage::StageMark> answer_marks(const Question& question, const std::string& text,
                                           Answering state) {
    using stage::CellState;
    std::vector<stage::StageMark> marks;
    const bool asking = state == Answering::asking, looked = state == Answering::looked;
    if (question.form == Form::cells) {
        const std::vector<int64_t> chosen = answer_in(question, text).value_or(Answer{}).numbers;
        const std::vector<int64_t>& key = question.key.numbers;
        const auto in = [](const std::vector<int64_t>& all, int64_t one) {
            return std::binary_search(all.begin(), all.end(), one);
        };
        for (const int64_t cell : chosen)
            marks.push_back({cell,
                             asking          ? CellState::to_predict
                             : in(key, cell) ? CellState::right
                                             : CellState::wrong,
                             "", "", question.array});
        // Those that were not chosen.
        for (const int64_t cell : key)
            if (!asking && !in(chosen, cell))
                marks.push_back({cell, looked ? CellState::right : CellState::wrong, "", "", question.array});
        return marks;
    }
    if (question.element < 0 || (question.form != Form::value && question.form != Form::inputs)) return marks;
    stage::StageMark mark{question.element, CellState::to_predict, "", "", question.array};
    if (!asking) {
        const bool right = state == Answering::right || looked;
        mark.state = right ? CellState::right : CellState::wrong;
        mark.value = right ? question.key_text : text;
        if (!right) mark.note = question.form == Form::value ? question.key.text : question.key_text;
    }
    marks.push_back(mark);
    return marks;
}

}  // namespace upsweep::app
