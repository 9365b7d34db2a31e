// Lists in braces for what takes any number of values: std::initializer_list, and `for` over {1, 2, 3}.
#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

using syntax::Form;
using syntax::Statement;

/// The type of the elements, if `type` is an initializer_list; else null.
const Type* Checker::list_element(const Type* type) {
    const Structure* structure = structure_of(type);
    const bool is_list = structure != nullptr && structure->written->name == "initializer_list" &&
                         !type->plain->fields.empty() && type->plain->fields[0].type->is_pointer();
    return is_list ? type->plain->fields[0].type->element->plain : nullptr;
}

/// What sets each element of the array at `place`.
Expression* Checker::listed(const syntax::Expression* written, Expression* place) {
    const Type* element = place->type->element;
    Expression* all = nullptr;
    for (size_t i = 0; i < written->arguments.size(); ++i) {
        const syntax::Expression* one = written->arguments[i];
        Expression* index = constant(types_.scalar(ScalarType::i32), i, one->where);
        Expression* made =
            one->form == Form::braces ? braces(one, element) : convert(check_for(one, element), element);
        all = after(all, store(element_place(place, index, one->where), made, one->where));
    }
    return all;
}

/// {1, 2} as an initializer_list: the elements are kept until the expression ends.
Expression* Checker::list(const syntax::Expression* written, const Type* type) {
    const std::vector<Field>& fields = type->plain->fields;
    const SourceRange& where = written->where;
    const size_t count = written->arguments.size();
    Expression* made = make(ExpressionKind::braces, type->plain, where);
    Expression* number = constant(fields[1].type, count, where);
    if (count == 0) {
        made->parts = {{fields[0].offset, constant(fields[0].type, 0, where)}, {fields[1].offset, number}};
        return made;
    }
    Expression* place = temporary(types_.array(list_element(type), int64_t(count)), where);
    if (ends(place->type)) temporaries_.push_back(place);
    Expression* elements = listed(written, place);
    made->parts = {{fields[0].offset, convert(value(place), fields[0].type)}, {fields[1].offset, number}};
    return after(elements, made);
}

/// T{1, 2} by a constructor that takes a list; null if the struct has none that fits.
Expression* Checker::list_constructed(Expression* place, const syntax::Expression* written) {
    const bool is_list =
        written->form == Form::braces || (written->form == Form::construct && written->text == "{");
    if (!is_list || written->arguments.empty()) return nullptr;
    Structure& structure = *structure_of(place->type);
    Call call{written, nullptr, structure.written->name, {}, {}, true};
    for (const syntax::Function* function : structure.functions)
        if (function->is_constructor && function->parameters.size() == 1 &&
            function->parameters[0]->type->name == "initializer_list")
            call.callees.push_back({function, &structure});
    if (call.callees.empty()) return nullptr;
    call.arguments = {place, in_braces(written)};
    const std::optional<Candidate> best = choose(call);
    return best ? call_function(call, *best) : nullptr;
}

/// for (int x : {1, 2, 3}): the type is that of the first.
const TypedStatement* Checker::list_loop(const Statement* written) {
    const syntax::Expression* list = written->value;
    if (list->arguments.empty()) fail(list->where, "`for` over a list needs values in the braces.");
    const Type* element = check_value(list->arguments[0])->type->plain;
    Expression* place = temporary(types_.array(element, int64_t(list->arguments.size())), list->where);
    TypedStatement* made = make(StatementKind::block, written->where);
    TypedStatement* first = make(StatementKind::expression, list->where);
    const size_t temporaries = temporaries_.size();
    first->value = with_temporaries(listed(list, place), temporaries);
    made->children = {first, array_loop(written, place)};
    return made;
}

}  // namespace upsweep::emulator
