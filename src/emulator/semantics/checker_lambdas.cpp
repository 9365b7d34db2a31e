// Lambdas and functions that are passed on. Both are objects of an unnamed struct: that of a lambda
// holds copies of what it captures, that of a function holds nothing. What a lambda captures by reference is
// the variable itself: calls are written out in place, so it is there wherever the lambda is called.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

/// Of what each call of a function has its own.
bool is_local(const Variable& variable) {
    return variable.storage == Storage::local || variable.storage == Storage::parameter;
}

const syntax::Expression* without_brackets(const syntax::Expression* written) {
    while (written->form == Form::unary && written->text == "(") written = written->a;
    return written;
}

}  // namespace

/// The object that a lambda is where it is made: copies of what it captures by value.
Expression* Checker::lambda(const syntax::Expression* written) {
    if (current_ == nullptr || scopes_.empty())
        fail_unknown(
            written->where,
            "The emulator does not support a lambda outside a function. Write a __device__ function.");
    Structure*& known = closures_[{written, current_}];
    if (known == nullptr) known = closure(written);
    Expression* made = make(ExpressionKind::braces, known->type, written->where);
    for (size_t i = 0; i < known->type->fields.size(); ++i) {
        const Field& field = known->type->fields[i];
        const syntax::Expression* from = known->written->fields[i].initial;
        if (field.reference)
            made->parts.push_back({field.offset, reference_to(from, field)});
        else
            made->parts.push_back({field.offset, convert(check_value(from), field.type)});
    }
    return made;
}

/// The struct of a lambda. Its function is checked with what is known where it is.
Structure* Checker::closure(const syntax::Expression* written) {
    const Lambda& lambda = *written->lambda;
    Struct* text = &arena_.structs.emplace_back();
    text->space = space_;
    text->where = written->where;
    Structure& closure = structures_.emplace_back();
    closure.written = text;
    closure.made_in = current_;
    closure.type = types_.structure("lambda");
    structure_by_type_[closure.type] = &closure;
    for (const Scope& scope : scopes_)
        for (const auto& [name, entity] : scope) closure.scope[name] = entity;
    std::vector<Field> fields;
    for (const Capture& given : lambda.captures) capture(closure, given, fields);
    for (const syntax::Expression* used : lambda.named) capture_named(closure, lambda, used, fields);
    if (is_host_code()) capture_object(closure, written, fields);
    types_.complete(closure.type, fields);
    syntax::Function* function = &arena_.functions.emplace_back(*lambda.function);
    function->space = space_;
    // One that holds nothing needs no object.
    function->is_static = fields.empty();
    closure.functions.push_back(function);
    if (function->template_parameters.empty()) instantiate(function, {}, &closure);
    return &closure;
}

/// `x`, `&x` or `x = value` in the brackets.
void Checker::capture(Structure& closure, const Capture& capture, std::vector<Field>& fields) {
    if (capture.value != nullptr) return copy_into(closure, capture.value, capture.name, fields);
    const auto found = closure.scope.find(capture.name);
    if (found != closure.scope.end() && found->second.kind == Entity::Kind::broken) throw Abandon{};
    const bool constant = found != closure.scope.end() && found->second.kind == Entity::Kind::constant;
    if (constant) return;
    const bool variable = found != closure.scope.end() && found->second.variable != nullptr &&
                          is_local(*found->second.variable);
    if (!variable)
        fail(capture.where, "A lambda captures variables of the function that contains it, but " +
                                in_ticks(capture.name) + " is not one of them. Remove it from the brackets.");
    if (capture.by_reference && !is_host_code()) {
        found->second.variable->shared_with_lambda = true;
        return;
    }
    syntax::Expression* name = &arena_.expressions.emplace_back();
    name->form = Form::name;
    name->text = capture.name;
    name->where = capture.where;
    if (capture.by_reference)
        refer_to(closure, name, capture.name, fields);
    else
        copy_into(closure, name, capture.name, fields);
}

