// The lives of objects: how they are copied and moved, and what happens when they end. A value of a struct is
// its bits: who takes it has the object, wherever that is then, as if it had been made there. So only copies
// of what lives on call a constructor, and only variables, what they hold, and values that a reference binds
// to are ended.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/refusals.h"

namespace upsweep::emulator {

namespace {

/// More elements than this are made and ended in a loop.
constexpr int64_t most_written_out = 8;
/// Whether nothing comes behind it.
bool leaves(const TypedStatement& statement) {
    switch (statement.kind) {
        case StatementKind::return_function:
        case StatementKind::stop:
        case StatementKind::break_out:
        case StatementKind::continue_loop:
            return true;
        case StatementKind::block:
            return !statement.children.empty() && leaves(*statement.children.back());
        case StatementKind::try_block:
            return leaves(*statement.children[0]);
        default:
            return false;
    }
}

const syntax::Expression* in_parentheses(const syntax::Expression* written) {
    while (written->form == Form::unary && written->text == "(") written = written->a;
    return written;
}

/// Whether each return names this variable.
bool returns_only(const Statement* written, std::string_view name) {
    if (written == nullptr) return true;
    if (written->form == StatementForm::return_function) {
        const syntax::Expression* value =
            written->value != nullptr ? in_parentheses(written->value) : nullptr;
        return value != nullptr && value->form == Form::name && value->text == name;
    }
    return returns_only(written->body, name) && returns_only(written->otherwise, name) &&
           all_of(written->statements, [&](const Statement* part) { return returns_only(part, name); });
}

}  // namespace

/// Whether a constructor takes another object of its struct.
bool Checker::takes_its_like(const syntax::Function& function, const Struct& of) {
    if (!function.is_constructor || function.parameters.empty() || !function.template_parameters.empty())
        return false;
    const syntax::Type* first = function.parameters[0]->type;
    const bool alone = function.parameters.size() == 1 || function.parameters[1]->initial != nullptr;
    return alone && first->form == TypeForm::reference && first->inner->form == TypeForm::named &&
           first->inner->name == of.name;
}

const syntax::Function* Checker::destructor_of(const Type* type) {
    Structure* structure = structure_of(type);
    if (structure == nullptr) return nullptr;
    const auto found = find_by(structure->functions, &syntax::Function::is_destructor, true);
    return found != nullptr ? *found : nullptr;
}

/// Whether something happens when an object ends.
bool Checker::ends(const Type* type) {
    while (type->is_array()) type = type->element;
    const Structure* structure = structure_of(type);
    if (structure == nullptr || type->plain->held_as != nullptr) return false;
    if (const syntax::Function* destructor = destructor_of(type))
        if (!destructor->is_deleted && (destructor->body == nullptr || !destructor->body->statements.empty()))
            return true;
    return any_of(type->plain->fields,
                  [this](const Field& field) { return !field.reference && ends(field.type); });
}

/// Whether a copy is more than its bits.
bool Checker::copies_itself(const Type* type) {
    while (type->is_array()) type = type->element;
    const Structure* structure = structure_of(type);
    if (structure == nullptr || type->plain->held_as != nullptr) return false;
    const bool by_constructor = any_of(structure->functions, [&](const syntax::Function* function) {
        return takes_its_like(*function, *structure->written);
    });
    return by_constructor || any_of(type->plain->fields, [this](const Field& field) {
               return !field.reference && copies_itself(field.type);
           });
}

/// What an lvalue holds, as it is: no copy.
Expression* Checker::loaded(Expression* place) {
    return make(ExpressionKind::load, place->type->plain, place->where, place);
}

/// &place
Expression* Checker::pointer_to(Expression* place, const SourceRange& where) {
    take_address(place);
    return make(ExpressionKind::address, types_.pointer(place->type), where, place);
}

/// A copy of an object, by its constructor or member by member; what expires is moved.
Expression* Checker::copied(Expression* from) {
    const Structure& structure = *structure_of(from->type);
    const bool by_constructor = any_of(structure.functions, [&](const syntax::Function* function) {
        return takes_its_like(*function, *structure.written);
    });
    if (!by_constructor) return members_copied(structure, from, from->where);
    syntax::Expression* written = &arena_.expressions.emplace_back();
    written->form = Form::construct;
    written->where = from->where;
    return constructed(from->type->plain, written, {from});
}

Expression* Checker::members_copied(const Structure& structure, Expression* from, const SourceRange& where) {
    Expression* begin = nullptr;
    Expression* whole = from;
    if (from->kind != ExpressionKind::variable) {
        Expression* kept = temporary(types_.pointer(from->type), where);
        const_cast<Variable*>(kept->variable)->address_taken = false;
        begin = store(kept, pointer_to(from, where), where);
        whole = dereference(loaded(kept), where);
        whole->expiring = from->expiring;
    }
    // One that ends by itself is not moved unless it says how.
    if (destructor_of(structure.type) != nullptr && whole->expiring) {
        whole = &program_.expression_nodes.emplace_back(*whole);
        whole->expiring = false;
    }
    Expression* made = make(ExpressionKind::braces, structure.type, where);
    for (const Field& field : structure.type->fields) {
        Field plain = field;
        plain.reference = false;
        Expression* part = field_of(whole, plain, where);
        if (!field.type->is_array() || !copies_itself(field.type)) {
            const bool copies = !field.reference && copies_itself(field.type);
            made->parts.push_back({field.offset, copies ? copied(part) : loaded(part)});
            continue;
        }
        for (int64_t i = 0; i < field.type->count; ++i) {
            Expression* index = constant(types_.scalar(ScalarType::i32), uint64_t(i), where);
            Expression* element = element_place(part, index, where);
            element->expiring = whole->expiring;
            made->parts.push_back({field.offset + i * field.type->element->size, value(element)});
        }
    }
    return after(begin, made);
}

/// target = from where no function of the struct says how: member by member if one of those has its own.
Expression* Checker::assigned(Expression* target, Expression* from, const SourceRange& where) {
    const Type* type = target->type->plain;
    Structure* structure = structure_of(type);
    if (!from->lvalue && ends(type)) from = materialised(from, type);
    if (!from->lvalue) return store(target, from, where);
    const auto assigns = [this](auto& again, const Type* of) -> bool {
        while (of->is_array()) of = of->element;
        Structure* inner = structure_of(of);
        if (inner == nullptr || of->plain->held_as != nullptr) return false;
        if (find_by(inner->functions, &syntax::Function::name, std::string_view("operator=")) != nullptr)
            return true;
        return any_of(of->plain->fields,
                      [&](const Field& field) { return !field.reference && again(again, field.type); });
    };
    if (!assigns(assigns, type)) return store(target, loaded(from), where);
    Expression* all = nullptr;
    const auto pinned = [&](Expression* place) {
        if (place->kind == ExpressionKind::variable) return place;
        Expression* kept = temporary(types_.pointer(place->type), where);
        const_cast<Variable*>(kept->variable)->address_taken = false;
        all = after(all, store(kept, pointer_to(place, where), where));
        Expression* made = dereference(loaded(kept), where);
        made->expiring = place->expiring;
        return made;
    };
    from = pinned(from);
    target = pinned(target);
    for (const Field& field : structure->type->fields) {
        Field plain = field;
        plain.reference = false;
        Expression* to = field_of(target, plain, where);
        Expression* part = field_of(from, plain, where);
        Structure* inner = field.reference ? nullptr : structure_of(field.type);
        if (field.name == vtable_name) continue;
        if (inner == nullptr) {
            all = after(all, store(to, loaded(part), where));
            continue;
        }
        all = after(all, assigned_whole(to, part, where));
    }
    all = after(all, target);
    all->lvalue = true;
    return all;
}

/// target = from of two structs of one type.
Expression* Checker::assigned_whole(Expression* target, Expression* from, const SourceRange& where) {
    Structure* structure = structure_of(target->type);
    syntax::Expression* written = &arena_.expressions.emplace_back();
    written->form = Form::assign;
    written->where = where;
    Call call{written, nullptr, "operator=", {}, {target, from}, true};
    for (const syntax::Function* function : structure->functions)
        if (function->name == "operator=") call.callees.push_back({function, structure});
    if (!call.callees.empty())
        if (const std::optional<Candidate> best = choose(call)) return call_function(call, *best);
    return assigned(target, from, where);
}

/// What `T x;` begins with.
Expression* Checker::default_value(const Type* type, const SourceRange& where) {
    if (has_constructors(type)) {
        syntax::Expression* nothing = &arena_.expressions.emplace_back();
        nothing->form = Form::construct;
        nothing->where = where;
        return constructed(type, nothing, {});
    }
    Expression* made = make(ExpressionKind::braces, type->plain, where);
    fill_defaults(made, type, 0, 0);
    return made;
}

/// A value kept in a place, which ends with the expression.
Expression* Checker::materialised(Expression* value, const Type* type) {
    Expression* place = temporary(type, value->where);
    if (ends(type)) temporaries_.push_back(place);
    return store(place, value, value->where);
}

// ---- The end ----

/// What ends the object at `place`; null if nothing does.
Expression* Checker::destruction(Expression* place, const SourceRange& where) {
    if (!ends(place->type)) return nullptr;
    Expression* all = nullptr;
    if (place->type->is_array()) {
        const int64_t count = place->type->count;
        if (count > most_written_out)
            return for_each(value(place), constant(types_.scalar(ScalarType::u64), uint64_t(count), where),
                            ForEach::end, where);
        for (int64_t i = count; i-- > 0;) {
            Expression* index = constant(types_.scalar(ScalarType::i32), uint64_t(i), where);
            all = after(all, destruction(element_place(place, index, where), where));
        }
        return all;
    }
    if (destructor_of(place->type) != nullptr) return destructor_call(place, true, where);
    const std::vector<Field>& fields = place->type->plain->fields;
    for (size_t i = fields.size(); i-- > 0;)
        if (!fields[i].reference) all = after(all, destruction(field_of(place, fields[i], where), where));
    return all;
}

/// Calls the destructor that the struct of `place` has; unless `exactly`, that of the object there.
Expression* Checker::destructor_call(Expression* place, bool exactly, const SourceRange& where) {
    Structure* structure = structure_of(place->type);
    const syntax::Function* destructor = destructor_of(place->type);
    Expression* plain = &program_.expression_nodes.emplace_back(*place);
    plain->type = place->type->plain;
    syntax::Expression* written = &arena_.expressions.emplace_back();
    written->form = Form::call;
    written->where = where;
    Call call{written, nullptr, "~", {{destructor, structure}}, {plain}, true};
    call.is_exact = exactly;
    return call_function(call, {instantiate(destructor, {}, structure), 0, 0});
}

void Checker::ends_with_scope(const Variable* variable) {
    if (!variable->reference && ends(variable->type)) endings_.push_back({variable});
}

Expression* Checker::ending(const Ending& of, const SourceRange& where) {
    if (of.number != nullptr) return end_of_caught(of, where);
    if (of.field == nullptr) return destruction(place_of(of.variable, of.variable->type, where), where);
    return destruction(field_of(dereference(self(where), where), *of.field, where), where);
}

/// At the end of a scope: the variables from `first` on end, the last one first.
void Checker::add_ends(TypedStatement& block, size_t first, const SourceRange& where) {
    SourceRange end = where;
    end.line = end.end_line;
    end.column = std::max<decltype(end.column)>(end.end_column, 2) - 1;
    const bool reached = block.children.empty() || !leaves(*block.children.back());
    for (size_t i = endings_.size(); reached && i-- > first;) {
        TypedStatement* made = make(StatementKind::expression, end);
        made->value = ending(endings_[i], end);
        block.children.push_back(made);
    }
    endings_.resize(first);
}

const TypedStatement* Checker::with_ends(const TypedStatement* made, size_t first, const SourceRange& where) {
    if (endings_.size() == first) return made;
    TypedStatement* block = make(StatementKind::block, where);
    block->children.push_back(made);
    add_ends(*block, first, where);
    return block;
}

/// What references were bound to ends behind the expression.
Expression* Checker::with_temporaries(Expression* made, size_t first) {
    if (temporaries_.size() <= first) return made;
    const SourceRange& where = made->where;
    Expression* ends = nullptr;
    while (temporaries_.size() > first) {
        Expression* place = temporaries_.back();
        temporaries_.pop_back();
        ends = after(ends, destruction(place_of(place->variable, place->type, where), where));
    }
    if (made->type->is_void()) return after(made, ends);
    const bool place = made->lvalue;
    Expression* kept = temporary(place ? types_.pointer(made->type) : made->type->plain, where);
    const_cast<Variable*>(kept->variable)->address_taken = false;
    Expression* all = after(store(kept, place ? pointer_to(made, where) : made, where), ends);
    Expression* result = loaded(place_of(kept->variable, kept->type, where));
    if (!place) return after(all, result);
    result = after(all, dereference(result, where));
    result->lvalue = true;
    return result;
}

/// A return: all variables of the function end behind its value.
const TypedStatement* Checker::ended_return(TypedStatement* made, const Variable* returned) {
    const bool any = any_of(endings_, [&](const Ending& of) { return of.variable != returned; });
    if (!any || endings_.empty()) return made;
    TypedStatement* block = make(StatementKind::block, made->where);
    if (made->value != nullptr) {
        Expression* kept = temporary(made->value->type, made->where);
        const_cast<Variable*>(kept->variable)->address_taken = false;
        TypedStatement* declared = make(StatementKind::declare, made->where);
        declared->variable = kept->variable;
        declared->value = made->value;
        block->children.push_back(declared);
        made->value = loaded(place_of(kept->variable, kept->type, made->where));
    }
    for (size_t i = endings_.size(); i-- > 0;) {
        if (endings_[i].field == nullptr && endings_[i].variable == returned) continue;
        TypedStatement* end = make(StatementKind::expression, made->where);
        end->value = ending(endings_[i], made->where);
        block->children.push_back(end);
    }
    block->children.push_back(made);
    return block;
}

/// A break or continue: the variables from `first` on end before it.
const TypedStatement* Checker::ended_jump(TypedStatement* made, size_t first) {
    if (endings_.size() <= first) return made;
    TypedStatement* block = make(StatementKind::block, made->where);
    for (size_t i = endings_.size(); i-- > first;) {
        TypedStatement* end = make(StatementKind::expression, made->where);
        end->value = ending(endings_[i], made->where);
        block->children.push_back(end);
    }
    block->children.push_back(made);
    return block;
}

/// The value that a function returns. A variable of its own is moved, or handed over as it is if it is the
/// only one that is returned: `returned` then is that.
Expression* Checker::returned_value(const syntax::Expression* written, const Type* result,
                                    const Variable*& returned) {
    const syntax::Expression* name = in_parentheses(written);
    const Entity* entity = name->form == Form::name && name->type == nullptr && !name->is_qualified
                               ? find_local(name->text)
                               : nullptr;
    const bool variable = entity != nullptr && entity->kind == Entity::Kind::variable;
    if (variable && result == nullptr) result = entity->variable->type->plain;
    const bool own =
        variable && entity->variable->type->plain == result && !entity->variable->reference &&
        (entity->variable->storage == Storage::local || entity->variable->storage == Storage::parameter);
    if (!own || (!copies_itself(result) && !ends(result))) return check_value(written);
    Expression* place = use_of(entity->variable, written->where);
    const bool only =
        entity->variable->storage == Storage::local && returns_only(current_->syntax->body, name->text);
    if (only) returned = entity->variable;
    if (only) return loaded(place);
    place->expiring = true;
    return value(place);
}

}  // namespace upsweep::emulator
