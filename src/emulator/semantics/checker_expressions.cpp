// Checking names, literals, members, subscripts, casts.
#include <string>
#include <string_view>
#include <utility>

#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/literals.h"

namespace upsweep::emulator {

namespace {

/// As a finding names it: the text as it is written, or its beginning.
std::string shortened(std::string_view quoted) {
    constexpr size_t longest = 24;
    if (quoted.size() <= longest) return std::string(quoted);
    size_t end = longest;
    // No half of a character that takes several bytes.
    while ((uint8_t(quoted[end]) & 0xc0) == 0x80) --end;
    return std::string(quoted.substr(0, end)) + "…\"";
}

bool holds_union(const Type& type) {
    return type.held_as != nullptr ||
           any_of(type.fields, [](const Field& field) { return holds_union(*field.type); });
}

}  // namespace

struct Checker::Coordinate {
    std::string_view name;
    Builtin first;
};

const Checker::Coordinate* Checker::find_coordinate(std::string_view name) {
    static constexpr Coordinate coordinates[] = {{"threadIdx", Builtin::thread_x},
                                                 {"blockIdx", Builtin::block_x},
                                                 {"blockDim", Builtin::block_dim_x},
                                                 {"gridDim", Builtin::grid_dim_x}};
    return find_by(coordinates, &Coordinate::name, name);
}

Expression* Checker::check(const syntax::Expression* written) {
    switch (written->form) {
        case Form::number:
        case Form::character:
        case Form::boolean:
        case Form::string:
            return literal(written);
        case Form::name:
            return name(written);
        case Form::unary:
            return unary(written);
        case Form::postfix:
            return increment(written, true);
        case Form::binary:
            return binary(written);
        case Form::assign:
            return assign(written);
        case Form::conditional:
            return conditional(written);
        case Form::call:
            return call(written);
        case Form::launch:
            return launch(written);
        case Form::subscript:
            return subscript(written);
        case Form::member:
            return member(written);
        case Form::cast:
            return cast(written);
        case Form::construct:
            return construct(written);
        case Form::size_of_type:
        case Form::size_of_value:
            return size_of(written);
        case Form::offset_of: {
            uint64_t bytes = 0;
            inner_place(written->a, resolve_value(written->type), bytes);
            return constant(types_.scalar(ScalarType::u64), bytes, written->where);
        }
        case Form::self:
            return self(written->where);
        case Form::lambda:
            return lambda(written);
        case Form::new_object:
            return new_object(written);
        case Form::delete_object:
            return delete_object(written);
        case Form::throw_value:
            return throw_value(written);
        case Form::selected: {
            const ScopesBack back(*this, scopes_.size());
            open_element(written->names, written->index);
            return check(written->a);
        }
        case Form::fold:
            return fold(written);
        case Form::size_of_pack:
            return size_of_pack(written);
        case Form::expansion:
            fail(written->where, "A pack can be expanded only among arguments and values in braces.");
        case Form::braces:
        case Form::designated:
            break;
    }
    fail(written->where, "Braces can only be used where a variable is declared. Write the type before them.");
}

Expression* Checker::literal(const syntax::Expression* written) {
    if (written->form == Form::boolean)
        return constant(types_.scalar(ScalarType::boolean), written->text == "true" ? 1 : 0, written->where);
    if (written->form == Form::string) return text(written);
    const auto literal =
        written->form == Form::number ? parse_number(written->text) : parse_character(written->text);
    if (!literal)
        fail(written->where, in_ticks(written->text) + (written->form == Form::character
                                                            ? " is not a single one-byte character."
                                                            : why_no_number(written->text)));
    return constant(types_.scalar(literal->type), literal->bits, written->where);
}

/// Text in quotes: an array of const char that no name stands for. Equal texts are one array, as compilers
/// make them, and one that nothing uses takes no place.
Expression* Checker::text(const syntax::Expression* written) {
    const std::string characters = parse_string(written->text);
    Variable*& variable = texts_[characters];
    if (variable == nullptr) {
        variable = &program_.variable_nodes.emplace_back();
        variable->name = shortened(written->text);
        const Type* character = types_.qualified(types_.scalar(ScalarType::i8), true, false);
        variable->type = types_.array(character, length(characters) + 1);
        variable->storage = Storage::text;
        variable->address_taken = true;
        variable->where = written->where;
        for (char c : characters) variable->initial.push_back(std::byte(c));
        variable->initial.push_back(std::byte{0});
    }
    return use_of(variable, written->where);
}

Expression* Checker::name(const syntax::Expression* written) {
    if (written->type != nullptr) return name_in_scope(written);
    if (program_.whole)
        if (Expression* kernel = kernel_value(written)) return kernel;
    if (written->has_template_arguments)
        if (Expression* made = variable_template(written)) return made;
    const Entity* entity = written->is_qualified ? nullptr : find_local(written->text);
    if (entity == nullptr && !written->is_qualified)
        if (Expression* member = own_member(written)) return member;
    if (entity == nullptr) entity = find_global(written->text, written->qualifier);
    if (entity == nullptr) {
        if (written->text == "warpSize") {
            return builtin_value(Builtin::warp_size, types_.scalar(ScalarType::i32), written->where);
        }
        if (const Coordinate* found = find_coordinate(written->text)) return all_coordinates(*found, written);
        if (outline_.has(written->text, ItemKind::function) || find_builtin(written->text))
            fail(written->where, in_ticks(written->text) + " is a function. Call it with parentheses.");
        refuse_undeclared(written);
    }
    if (entity->kind == Entity::Kind::type)
        fail(written->where, in_ticks(written->text) + " is a type. A value is needed here.");
    if (entity->kind == Entity::Kind::function)
        return make(ExpressionKind::braces, entity->type, written->where);
    if (entity->kind == Entity::Kind::constant) return constant(entity->type, entity->bits, written->where);
    if (entity->kind == Entity::Kind::part) return part(*entity, written->where);
    if (entity->kind == Entity::Kind::pack)
        fail(written->where,
             in_ticks(written->text) + " is a parameter pack. Write `...` after what uses it.");
    if (entity->kind == Entity::Kind::member) {
        syntax::Expression name = *written;
        name.text = diagnostics_.keep(std::string(written->text) + "#" + std::to_string(entity->bits));
        if (Expression* member = own_member(&name)) return member;
    }
    if (current_ != nullptr && constant_depth_ == 0 && host_tables_.contains(entity->variable)) {
        const_cast<Entity*>(entity)->kind = Entity::Kind::broken;  // said once
        refuse_table(written->text, entity->variable->where);
    }
    return use_of(entity->variable, written->where);
}

Expression* Checker::use_of(const Variable* variable, const SourceRange& where) {
    Expression* made = place_of(variable, variable->type, where);
    return variable->reference ? dereference(value(made), where) : made;
}

/// The variable itself, as this type.
Expression* Checker::place_of(const Variable* variable, const Type* type, const SourceRange& where) {
    Expression* made = lvalue(ExpressionKind::variable, type, where);
    made->variable = variable;
    return made;
}

Expression* Checker::element_place(Expression* array, Expression* index, const SourceRange& where) {
    return lvalue(ExpressionKind::subscript, array->type->element, where, value(array), index);
}

/// A name of auto [a, b].
Expression* Checker::part(const Entity& entity, const SourceRange& where) {
    Expression* whole = use_of(entity.variable, where);
    if (!whole->type->is_array()) return field_of(whole, whole->type->plain->fields[entity.bits], where);
    return element_place(whole, constant(types_.scalar(ScalarType::i32), entity.bits, where), where);
}

/// pi<float>: the constant that a template of variables gives for these arguments; null if it is not one.
Expression* Checker::variable_template(const syntax::Expression* written) {
    for (size_t item : outline_.find(written->text)) {
        const Item& found = outline_.items[item];
        if (found.kind != ItemKind::variable || !found.is_template) continue;
        const syntax::Aliases parsed = parser_.variables(found);
        Scope bindings;
        if (parsed.declarations.empty() ||
            !bind_explicit(parsed.template_parameters, written->template_arguments, bindings) ||
            !bind_defaults(parsed.template_parameters, bindings))
            fail(written->where,
                 "These are not the arguments that the template " + in_ticks(written->text) + " takes.");
        const Elsewhere elsewhere(*this, {std::move(bindings)});
        const InConstant in_constant(*this);
        const Declaration* declared = parsed.declarations[0];
        Expression* initial = nullptr;
        const Written type = declared_type(declared, initial);
        if (initial == nullptr && declared->initial != nullptr) initial = initial_value(declared, type.type);
        if (initial != nullptr) initial = convert(initial, type.type);
        if (initial == nullptr || initial->kind != ExpressionKind::constant || !type.type->is_const)
            fail(written->where, "A template of variables must be constexpr and have a constant value here.");
        return constant(type.type, initial->bits, written->where);
    }
    return nullptr;
}

/// `threadIdx` as a whole is a uint3.
Expression* Checker::all_coordinates(const Coordinate& coordinate, const syntax::Expression* written) {
    const Type* word = types_.scalar(ScalarType::u32);
    Expression* made = builtin_value(Builtin::make_vector, types_.vector(ScalarType::u32, 3), written->where);
    for (int axis = 0; axis < 3; ++axis) {
        Expression* part = builtin_value(Builtin(int(coordinate.first) + axis), word, written->where);
        made->operands.push_back(part);
    }
    return made;
}

Expression* Checker::dereference(Expression* pointer, const SourceRange& where) {
    if (!pointer->type->is_pointer())
        fail(where, "A `" + to_string(*pointer->type) + "` is not a pointer, so `*` cannot dereference it.");
    if (pointer->type->element->is_void()) fail(where, "Cast a `void*` before you dereference it.");
    return lvalue(ExpressionKind::dereference, pointer->type->element, where, pointer);
}

Expression* Checker::subscript(const syntax::Expression* written) {
    Expression* whole = check(written->a);
    if (structure_of(whole->type) != nullptr) {
        if (Expression* made = overloaded(written, "operator[]", {whole, check(written->b)})) return made;
    }
    Expression* base = value(whole);
    ++index_depth_;
    Expression* index = nullptr;
    try {
        index = check_value(written->b);
        if (!index->type->is_pointer()) index = promote(index);
    } catch (const Abandon&) {
        --index_depth_;
        throw;
    }
    --index_depth_;
    // 2[p] is p[2].
    if (base->type->is_integer() && index->type->is_pointer()) std::swap(base, index);
    if (!base->type->is_pointer())
        fail(written->a->where, "A `" + to_string(*base->type) + "` is not an array and has no elements.");
    if (base->type->element->is_void()) fail(written->a->where, "Cast a `void*` before you index it.");
    if (!index->type->is_integer())
        fail(written->b->where, "An index must be a whole number, not a `" + to_string(*index->type) + "`.");
    return lvalue(ExpressionKind::subscript, base->type->element, written->where, base, index);
}

Expression* Checker::coordinate(const syntax::Expression* written) {
    if (written->a->form != Form::name || written->arrow || find(written->a->text) != nullptr) return nullptr;
    const Coordinate* found = find_coordinate(written->a->text);
    if (found == nullptr) return nullptr;
    const size_t axis =
        written->text.size() == 1 ? std::string_view("xyz").find(written->text[0]) : std::string_view::npos;
    if (axis == std::string_view::npos)
        fail(written->mark,
             in_ticks(found->name) + " has the components x, y and z, not " + in_ticks(written->text) + ".");
    return builtin_value(Builtin(int(found->first) + int(axis)), types_.scalar(ScalarType::u32),
                         written->where);
}

/// What `->` leads to: through a pointer, or what operator-> of an object gives.
Expression* Checker::behind_arrow(Expression* object, const syntax::Expression* written) {
    for (int depth = 0; depth < 16; ++depth) {
        Structure* structure = structure_of(object->type);
        Structure* has = structure != nullptr ? with_functions(*structure, "operator->") : nullptr;
        if (has == nullptr) break;
        Expression* made = overloaded(written, "operator->", {object});
        if (made == nullptr) break;
        object = made;
    }
    Expression* pointer = value(object);
    if (!pointer->type->is_pointer())
        fail(written->mark, "A " + in_ticks(to_string(*pointer->type)) +
                                " is not a pointer, so it cannot be used with `->`.");
    return dereference(pointer, written->where);
}

Expression* Checker::member(const syntax::Expression* written) {
    if (Expression* made = coordinate(written)) return made;
    Expression* base = check(written->a);
    Structure* object = structure_of(base->type);
    const bool follows = object != nullptr && with_functions(*object, "operator->") != nullptr;
    if (written->arrow && !base->type->fields.empty() && !follows)
        fail(written->mark, "This is not a pointer. Write `.` instead of `->`.");
    if (written->arrow) base = behind_arrow(base, written);
    const Type* type = base->type->plain;
    if (type->is_pointer() && !written->arrow && type->element->fields.empty() &&
        structure_of(type->element) == nullptr)
        fail(written->mark,
             "A " + in_ticks(to_string(*type)) +
                 " does not point to a struct, so it has no members. Write an index in `[]` after it.");
    if (type->is_pointer() && !written->arrow)
        fail(written->mark, "This is a pointer. Write `->` instead of `.`.");
    if (const std::optional<Field> found = find_field(*type, written->text)) {
        // An array in a value needs a place, so that it has elements; so do the members of a union.
        if (!base->lvalue && (found->type->is_array() || holds_union(*type) || ends(type))) {
            base = materialised(base, type);
            base->expiring = true;
        }
        return field_of(base, *found, written->where);
    }
    if (Structure* structure = structure_of(type)) {
        const auto inside = structure->scope.find(written->text);
        if (inside != structure->scope.end() && inside->second.kind == Entity::Kind::constant)
            return constant(inside->second.type, inside->second.bits, written->where);
        if (inside != structure->scope.end() && inside->second.kind == Entity::Kind::variable)
            return use_of(inside->second.variable, written->where);
        if (!member_functions(*structure, written->text).empty())
            fail(written->mark, in_ticks(written->text) + " is a function. Call it with parentheses.");
    }
    refuse_member(*type, written->text, written->mark);
}

Expression* Checker::cast(const syntax::Expression* written) {
    if (written->type->form == TypeForm::reference) {
        const Written to = resolve(written->type);
        Expression* from = check(written->a);
        if (to.is_rvalue && !from->lvalue) from = materialised(from, from->type);
        need_lvalue(from, "A cast to a reference");
        Expression* address = pointer_to(from, written->where);
        Expression* made = dereference(convert_explicitly(address, to.type, written->where), written->where);
        made->expiring = to.is_rvalue;
        return made;
    }
    const Type* type = resolve_value(written->type);
    if (written->a->form == Form::braces) return braces(written->a, type);
    Expression* from = check(written->a);
    // A conversion that a struct has needs no copy of it.
    const bool converts = structure_of(from->type) != nullptr && type->is_scalar();
    if (!converts) from = value(from);
    const bool bits = written->text == "reinterpret_cast";
    if (bits && type->is_scalar() && from->type->is_scalar())
        fail(written->where,
             "reinterpret_cast does not convert between numbers. Use static_cast, or __float_as_int and its "
             "family for the bits.");
    const bool convertible = structure_of(type) != nullptr || structure_of(from->type) != nullptr;
    if (convertible && !type->is_void()) return convert(from, type);
    if (type->is_array() || (type->kind == TypeKind::structure && type->plain != from->type->plain))
        fail(written->where, "Nothing can be cast to `" + to_string(*type) + "`.");
    return convert_explicitly(from, type, written->where);
}

/// float(x), int(), dim3(4, 2), Pair{1, 2}.
Expression* Checker::construct(const syntax::Expression* written) {
    written = spread(written);
    const Type* type = resolve_value(written->type);
    if (type->kind == TypeKind::vector || type->is_aggregate()) {
        if (written->arguments.size() == 1 && written->arguments[0]->form != Form::braces) {
            Expression* only = check_value(written->arguments[0]);
            const bool converts = structure_of(only->type) != nullptr && !has_constructors(type) &&
                                  converts_implicitly(only, type);
            if (only->type->plain == type->plain || converts) return convert(only, type);
        }
        return whole_extent(written->type, written->arguments.size(), braces(written, type));
    }
    if (written->arguments.empty() && type->is_scalar()) return constant(type, 0, written->where);
    if (written->arguments.size() != 1)
        fail(written->where, "A `" + to_string(*type) + "` is made from one value.");
    if (written->arguments[0]->form == Form::braces) return braces(written->arguments[0], type);
    return convert_explicitly(check_value(written->arguments[0]), type, written->where);
}

/// What a dim3 leaves out is 1.
Expression* Checker::whole_extent(const syntax::Type* type, size_t given, Expression* made) {
    if (type == nullptr || type->name != "dim3" || made->kind != ExpressionKind::braces) return made;
    for (size_t axis = given; axis < 3; ++axis)
        made->parts.push_back({int64_t(4 * axis), constant(types_.scalar(ScalarType::u32), 1, made->where)});
    return made;
}

Expression* Checker::size_of(const syntax::Expression* written) {
    const Type* type = nullptr;
    if (written->form == Form::size_of_type) {
        const Written resolved = resolve(written->type);
        type = resolved.is_reference ? resolved.type->element : resolved.type;
    } else {
        type = check(written->a)->type;
    }
    if (type->size == 0) fail(written->where, "The size of a `" + to_string(*type) + "` is not known here.");
    const bool alignment = written->text == "alignof";
    Expression* made =
        constant(types_.scalar(ScalarType::u64), alignment ? type->alignment : type->size, written->where);
    // A copy with this count is a finding: see counts_pointer in natives_cuda.cpp.
    if (type->is_pointer() && !alignment) made->text = "pointer";
    return made;
}

/// Of offsetof: adds the bytes at which a member, or one of its members or elements, begins in `whole`, and
/// gives its type.
const Type* Checker::inner_place(const syntax::Expression* written, const Type* whole, uint64_t& bytes) {
    const bool first = written->form == Form::name;
    const Type* type = first ? whole : inner_place(written->a, whole, bytes);
    if (written->form == Form::subscript) {
        if (!type->is_array()) fail(written->a->where, "This is not an array and has no elements.");
        const InConstant in_constant(*this);
        const Expression* index = check_value(written->b);
        if (index->kind != ExpressionKind::constant || !index->type->is_integer())
            fail(written->b->where, "An index in `offsetof` must be a constant.");
        bytes += index->bits * uint64_t(type->element->size);
        return type->element;
    }
    if (const std::optional<Field> field = find_field(*type, written->text)) {
        bytes += uint64_t(field->offset);
        return field->type;
    }
    refuse_member(*type, written->text, first ? written->where : written->mark);
}

}  // namespace upsweep::emulator
