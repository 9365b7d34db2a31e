// Exceptions of host code. What is thrown is an object on the heap and the number of its type; where it is
// caught, a function of its own says whether the type is one of those that a handler takes.
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/refusals.h"

namespace upsweep::emulator {

/// A goto or a label; only host code has them. Nothing ends on the way.
const TypedStatement* Checker::labelled(const Statement* written) {
    const bool is_label = written->form == StatementForm::label;
    if (!is_host_code() && is_label) return statement(written->body);
    if (!is_host_code()) fail_unknown(written->where, refusal_of_word("goto"));
    TypedStatement* made = make(is_label ? StatementKind::label : StatementKind::jump_to, written->where);
    made->label = written->label;
    if (is_label) made->children = {statement(written->body)};
    return made;
}

namespace {

/// Declared in the host's library: it ends the program and never returns.
constexpr std::string_view ending_function = "__uncaught_exception";

}  // namespace

/// throw value; or throw; of what the handler around it has caught.
Expression* Checker::throw_value(const syntax::Expression* written) {
    if (!is_host_code()) refuse_on_device(written, "throw");
    const SourceRange& where = written->where;
    const Type* nothing = types_.void_type();
    if (written->a == nullptr) {
        if (caught_.empty()) fail(where, "`throw` without a value must be inside a `catch`.");
        return thrown(loaded(place_of(caught_.back().object, caught_.back().object->type, where)),
                      loaded(place_of(caught_.back().number, caught_.back().number->type, where)), where);
    }
    Expression* object = check_value(written->a);
    const Type* type = object->type->plain;
    if (type->is_void()) fail(where, "This has no value that could be thrown.");
    Expression* kept = nullptr;
    Expression* all =
        allocated(type, constant(types_.scalar(ScalarType::u64), uint64_t(type->size), where), where, kept);
    all = after(all, store(dereference(loaded(kept), where), object, where));
    const auto known = std::find(thrown_.begin(), thrown_.end(), type);
    const auto number = uint64_t(known - thrown_.begin()) + 1;
    if (known == thrown_.end()) thrown_.push_back(type);
    Expression* pointer = convert_explicitly(loaded(kept), types_.pointer(nothing), where);
    return after(all, thrown(pointer, constant(types_.scalar(ScalarType::u64), number, where), where));
}

Expression* Checker::thrown(Expression* object, Expression* number, const SourceRange& where) {
    Expression* made = make(ExpressionKind::throw_exception, types_.void_type(), where);
    made->operands = {object, number};
    return made;
}

/// What was thrown, at the start of what is done about it: kept in two variables.
Checker::Caught Checker::keep_thrown(TypedStatement& block, const SourceRange& where) {
    Caught made;
    for (int part = 0; part < 2; ++part) {
        const Type* type = part == 0 ? types_.pointer(types_.void_type()) : types_.scalar(ScalarType::u64);
        Expression* kept = temporary(type, where);
        const_cast<Variable*>(kept->variable)->address_taken = false;
        TypedStatement* declared = make(StatementKind::declare, where);
        declared->variable = kept->variable;
        Expression* value = make(ExpressionKind::caught, type, where);
        value->bytes = part;
        declared->value = value;
        block.children.push_back(declared);
        (part == 0 ? made.object : made.number) = kept->variable;
    }
    return made;
}

/// try { … } catch (…) { … }
const TypedStatement* Checker::try_block(const Statement* written) {
    if (!is_host_code()) fail_unknown(written->where, refusal_of_word("try"));
    TypedStatement* made = make(StatementKind::try_block, written->where);
    made->children.push_back(statement(written->body));
    TypedStatement* landing = make(StatementKind::block, written->where);
    const Caught caught = keep_thrown(*landing, written->where);
    // Each handler is the else of those before it; behind them all it is thrown on.
    TypedStatement* rest = landing;
    bool takes_all = false;
    for (const Statement* handler : written->statements) {
        const ScopesBack back(*this, scopes_.size());
        scopes_.emplace_back();
        const size_t endings = endings_.size();
        TypedStatement* body = make(StatementKind::block, handler->where);
        endings_.push_back({caught.object, nullptr, caught.number});
        caught_.push_back(caught);
        const Type* type = nullptr;
        if (handler->first != nullptr) type = declare_caught(handler->first->declarations[0], caught, *body);
        body->children.push_back(statement(handler->body));
        caught_.pop_back();
        add_ends(*body, endings, handler->where);
        takes_all |= type == nullptr;
        if (type == nullptr) {
            rest->children.push_back(body);
            break;
        }
        TypedStatement* choice = make(StatementKind::if_else, handler->where);
        choice->condition = is_one_of(caught, type, handler->where);
        TypedStatement* otherwise = make(StatementKind::block, handler->where);
        choice->children = {body, otherwise};
        rest->children.push_back(choice);
        rest = otherwise;
    }
    if (!takes_all) rest->children.push_back(throw_on(caught, written->where));
    made->children.push_back(landing);
    return made;
}

const TypedStatement* Checker::throw_on(const Caught& caught, const SourceRange& where) {
    TypedStatement* made = make(StatementKind::expression, where);
    made->value = thrown(loaded(place_of(caught.object, caught.object->type, where)),
                         loaded(place_of(caught.number, caught.number->type, where)), where);
    return made;
}

/// The variable that a handler declares. Gives the type that it takes.
const Type* Checker::declare_caught(const Declaration* written, const Caught& caught, TypedStatement& body) {
    const Written type = resolve(written->type);
    const Type* object = (type.is_reference ? type.type->element : type.type)->plain;
    if (written->name.empty()) return object;
    Variable* variable = new_variable(written, type, Storage::local);
    Expression* pointer =
        convert_explicitly(loaded(place_of(caught.object, caught.object->type, written->where)),
                           types_.pointer(type.is_reference ? type.type->element : object), written->where);
    TypedStatement* declared = make(StatementKind::declare, written->where);
    declared->variable = variable;
    declared->value = type.is_reference ? pointer : value(dereference(pointer, written->where));
    body.children.push_back(declared);
    declare(written->name, {Entity::Kind::variable, variable, type.type, 0}, written->name_where);
    current_->function->locals.push_back(variable);
    ends_with_scope(variable);
    return object;
}

/// Whether what was thrown is of that type or of one that is derived from it.
Expression* Checker::is_one_of(const Caught& caught, const Type* type, const SourceRange& where) {
    Expression* made = make(ExpressionKind::call, types_.scalar(ScalarType::boolean), where);
    made->function = about_thrown(AboutThrown::is_one_of, type, where);
    made->operands = {loaded(place_of(caught.object, caught.object->type, where)),
                      loaded(place_of(caught.number, caught.number->type, where))};
    note_call(made->function);
    return made;
}

/// What was caught and is handled ends, and its memory is given back.
Expression* Checker::end_of_caught(const Ending& of, const SourceRange& where) {
    const auto object = [&] { return loaded(place_of(of.variable, of.variable->type, where)); };
    Expression* made = make(ExpressionKind::call, types_.void_type(), where);
    made->function = about_thrown(AboutThrown::end, nullptr, where);
    made->operands = {object(), loaded(place_of(of.number, of.number->type, where))};
    note_call(made->function);
    return after(made, call_named("free", where, {object()}));
}

/// A function of its own that looks at the number of what was thrown.
const Function* Checker::about_thrown(AboutThrown what, const Type* type, const SourceRange& where) {
    for (const Dispatcher& known : dispatchers_)
        if (known.about == what && known.type == type) return known.instance->function;
    syntax::Function* text = &arena_.functions.emplace_back();
    text->name = "catch";
    text->where = text->name_where = text->end = where;
    Instance* instance = own_instance(text, nullptr);
    instance->function->result =
        what == AboutThrown::is_one_of ? types_.scalar(ScalarType::boolean) : types_.void_type();
    for (int part = 0; part < 2; ++part) {
        Variable parameter;
        parameter.name = part == 0 ? "object" : "number";
        parameter.where = where;
        parameter.type = part == 0 ? types_.pointer(types_.void_type()) : types_.scalar(ScalarType::u64);
        instance->function->parameters.push_back(handed_on(parameter));
    }
    dispatchers_.push_back({instance, nullptr, type, what});
    return instance->function;
}

void Checker::dispatch_thrown(const Dispatcher& of) {
    Function* function = of.instance->function;
    const SourceRange& where = function->name_where;
    const auto given = [&](size_t i) {
        return loaded(place_of(function->parameters[i], function->parameters[i]->type, where));
    };
    const Type* truth = types_.scalar(ScalarType::boolean);
    TypedStatement* all = make(StatementKind::switch_case, where);
    all->condition = given(1);
    for (size_t i = 0; i < thrown_.size(); ++i) {
        Expression* object =
            dereference(convert_explicitly(given(0), types_.pointer(thrown_[i]), where), where);
        Expression* value = nullptr;
        if (of.about == AboutThrown::is_one_of) {
            const bool same_text = is_text(*thrown_[i]) && is_text(*of.type);
            const std::optional<int64_t> offset = base_offset(thrown_[i], of.type);
            if (!same_text && (!offset || *offset != 0)) continue;
            value = constant(truth, 1, where);
        } else if (of.about == AboutThrown::end) {
            value = destruction(object, where);
        } else {
            value = told_uncaught(object, where);
        }
        SwitchCase entry;
        entry.bits = i + 1;
        entry.child = all->children.size();
        all->cases.push_back(entry);
        TypedStatement* jump = make(StatementKind::return_function, where);
        if (of.about == AboutThrown::is_one_of) {
            jump->value = value;
        } else if (value != nullptr) {
            TypedStatement* done = make(StatementKind::expression, where);
            done->value = value;
            all->children.push_back(done);
        }
        all->children.push_back(jump);
    }
    TypedStatement* body = make(StatementKind::block, where);
    TypedStatement* last = make(StatementKind::return_function, where);
    if (of.about == AboutThrown::is_one_of) last->value = constant(truth, 0, where);
    body->children = {all, last};
    function->body = body;
}

/// The call that ends the program: with the name of the type, and what() if it has that.
Expression* Checker::told_uncaught(Expression* object, const SourceRange& where) {
    const Type* type = object->type->plain;
    Structure* structure = structure_of(type);
    std::string name = to_string(*type);
    if (structure != nullptr && !structure->written->space.empty())
        name = std::string(structure->written->space) + "::" + name;
    const auto quoted = [&](const std::string& characters) {
        syntax::Expression* made = &arena_.expressions.emplace_back();
        made->form = Form::string;
        made->text = diagnostics_.keep("\"" + characters + "\"");
        made->where = where;
        return value(text(made));
    };
    Expression* what =
        constant(types_.pointer(types_.qualified(types_.scalar(ScalarType::i8), true, false)), 0, where);
    const auto is_standard = [this](auto& again, const Type* of) -> bool {
        const Structure* one = structure_of(of);
        if (one != nullptr && one->written->name == "exception" && one->written->space == "std") return true;
        return any_of(of->plain->fields,
                      [&](const Field& field) { return field.is_base && again(again, field.type); });
    };
    if (structure != nullptr && is_standard(is_standard, type)) {
        syntax::Expression* written = &arena_.expressions.emplace_back();
        written->form = Form::call;
        written->where = where;
        const Call call{written, nullptr, "what", member_functions(*structure, "what"), {object}, true};
        what = value(call_best(call));
    }
    return call_named(ending_function, where, {quoted(name), what});
}

/// main as it is run: what nothing catches ends the program.
const TypedStatement* Checker::with_uncaught(const TypedStatement* body) {
    const SourceRange& where = body->where;
    TypedStatement* made = make(StatementKind::try_block, where);
    TypedStatement* landing = make(StatementKind::block, where);
    const Caught caught = keep_thrown(*landing, where);
    TypedStatement* told = make(StatementKind::expression, where);
    Expression* call = make(ExpressionKind::call, types_.void_type(), where);
    call->function = about_thrown(AboutThrown::uncaught, nullptr, where);
    call->operands = {loaded(place_of(caught.object, caught.object->type, where)),
                      loaded(place_of(caught.number, caught.number->type, where))};
    note_call(call->function);
    told->value = call;
    landing->children.push_back(told);
    made->children = {body, landing};
    return made;
}

/// Whether the text throws anything, so that scopes have to end in that case too.
bool Checker::throws() {
    if (!throws_)
        throws_ =
            is_host_code() && any_of(text_.tokens, [](const Token& token) { return token.is("throw"); });
    return *throws_;
}

/// The statements of a block. What follows a variable that is to end is in a block that ends it where an
/// exception leaves that.
TypedStatement* Checker::guarded(TypedStatement& into, size_t first, const SourceRange& where) {
    TypedStatement* made = make(StatementKind::try_block, where);
    TypedStatement* inner = make(StatementKind::block, where);
    TypedStatement* landing = make(StatementKind::block, where);
    const Caught caught = keep_thrown(*landing, where);
    for (size_t i = endings_.size(); i-- > first;) {
        if (endings_[i].number != nullptr) continue;
        TypedStatement* end = make(StatementKind::expression, where);
        end->value = ending(endings_[i], where);
        landing->children.push_back(end);
    }
    landing->children.push_back(throw_on(caught, where));
    made->children = {inner, landing};
    into.children.push_back(made);
    return inner;
}

}  // namespace upsweep::emulator