/// A member of the lambda's struct that refers to a variable. In host code a lambda may be called when the
/// function that made it is not the one that calls it.
void Checker::refer_to(Structure& closure, const syntax::Expression* value, std::string_view name,
                       std::vector<Field>& fields) {
    const Expression* from = check(value);
    closure.scope.erase(name);
    fields.push_back({std::string(name), types_.pointer(from->type), 0, 1, true});
    syntax::Field field;
    field.name = name;
    field.initial = value;
    field.where = value->where;
    const_cast<Struct*>(closure.written)->fields.push_back(field);
}

/// The object of the function around a lambda that names `this` or one of its members.
void Checker::capture_object(Structure& closure, const syntax::Expression* written,
                             std::vector<Field>& fields) {
    const Lambda& lambda = *written->lambda;
    const Instance* around = current_;
    const bool inner = around->owner != nullptr && around->owner->made_in != nullptr;
    const bool has_object =
        inner ? find_by(around->owner->type->fields, &Field::name, std::string("this")) != nullptr
              : around->self != nullptr;
    if (!has_object || !lambda.takes_object) return;
    syntax::Expression* object = &arena_.expressions.emplace_back();
    object->form = Form::self;
    object->where = written->where;
    fields.push_back({"this", self(written->where)->type, 0, 1});
    syntax::Field field;
    field.name = "this";
    field.initial = object;
    field.where = written->where;
    const_cast<Struct*>(closure.written)->fields.push_back(field);
}

/// A name that the lambda uses: if it is a variable around it, it is captured as `[=]` or `[&]` say.
void Checker::capture_named(Structure& closure, const Lambda& lambda, const syntax::Expression* used,
                            std::vector<Field>& fields) {
    const bool given =
        any_of(lambda.captures, [&](const auto& capture) { return capture.name == used->text; });
    const auto found = closure.scope.find(used->text);
    if (given || found == closure.scope.end()) return;
    const Entity::Kind kind = found->second.kind;
    if (kind == Entity::Kind::pack && is_host_code()) return capture_pack(closure, lambda, used, fields);
    if ((kind != Entity::Kind::variable && kind != Entity::Kind::part) || !is_local(*found->second.variable))
        return;
    if (lambda.refers && is_host_code())
        refer_to(closure, used, used->text, fields);
    else if (lambda.refers)
        found->second.variable->shared_with_lambda = true;
    else if (lambda.copies)
        copy_into(closure, used, used->text, fields);
    else
        fail(used->where, "The lambda does not capture " + in_ticks(used->text) +
                              ". Write `[&]`, `[=]` or `[" + std::string(used->text) + "]` before it.");
}

/// Each element of a pack of variables, under a name of its own.
void Checker::capture_pack(Structure& closure, const Lambda& lambda, const syntax::Expression* used,
                           std::vector<Field>& fields) {
    const std::vector<Entity> elements = elements_of(closure.scope.at(used->text));
    std::vector<Entity> held;
    for (size_t i = 0; i < elements.size(); ++i) {
        if (elements[i].variable == nullptr || !is_local(*elements[i].variable)) return;
        syntax::Expression* expansion = &arena_.expressions.emplace_back();
        expansion->form = Form::expansion;
        expansion->a = used;
        expansion->where = used->where;
        expansion->names = {used->text};
        const std::string_view name = diagnostics_.keep(std::string(used->text) + "#" + std::to_string(i));
        const syntax::Expression* element = element_of_pattern(expansion, i);
        if (lambda.refers)
            refer_to(closure, element, name, fields);
        else
            copy_into(closure, element, name, fields);
        held.push_back({Entity::Kind::member, nullptr, nullptr, i});
    }
    closure.scope[used->text] = pack_of(held);
}

/// A member of the lambda's struct that begins with `value`.
void Checker::copy_into(Structure& closure, const syntax::Expression* value, std::string_view name,
                        std::vector<Field>& fields) {
    const Expression* from = check(value);
    if (from->type->is_array())
        fail_unknown(
            value->where,
            "The emulator does not copy an array into a lambda. Capture it by reference: write `[&]` or "
            "`[&" +
                std::string(name) + "]`.");
    const Type* type = this->value(const_cast<Expression*>(from))->type->plain;
    if (type->is_void()) fail(value->where, "This has no value that a lambda could capture.");
    closure.scope.erase(name);
    fields.push_back({std::string(name), type, 0, 1});
    syntax::Field field;
    field.name = name;
    field.initial = value;
    field.where = value->where;
    const_cast<Struct*>(closure.written)->fields.push_back(field);
}

