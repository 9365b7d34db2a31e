// Host functions and their statements to code.
#include "emulator/host/lower_host.h"

#include <algorithm>

#include "core/ranges.h"
#include "emulator/bytecode/lower.h"

namespace upsweep::emulator {

namespace {

/// One declaration, or several of one type, whose names are known behind it.
bool declares(const TypedStatement& s) {
    return s.kind == StatementKind::declare || (s.kind == StatementKind::block && !s.children.empty() &&
                                                all_of(s.children, [](const TypedStatement* one) {
                                                    return one->kind == StatementKind::declare;
                                                }));
}

}  // namespace

HostCode lower_host(const Program& program) { return HostLowering(program).run(); }

HostLowering::At::At(HostLowering& of, const SourceRange& where) : lowering(of), outer(of.place_) {
    of.place_ = uint32_t(of.code_.places.size());
    of.code_.places.push_back(where);
}

HostCode HostLowering::run() {
    code_.places.emplace_back();
    code_.main = program_.entry;
    code_.users_files = program_.users_files;
    code_.functions.emplace_back();
    start();
    // Lowering a body may find further functions.
    for (uint32_t i = 1; i < code_.functions.size(); ++i) lower_body(i);
    for (HostFunction& made : code_.functions) join_instructions(made);
    return std::move(code_);
}

/// What runs first: it gives the globals their values and calls main with argc and argv.
void HostLowering::start() {
    current_ = 0;
    next_ = 2;
    for (const TypedStatement* s : program_.starts) statement(*s);
    const uint32_t main = function(*program_.entry);
    const Register status = temporary();
    HostInstruction& in = emit(HostOp::call);
    in.target = main;
    in.a = 0;
    in.count = uint16_t(std::min<size_t>(2, program_.entry->parameters.size()));
    in.dst = status;
    for (size_t i = program_.ends.size(); i-- > 0;) statement(*program_.ends[i]);
    emit(HostOp::leave).a = status;
}

uint32_t HostLowering::function(const Function& function) {
    const auto [known, is_new] = numbers_.try_emplace(&function, uint32_t(code_.functions.size()));
    if (is_new) {
        code_.functions.emplace_back();
        code_.functions.back().function = &function;
    }
    return known->second;
}

uint32_t HostLowering::global(const Variable& variable) {
    if (const auto known = globals_.find(&variable); known != globals_.end()) return known->second;
    HostGlobal made{&variable, {}};
    const auto number = uint32_t(code_.globals.size());
    globals_[&variable] = number;
    code_.globals.push_back(made);
    for (const Link& link : variable.links) {
        const uint32_t to = global(*link.to);
        code_.globals[number].links.emplace_back(link.offset, to);
    }
    return number;
}

void HostLowering::lower_body(uint32_t number) {
    current_ = number;
    const Function& function = *here().function;
    const At at(*this, function.name_where);
    bindings_.clear();
    locals_.clear();
    unset_.clear();
    breakables_.clear();
    gotos_.clear();
    labels_.clear();
    next_ = 0;
    if (function.body == nullptr)
        return stop("`" + function.name +
                    "` is declared, but its body is not in this file or what it includes.");
    // The arguments come in registers; a struct is handed over by its address, and copied here.
    const Register first = temporary(function.parameters.size());
    const bool returns_block = !function.result->is_void() && in_memory(*function.result);
    if (returns_block) result_ = temporary();
    for (size_t i = 0; i < function.parameters.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        const Register given = first + Register(i);
        if (!in_memory(parameter)) {
            bindings_[&parameter] = {false, given, 0, false};
            continue;
        }
        const Place to = bind(parameter);
        write(to, given, *parameter.type);
    }
    const Scope scope(*this);
    for (const Variable* parameter : function.parameters) know(*parameter);
    const bool is_main = &function == program_.entry;
    runs_once_ = is_main;
    statement(*function.body);
    if (is_main) {
        const At end(*this, function.end);
        emit(HostOp::moment).bits = 1;
    }
    emit(HostOp::leave).a = function.name == "main" ? constant(0) : 0;
    here().instructions.back().place = place_;
    for (const auto& [label, from] : gotos_) {
        const auto to = labels_.find(label);
        if (to == labels_.end())
            refuse(code_.places[here().instructions[from].place],
                   "This function has no label `" + label +
                       "`. Write it before the statement to continue with.");
        here().instructions[from].target = to->second;
    }
}

/// Behind a statement of main that runs once a reader may stop, which costs next to nothing.
void HostLowering::stop_behind(const TypedStatement& s) {
    const auto gives_nothing = [](const TypedStatement* one) { return one->value == nullptr; };
    const bool quiet =
        s.kind == StatementKind::return_function || s.kind == StatementKind::label ||
        s.kind == StatementKind::try_block || (s.kind == StatementKind::block && !declares(s)) ||
        (declares(s) &&
         (s.kind == StatementKind::declare ? gives_nothing(&s) : all_of(s.children, gives_nothing)));
    if (quiet) return;
    const At at(*this, s.where);
    emit(HostOp::moment);
}

/// Whether it is a block of the text, and not several statements that stand for one.
bool HostLowering::has_braces(const TypedStatement& s) const {
    if (s.kind != StatementKind::block || s.where.file < 0) return false;
    const std::string& text = nth(program_.files, s.where.file).text;
    size_t at = 0;
    for (int line = 1; line < s.where.line && at != std::string::npos; ++line) {
        at = text.find('\n', at);
        if (at != std::string::npos) ++at;
    }
    return at < text.size() &&
           text.compare(std::min(at + size_t(s.where.column) - 1, text.size()), 1, "{") == 0;
}

void HostLowering::end_scope(size_t first) {
    std::vector<HostVariable>& known = here().variables;
    for (size_t i = first; i < known.size(); ++i)
        if (known[i].end == 0) known[i].end = position();
}

/// From here on the variable has its value.
void HostLowering::know(const Variable& variable) {
    const Place& place = bindings_.at(&variable);
    const bool in_memory = place.in_memory && locals_.contains(&variable);
    here().variables.push_back(
        {&variable, in_memory, in_memory ? locals_.at(&variable) : place.at, position(), 0});
}

void HostLowering::statement(const TypedStatement& s) {
    const At at(*this, s.where);
    std::optional<Scope> scope;
    const bool braces = has_braces(s);
    const bool joins = s.kind == StatementKind::block && !braces;
    if (!joins && s.kind != StatementKind::declare && s.kind != StatementKind::label) scope.emplace(*this);
    const Register before = next_;
    const bool plain = s.kind == StatementKind::block || s.kind == StatementKind::try_block;
    const Restored<bool> once(runs_once_, runs_once_ && plain);
    switch (s.kind) {
        case StatementKind::stop:
            stop(s.label);
            break;
        case StatementKind::block:
            for (const TypedStatement* child : s.children) {
                statement(*child);
                if (!runs_once_ || declares(s)) continue;
                // What the checker wrote for one statement is one: a loop over a range, a return.
                const StatementKind last = s.children.back()->kind;
                const bool inner = child != s.children.back() && last == StatementKind::for_loop;
                if (braces || (!inner && last != StatementKind::return_function)) stop_behind(*child);
            }
            return;
        case StatementKind::expression:
            or_stop([&] { evaluate(*s.value); });
            break;
        case StatementKind::declare:
            or_stop([&] { declaration(s); });
            return;
        case StatementKind::if_else: {
            const size_t otherwise = jump_unless(*s.condition);
            next_ = before;
            statement(*s.children[0]);
            if (s.children.size() < 2) {
                land(otherwise);
                break;
            }
            const size_t end = jump(HostOp::jump);
            land(otherwise);
            statement(*s.children[1]);
            land(end);
            break;
        }
        case StatementKind::for_loop:
            for_loop(s);
            break;
        case StatementKind::while_loop:
            while_loop(s);
            break;
        case StatementKind::do_loop:
            do_loop(s);
            break;
        case StatementKind::switch_case:
            switch_case(s);
            break;
        case StatementKind::break_out:
            breakables_.back().breaks.push_back(jump(HostOp::jump));
            break;
        case StatementKind::continue_loop: {
            auto loop = std::find_if(breakables_.rbegin(), breakables_.rend(),
                                     [](const Breakable& b) { return b.loop; });
            const size_t to = jump(HostOp::jump);
            loop->continues.push_back(to);
            break;
        }
        case StatementKind::return_function:
            or_stop([&] { return_from(s); });
            break;
        case StatementKind::jump_to:
            gotos_.emplace_back(s.label, jump(HostOp::jump));
            here().instructions.back().place = place_;
            break;
        case StatementKind::label:
            labels_[s.label] = last_landing_ = position();
            statement(*s.children[0]);
            return;
        case StatementKind::try_block:
            try_block(s);
            return;
    }
    // Variables that were declared meanwhile keep their registers.
    if (s.kind == StatementKind::expression) next_ = before;
}

void HostLowering::stop(const std::string& sentence) {
    emit(HostOp::stop).target = code_.texts.size();
    code_.texts.push_back(sentence);
}

void HostLowering::try_block(const TypedStatement& s) {
    last_landing_ = position();
    HostFunction::Region region;
    region.begin = position();
    statement(*s.children[0]);
    region.end = position();
    const size_t end = jump(HostOp::jump);
    region.landing = last_landing_ = position();
    here().regions.push_back(region);
    statement(*s.children[1]);
    land(end);
}

void HostLowering::declaration(const TypedStatement& s) {
    const Variable& declared = *s.variable;
    if (in_memory(declared)) {
        const Place to = bind(declared);
        const Register before = next_;
        if (s.value == nullptr || s.value->kind == ExpressionKind::braces) emit(HostOp::forget).a = to.at;
        if (s.value != nullptr) write_value(to, *s.value);
        next_ = before;
        know(declared);
        return;
    }
    if (s.value == nullptr) unset_.insert(&declared);
    const Place to = bind(declared);
    const Register before = next_;
    if (s.value == nullptr) {
        HostInstruction& in = emit(HostOp::set);
        in.dst = to.at;
        in.bits = never_set_bits;
    } else {
        value_into(*s.value, to.at);
    }
    next_ = before;
    know(declared);
}

/// A parameter, or a variable where it is declared, gets its place.
HostLowering::Place HostLowering::bind(const Variable& variable) {
    Place made{in_memory(variable), 0, 0, unset_.contains(&variable)};
    made.at = made.in_memory ? local(variable) : temporary();
    return bindings_[&variable] = made;
}

/// The address of a variable that lies in the frame.
HostLowering::Register HostLowering::local(const Variable& variable) {
    const auto [known, is_new] = locals_.try_emplace(&variable, uint32_t(here().locals.size()));
    if (is_new) here().locals.push_back({variable.name, variable.type});
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::local);
    in.dst = to;
    in.c = known->second;
    return to;
}

