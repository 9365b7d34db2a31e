// Reading, writing and judging answers.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/array.h"
#include "core/bits.h"
#include "core/error.h"
#include "core/numbers.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "questions/question.h"

namespace upsweep::questions {
namespace {

/// More cells than these no one types.
constexpr int64_t most_numbers = 65536;

bool take(std::string_view& text, std::string_view prefix) {
    text = trimmed(text);
    if (text.substr(0, prefix.size()) != prefix) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::optional<int64_t> take_number(std::string_view& text) {
    text = trimmed(text);
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0) return {};
    text.remove_prefix(size_t(end - text.data()));
    return number;
}

std::string noun_of(Form form) {
    if (form == Form::lanes) return "lane";
    if (form == Form::block) return "block";
    if (form == Form::warps) return "warp";
    return form == Form::inputs ? "input" : "cell";
}

/// "A range of inputs is written as 3…7 or 0…2, 5."
[[noreturn]] void refuse(const Question& question, std::string_view text) {
    constexpr std::string_view numbers = "Write numbers and ranges, such as 1, 3 or 4…7",
                               places = "Write (column,row), such as (0,0)…(2,1), or several with commas";
    // By Form.
    constexpr std::array<std::string_view, 9> all = {
        "A value is a number, such as 12",
        numbers,
        numbers,
        numbers,
        "The answer is a whole number, such as 2",
        "The answer is the number of one block, such as 2",
        numbers,
        "The answer is yes or no",
        "An order is written with each letter once, such as B A C"};
    std::string_view how = all[size_t(question.form)];
    if (how == numbers && question.width > 0) how = places;
    throw UsageError("{}, not {}.", how, text.empty() ? "nothing" : in_quotes(text));
}

struct Place {
    int64_t x = 0, y = 0;
};

class ListReader {
  public:
    ListReader(const Question& question, std::string_view text)
        : question_(question), whole_(text), rest_(text) {}

    std::vector<int64_t> read() {
        const std::string_view text = trimmed(rest_);
        if (text == "none" || text == "–" || text == "-") return {};
        do {
            range();
        } while (take(rest_, ","));
        if (!trimmed(rest_).empty()) refuse(question_, whole_);
        sort(numbers_);
        // An input that is named twice counts once for each: 3, 3 is not 3.
        if (question_.form != Form::inputs)
            numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
        return numbers_;
    }

  private:
    Place place() {
        const bool braced = take(rest_, "(");
        const std::optional<int64_t> x = take_number(rest_);
        if (!x) refuse(question_, whole_);
        if (!braced) {
            check(*x);
            if (question_.width > 0) return {*x % question_.width, *x / question_.width};
            return {*x, 0};
        }
        if (question_.width == 0 || !take(rest_, ",")) refuse(question_, whole_);
        const std::optional<int64_t> y = take_number(rest_);
        if (!y || !take(rest_, ")")) refuse(question_, whole_);
        if (*x >= question_.width || *y >= question_.limit / question_.width)
            throw UsageError("There is no column {} or no row {}: there are {} columns and {} rows.", *x, *y,
                             question_.width, question_.limit / question_.width);
        return {*x, *y};
    }

    void check(int64_t number) const {
        if (number < question_.limit) return;
        throw UsageError("There is no {} {}; the numbers are 0 to {}.", noun_of(question_.form), number,
                         question_.limit - 1);
    }

    bool take_dots() {
        for (const std::string_view dots : {"…", "...", "..", "–", "-"})
            if (take(rest_, dots)) return true;
        return false;
    }

    void range() {
        const Place first = place();
        const Place last = take_dots() ? place() : first;
        if (last.x < first.x || last.y < first.y) refuse(question_, whole_);
        if ((last.x - first.x + 1) * (last.y - first.y + 1) + int64_t(numbers_.size()) > most_numbers)
            throw UsageError("That is more than {} numbers.", most_numbers);
        const int64_t width = std::max<int64_t>(1, question_.width);
        for (int64_t y = first.y; y <= last.y; ++y)
            for (int64_t x = first.x; x <= last.x; ++x)
                numbers_.push_back(question_.width > 0 ? y * width + x : x);
    }

    const Question& question_;
    std::string_view whole_, rest_;
    std::vector<int64_t> numbers_;
};

std::vector<int64_t> letters(const Question& question, std::string_view text) {
    std::vector<int64_t> order;
    for (const char c : text) {
        if (c == ' ' || c == ',' || c == '\t') continue;
        const int letter = c >= 'a' && c <= 'z' ? c - 'a' : c - 'A';
        if (letter < 0 || letter >= question.limit) refuse(question, text);
        order.push_back(letter);
    }
    std::vector<int64_t> once = order;
    sort(once);
    const bool twice = std::adjacent_find(once.begin(), once.end()) != once.end();
    if (twice || int64_t(order.size()) != question.limit) refuse(question, text);
    return order;
}

/// A typed value as the bits of an element; nothing if it is not one.
std::optional<uint64_t> bits_of(ScalarType type, std::string_view text) {
    text = trimmed(text);
    if (text.substr(0, 3) == "−") return bits_of(type, "-" + std::string(text.substr(3)));
    const char* const end = text.data() + text.size();
    if (is_floating(type)) {
        double number = 0;
        const auto [rest, error] = read_number(text.data(), end, number);
        if (error != std::errc() || rest != end) return {};
        if (type == ScalarType::f32) return bit_cast<uint32_t>(float(number));
        return bit_cast<uint64_t>(number);
    }
    if (type == ScalarType::boolean && (text == "true" || text == "false")) return text == "true" ? 1 : 0;
    const uint64_t mask = size_of(type) == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * size_of(type))) - 1;
    if (is_signed(type)) {
        int64_t number = 0;
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc() || rest != end) return {};
        const uint64_t bits = uint64_t(number) & mask;
        // A number that the type does not hold is not the one that its low bits are.
        if (bits_to_text(type, bits) != std::to_string(number)) return {};
        return bits;
    }
    uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end || (number & mask) != number) return {};
    return number;
}

