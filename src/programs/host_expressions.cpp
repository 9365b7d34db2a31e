// Expressions of host code: evaluated as they are read.
#include <array>
#include <string>

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

HostValue HostReader::assignment() {
    if (!spend() || depth_ >= deepest) return {};
    ++depth_;
    const Operand left = conditional();
    HostValue value = left.value;
    const std::string_view op = at(position_).text;
    const bool assigns = at(position_).kind == TokenKind::punctuator && op.size() > 0 && op.back() == '=' &&
                         op != "==" && op != "!=" && op != "<=" && op != ">=";
    if (assigns) {
        ++position_;
        HostValue right = assignment();
        if (op.size() > 1) right = apply(std::string(op.substr(0, op.size() - 1)), left.value, right);
        store(left, right);
        value = right;
    }
    --depth_;
    return value;
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
    Operand left = unary();
    for (;;) {
        const Token& op = at(position_);
        const int level = strength(op);
        // `<<<` and `>>>` are the launch's own.
        const bool chevron =
            (op.is("<<") && is(position_ + 1, "<")) || (op.is(">>") && is(position_ + 1, ">"));
        if (level < lowest || chevron || position_ >= end_) return left;
        ++position_;
        const Operand right = binary(level + 1);
        Operand result;
        result.value = apply(std::string(op.text), left.value, right.value);
        left = result;
    }
}