/// The jumps out of and to the end of what was written last find where they go.
void HostLowering::end_breakable(size_t continue_to) {
    for (size_t from : breakables_.back().breaks) land(from);
    for (size_t from : breakables_.back().continues) here().instructions[from].target = continue_to;
    breakables_.pop_back();
}

void HostLowering::for_loop(const TypedStatement& s) {
    if (s.first != nullptr) statement(*s.first);
    const size_t top = position();
    if (s.declared != nullptr) statement(*s.declared);
    const Register before = next_;
    const bool tested = s.condition != nullptr;
    size_t out = 0;
    if (tested) out = jump_unless(*s.condition);
    next_ = before;
    breakables_.emplace_back();
    statement(*s.children[0]);
    const size_t next = position();
    if (s.step != nullptr) {
        const Register held = next_;
        const At at(*this, s.step->where);
        evaluate(*s.step);
        next_ = held;
    }
    here().instructions[jump(HostOp::jump)].target = top;
    if (tested) land(out);
    end_breakable(next);
}

void HostLowering::while_loop(const TypedStatement& s) {
    const size_t top = position();
    if (s.declared != nullptr) statement(*s.declared);
    const Register before = next_;
    const size_t out = jump_unless(*s.condition);
    next_ = before;
    breakables_.emplace_back();
    statement(*s.children[0]);
    here().instructions[jump(HostOp::jump)].target = top;
    land(out);
    end_breakable(top);
}

