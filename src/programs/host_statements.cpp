// Statements of host code.
#include <algorithm>
#include <set>

#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::Item;
using emulator::ItemKind;
using emulator::Token;
using emulator::TokenKind;

HostReader::HostReader(const std::vector<Token>& tokens, const emulator::Outline& outline)
    : DeclarationTokens(tokens, tokens.size()), outline_(outline) {
    scopes_.emplace_back();
}

std::vector<HostLaunch> HostReader::run() {
    for (const Item& item : outline_.items) {
        if (item.is_library || item.is_device || item.is_global || item.kind != ItemKind::variable) continue;
        position_ = item.begin;
        declaration();
    }
    const auto is_host_function = [](const Item& item) {
        return item.kind == ItemKind::function && !item.is_library && !item.is_device && !item.is_global;
    };
    for (const Item& item : outline_.items)
        if (is_host_function(item) && item.name == "main")
            run_function(item, {HostValue::of(std::int64_t{1})});
    // A file without main shows what its functions would launch, whatever they are given.
    if (launches_.empty())
        for (const Item& item : outline_.items)
            if (is_host_function(item) && item.name != "main") run_function(item, {});
    return std::move(launches_);
}

HostVariable* HostReader::find(std::string_view name) {
    for (std::size_t i = scopes_.size(); i-- > function_scope_;)
        if (const auto found = scopes_[i].find(name); found != scopes_[i].end()) return found->second;
    const auto found = scopes_[0].find(name);
    return found != scopes_[0].end() ? found->second : nullptr;
}

HostVariable& HostReader::add(std::string_view name, const HostType& type) {
    variables_.push_back({type, {}});
    scopes_.back()[name] = &variables_.back();
    return variables_.back();
}

void HostReader::run_function(const Item& function, const std::vector<HostValue>& given) {
    if (depth_ >= deepest) return;
    std::size_t open = function.begin;
    while (open < function.end && !(at(open).text == function.name && is(open + 1, "("))) ++open;
    if (open >= function.end) return;
    const std::size_t closing = past_closing(++open);
    std::vector<Scope> outer(scopes_.begin() + 1, scopes_.end());
    scopes_.resize(1);
    scopes_.emplace_back();
    const std::size_t kept = position_;
    position_ = open + 1;
    for (std::size_t k = 0; position_ < closing - 1; ++k) {
        const HostType declared = type();
        while (is(position_, "&")) ++position_;
        if (at(position_).kind == TokenKind::identifier) {
            HostType own = declared;
            if (is(position_ + 1, "[")) ++own.pointers;
            HostVariable& variable = add(at(position_).text, own);
            if (k < given.size()) variable.value = converted(given[k], own);
        }
        while (position_ < closing - 1 && !is(position_, ",")) ++position_;
        if (is(position_, ",")) ++position_;
    }
    position_ = closing;
    while (position_ < function.end && !is(position_, "{")) ++position_;
    ++depth_;
    if (is(position_, "{")) block();
    --depth_;
    position_ = kept;
    scopes_.resize(1);
    scopes_.insert(scopes_.end(), outer.begin(), outer.end());
}

std::size_t HostReader::past_statement(std::size_t i) const {
    if (is(i, "{")) return past_closing(i);
    if (is(i, "if") || is(i, "for") || is(i, "while") || is(i, "switch")) {
        while (i < end_ && !is(i, "(")) ++i;
        i = past_statement(past_closing(i));
        return is(i, "else") ? past_statement(i + 1) : i;
    }
    if (is(i, "do")) return past_semicolon(past_statement(i + 1));
    return std::max(past_semicolon(i), i + 1);
}

HostReader::Flow HostReader::statement() {
    if (!spend() || depth_ >= deepest) {
        position_ = past_statement(position_);
        return Flow::returns;
    }
    const std::size_t begin = position_, end = past_statement(begin);
    ++depth_;
    Flow flow = Flow::next;
    if (is(begin, "{"))
        flow = block();
    else if (is(begin, "if"))
        flow = if_statement();
    else if (is(begin, "for"))
        flow = for_statement();
    else if (is(begin, "while"))
        flow = while_statement();
    else if (is(begin, "do"))
        flow = do_statement();
    else if (is(begin, "return"))
        flow = return_statement();
    else if (is(begin, "break"))
        flow = Flow::breaks;
    else if (is(begin, "continue"))
        flow = Flow::continues;
    else if (is(begin, "switch"))
        flow = Flow::next;  // too seldom before a launch
    else if (is_declaration(begin))
        declaration();
    else {
        const auto chevrons = [&] {
            for (std::size_t i = begin; i + 1 < end; ++i)
                if (is(i, "<<") && is(i + 1, "<")) return true;
            return false;
        };
        if (chevrons())
            launch(end);
        else
            expression();
    }
    --depth_;
    position_ = end;
    return flow;
}

HostReader::Flow HostReader::block() {
    const std::size_t end = past_closing(position_);
    scopes_.emplace_back();
    ++position_;
    Flow flow = Flow::next;
    while (flow == Flow::next && position_ + 1 < end) flow = statement();
    scopes_.pop_back();
    position_ = end;
    return flow;
}

