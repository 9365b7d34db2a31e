// Statements of host code.
#include <algorithm>

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

HostRun HostReader::run() {
    const auto is_host_function = [](const Item& item) {
        return item.kind == ItemKind::function && !item.is_library && !item.is_device && !item.is_global;
    };
    // Where a program that is given no arguments launches nothing, they are taken for given.
    for (const HostValue& count : {HostValue::of(int64_t{1}), HostValue()}) {
        if (!launches_.empty() || spent_ >= most_spent) break;
        begin();
        for (const Item& item : outline_.items)
            if (is_host_function(item) && item.name == "main") run_function(item, {Operand{count}});
    }
    // A file without main shows what its functions would launch, whatever they are given.
    if (launches_.empty())
        for (const Item& item : outline_.items) {
            if (!is_host_function(item) || item.name == "main") continue;
            exited_ = false;
            run_function(item, {});
        }
    return {std::move(launches_), open_line_, too_many_};
}

void HostReader::begin() {
    scopes_.assign(1, {});
    exited_ = false;
    spent_ = 0;
    random_ = GlibcRandom();
    for (const Item& item : outline_.items) {
        if (item.is_library || item.is_global || item.kind != ItemKind::variable) continue;
        if (is(item.begin, "struct") || is(item.begin, "class") || is(item.begin, "enum")) continue;
        position_ = item.begin;
        declaration();
    }
}

HostVariable* HostReader::find(std::string_view name) {
    for (size_t i = scopes_.size(); i-- > function_scope_;)
        if (const auto found = scopes_[i].find(name); found != scopes_[i].end()) return found->second;
    const auto found = scopes_[0].find(name);
    return found != scopes_[0].end() ? found->second : nullptr;
}

HostVariable& HostReader::add(std::string_view name, const HostType& type) {
    variables_.push_back({type, {}});
    scopes_.back()[name] = &variables_.back();
    return variables_.back();
}

size_t HostReader::past_statement(size_t i) const {
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
    const size_t begin = position_, end = past_statement(begin);
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
        flow = switch_statement();
    else if (is_declaration(begin))
        declaration();
    else {
        if (launches_itself(begin, end))
            launch(end);
        else
            expression();
    }
    --depth_;
    position_ = end;
    return exited_ ? Flow::returns : flow;
}

HostReader::Flow HostReader::switch_statement() {
    position_ += 2;
    const HostValue chosen = expression();
    const size_t open = is(position_, ")") ? position_ + 1 : position_;
    const size_t end = past_closing(open);
    if (!chosen.is_number()) forget_unset(open, end);
    if (!is(open, "{") || !chosen.is_number()) return Flow::next;
    size_t start = 0, otherwise = 0;
    for (size_t i = open + 1; i + 1 < end && start == 0;) {
        if (is(i, "case")) {
            position_ = i + 1;
            const HostValue label = binary(1).value;
            if (label.is_number() && label.as_whole() == chosen.as_whole()) start = position_ + 1;
            i = std::max(position_, i) + 1;
        } else if (is(i, "default")) {
            otherwise = i + 2;
            i += 2;
        } else {
            i = past_statement(i);
        }
    }
    position_ = start > 0 ? start : otherwise;
    Flow flow = Flow::next;
    while (position_ > 0 && position_ + 1 < end && flow == Flow::next) {
        if (is(position_, "case")) {
            ++position_;
            binary(1);
            ++position_;
        } else if (is(position_, "default")) {
            position_ += 2;
        } else {
            flow = statement();
        }
    }
    return flow == Flow::breaks ? Flow::next : flow;
}

HostReader::Flow HostReader::block() {
    const size_t end = past_closing(position_);
    scopes_.emplace_back();
    ++position_;
    Flow flow = Flow::next;
    while (flow == Flow::next && position_ + 1 < end) flow = statement();
    scopes_.pop_back();
    position_ = end;
    return flow;
}

HostReader::Flow HostReader::run_at(size_t body) {
    position_ = body;
    return statement();
}

HostReader::Flow HostReader::if_statement() {
    size_t open = position_ + 1;
    if (is(open, "constexpr")) ++open;
    position_ = open + 1;
    const HostValue condition = expression();
    const size_t body = past_closing(open), otherwise = past_statement(body);
    if (!condition.known()) note_open(open, otherwise, launches_.size());
    if (!condition.known())
        forget_unset(body, is(otherwise, "else") ? past_statement(otherwise + 1) : otherwise);
    // Of what is not known, as the answer of the runtime, the way is taken that asks for nothing.
    if (condition.known() && condition.truth()) return run_at(body);
    if (is(otherwise, "else") && condition.known()) return run_at(otherwise + 1);
    return Flow::next;
}