void HostLowering::do_loop(const TypedStatement& s) {
    const size_t top = position();
    breakables_.emplace_back();
    statement(*s.children[0]);
    const size_t next = position();
    const Register before = next_;
    const size_t out = jump_unless(*s.condition);
    here().instructions[jump(HostOp::jump)].target = top;
    land(out);
    next_ = before;
    end_breakable(next);
}

void HostLowering::switch_case(const TypedStatement& s) {
    const Register chosen = value(*s.condition);
    std::vector<std::pair<size_t, size_t>> entries;  // child, jump
    for (const SwitchCase& one : s.cases) {
        if (one.is_default) continue;
        const Register same =
            binary(BinaryOperation::equal, s.condition->type->scalar, chosen, constant(one.bits));
        entries.emplace_back(one.child, jump(HostOp::jump_if, same));
    }
    const size_t otherwise = jump(HostOp::jump);
    breakables_.emplace_back();
    breakables_.back().loop = false;
    bool has_default = false;
    for (size_t child = 0; child <= s.children.size(); ++child) {
        for (const auto& [at, from] : entries)
            if (at == child) land(from);
        for (const SwitchCase& one : s.cases)
            if (one.is_default && one.child == child) {
                land(otherwise);
                has_default = true;
            }
        if (child < s.children.size()) statement(*s.children[child]);
    }
    if (!has_default) land(otherwise);
    end_breakable(position());
}