HostReader::Operand HostReader::unary() {
    if (depth_ >= deepest) return {};
    const std::string_view op = at(position_).text;
    Operand result;
    if (is(position_, "-") || is(position_, "+") || is(position_, "!") || is(position_, "~")) {
        ++position_;
        ++depth_;
        const HostValue value = unary().value;
        --depth_;
        if (!value.known()) return result;
        if (op == "!") result.value = HostValue::of(std::int64_t{!value.truth()});
        if (op == "~" && value.is_number()) result.value = HostValue::of(~value.as_whole());
        if (op == "+") result.value = value;
        if (op == "-") result.value = apply("-", HostValue::of(std::int64_t{0}), value);
        return result;
    }
    if (is(position_, "++") || is(position_, "--")) {
        ++position_;
        Operand at = unary();
        step(at, op == "++" ? 1 : -1);
        at.value = apply("+", at.value, HostValue::of(std::int64_t{op == "++" ? 1 : -1}));
        return at;
    }
    if (is(position_, "&")) {
        ++position_;
        const Operand of = unary();
        if (of.variable != nullptr && of.index < 0) {
            result.value.kind = HostValue::Kind::address;
            result.value.variable = of.variable;
        } else if (of.array != nullptr) {
            result.value = HostValue::pointer(of.array);
            result.value.offset = of.index;
        }
        return result;
    }
    if (is(position_, "*")) {
        ++position_;
        const Operand of = unary();
        return element(of, HostValue::of(std::int64_t{0}));
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

HostReader::Operand HostReader::member(Operand of) {
    const std::string_view name = at(position_++).text;
    Operand result;
    const HostValue& value = of.value;
    if (is(position_, "(")) {
        const std::vector<HostValue> given = arguments();
        if (value.kind == HostValue::Kind::pointer && value.array != nullptr) {
            if (name == "data" || name == "begin") result.value = value;
            if (name == "size" && value.array->count() >= 0)
                result.value = HostValue::of(value.array->count());
        }
        return result;
    }
    if (value.kind == HostValue::Kind::dim3 && name.size() == 1 && name[0] >= 'x' && name[0] <= 'z') {
        result.side = name[0] - 'x';
        result.variable = of.variable;
        result.value = HostValue::of(value.sides[static_cast<std::size_t>(result.side)]);
    }
    return result;
}

HostReader::Operand HostReader::element(Operand of, const HostValue& index) {
    Operand result;
    const HostValue& pointer = of.value;
    if (pointer.kind == HostValue::Kind::address) {
        result.variable = pointer.variable;
        result.value = pointer.variable->value;
        return result;
    }
    if (pointer.kind != HostValue::Kind::pointer || pointer.array == nullptr || !index.is_number())
        return result;
    result.array = pointer.array;
    result.index = pointer.offset + index.as_whole();
    const std::vector<double>& cells = pointer.array->cells;
    if (result.index < 0 || result.index >= static_cast<std::int64_t>(cells.size())) return result;
    if (pointer.array->state != HostArray::State::written) return result;
    const double value = cells[static_cast<std::size_t>(result.index)];
    result.value =
        pointer.array->floating ? HostValue::of(value) : HostValue::of(static_cast<std::int64_t>(value));
    return result;
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
        case TokenKind::string:
            ++position_;
            return {};
        default:
            break;
    }
    if (is(position_, "(")) return parenthesised();
    if (is(position_, "{") || is(position_, "[")) {
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
        result.value = HostValue::of(static_cast<std::int64_t>(read->bits));
        return result;
    }
    Array one(read->type, {1, 1});
    std::copy_n(reinterpret_cast<const std::byte*>(&read->bits), one.bytes().size(), one.bytes().begin());
    result.value = HostValue::of(one.number(0));
    return result;
}

HostReader::Operand HostReader::parenthesised() {
    const std::size_t open = position_++, end = past_closing(open);
    Operand result;
    if (begins_type(position_)) {
        const std::size_t kept = position_;
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
    result = Operand{expression()};
    --depth_;
    position_ = end;
    return result;
}

HostReader::Operand HostReader::named() {
    Operand result;
    std::size_t i = position_;
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
    if (name == "new") {
        const HostType of = type();
        auto array = std::make_shared<HostArray>();
        array->element = of.pointers > 0 ? 8 : of.bytes;
        array->floating = of.floating;
        if (is(position_, "[")) {
            ++position_;
            const HostValue count = expression();
            if (is(position_, "]")) ++position_;
            if (count.is_number()) array->bytes = count.as_whole() * array->element;
        }
        result.value = HostValue::pointer(array);
        return result;
    }
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
        result.value = HostValue::of(std::int64_t{name == "true"});
        return result;
    }
    if (name == "nullptr" || name == "NULL") {
        result.value = HostValue::pointer(nullptr);
        return result;
    }
    if (is(position_, "<") && (name == "min" || name == "max")) position_ = past_angle(position_);
    if (is(position_, "(")) {
        result.value = call(name, position_);
        return result;
    }
    result.variable = find(name);
    if (result.variable != nullptr) result.value = result.variable->value;
    return result;
}

HostValue HostReader::size_of_operand() {
    const bool bracketed = is(position_, "(");
    const std::size_t end = bracketed ? past_closing(position_) : position_ + 1;
    if (bracketed) ++position_;
    std::int64_t bytes = 0;
    if (begins_type(position_)) {
        const HostType of = type();
        bytes = of.pointers > 0 ? 8 : of.is_dim3 ? 12 : of.bytes;
        position_ = end;
        return bytes > 0 ? HostValue::of(bytes) : HostValue();
    }
    // Of `*p`, `p[0]` and `p` the type alone counts: nothing is read.
    int led = 0;
    for (; is(position_, "*"); ++position_) ++led;
    const HostVariable* variable = find(at(position_++).text);
    for (; is(position_, "["); position_ = past_closing(position_)) ++led;
    if (bracketed) position_ = end;
    if (variable == nullptr) return {};
    const bool whole_array = led == 0 && variable->type.is_array && variable->value.array != nullptr;
    if (whole_array)
        bytes = variable->value.array->bytes;
    else
        bytes = variable->type.pointers > led ? 8 : variable->type.bytes;
    return bytes > 0 ? HostValue::of(bytes) : HostValue();
}

void HostReader::store(const Operand& to, HostValue value) {
    if (to.side >= 0 && to.variable != nullptr) {
        if (value.is_number()) to.variable->value.sides[static_cast<std::size_t>(to.side)] = value.as_whole();
        return;
    }
    if (to.array == nullptr) {
        if (to.variable != nullptr) to.variable->value = converted(value, to.variable->type);
        return;
    }
    HostArray& array = *to.array;
    array.state = HostArray::State::written;
    array.drawn |= value.drawn;
    if (to.index < 0 || to.index >= most_cells || (array.count() >= 0 && to.index >= array.count())) return;
    if (!value.is_number()) array.partly_unknown = true;
    if (static_cast<std::int64_t>(array.cells.size()) <= to.index)
        array.cells.resize(static_cast<std::size_t>(to.index) + 1, 0);
    HostType of;
    of.bytes = array.element;
    of.floating = array.floating;
    array.cells[static_cast<std::size_t>(to.index)] = converted(value, of).as_real();
}

void HostReader::step(const Operand& at, std::int64_t by) {
    if (at.value.known()) store(at, apply("+", at.value, HostValue::of(by)));
}

std::vector<HostValue> HostReader::arguments() {
    const std::size_t end = past_closing(position_++);
    std::vector<HostValue> given;
    while (position_ + 1 < end) {
        const std::size_t before = position_;
        given.push_back(assignment());
        if (is(position_, ",")) ++position_;
        if (position_ == before) break;
    }
    position_ = end;
    return given;
}

}  // namespace upsweep::programs