HostReader::Flow HostReader::run_at(std::size_t body) {
    position_ = body;
    return statement();
}

HostReader::Flow HostReader::if_statement() {
    std::size_t open = position_ + 1;
    if (is(open, "constexpr")) ++open;
    position_ = open + 1;
    const HostValue condition = expression();
    const std::size_t body = past_closing(open), otherwise = past_statement(body);
    // Of what is not known, as the answer of the runtime, the way is taken that asks for nothing.
    if (condition.known() && condition.truth()) return run_at(body);
    if (is(otherwise, "else") && condition.known()) return run_at(otherwise + 1);
    return Flow::next;
}

HostReader::Flow HostReader::for_statement() {
    const std::size_t open = position_ + 1, body = past_closing(open);
    position_ = open + 1;
    const std::size_t first = past_semicolon(position_), second = past_semicolon(first);
    if (second >= body) return Flow::next;  // over a range
    scopes_.emplace_back();
    if (is_declaration(position_))
        declaration();
    else if (!is(position_, ";"))
        expression();
    Flow flow = Flow::next;
    for (;;) {
        position_ = first;
        if (!is(first, ";")) {
            const HostValue condition = expression();
            if (!condition.known() || !condition.truth()) break;
        }
        flow = run_at(body);
        if (flow == Flow::breaks || flow == Flow::returns || !spend()) break;
        position_ = second;
        if (!is(second, ")")) expression();
    }
    scopes_.pop_back();
    return flow == Flow::returns ? flow : Flow::next;
}

HostReader::Flow HostReader::while_statement() {
    const std::size_t open = position_ + 1, body = past_closing(open);
    for (;;) {
        position_ = open + 1;
        const HostValue condition = expression();
        if (!condition.known() || !condition.truth() || !spend()) return Flow::next;
        const Flow flow = run_at(body);
        if (flow == Flow::returns) return flow;
        if (flow == Flow::breaks) return Flow::next;
    }
}

HostReader::Flow HostReader::do_statement() {
    const std::size_t body = position_ + 1, condition = past_statement(body) + 2;
    for (;;) {
        const Flow flow = run_at(body);
        if (flow == Flow::returns) return flow;
        if (flow == Flow::breaks || !spend()) return Flow::next;
        position_ = condition;
        const HostValue again = expression();
        if (!again.known() || !again.truth()) return Flow::next;
    }
}

HostReader::Flow HostReader::return_statement() {
    ++position_;
    returned_ = is(position_, ";") ? HostValue() : expression();
    return Flow::returns;
}

bool HostReader::is_declaration(std::size_t i) const {
    while (is(i, "static") || is(i, "const") || is(i, "constexpr") || is(i, "auto")) {
        if (is(i, "auto")) return true;
        ++i;
    }
    if (!begins_type(i)) return false;
    // `dim3(…)` and `int(…)` alone are values.
    return !is(i + 1, "(");
}

void HostReader::declaration() {
    const HostType first = type();
    HostType base = first;
    base.pointers = 0;
    declarator(first);
    while (is(position_, ",")) {
        ++position_;
        HostType next = base;
        for (; is(position_, "*") || is(position_, "&") || is(position_, "const"); ++position_)
            if (is(position_, "*")) ++next.pointers;
        declarator(next);
    }
}

void HostReader::declarator(const HostType& declared) {
    if (at(position_).kind != TokenKind::identifier) return;
    HostType type = declared;
    HostVariable& variable = add(at(position_).text, type);
    ++position_;
    if (is(position_, "[")) {
        std::int64_t count = 1;
        bool known = true;
        while (is(position_, "[")) {
            const std::size_t end = past_closing(position_++);
            const HostValue side = is(position_, "]") ? HostValue() : expression();
            known &= side.is_number();
            count *= side.is_number() ? std::clamp<std::int64_t>(side.as_whole(), 0, most_cells) : 1;
            count = std::min(count, most_cells);
            position_ = end;
        }
        variable.type.pointers = declared.pointers + 1;
        variable.type.is_array = true;
        auto array = std::make_shared<HostArray>();
        array->element = declared.pointers > 0 ? 8 : declared.bytes;
        array->floating = declared.floating;
        array->bytes = known ? count * array->element : -1;
        variable.value = HostValue::pointer(array);
        if (is(position_, "=")) ++position_;
        if (is(position_, "{")) braced_list(array);
        return;
    }
    if (is(position_, "=") && is(position_ + 1, "{")) ++position_;
    if (is(position_, "=")) {
        ++position_;
        variable.value = converted(assignment(), type);
        return;
    }
    const bool round = is(position_, "("), braced = is(position_, "{");
    if (!round && !braced) {
        if (type.is_dim3) variable.value = converted(HostValue::of(std::int64_t{1}), type);
        return;
    }
    const std::size_t end = past_closing(position_);
    ++position_;
    std::vector<HostValue> given;
    while (position_ + 1 < end) {
        given.push_back(assignment());
        if (!is(position_, ",")) break;
        ++position_;
    }
    position_ = end;
    if (type.is_dim3) {
        variable.value.kind = HostValue::Kind::dim3;
        for (std::size_t k = 0; k < std::min<std::size_t>(3, given.size()); ++k) {
            if (!given[k].is_number()) variable.value.kind = HostValue::Kind::unknown;
            variable.value.sides[k] = given[k].as_whole();
        }
    } else if (type.is_vector) {
        auto array = std::make_shared<HostArray>();
        array->element = type.bytes;
        array->floating = type.floating;
        array->state = HostArray::State::written;
        if (round && !given.empty() && given[0].is_number())
            array->bytes = std::clamp<std::int64_t>(given[0].as_whole(), 0, most_cells) * type.bytes;
        if (braced) array->bytes = static_cast<std::int64_t>(given.size()) * type.bytes;
        array->cells.assign(array->count() > 0 ? static_cast<std::size_t>(array->count()) : 0,
                            round && given.size() > 1 ? given[1].as_real() : 0);
        for (std::size_t k = 0; braced && k < array->cells.size(); ++k) array->cells[k] = given[k].as_real();
        variable.value = HostValue::pointer(array);
    } else if (given.size() == 1) {
        variable.value = converted(given[0], type);
    }
}

