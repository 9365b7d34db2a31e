// Expressions of host code: evaluated as they are read.
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "core/quotes.h"
#include "emulator/source/literals.h"
#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::ItemKind;
using emulator::Token;
using emulator::TokenKind;

namespace {

/// How strongly a binary operator binds; -1: none.
int strength(const Token& token) {
    if (token.kind != TokenKind::punctuator) return -1;
    constexpr std::array<std::pair<std::string_view, int>, 18> operators = {{{"||", 1},
                                                                             {"&&", 2},
                                                                             {"|", 3},
                                                                             {"^", 4},
                                                                             {"&", 5},
                                                                             {"==", 6},
                                                                             {"!=", 6},
                                                                             {"<", 7},
                                                                             {">", 7},
                                                                             {"<=", 7},
                                                                             {">=", 7},
                                                                             {"<<", 8},
                                                                             {">>", 8},
                                                                             {"+", 9},
                                                                             {"-", 9},
                                                                             {"*", 10},
                                                                             {"/", 10},
                                                                             {"%", 10}}};
    for (const auto& [text, level] : operators)
        if (token.text == text) return level;
    return -1;
}

}  // namespace

HostValue HostReader::expression() {
    HostValue value = assignment();
    while (is(position_, ",")) {
        ++position_;
        value = assignment();
    }
    return value;
}

HostReader::Operand HostReader::assigned() {
    if (!spend() || depth_ >= deepest) return {};
    ++depth_;
    Operand left = conditional();
    const std::string_view op = at(position_).text;
    const bool assigns = at(position_).kind == TokenKind::punctuator && op.size() > 0 && op.back() == '=' &&
                         op != "==" && op != "!=" && op != "<=" && op != ">=";
    if (assigns) {
        ++position_;
        HostValue right = assigned().value;
        if (op.size() > 1) right = apply(std::string(op.substr(0, op.size() - 1)), left.value, right);
        store(left, right);
        left.value = right;
    }
    --depth_;
    return left;
}

std::string HostReader::text_between(size_t begin, size_t end) const {
    std::string text;
    for (size_t i = begin; i < end; ++i) {
        const bool apart = i > begin && (strength(at(i)) >= 0 || strength(at(i - 1)) >= 0);
        text += (apart ? " " : "") + std::string(at(i).text);
    }
    return text;
}

/// "len / threads.y is 20 / 32, which rounds down to 0", of a quotient that is 0 though nothing divided is.
void HostReader::note_rounding(size_t begin, size_t op, const HostValue& left, const HostValue& right,
                               HostValue& result) {
    const bool whole = result.is_number() && !result.floating && left.whole != 0;
    if (!whole || result.whole != 0) return;
    const std::string written = text_between(begin, position_);
    const std::string numbers = std::to_string(left.whole) + " / " + std::to_string(right.whole);
    std::string words = in_ticks(written);
    if (written != numbers) words += " is " + numbers + ",";
    words += fmt::format("{} rounds down to 0; write ({} + {} - 1) / {} to round up",
                         written != numbers ? " which" : "", text_between(begin, op),
                         text_between(op + 1, position_), text_between(op + 1, position_));
    const auto known = std::find(divisions_.begin(), divisions_.end(), words);
    result.rounded = int32_t(known - divisions_.begin()) + 1;
    if (known == divisions_.end() && divisions_.size() < most_launches) divisions_.push_back(words);
}

HostReader::Operand HostReader::conditional() {
    Operand condition = binary(1);
    if (!is(position_, "?")) return condition;
    ++position_;
    const HostValue yes = assignment();
    if (is(position_, ":")) ++position_;
    const HostValue no = assignment();
    Operand chosen;
    if (condition.value.known()) chosen.value = condition.value.truth() ? yes : no;
    return chosen;
}

HostReader::Operand HostReader::binary(int lowest) {
    const size_t begin = position_;
    Operand left = unary();
    for (;;) {
        const Token& op = at(position_);
        const int level = strength(op);
        // `<<<` and `>>>` are the launch's own.
        const bool chevron =
            (op.is("<<") && is(position_ + 1, "<")) || (op.is(">>") && is(position_ + 1, ">"));
        if (level < lowest || chevron || position_ >= end_) return left;
        const size_t at_op = position_++;
        const Operand right = binary(level + 1);
        Operand result;
        result.value = apply(std::string(op.text), left.value, right.value);
        if (op.is("/")) note_rounding(begin, at_op, left.value, right.value, result.value);
        left = result;
    }
}