// ---- Functions that are passed on ----

bool Checker::is_function_object(const Expression* expression) {
    const Structure* structure = structure_of(expression->type);
    return structure != nullptr && structure->calls != nullptr;
}

/// `f` or `&f` of a function that a kernel can call, as an object that stands for it; null for anything else.
Expression* Checker::function_object(const syntax::Expression* written) {
    const syntax::Expression* name = without_brackets(written);
    if (name->form == Form::unary && name->text == "&") name = without_brackets(name->a);
    if (name->form != Form::name || name->type != nullptr) return nullptr;
    if (!name->is_qualified && (find_local(name->text) != nullptr || own_member(name) != nullptr))
        return nullptr;
    if (find_global(name->text, name->qualifier) != nullptr) return nullptr;
    const std::vector<Callee> meant = free_functions(name->text, name->qualifier);
    const bool known = !meant.empty();
    if (count_if(meant, [](const Callee& callee) { return !callee.is_library; }) > 1)
        fail(written->where, "Several functions are named " + in_ticks(name->text) +
                                 ", and each could be meant. Give the one that you pass its own name.");
    if (!known && (outline_.has(name->text, ItemKind::function) || !find_builtin(name->text))) return nullptr;
    syntax::Expression* called = &arena_.expressions.emplace_back(*name);
    Scope arguments;
    std::string key(space_);
    key += "::" + std::string(name->qualifier) + "::" + std::string(name->text);
    // What is in < and > means the same wherever the function is called.
    for (TemplateArgument& argument : called->template_arguments) {
        const std::string_view label = diagnostics_.keep("argument#" + std::to_string(arguments.size() + 1));
        if (argument.type != nullptr) {
            arguments[label] = {Entity::Kind::type, nullptr, resolve_value(argument.type), 0};
            key += "," + to_string(*arguments[label].type);
            arena_.types.emplace_back();
            arena_.types.back().form = TypeForm::named;
            arena_.types.back().name = label;
            arena_.types.back().where = argument.type->where;
            argument.type = &arena_.types.back();
        } else {
            const InConstant in_constant(*this);
            const Expression* value = check_value(argument.value);
            if (value->kind != ExpressionKind::constant)
                fail(argument.value->where, "A template argument must be a constant.");
            arguments[label] = {Entity::Kind::constant, nullptr, value->type->plain, value->bits};
            key += "," + std::to_string(value->bits);
            arena_.expressions.emplace_back();
            arena_.expressions.back().form = Form::name;
            arena_.expressions.back().text = label;
            arena_.expressions.back().where = argument.value->where;
            argument.value = &arena_.expressions.back();
        }
    }
    Structure*& object = passed_functions_[key];
    if (object == nullptr) {
        arena_.structs.emplace_back();
        arena_.structs.back().space = space_;
        arena_.structs.back().where = name->where;
        object = &structures_.emplace_back();
        object->written = &arena_.structs.back();
        object->calls = called;
        object->scope = std::move(arguments);
        object->type = types_.structure(std::string(name->text));
        structure_by_type_[object->type] = object;
        types_.complete(object->type, {});
    }
    return make(ExpressionKind::braces, object->type, written->where);
}

/// As function_object(), also of a template's parameter that stands for a function already.
Expression* Checker::function_named(const syntax::Expression* written) {
    if (Expression* function = function_object(written)) return function;
    const bool name = written->form == Form::name && written->type == nullptr;
    const Entity* known = name ? find_local(written->text) : nullptr;
    return known != nullptr && known->kind == Entity::Kind::function ? check(written) : nullptr;
}

/// f(arguments) where `f` stands for a function.
Expression* Checker::call_passed_function(const syntax::Expression* written, Structure& structure) {
    const ScopesBack back(*this, scopes_.size());
    scopes_.push_back(structure.scope);
    const InSpace in_space(*this, structure.written->space);
    return call_free(written, structure.calls);
}

}  // namespace upsweep::emulator