HostValue HostReader::braced_list(std::shared_ptr<HostArray> into) {
    const std::size_t end = past_closing(position_);
    ++position_;
    into->state = HostArray::State::written;
    while (position_ + 1 < end) {
        if (is(position_, "{")) {
            braced_list(into);
        } else {
            const std::size_t before = position_;
            const HostValue value = assignment();
            if (!value.is_number()) into->partly_unknown = true;
            if (static_cast<std::int64_t>(into->cells.size()) < most_cells)
                into->cells.push_back(value.as_real());
            if (position_ == before) break;
        }
        if (is(position_, ",")) ++position_;
    }
    position_ = end;
    const auto given = static_cast<std::int64_t>(into->cells.size());
    if (into->bytes < 0) into->bytes = given * into->element;
    // What the list leaves out is zero.
    if (into->count() > given && into->count() <= most_cells)
        into->cells.resize(static_cast<std::size_t>(into->count()), 0);
    return HostValue::pointer(into);
}

void HostReader::launch(std::size_t end) {
    std::size_t open = position_, close = position_;
    while (open < end && !(is(open, "<<") && is(open + 1, "<"))) ++open;
    while (close < end && !(is(close, ">>") && is(close + 1, ">") && is(close + 2, "("))) ++close;
    if (close == end) return;
    HostLaunch made;
    made.line = at(position_).where.line;
    for (std::size_t i = position_; i < open; ++i) {
        const bool word = at(i).kind == TokenKind::identifier || at(i).kind == TokenKind::number;
        if (is(i, "::") || (is(i + 1, "::") && word)) continue;  // the namespaces do not belong to the name
        const HostVariable* constant = i > position_ && word ? find(at(i).text) : nullptr;
        if (constant != nullptr && constant->value.is_number())
            made.kernel += std::to_string(constant->value.as_whole());
        else
            made.kernel += at(i).text;
        if (is(i, ",")) made.kernel += ' ';
    }
    position_ = open + 2;
    const auto sides = [&](const HostValue& value) -> Given {
        if (value.is_number()) return {std::to_string(value.as_whole())};
        if (value.kind != HostValue::Kind::dim3) return {"", "the file works it out when it runs"};
        return {std::to_string(value.sides[0]) + "," + std::to_string(value.sides[1]) + "," +
                std::to_string(value.sides[2])};
    };
    std::vector<HostValue> shape;
    while (position_ < close) {
        shape.push_back(assignment());
        if (!is(position_, ",")) break;
        ++position_;
    }
    position_ = close + 2;
    shape.resize(std::max<std::size_t>(shape.size(), 2));
    made.grid = sides(shape[0]);
    made.block = sides(shape[1]);
    made.shared =
        shape.size() > 2 && shape[2].is_number() ? Given{std::to_string(shape[2].as_whole())} : Given{"0"};
    const std::vector<HostValue> values = arguments();
    for (std::size_t k = 0; k < values.size(); ++k) {
        made.arguments.push_back(given(values[k]));
        for (std::size_t before = 0; before < k; ++before)
            if (values[k].kind == HostValue::Kind::pointer && values[k].array != nullptr &&
                values[k].array == values[before].array)
                made.arguments[k].text = "same:" + std::to_string(before);
    }
    const bool again = std::any_of(launches_.begin(), launches_.end(), [&](const HostLaunch& other) {
        return other.line == made.line && other.kernel == made.kernel;
    });
    if (!again) launches_.push_back(std::move(made));
    for (const HostValue& value : values)
        if (value.kind == HostValue::Kind::pointer && value.array != nullptr)
            value.array->state = HostArray::State::device;
}

}  // namespace upsweep::programs
