// new and delete, and loops over elements that are made or ended.
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/refusals.h"

namespace upsweep::emulator {

namespace {

/// What `new T[n]` puts before elements that are to be ended: their number, and as many bytes again.
constexpr int64_t count_bytes = 16;

}  // namespace

void Checker::refuse_on_device(const syntax::Expression* written, std::string_view word) {
    fail_unknown(written->mark, refusal_of_word(word));
}

/// A call of a function by its name.
Expression* Checker::call_named(std::string_view name, const SourceRange& where,
                                std::vector<Expression*> arguments) {
    syntax::Expression* callee = &arena_.expressions.emplace_back();
    callee->form = Form::name;
    callee->text = name;
    callee->where = callee->mark = where;
    syntax::Expression* written = &arena_.expressions.emplace_back();
    written->form = Form::call;
    written->a = callee;
    written->where = written->mark = where;
    return call_free(written, callee, &arguments);
}

/// By the struct's own operator new or delete, or else by malloc or free.
Expression* Checker::call_heap(const Type* type, std::string_view own, std::string_view usual,
                               Expression* argument, const SourceRange& where) {
    Structure* structure = structure_of(type);
    std::vector<Callee> members;
    if (structure != nullptr && !own.empty()) members = member_functions(*structure, own);
    if (members.empty()) return call_named(usual, where, {argument});
    syntax::Expression* written = &arena_.expressions.emplace_back();
    written->form = Form::call;
    written->where = written->mark = where;
    return call_best({written, nullptr, own, members, {argument}, false, true});
}

/// Memory from the heap as a pointer to `type`, kept in a variable.
Expression* Checker::allocated(const Type* type, Expression* bytes, const SourceRange& where,
                               Expression*& kept, std::string_view own) {
    kept = temporary(types_.pointer(type), where);
    const_cast<Variable*>(kept->variable)->address_taken = false;
    Expression* memory = value(call_heap(type, own, "malloc", bytes, where));
    return store(kept, convert_explicitly(memory, kept->type, where), where);
}

Expression* Checker::new_object(const syntax::Expression* written) {
    written = spread(written);
    if (!is_host_code() && written->b == nullptr && !has_functions("malloc"))
        refuse_on_device(written, "new");
    const SourceRange& where = written->where;
    // A member may begin with a new object of its own struct.
    if (body_depth_ >= deepest_definitions)
        fail(where, "This makes an object whose members make another, and so on without an end.");
    struct Deeper {
        int& depth;
        explicit Deeper(int& of) : depth(of) { ++depth; }
        ~Deeper() { --depth; }
    } deeper(body_depth_);
    const Type* type = resolve_value(written->type);
    const Type* word = types_.scalar(ScalarType::u64);
    const auto again = [&](Expression* kept) { return loaded(place_of(kept->variable, kept->type, where)); };
    Expression* kept = nullptr;
    Expression* all = nullptr;
    if (written->a != nullptr) {
        Expression* count = temporary(word, where);
        const_cast<Variable*>(count->variable)->address_taken = false;
        all = store(count, convert(check_value(written->a), word), where);
        Expression* bytes = operation(BinaryOperation::multiply, word, where, again(count),
                                      constant(word, uint64_t(type->size), where));
        const bool counted = ends(type);
        if (counted)
            bytes = operation(BinaryOperation::add, word, where, bytes, constant(word, count_bytes, where));
        all = after(all, allocated(counted ? word : type, bytes, where, kept, "operator new[]"));
        if (counted) {
            all = after(all, store(dereference(again(kept), where), again(count), where));
            Expression* base = again(kept);
            kept = temporary(types_.pointer(type), where);
            const_cast<Variable*>(kept->variable)->address_taken = false;
            all = after(all, store(kept, moved_pointer(base, kept->type, count_bytes, where), where));
        }
        const bool zero = !written->text.empty() && !has_constructors(type);
        const size_t given = written->arguments.size();
        for (size_t i = 0; i < given; ++i) {
            Expression* index = constant(types_.scalar(ScalarType::i64), i, where);
            Expression* element = lvalue(ExpressionKind::subscript, type, where, again(kept), index);
            all = after(all, store(element, member_value(written->arguments[i], type), where));
        }
        // One that cannot be made of nothing is given whole.
        const Structure* structure = structure_of(type);
        const bool whole =
            given > 0 && has_constructors(type) &&
            none_of(structure->functions, [](const syntax::Function* function) {
                return function->is_constructor &&
                       (function->parameters.empty() || function->parameters[0]->initial != nullptr);
            });
        if ((sets_itself(type) || zero) && !whole) {
            Expression* left = constant(word, given, where);
            Expression* first = make(ExpressionKind::pointer_add, kept->type, where, again(kept), left);
            left = operation(BinaryOperation::subtract, word, where, again(count), left);
            all = after(all, given == 0 ? for_each(again(kept), again(count), ForEach::make, where)
                                        : for_each(first, left, ForEach::make, where));
        }
        return after(all, again(kept));
    }
    if (written->b != nullptr) {
        kept = temporary(types_.pointer(type), where);
        const_cast<Variable*>(kept->variable)->address_taken = false;
        all = store(kept, convert_explicitly(check_value(written->b), kept->type, where), where);
    } else {
        all = allocated(type, constant(word, uint64_t(type->size), where), where, kept, "operator new");
    }
    syntax::Expression* initial = &arena_.expressions.emplace_back();
    initial->form = written->text == "{" ? Form::braces : Form::construct;
    initial->arguments = written->arguments;
    initial->where = where;
    Expression* place = dereference(again(kept), where);
    if (has_constructors(type) && !is_copy_of(written->arguments, type))
        all = after(all, construct_at(place, initial, check_arguments(written->arguments)));
    else if (!written->text.empty())
        all = after(all, store(place, member_value(initial, type), where));
    else if (sets_itself(type))
        all = after(all, store(place, default_value(type, where), where));
    return after(all, again(kept));
}

/// Whether one object of the type is all that is given.
bool Checker::is_copy_of(const std::vector<const syntax::Expression*>& arguments, const Type* type) {
    if (arguments.size() != 1 || arguments[0]->form == Form::braces) return false;
    const Diagnostics::Quiet quiet(diagnostics_, true);
    try {
        return check_passed(arguments[0])->type->plain == type->plain;
    } catch (const Abandon&) {
        return false;
    }
}

Expression* Checker::delete_object(const syntax::Expression* written) {
    if (!is_host_code() && !has_functions("malloc")) refuse_on_device(written, "delete");
    const SourceRange& where = written->where;
    Expression* pointer = check_value(written->a);
    if (!pointer->type->is_pointer())
        fail(written->a->where, "`delete` needs a pointer, not a `" + to_string(*pointer->type) + "`.");
    const Type* type = pointer->type->element->plain;
    Expression* kept = temporary(types_.pointer(type), where);
    const_cast<Variable*>(kept->variable)->address_taken = false;
    const auto again = [&] { return loaded(place_of(kept->variable, kept->type, where)); };
    Expression* begin = store(kept, convert_explicitly(pointer, kept->type, where), where);
    Expression* memory = again();
    Expression* end = nullptr;
    if (written->arrow && ends(type)) {
        memory = moved_pointer(memory, types_.pointer(types_.scalar(ScalarType::u64)), -count_bytes, where);
        Expression* count = loaded(dereference(memory, where));
        end = for_each(again(), count, ForEach::end, where);
    } else if (!written->arrow) {
        const syntax::Function* destructor = destructor_of(type);
        const bool dispatched = destructor != nullptr && destructor->is_virtual;
        end = dispatched ? destructor_call(dereference(again(), where), false, where)
                         : destruction(dereference(again(), where), where);
    }
    const Type* nothing = types_.pointer(types_.void_type());
    end = after(end, call_heap(type, written->arrow ? "operator delete[]" : "operator delete", "free",
                               convert_explicitly(memory, nothing, where), where));
    if (!end->type->is_void()) end = make(ExpressionKind::convert, types_.void_type(), where, end);
    Expression* made = make(ExpressionKind::conditional, types_.void_type(), where, truth(again()), end);
    made->c = make(ExpressionKind::convert, types_.void_type(), where,
                   constant(types_.scalar(ScalarType::i32), 0, where));
    return after(begin, made);
}

/// Makes or ends `count` elements from `pointer` on, in a function of its own.
Expression* Checker::for_each(Expression* pointer, Expression* count, ForEach what,
                              const SourceRange& where) {
    const Type* type = pointer->type->element->plain;
    Instance*& known = loops_over_[{type, what}];
    if (known == nullptr) known = loop_over(type, what, where);
    Expression* made = make(ExpressionKind::call, types_.void_type(), where);
    made->function = known->function;
    made->operands = {convert_explicitly(pointer, types_.pointer(type), where), count};
    note_call(known->function);
    return made;
}

/// for (; index < count; ++index) makes pointer[index]; while (count > 0) ends pointer[--count].
Instance* Checker::loop_over(const Type* type, ForEach what, const SourceRange& where) {
    syntax::Function* syntax = &arena_.functions.emplace_back();
    syntax->name = what == ForEach::make ? "new[]" : "delete[]";
    syntax->where = syntax->name_where = syntax->end = where;
    Instance* instance = own_instance(syntax, nullptr);
    Function* function = instance->function;
    function->result = types_.void_type();
    const Type* word = types_.scalar(ScalarType::u64);
    const auto variable = [&](std::string name, const Type* of, Storage storage) {
        Variable* made = &program_.variable_nodes.emplace_back();
        made->name = std::move(name);
        made->type = of;
        made->storage = storage;
        made->where = where;
        return made;
    };
    Variable* pointer = variable("pointer", types_.pointer(type), Storage::parameter);
    Variable* count = variable("count", word, Storage::parameter);
    function->parameters = {pointer, count};
    loops_over_[{type, what}] = instance;
    const InFunction in_function(*this, *instance);
    const auto place = [&](Variable* of) { return place_of(of, of->type, where); };
    TypedStatement* loop = make(StatementKind::for_loop, where);
    loop->header = where;
    TypedStatement* body = make(StatementKind::expression, where);
    if (what == ForEach::make) {
        Variable* index = variable("index", word, Storage::local);
        function->locals.push_back(index);
        TypedStatement* first = make(StatementKind::declare, where);
        first->variable = index;
        first->value = constant(word, 0, where);
        loop->first = first;
        loop->condition = operation(BinaryOperation::less, types_.scalar(ScalarType::boolean), where,
                                    loaded(place(index)), loaded(place(count)));
        loop->step = next_of(place(index), where);
        Expression* element =
            lvalue(ExpressionKind::subscript, type, where, loaded(place(pointer)), loaded(place(index)));
        syntax::Expression* nothing = &arena_.expressions.emplace_back();
        nothing->form = Form::construct;
        nothing->where = where;
        body->value = has_constructors(type) ? construct_at(element, nothing, {})
                                             : store(element, default_or_zero(type, where), where);
    } else {
        loop->condition = operation(BinaryOperation::not_equal, types_.scalar(ScalarType::boolean), where,
                                    loaded(place(count)), constant(word, 0, where));
        Expression* less = next_of(place(count), where);
        less->bytes = -1;
        Expression* element =
            lvalue(ExpressionKind::subscript, type, where, loaded(place(pointer)), loaded(place(count)));
        body->value = after(less, destruction(element, where));
    }
    loop->children.push_back(body);
    TypedStatement* all = make(StatementKind::block, where);
    all->children.push_back(loop);
    function->body = all;
    return instance;
}

/// The value of `T()` where T has no constructors.
Expression* Checker::default_or_zero(const Type* type, const SourceRange& where) {
    if (type->is_scalar() || type->is_pointer()) return constant(type, 0, where);
    return default_value(type, where);
}

}  // namespace upsweep::emulator