HostReader::Flow HostReader::for_statement() {
    const size_t open = position_ + 1, body = past_closing(open);
    position_ = open + 1;
    const size_t first = past_semicolon(position_), second = past_semicolon(first);
    if (second >= body) {
        for (size_t i = position_; i < body; ++i)
            if (is(i, ":")) return range_statement(i, body);
        return Flow::next;
    }
    scopes_.emplace_back();
    if (is_declaration(position_))
        declaration();
    else if (!is(position_, ";"))
        expression();
    Flow flow = Flow::next;
    const LoopStart start = loop_start();
    const int64_t since = clock_;
    const size_t launched = launches_.size();
    for (;;) {
        position_ = first;
        if (!is(first, ";")) {
            const HostValue condition = expression();
            if (!condition.known()) note_open(open, past_statement(body), launched);
            if (!condition.known() || !condition.truth()) break;
        }
        flow = run_at(body);
        if (flow == Flow::breaks || flow == Flow::returns || !spend()) break;
        position_ = second;
        if (!is(second, ")")) expression();
        if (is_long(start)) {
            note_open(open, past_statement(body), launched);
            leave_loop(since);
            if (is(first, ";")) flow = Flow::returns;
            break;
        }
    }
    scopes_.pop_back();
    return flow == Flow::returns ? flow : Flow::next;
}

void HostReader::leave_loop(int64_t since) {
    for (HostVariable& variable : variables_) {
        HostArray* array = variable.value.array.get();
        if (array == nullptr || array->writes <= since) continue;
        array->followed = int64_t(array->data.size());
        // How long one that grows would have become is not known.
        if (variable.type.is_vector && array->bytes == array->followed) array->bytes = -1;
    }
}

HostReader::Flow HostReader::range_statement(size_t colon, size_t body) {
    const HostType each = type();
    const std::string_view name = at(position_).text;
    const bool reference = is(position_ - 1, "&");
    position_ = colon + 1;
    const HostValue over = assignment();
    if (!over.leads() || over.array->count() < 0) return Flow::next;
    Flow flow = Flow::next;
    const LoopStart start = loop_start();
    const int64_t count = over.array->count(), bytes = size_of(over.to);
    for (int64_t k = 0; k < count && flow != Flow::breaks && flow != Flow::returns && spend(); ++k) {
        scopes_.emplace_back();
        HostVariable& variable = add(name, each.bytes > 0 ? each : over.to);
        if (reference) {
            variable.type = over.to;
            variable.place = over.array;
            variable.offset = k * bytes;
        } else {
            variable.value = read(over.array, k * bytes, over.to);
        }
        flow = run_at(body);
        scopes_.pop_back();
        if (is_long(start)) break;
    }
    return flow == Flow::returns ? flow : Flow::next;
}

HostReader::Flow HostReader::while_statement() {
    const size_t open = position_ + 1, body = past_closing(open), launched = launches_.size();
    const LoopStart start = loop_start();
    for (;;) {
        // Nobody knows whether it ever ends.
        if (is_long(start)) {
            note_open(open, past_statement(body), launched);
            return Flow::returns;
        }
        position_ = open + 1;
        const HostValue condition = expression();
        if (!condition.known()) note_open(open, past_statement(body), launched);
        if (!condition.known() || !condition.truth() || !spend()) return Flow::next;
        const Flow flow = run_at(body);
        if (flow == Flow::returns) return flow;
        if (flow == Flow::breaks) return Flow::next;
    }
}

HostReader::Flow HostReader::do_statement() {
    const size_t body = position_ + 1, condition = past_statement(body) + 2;
    const size_t launched = launches_.size();
    for (;;) {
        const Flow flow = run_at(body);
        if (flow == Flow::returns) return flow;
        if (flow == Flow::breaks || !spend()) return Flow::next;
        position_ = condition;
        const HostValue again = expression();
        if (!again.known()) note_open(body, condition, launched);
        if (!again.known() || !again.truth()) return Flow::next;
    }
}

void HostReader::forget_unset(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
        if (HostVariable* named = at(i).kind == TokenKind::identifier ? find(at(i).text) : nullptr)
            named->value.unset = false;
}

void HostReader::note_open(size_t begin, size_t end, size_t launches) {
    forget_unset(begin, end);
    if (open_line_ != 0 || (launches_.size() == launches && !launches_between(begin, end))) return;
    open_line_ = at(begin).where.line;
}

bool HostReader::launches_between(size_t begin, size_t end) const {
    for (size_t i = begin; i + 1 < end; ++i)
        if (is(i, "<<") && is(i + 1, "<")) return true;
    return false;
}

HostReader::Flow HostReader::return_statement() {
    ++position_;
    returned_ = is(position_, ";") ? HostValue() : expression();
    return Flow::returns;
}

bool HostReader::is_declaration(size_t i) const {
    while (is(i, "static") || is(i, "const") || is(i, "constexpr") || is(i, "auto") || is(i, "volatile")) {
        if (is(i, "auto")) return true;
        ++i;
    }
    if (!begins_type(i)) return false;
    // `dim3(…)` and `int(…)` alone are values.
    return !is(i + 1, "(");
}

}  // namespace upsweep::programs
