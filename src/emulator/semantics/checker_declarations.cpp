// Checking variables: where they live, their initial values, and which of those outside functions a kernel
// sees.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/literals.h"

namespace upsweep::emulator {

namespace {

/// The text in "text" or {"text"}; null if it is something else.
const syntax::Expression* only_text(const syntax::Expression* written) {
    const bool in_braces = written->form == Form::braces && written->arguments.size() == 1;
    if (in_braces) written = written->arguments[0];
    return written->form == Form::string ? written : nullptr;
}

}  // namespace

Variable* Checker::new_variable(const Declaration* written, const Written& type, Storage storage) {
    Variable* variable = &program_.variable_nodes.emplace_back();
    variable->name = written->name;
    variable->type = type.type;
    variable->storage = storage;
    variable->reference = type.is_reference;
    variable->rvalue = type.is_rvalue;
    variable->where = written->name.empty() ? written->where : written->name_where;
    return variable;
}

/// Of host code's `T name[n]` with a variable n, what T is; null for any other declaration.
const Type* Checker::element_of_open_length(const Declaration* written) {
    const syntax::Type* type = written->type;
    if (type->form != TypeForm::array || type->size == nullptr || written->initial != nullptr ||
        type->inner->form == TypeForm::array || !is_host_code() || scopes_.empty() || current_ == nullptr)
        return nullptr;
    if (check_value(type->size)->kind == ExpressionKind::constant) return nullptr;
    {
        const InConstant in_constant(*this);
        if (check_value(type->size)->kind == ExpressionKind::constant) return nullptr;
    }
    const Type* element = resolve_value(type->inner);
    return has_constructors(element) || element->size == 0 ? nullptr : element;
}

/// The type, taken from `initial` for auto and for arrays that leave their size open. `initial` is set where
/// it had to be checked for that.
Written Checker::declared_type(const Declaration* written, Expression*& initial) {
    const syntax::Type* type = written->type;
    const bool reference = type->form == TypeForm::reference;
    const syntax::Type* base = reference ? type->inner : type;
    // `auto*` is `auto` for a pointer.
    while (base->form == TypeForm::pointer && base->inner->form == TypeForm::automatic) base = base->inner;
    // In a kernel one that begins with a function stands for that.
    const bool is_function = base->form == TypeForm::function && !reference && !is_host_code() &&
                             !scopes_.empty() && written->initial != nullptr &&
                             function_named(written->initial) != nullptr;
    if (base->form == TypeForm::automatic || is_function) {
        if (written->initial == nullptr || written->initial->form == Form::braces)
            fail(written->name_where, "`auto` needs a value to take its type from. Name the type.");
        const InConstant in_constant(*this, written->is_constexpr);
        initial = check_passed(written->initial);
        if (reference) {
            // `auto&&` takes what it is given, as T&& of a template does.
            const bool rvalue = type->is_rvalue && (!initial->lvalue || initial->expiring);
            return {types_.pointer(types_.qualified(initial->type, base->is_const, false)), true, rvalue};
        }
        initial = value(initial);
        if (initial->type->is_void()) fail(written->initial->where, "This has no value to take a type from.");
        return {types_.qualified(initial->type, base->is_const, base->is_volatile)};
    }
    if (const Type* element = element_of_open_length(written)) {
        // Of a number that is known when it is made: a block that the name points to.
        const Type* word = types_.scalar(ScalarType::u64);
        const SourceRange& where = written->name_where;
        Expression* bytes =
            operation(BinaryOperation::multiply, word, where, convert(check_value(type->size), word),
                      constant(word, uint64_t(element->size), where));
        Expression* made = value(call_named("library_array", where, {bytes}));
        initial = convert_explicitly(made, types_.pointer(element), where);
        return {types_.pointer(element)};
    }
    Written resolved = resolve(type);
    const bool open = resolved.type->is_array() && resolved.type->count == 0;
    if (open && written->initial != nullptr && is_text_for(written->initial, resolved.type)) {
        const size_t characters = parse_string(only_text(written->initial)->text).size();
        resolved.type = types_.array(resolved.type->element, characters + 1);
    } else if (open) {
        if (written->initial == nullptr || written->initial->form != Form::braces ||
            written->initial->arguments.empty())
            fail(written->name_where, "The array `" + std::string(written->name) + "` needs a size.");
        resolved.type = types_.array(resolved.type->element, length(written->initial->arguments));
    }
    if (resolved.type->is_void()) fail(written->name_where, "A variable cannot be void.");
    if (resolved.type->size == 0)
        fail(written->name_where, "The type of `" + std::string(written->name) + "` is not complete here.");
    return resolved;
}

Expression* Checker::initial_value(const Declaration* written, const Type* type) {
    if (written->initial->form == Form::braces && (type->is_aggregate() || type->kind == TypeKind::vector))
        return whole_extent(written->type, written->initial->arguments.size(),
                            braces(written->initial, type));
    if (written->initial->form == Form::construct && written->initial->type == written->type)
        return construct(written->initial);
    const syntax::Expression* initial = written->initial;
    if (initial->form == Form::braces) {
        if (initial->arguments.empty())
            return convert(constant(types_.scalar(ScalarType::i32), 0, initial->where), type);
        if (initial->arguments.size() > 1)
            fail(initial->where, "A `" + to_string(*type) + "` is made from one value.");
        initial = initial->arguments[0];
    }
    if (is_text_for(initial, type)) return braces(initial, type);
    if (type->is_array())
        fail(initial->where,
             is_character(*type->element)
                 ? "Initialise an array of characters with text in quotes, or with values in braces."
                 : "Initialise an array with values in braces.");
    return convert(check_for(initial, type), type);
}

/// A value for what has that type: a function's name too where that is a pointer to a function, or made
/// from one.
Expression* Checker::check_for(const syntax::Expression* written, const Type* type) {
    const bool named = written->form == Form::name && (type->is_function_pointer() || has_constructors(type));
    return value(named || type->is_function_pointer() ? check_passed(written) : check(written));
}

/// {1, 2, {3}} as an array, struct or vector, or text as an array; what is left out is zero.
Expression* Checker::braces(const syntax::Expression* written, const Type* type) {
    written = spread(written);
    if (list_element(type) != nullptr) return list(written, type);
    if (has_constructors(type)) return constructed(type, written, check_arguments(written->arguments));
    Expression* made = make(ExpressionKind::braces, type->plain, written->where);
    if (!type->is_aggregate() && type->kind != TypeKind::vector) {
        if (written->arguments.size() != 1)
            fail(written->where, "A `" + to_string(*type) + "` is made from one value.");
        return convert(check_for(written->arguments[0], type), type);
    }
    fill(made, written, type, 0);
    return made;
}

void Checker::fill(Expression* into, const syntax::Expression* written, const Type* type, int64_t offset) {
    written = spread(written);
    if (is_text_for(written, type)) {
        fill_text(into, written, type, offset);
        return;
    }
    size_t item = 0;
    fill_from(into, written->arguments, item, type, offset);
    if (item < written->arguments.size())
        fail(written->where, "There are more values than a `" + to_string(*type) + "` holds.");
}

/// Takes values from `item` on, as many as the type holds. Braces inside may be left out: {1, 2, 3, 4} as two
/// pairs.
void Checker::fill_from(Expression* into, const std::vector<const syntax::Expression*>& items, size_t& item,
                        const Type* type, int64_t offset) {
    size_t room = type->is_array() ? size_t(type->count) : type->fields.size();
    if (type->held_as != nullptr) room = std::min<size_t>(room, 1);  // its first member, or the one named
    size_t next = 0;
    while (item < items.size() && (next < room || items[item]->form == Form::designated)) {
        const syntax::Expression* written = items[item];
        const size_t i = place_in(type, written, next);
        next = i + 1;
        if (written->form == Form::designated) written = written->a;
        const Type* part = type->is_array() ? type->element : type->fields[i].type;
        const int64_t place = offset + (type->is_array() ? int64_t(i) * part->size : type->fields[i].offset);
        if (type->held_as != nullptr && part->is_aggregate() && part->plain != type->held_as)
            fail_unknown(
                written->where,
                "The emulator initialises a union only with a number or a pointer. Assign its members "
                "instead.");
        const bool whole =
            (part->is_aggregate() || part->kind == TypeKind::vector) && !has_constructors(part);
        if (!type->is_array() && type->fields[i].reference) {
            into->parts.push_back({place, reference_to(written, type->fields[i])});
        } else if (is_text_for(written, part) || (written->form == Form::braces && whole)) {
            fill(into, written, part, place);
        } else if (written->form == Form::braces) {
            into->parts.push_back({place, braces(written, part)});
        } else if (part->is_array() || (whole && !stands_for(written, part))) {
            fill_from(into, items, item, part, place);
            continue;
        } else {
            into->parts.push_back({place, convert(check_for(written, part), part)});
        }
        ++item;
    }
    if (structure_of(type) != nullptr && sets_itself(type)) fill_defaults(into, type, next, offset);
}

/// Whether these are the characters that an array begins with: char a[] = "text", or {"text"}.
bool Checker::is_text_for(const syntax::Expression* written, const Type* type) {
    return type->is_array() && is_character(*type->element) && only_text(written) != nullptr;
}

/// The characters of a text, and the zero behind them.
void Checker::fill_text(Expression* into, const syntax::Expression* written, const Type* type,
                        int64_t offset) {
    const std::string characters = parse_string(only_text(written)->text);
    const size_t needed = characters.size() + 1;
    if (needed > size_t(type->count))
        fail(written->where, "This text takes " + std::to_string(needed) +
                                 " characters with its final zero, but a `" + to_string(*type) + "` holds " +
                                 std::to_string(type->count) + ". Make the array longer, or omit its size.");
    for (char c : characters)
        into->parts.push_back({offset++, constant(type->element, uint8_t(c), written->where)});
}

/// Whether a value in braces is all of a struct or vector, and not its first member.
bool Checker::stands_for(const syntax::Expression* written, const Type* type) {
    Expression* value = check_value(written);
    return value->type->plain == type->plain || converts_implicitly(value, type);
}

/// The position of a value in braces: that of its member if it is named, else the next.
size_t Checker::place_in(const Type* type, const syntax::Expression* item, size_t next) {
    if (item->form != Form::designated) return next;
    for (size_t i = 0; i < type->fields.size(); ++i)
        if (type->fields[i].name == item->text) return i;
    refuse_member(*type, item->text, item->mark);
}

/// Members from `given` on that have values of their own.
void Checker::fill_defaults(Expression* into, const Type* type, size_t given, int64_t offset) {
    const Structure& structure = *structure_of(type);
    const Elsewhere elsewhere(*this, {structure.scope});
    for (size_t i = given; i < structure.written->fields.size(); ++i) {
        const syntax::Expression* initial = structure.written->fields[i].initial;
        const Field& field = type->fields[i];
        const int64_t place = offset + field.offset;
        if (initial == nullptr) {
            const Type* element = field.type;
            while (element->is_array()) element = element->element;
            if (field.reference || !sets_itself(element)) continue;
            const SourceRange& where = structure.written->fields[i].where;
            for (int64_t at = 0; at < field.type->size; at += element->size)
                into->parts.push_back({place + at, default_value(element, where)});
            continue;
        }
        const bool in_braces = initial->form == Form::braces && field.type->is_aggregate();
        if (is_text_for(initial, field.type) || (in_braces && !has_constructors(field.type)))
            fill(into, initial, field.type, place);
        else
            into->parts.push_back({place, member_value(initial, field.type)});
    }
    std::vector<int64_t> numbers;
    if (structure.number != 0) numbers_in(type, offset, numbers);
    for (const int64_t number : numbers)
        into->parts.push_back(
            {number, constant(types_.scalar(ScalarType::u64), structure.number, into->where)});
}

const TypedStatement* Checker::local_variable(const Declaration* written) {
    if (const syntax::Expression* all = spread(written->initial); all != written->initial) {
        Declaration* spread_out = &arena_.declarations.emplace_back(*written);
        spread_out->initial = all;
        written = spread_out;
    }
    if (written->is_alias) {
        declare(written->name, resolve(written->type).entity(), written->name_where);
        return nullptr;
    }
    if (written->is_shared) return shared_variable(written);
    if (written->is_extern || written->is_device || written->is_constant)
        fail(written->where, "`" + std::string(written->name) + "` must be declared outside the function.");
    Expression* initial = nullptr;
    const size_t temporaries = temporaries_.size();
    const Written type = declared_type(written, initial);
    // A constant is the same in every thread, so each may have its own.
    const Type* element = type.type->is_array() ? type.type->element : type.type;
    if (written->is_static && !element->is_const && !written->is_constexpr && !host_entry_)
        fail_unknown(
            written->where,
            "The emulator does not support static local variables: all threads would share one. Use a "
            "`__device__` variable outside the function, or pass a pointer.");
    if (written->is_static && is_host_code() && !(element->is_const && type.type->is_scalar()))
        return static_variable(written, type, initial);
    TypedStatement* made = make(StatementKind::declare, written->where);
    if (written->initial != nullptr && written->initial->form == Form::lambda) {
        // Its body is not a part of the step that makes it.
        const SourceRange& head = written->initial->lambda->function->name_where;
        made->where.end_line = head.end_line;
        made->where.end_column = head.end_column;
    }
    Variable* variable = new_variable(written, type, Storage::local);
    made->variable = variable;
    if (!type.is_reference && initial == nullptr && is_constructed(written, type.type)) {
        const TypedStatement* constructed = constructed_variable(written, variable);
        ends_with_scope(variable);
        return constructed;
    }
    if (type.is_reference) {
        if (written->initial == nullptr)
            fail(written->name_where, "A reference needs something to refer to.");
        made->value = pass(initial != nullptr ? initial : check(written->initial), variable);
        // What a reference refers to lives as long as that.
        for (; temporaries_.size() > temporaries; temporaries_.pop_back())
            endings_.push_back({temporaries_.back()->variable});
    } else if (written->initial != nullptr || initial != nullptr) {
        const InConstant in_constant(*this, written->is_constexpr);
        made->value = convert(initial != nullptr ? initial : initial_value(written, type.type), type.type);
        made->value = with_temporaries(const_cast<Expression*>(made->value), temporaries);
    } else if (written->is_constexpr) {
        fail(written->name_where, "`" + std::string(written->name) + "` is constexpr and needs a value.");
    } else if (element->is_const && !element->is_aggregate() && element->kind != TypeKind::vector &&
               written->parts.empty()) {
        fail(written->name_where, in_ticks(written->name) + " is const and needs a value.");
    }
    Entity entity{Entity::Kind::variable, variable, type.type, 0};
    const bool is_constant = made->value != nullptr && made->value->kind == ExpressionKind::constant &&
                             type.type->is_scalar() && type.type->is_const && !type.type->is_volatile;
    if (is_constant) {
        entity.kind = Entity::Kind::constant;
        entity.bits = made->value->bits;
    } else if (written->is_constexpr && type.type->is_scalar()) {
        fail(written->initial->where, "The value of a constexpr variable must be a constant.");
    }
    declare(written->name, entity, written->name_where);
    if (!written->parts.empty()) declare_parts(written, variable);
    current_->function->locals.push_back(variable);
    ends_with_scope(variable);
    return made;
}

/// The names in auto [a, b]: each stands for a member or an element.
void Checker::declare_parts(const Declaration* written, Variable* variable) {
    const Type* type = variable->reference ? variable->type->element : variable->type;
    if (type->is_pointer())
        fail_unknown(
            written->name_where,
            "The emulator does not copy an array here. Write `auto&` before the names, or use a struct.");
    const size_t count = type->is_array() ? size_t(type->count) : type->fields.size();
    if (count != written->parts.size())
        fail(written->name_where, "There are " + std::to_string(written->parts.size()) + " names, but a `" +
                                      to_string(*type->plain) + "` has " + counted(count, "part") + ".");
    for (size_t i = 0; i < count; ++i)
        declare(written->parts[i]->name, {Entity::Kind::part, variable, type, i},
                written->parts[i]->name_where);
}

/// Whether a constructor makes the variable in its place, or its members have values of their own.
bool Checker::is_constructed(const Declaration* written, const Type* type) {
    const syntax::Expression* initial = written->initial;
    if (initial == nullptr) return sets_itself(type->is_array() ? type->element : type);
    if (initial->form == Form::braces && list_element(type) != nullptr) return false;
    if (!has_constructors(type)) return false;
    if (initial->form == Form::construct && initial->type != written->type) return false;
    if (initial->form != Form::construct && initial->form != Form::braces) return false;
    if (initial->arguments.size() == 1 && initial->arguments[0]->form == Form::braces) return true;
    // A copy needs none.
    return initial->arguments.size() != 1 || check(initial->arguments[0])->type->plain != type->plain;
}

const TypedStatement* Checker::constructed_variable(const Declaration* written, Variable* variable) {
    const Type* type = variable->type;
    TypedStatement* declared = make(StatementKind::declare, written->where);
    declared->variable = variable;
    declare(written->name, {Entity::Kind::variable, variable, type, 0}, written->name_where);
    current_->function->locals.push_back(variable);
    const Type* element = type->is_array() ? type->element : type;
    if (!has_constructors(element) && type->is_array()) {
        TypedStatement* made = make(StatementKind::block, written->where);
        TypedStatement* begin = make(StatementKind::expression, written->where);
        const Type* inner = element;
        while (inner->is_array()) inner = inner->element;
        Expression* count =
            constant(types_.scalar(ScalarType::u64), uint64_t(type->size / inner->size), written->where);
        begin->value =
            for_each(value(place_of(variable, type, written->where)), count, ForEach::make, written->where);
        made->children = {declared, begin};
        return made;
    }
    if (!has_constructors(element)) {
        Expression* made = make(ExpressionKind::braces, type->plain, written->name_where);
        fill_defaults(made, type, 0, 0);
        declared->value = made;
        return declared;
    }
    // What the constructor does is seen through a pointer, const or not.
    Expression* place = place_of(variable, type->is_array() ? type : type->plain, written->where);
    TypedStatement* made = make(StatementKind::block, written->where);
    TypedStatement* begin = make(StatementKind::expression, written->where);
    const size_t temporaries = temporaries_.size();
    begin->value = with_temporaries(construction(place, written), temporaries);
    made->children = {declared, begin};
    return made;
}

const TypedStatement* Checker::shared_variable(const Declaration* written) {
    if (written->initial != nullptr)
        fail(written->initial->where,
             "Shared memory cannot have initial values. Let the threads write them, then wait at a barrier.");
    if (host_entry_) fail(written->where, "A CPU loop has no shared memory. Use a local array.");
    Written type = resolve(written->type);
    const bool open = type.type->is_array() && type.type->count == 0;
    if (open && !written->is_extern)
        fail(written->name_where,
             "The array `" + std::string(written->name) + "` needs a size, or `extern` before `__shared__`.");
    if (type.is_reference) fail(written->name_where, "A reference cannot be shared.");
    if (!open && type.type->size == 0) fail(written->name_where, "A variable cannot be void.");
    Variable* variable =
        new_variable(written, type, written->is_extern ? Storage::dynamic_shared : Storage::shared);
    variable->address_taken = true;
    const Entity entity{Entity::Kind::variable, variable, type.type, 0};
    if (scopes_.empty())
        globals_[written->name] = entity;
    else
        declare(written->name, entity, written->name_where);
    program_.shared.push_back(variable);
    check_static_shared(written->name_where);
    return nullptr;
}

/// More than 48 KiB a block is only given to dynamic shared memory, on every GPU.
void Checker::check_static_shared(const SourceRange& where) {
    constexpr int64_t most = 48 * 1024;
    int64_t bytes = 0;
    for (const Variable* variable : program_.shared)
        if (variable->storage == Storage::shared) bytes += variable->type->size;
    if (bytes <= most) return;
    fail(where,
         fmt::format("The kernel's `__shared__` variables take {} bytes with this one, but 48 KiB ({} "
                     "bytes) of static shared memory is the most on every GPU. Make them smaller, or use "
                     "`extern __shared__`, whose size the launch gives.",
                     bytes, most));
}

}  // namespace upsweep::emulator
