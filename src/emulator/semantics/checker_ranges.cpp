// Checking loops over a range: they count an index, or go from begin() to end().
#include <utility>

#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

/// for (T element : array) counts an index that has no name.
const TypedStatement* Checker::range_loop(const syntax::Statement* written) {
    Expression* array = check(written->value);
    if (structure_of(array->type) != nullptr) return iterator_loop(written, array);
    if (!array->type->is_array() || array->type->count == 0)
        fail(written->value->where, "`for` over a range needs an array of known size here.");
    const Type* integer = types_.scalar(ScalarType::i32);
    const SourceRange& where = written->value->where;
    const ScopesBack back(*this, scopes_.size());
    scopes_.emplace_back();
    Expression* index = temporary(integer, where);
    const_cast<Variable*>(index->variable)->address_taken = false;
    TypedStatement* made = make(StatementKind::for_loop, written->where);
    made->header = written->header;
    TypedStatement* first = make(StatementKind::declare, where);
    first->variable = index->variable;
    first->value = constant(integer, 0, where);
    made->first = first;
    made->condition = operation(BinaryOperation::less, types_.scalar(ScalarType::boolean), where,
                                value(index), constant(integer, uint64_t(array->type->count), where));
    made->step = next_of(index, where);
    made->children.push_back(range_body(written, element_place(array, value(index), where)));
    return made;
}

/// ++place
Expression* Checker::next_of(const Expression* place, const SourceRange& where) {
    Expression* made = lvalue(ExpressionKind::increment, place->type, where, place);
    made->bytes = 1;
    return made;
}

const TypedStatement* Checker::range_body(const syntax::Statement* written, Expression* element) {
    TypedStatement* body = make(StatementKind::block, written->where);
    const int outer_switches = std::exchange(switches_, 0);
    ++loops_;
    body->children.push_back(range_element(written->first->declarations[0], element));
    body->children.push_back(statement(written->body));
    switches_ = outer_switches;
    --loops_;
    return body;
}

/// for (T element : object) goes from object.begin() to object.end(), which are pointers.
const TypedStatement* Checker::iterator_loop(const syntax::Statement* written, Expression* object) {
    const SourceRange& where = written->value->where;
    if (!object->lvalue) fail(where, "`for` over a range needs a variable here. Store this in one first.");
    const ScopesBack back(*this, scopes_.size());
    scopes_.emplace_back();
    TypedStatement* all = make(StatementKind::block, written->where);
    Expression* ends[2] = {};
    for (int i = 0; i < 2; ++i) {
        const std::string_view name = i == 0 ? "begin" : "end";
        Call call{written->value, nullptr, name, member_functions(*structure_of(object->type), name),
                  {object},       true};
        if (call.callees.empty()) refuse_member(*object->type, name, where);
        Expression* from = value(call_best(call));
        if (!from->type->is_pointer() || from->type->element->is_void())
            fail(where, in_ticks(name) + " must return a pointer for `for` over a range here.");
        ends[i] = temporary(from->type, where);
        const_cast<Variable*>(ends[i]->variable)->address_taken = false;
        TypedStatement* declared = make(StatementKind::declare, where);
        declared->variable = ends[i]->variable;
        declared->value = from;
        all->children.push_back(declared);
    }
    TypedStatement* made = make(StatementKind::for_loop, written->where);
    made->header = written->header;
    made->condition = operation(BinaryOperation::not_equal, types_.scalar(ScalarType::boolean), where,
                                value(ends[0]), value(ends[1]));
    made->step = next_of(ends[0], where);
    made->children.push_back(range_body(written, dereference(value(ends[0]), where)));
    all->children.push_back(made);
    return all;
}

/// The variable of a loop over a range, made from an element.
const TypedStatement* Checker::range_element(const syntax::Declaration* written, Expression* element) {
    const syntax::Type* type = written->type;
    const bool reference = type->form == syntax::TypeForm::reference;
    const syntax::Type* base = reference ? type->inner : type;
    Written resolved;
    if (base->form == syntax::TypeForm::automatic) {
        const Type* plain = reference ? element->type : element->type->plain;
        plain = types_.qualified(plain, base->is_const, false);
        resolved = {reference ? types_.pointer(plain) : plain, reference};
    } else {
        resolved = resolve(type);
    }
    TypedStatement* made = make(StatementKind::declare, written->where);
    Variable* variable = new_variable(written, resolved, Storage::local);
    made->variable = variable;
    made->value = resolved.is_reference ? pass(element, variable) : convert(value(element), resolved.type);
    declare(written->name, {Entity::Kind::variable, variable, resolved.type, 0}, written->name_where);
    if (!written->parts.empty()) declare_parts(written, variable);
    current_->function->locals.push_back(variable);
    return made;
}

}  // namespace upsweep::emulator