HostReader::Operand HostReader::unary() {
    const Deeper deeper(depth_);
    if (depth_ >= deepest) return {};
    const std::string_view op = at(position_).text;
    Operand result;
    if (is(position_, "-") || is(position_, "+") || is(position_, "!") || is(position_, "~")) {
        ++position_;
        ++depth_;
        const HostValue value = unary().value;
        --depth_;
        if (!value.known()) return result;
        if (op == "!") result.value = HostValue::of(int64_t{!value.truth()});
        if (op == "~" && value.is_number()) result.value = HostValue::of(~value.as_whole());
        if (op == "+") result.value = value;
        if (op == "-") result.value = apply("-", HostValue::of(int64_t{0}), value);
        return result;
    }
    if (is(position_, "++") || is(position_, "--")) {
        ++position_;
        Operand operand = unary();
        step(operand, op == "++" ? 1 : -1);
        operand.value = apply("+", operand.value, HostValue::of(int64_t{op == "++" ? 1 : -1}));
        return operand;
    }
    if (is(position_, "&")) {
        ++position_;
        const Operand of = unary();
        if (of.value.kind == HostValue::Kind::record) {
            result.value = HostValue::pointer(of.value.array, of.value.to, of.value.offset);
        } else if (of.variable != nullptr && of.side < 0 && !of.type.is_array) {
            result.value.kind = HostValue::Kind::address;
            result.value.variable = of.variable;
            of.variable->value.unset = false;  // who has its address may set it
        } else if (of.variable != nullptr && of.value.leads()) {
            result.value = of.value;
        } else if (of.array != nullptr) {
            result.value = HostValue::pointer(of.array, of.type, of.offset);
            if (of.type.is_array) result.value = of.value;
        }
        return result;
    }
    if (is(position_, "*")) {
        ++position_;
        const Operand of = unary();
        return element(of, HostValue::of(int64_t{0}));
    }
    return postfix();
}

HostReader::Operand HostReader::postfix() {
    Operand operand = primary();
    for (;;) {
        if (is(position_, "[")) {
            ++position_;
            const HostValue index = expression();
            if (is(position_, "]")) ++position_;
            operand = element(operand, index);
        } else if (is(position_, "(") && operand.value.kind == HostValue::Kind::lambda) {
            operand = call_lambda(operand.value, position_);
        } else if (is(position_, ".") || is(position_, "->")) {
            ++position_;
            operand = member(operand);
        } else if (is(position_, "++") || is(position_, "--")) {
            step(operand, is(position_, "++") ? 1 : -1);
            ++position_;
            operand = {operand.value};
        } else {
            return operand;
        }
    }
}

namespace {

/// What a program asks of its GPU, of one as courses have it.
HostValue property(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, int64_t>, 8> known = {
        {{"multiProcessorCount", 2},
         {"warpSize", 32},
         {"maxThreadsPerBlock", 1024},
         {"maxThreadsPerMultiProcessor", 2048},
         {"sharedMemPerBlock", 49152},
         {"regsPerBlock", 65536},
         {"major", 9},
         {"minor", 0}}};
    for (const auto& [word, value] : known)
        if (word == name) return HostValue::of(value);
    return {};
}

}  // namespace

HostReader::Operand HostReader::lying(const std::shared_ptr<HostArray>& array, int64_t offset,
                                      const HostType& type) const {
    Operand made;
    made.array = array;
    made.offset = offset;
    made.type = type;
    made.value = read(array, offset, type);
    return made;
}

HostReader::Operand HostReader::member(Operand of) {
    const std::string_view name = at(position_++).text;
    const HostValue& value = of.value;
    const bool of_record = value.array != nullptr && value.to.record != nullptr && value.to.is_plain();
    Operand result;
    if (is(position_, "(")) {
        const std::vector<Operand> given = operands();
        if (of_record && call_member(value, name, given, result.value)) return result;
        std::vector<HostValue> values;
        for (const Operand& one : given) values.push_back(one.value);
        result.value = call_array(of, name, values);
        return result;
    }
    if (of_record)
        if (const HostField* field = value.to.record->find(name))
            return lying(value.array, value.offset + field->offset, field->type);
    if (value.kind == HostValue::Kind::dim3 && name.size() == 1 && name[0] >= 'x' && name[0] <= 'z') {
        result.side = name[0] - 'x';
        result.variable = of.variable;
        result.value = HostValue::of(value.sides[result.side]);
        result.value.rounded = value.rounded_sides[result.side];
    }
    if (!value.known()) result.value = property(name);
    return result;
}

HostReader::Operand HostReader::element(Operand of, const HostValue& index) {
    Operand result;
    const HostValue& pointer = of.value;
    if (pointer.kind == HostValue::Kind::address) {
        result.variable = pointer.variable;
        result.value = pointer.variable->value;
        result.type = pointer.variable->type;
        return result;
    }
    if (!pointer.leads()) return result;
    HostType to = size_of(pointer.to) > 0 ? pointer.to : pointer.array->element;
    const int64_t each = size_of(to);
    if (to.inner_count > 0) {
        // A row of an array of arrays: what it leads to has an extent less.
        for (int k = 1; k < to.inner_count; ++k) to.inner[k - 1] = to.inner[k];
        --to.inner_count;
        to.is_array = true;
    }
    result.array = pointer.array;
    result.type = to;
    if (!index.is_number()) {
        result.offset = -1;
        return result;
    }
    return lying(pointer.array, place_of(pointer.offset, index.as_whole(), each), to);
}