void HostLowering::return_from(const TypedStatement& s) {
    const bool ends = here().function == program_.entry;
    if (s.value == nullptr || s.value->type->is_void()) {
        if (s.value != nullptr) evaluate(*s.value);
        if (ends) emit(HostOp::moment).bits = 1;
        const bool of_main = here().function != nullptr && here().function->name == "main";
        const Register nothing = of_main ? constant(0) : 0;
        emit(HostOp::leave).a = nothing;
        return;
    }
    Register returned = value(*s.value);
    if (in_memory(*s.value->type)) {
        HostInstruction& in = emit(HostOp::move);
        in.a = result_;
        in.b = returned;
        in.bits = uint64_t(s.value->type->size);
        returned = result_;
    }
    if (ends) emit(HostOp::moment).bits = 1;
    emit(HostOp::leave).a = returned;
}

HostInstruction& HostLowering::emit(HostOp op) {
    here().instructions.emplace_back();
    HostInstruction& in = here().instructions.back();
    in.op = op;
    in.place = place_;
    return in;
}

HostLowering::Register HostLowering::temporary(uint32_t count) {
    const Register first = next_;
    next_ += count;
    here().registers = std::max(here().registers, next_);
    return first;
}

HostLowering::Register HostLowering::constant(uint64_t bits) {
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::set);
    in.dst = to;
    in.bits = bits;
    return to;
}

HostLowering::Register HostLowering::compute(LaneFunction does, Register a, Register b, Register c) {
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::compute);
    in.compute = does;
    in.dst = to;
    in.a = a;
    in.count = uint16_t(1 + (b != nothing) + (c != nothing));
    in.b = b == nothing ? 0 : b;
    in.c = c == nothing ? 0 : c;
    return to;
}

/// The address of a place in the frame for a value that has no name.
HostLowering::Register HostLowering::temporary_block(const Type& type) {
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::local);
    in.dst = to;
    in.c = uint32_t(here().locals.size());
    here().locals.push_back({"", &type});
    return to;
}

size_t HostLowering::jump(HostOp op, Register a) {
    emit(op).a = a;
    return position() - 1;
}

void HostLowering::refuse(const SourceRange& where, const std::string& message) const {
    refuse_lowering(program_, where, message);
}

}  // namespace upsweep::emulator