bool is_number(std::string_view text) {
    text = trimmed(text);
    if (text.substr(0, 3) == "−") text.remove_prefix(2);
    if (text == "true" || text == "false") return true;
    return !text.empty() && all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E' ||
               uint8_t(c) >= 0x80;
    });
}

bool is_same_value(const Question& question, const std::string& text) {
    if (trimmed(text) == question.key.text) return true;
    const auto mine = bits_of(question.type, text), right = bits_of(question.type, question.key.text);
    return mine && right && *mine == *right;
}

bool is_order(const Question& question, const std::vector<int64_t>& order) {
    std::vector<int64_t> place(question.items.size(), -1);
    if (order.size() != question.items.size()) return false;
    for (size_t i = 0; i < order.size(); ++i) {
        const int64_t letter = order[i];
        if (letter < 0 || letter >= std::ssize(place)) return false;
        if (place[letter] >= 0) return false;
        place[letter] = int64_t(i);
    }
    return all_of(question.precedes,
                  [&](const auto& pair) { return place[pair.first] < place[pair.second]; });
}

/// "1, 3…5": numbers that follow each other as a range.
std::string list_text(const Question& question, const std::vector<int64_t>& numbers) {
    const auto one = [&](int64_t number) {
        if (question.width == 0) return std::to_string(number);
        return fmt::format("({},{})", number % question.width, number / question.width);
    };
    if (numbers.empty()) return "none";
    std::string text;
    for (size_t i = 0; i < numbers.size();) {
        size_t end = i + 1;
        const auto goes_on = [&](size_t at) {
            const bool same_row =
                question.width == 0 || numbers[at] / question.width == numbers[i] / question.width;
            return numbers[at] == numbers[at - 1] + 1 && same_row;
        };
        while (end < numbers.size() && goes_on(end)) ++end;
        text += (text.empty() ? "" : ", ") + one(numbers[i]);
        if (end - i == 2) text += ", " + one(numbers[i + 1]);
        if (end - i > 2) text += "…" + one(numbers[end - 1]);
        i = end;
    }
    return text;
}

}  // namespace

bool is_right(const Question& question, const Answer& answer) {
    if (question.form == Form::value) return is_same_value(question, answer.text);
    if (question.form == Form::yes_no) return answer.yes == question.key.yes;
    if (question.form == Form::order) return is_order(question, answer.numbers);
    return answer.numbers == question.key.numbers;
}

bool is_right(const Question& question, std::string_view text) {
    return is_right(question, parse_answer(question, text));
}

Answer parse_answer(const Question& question, std::string_view text) {
    Answer answer;
    const std::string_view word = trimmed(text);
    if (word.empty()) refuse(question, word);
    switch (question.form) {
        case Form::value:
            if (!is_number(word) && word != question.key.text) refuse(question, word);
            answer.text = std::string(word);
            break;
        case Form::yes_no:
            if (word != "yes" && word != "no" && word != "y" && word != "n") refuse(question, word);
            answer.yes = word.front() == 'y';
            break;
        case Form::order:
            answer.numbers = letters(question, word);
            break;
        case Form::count:
        case Form::block: {
            std::string_view rest = word;
            const std::optional<int64_t> number = take_number(rest);
            if (!number || !rest.empty()) refuse(question, word);
            if (question.form == Form::block && *number >= question.limit)
                throw UsageError("There is no block {}; the blocks are 0 to {}.", *number,
                                 question.limit - 1);
            answer.numbers = {*number};
            break;
        }
        case Form::inputs:
        case Form::cells:
        case Form::lanes:
        case Form::warps:
            answer.numbers = ListReader(question, word).read();
    }
    return answer;
}

std::string to_text(const Question& question, const Answer& answer) {
    if (question.form == Form::value) return answer.text;
    if (question.form == Form::yes_no) return answer.yes ? "yes" : "no";
    if (question.form == Form::order) {
        std::string text;
        for (const int64_t letter : answer.numbers)
            text += (text.empty() ? "" : " ") + std::string(1, char('A' + letter));
        return text;
    }
    if (question.form == Form::count || question.form == Form::block)
        return answer.numbers.empty() ? "" : std::to_string(answer.numbers.front());
    return list_text(question, answer.numbers);
}

}  // namespace upsweep::questions