HostReader::Operand HostReader::primary() {
    const Token& token = at(position_);
    if (position_ >= end_) return {};
    switch (token.kind) {
        case TokenKind::number:
        case TokenKind::character:
            return literal();
        case TokenKind::identifier:
            return named();
        case TokenKind::string: {
            auto text = std::make_shared<HostArray>();
            std::string bytes;
            for (; at(position_).kind == TokenKind::string && position_ < end_; ++position_)
                bytes += emulator::parse_string(at(position_).text);
            bytes += '\0';
            text->element.bytes = 1;
            text->bytes = int64_t(bytes.size());
            text->state = HostArray::State::written;
            for (const char c : bytes) text->data.push_back(static_cast<std::byte>(c));
            Operand made;
            made.value = HostValue::pointer(text, text->element);
            return made;
        }
        default:
            break;
    }
    if (is(position_, "(")) return parenthesised();
    if (is(position_, "[")) return lambda();
    if (is(position_, "{")) {
        position_ = past_closing(position_);
        return {};
    }
    // A bracket or a semicolon ends the expression; anything else is passed over.
    if (!is(position_, ")") && !is(position_, "]") && !is(position_, "}") && !is(position_, ";") &&
        !is(position_, ","))
        ++position_;
    return {};
}

HostReader::Operand HostReader::literal() {
    const Token& token = at(position_++);
    const std::optional<emulator::Literal> read = token.kind == TokenKind::number
                                                      ? emulator::parse_number(token.text)
                                                      : emulator::parse_character(token.text);
    Operand result;
    if (!read) return result;
    if (!is_floating(read->type)) {
        result.value = HostValue::of(int64_t(read->bits));
        return result;
    }
    Array one(read->type, {1, 1});
    std::copy_n(reinterpret_cast<const std::byte*>(&read->bits), one.bytes().size(), one.bytes().begin());
    result.value = HostValue::of(one.number(0));
    return result;
}

HostReader::Operand HostReader::parenthesised() {
    const size_t open = position_++, end = past_closing(open);
    Operand result;
    if (begins_type(position_)) {
        const size_t kept = position_;
        const HostType to = type();
        if (is(position_, ")") && position_ + 1 == end) {
            ++position_;
            ++depth_;
            const Operand of = unary();
            --depth_;
            result.value = of.value.kind == HostValue::Kind::address ? of.value : converted(of.value, to);
            return result;
        }
        position_ = kept;
    }
    ++depth_;
    result = assigned();
    while (is(position_, ",")) {
        ++position_;
        result = assigned();
    }
    --depth_;
    position_ = end;
    return result;
}

HostReader::Operand HostReader::named() {
    Operand result;
    size_t i = position_;
    std::string_view name = at(i).text;
    while (is(i + 1, "::")) {
        i += 2;
        name = at(i).text;
    }
    position_ = i + 1;
    if (name == "sizeof") {
        result.value = size_of_operand();
        return result;
    }
    if (name == "new") return made_new();
    if (name == "static_cast" || name == "reinterpret_cast" || name == "const_cast") {
        ++position_;
        const HostType to = type();
        if (is(position_, ">")) ++position_;
        const std::vector<HostValue> of = is(position_, "(") ? arguments() : std::vector<HostValue>{};
        if (of.size() == 1)
            result.value = of[0].kind == HostValue::Kind::address ? of[0] : converted(of[0], to);
        return result;
    }
    if (name == "true" || name == "false") {
        result.value = HostValue::of(int64_t{name == "true"});
        return result;
    }
    if (name == "nullptr" || name == "NULL") {
        result.value = HostValue::pointer(nullptr);
        return result;
    }
    std::vector<HostType> types;
    if (is(position_, "<") && (name == "min" || name == "max" || outline_.is_function_template(name) ||
                               outline_.is_type_template(name)))
        types = template_arguments();
    if (is(position_, "(") || (is(position_, "{") && (name == "dim3" || outline_.is_type(name))))
        return call(name, position_, types);
    if (name == "this" && !self_.empty()) {
        result.value = HostValue::pointer(self_.back().array, self_.back().to, self_.back().offset);
        return result;
    }
    result.variable = find(name);
    if (result.variable == nullptr && name == "RAND_MAX") result.value = HostValue::of(most_random);
    if (result.variable == nullptr) return result;
    HostVariable& variable = *result.variable;
    if (variable.place != nullptr) return lying(variable.place, variable.offset, variable.type);
    result.type = variable.type;
    result.value = variable.value;
    return result;
}

}  // namespace upsweep::programs
