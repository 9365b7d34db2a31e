// Structs: their members and functions, and how values of them are made.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "emulator/checker.h"

namespace upsweep::emulator {

using syntax::Form;

namespace {

constexpr std::int64_t largest_object = std::int64_t{1} << 28;
constexpr std::int64_t most_constructed = 64;

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string text_of(const Entity& argument) {
    if (argument.kind == Entity::Kind::type) return to_string(*argument.type);
    return bits_to_text(argument.type->scalar, argument.bits);
}

std::string name_of(const syntax::Struct& written, const std::vector<Entity>& arguments) {
    if (written.name.empty()) return "struct";
    std::string name(written.name);
    for (const Entity& argument : arguments)
        name += (&argument == &arguments.front() ? "<" : ", ") + text_of(argument);
    return arguments.empty() ? name : name + ">";
}

}  // namespace

Checker::Structure* Checker::structure_of(const Type* type) {
    const auto found = structure_by_type_.find(type->plain);
    return found == structure_by_type_.end() ? nullptr : found->second;
}

const syntax::Struct* Checker::parsed_struct(std::size_t item) {
    const auto found = parsed_structs_.find(item);
    if (found != parsed_structs_.end()) {
        if (found->second == nullptr) throw Abandon{};
        return found->second;
    }
    parsed_structs_[item] = nullptr;
    return parsed_structs_[item] = parser_.structure(outline_.items[item]);
}

const Type* Checker::define_struct(const syntax::Struct* written, Scope bindings,
                                   std::vector<Entity> arguments) {
    if (struct_depth_ >= deepest_definitions)
        fail(written->where, "Structs need each other too deeply here. Use fewer of them.");
    struct Deeper {
        int& depth;
        explicit Deeper(int& of) : depth(of) { ++depth; }
        ~Deeper() { --depth; }
    } deeper(struct_depth_);
    structures_.emplace_back();
    Structure& structure = structures_.back();
    structure.written = written;
    structure.arguments = std::move(arguments);
    structure.type = types_.structure(name_of(*written, structure.arguments));
    structure_by_type_[structure.type] = &structure;
    // Known before its members are: they may point to it.
    const Entity self{Entity::Kind::type, nullptr, structure.type, 0};
    Scope& outside = scopes_.empty() ? globals_ : scopes_.back();
    if (!written->name.empty() && structure.arguments.empty()) outside[written->name] = self;
    structure.scope = std::move(bindings);
    if (current_ != nullptr && !scopes_.empty())
        structure.scope.insert(current_->bindings.begin(), current_->bindings.end());
    structure.scope[written->name] = self;
    {
        const ScopesBack back(*this, scopes_.size());
        scopes_.push_back(structure.scope);
        declare_inside(*written);
        types_.complete(structure.type, fields_of(*written));
        structure.scope = std::move(scopes_.back());
    }
    add_functions(structure);
    return structure.type;
}

/// Constants and types that stand in the struct.
void Checker::declare_inside(const syntax::Struct& written) {
    for (const syntax::Enum* inner : written.enums) define_enum(inner);
    for (const syntax::Struct* inner : written.structs) define_struct(inner, scopes_.back(), {});
    for (const syntax::Declaration* declaration : written.declarations) {
        if (declaration->is_alias) {
            scopes_.back()[declaration->name] = {Entity::Kind::type, nullptr,
                                                 resolve_value(declaration->type), 0};
            continue;
        }
        const Type* type = resolve_value(declaration->type);
        if (!type->is_const || !type->is_scalar() || declaration->initial == nullptr) continue;
        const InConstant in_constant(*this);
        const Expression* value = convert(initial_value(declaration, type), type);
        if (value->kind == ExpressionKind::constant)
            scopes_.back()[declaration->name] = {Entity::Kind::constant, nullptr, type->plain, value->bits};
    }
}

std::vector<Field> Checker::fields_of(const syntax::Struct& written) {
    std::vector<Field> fields;
    std::int64_t size = 0;
    for (const syntax::Field& field : written.fields) {
        const Type* type = resolve_value(field.type);
        if (type->size == 0)
            fail(field.where,
                 "The member " + quoted(field.name) + " has no size: a struct cannot hold itself.");
        size += type->size;
        if (size > largest_object)
            fail(field.where, "This struct is too large. At most 256 MiB are allowed.");
        fields.push_back({std::string(field.name), type, 0});
    }
    return fields;
}

/// Its functions, those with a body elsewhere joined with it.
void Checker::add_functions(Structure& structure) {
    const auto elsewhere = outline_.members.find(structure.written->name);
    for (const syntax::Function* function : structure.written->functions) {
        if (function->body == nullptr && elsewhere != outline_.members.end()) {
            for (const Item& item : elsewhere->second) {
                const syntax::Function* body = defined_outside(structure, *function, item);
                if (body != nullptr) function = body;
                if (body != nullptr) break;
            }
        }
        structure.functions.push_back(function);
    }
}

const syntax::Function* Checker::defined_outside(Structure& structure, const syntax::Function& declared,
                                                 const Item& item) {
    if (item.name != declared.name) return nullptr;
    const syntax::Function* defined = parsed_member(item);
    if (defined->parameters.size() != declared.parameters.size() || defined->is_const != declared.is_const)
        return nullptr;
    const auto& names = defined->template_parameters;
    for (std::size_t i = 0; i < names.size() && i < structure.arguments.size(); ++i)
        structure.scope[names[i].name] = structure.arguments[i];
    syntax::Function joined = *defined;
    joined.template_parameters = declared.template_parameters;
    joined.is_member = true;
    joined.is_static = declared.is_static;
    joined.is_explicit = declared.is_explicit;
    for (std::size_t i = 0; i < joined.parameters.size(); ++i) {
        if (declared.parameters[i]->initial == nullptr) continue;
        arena_.declarations.push_back(*joined.parameters[i]);
        arena_.declarations.back().initial = declared.parameters[i]->initial;
        joined.parameters[i] = &arena_.declarations.back();
    }
    arena_.functions.push_back(std::move(joined));
    return &arena_.functions.back();
}

const syntax::Function* Checker::parsed_member(const Item& item) {
    const auto found = parsed_members_.find(item.begin);
    if (found != parsed_members_.end()) {
        if (found->second == nullptr) throw Abandon{};
        return found->second;
    }
    parsed_members_[item.begin] = nullptr;
    return parsed_members_[item.begin] = parser_.function(item);
}

std::vector<Checker::Callee> Checker::member_functions(Structure& structure, std::string_view name) {
    std::vector<Callee> result;
    for (const syntax::Function* function : structure.functions)
        if (function->name == name && !function->is_constructor && !function->is_conversion &&
            !function->is_friend)
            result.push_back({function, &structure});
    return result;
}

/// object.function(arguments), pointer->function(arguments)
Expression* Checker::call_member(const syntax::Expression* written, const syntax::Expression* callee) {
    Expression* object = check(callee->a);
    if (callee->arrow) object = dereference(value(object), callee->where);
    Structure* structure = structure_of(object->type);
    if (structure == nullptr)
        fail(callee->mark, "A `" + to_string(*object->type->plain) + "` has no functions.");
    Call call{written, callee, callee->text, member_functions(*structure, callee->text), {}, true};
    if (call.callees.empty()) {
        const auto& fields = structure->type->fields;
        const bool is_field = std::any_of(fields.begin(), fields.end(),
                                          [&](const Field& field) { return field.name == callee->text; });
        if (is_field) return call_object(written, check(callee));
        refuse_member(*structure, callee->text, callee->mark);
    }
    call.arguments = check_arguments(written->arguments);
    call.arguments.insert(call.arguments.begin(), object);
    return call_best(call);
}

void Checker::refuse_member(const Structure& structure, std::string_view name, const SourceRange& where) {
    const auto& host = structure.written->host_functions;
    if (std::find(host.begin(), host.end(), name) != host.end())
        fail(where, quoted(name) + " of `" + structure.type->name +
                        "` is a host function. Write __device__ before it.");
    fail(where, "A `" + structure.type->name + "` has no member " + quoted(name) + ".");
}

/// object(arguments)
Expression* Checker::call_object(const syntax::Expression* written, Expression* object) {
    Structure* structure = structure_of(object->type);
    if (structure == nullptr)
        fail(written->a->where, "Only a function can be called, by its name. Write a __device__ function.");
    Call call{written, nullptr, "operator()", member_functions(*structure, "operator()"), {}, true};
    if (call.callees.empty()) refuse_member(*structure, "operator()", written->a->where);
    call.arguments = check_arguments(written->arguments);
    call.arguments.insert(call.arguments.begin(), object);
    return call_best(call);
}

/// Limits<int>::lowest()
Expression* Checker::call_in_scope(const syntax::Expression* written, const syntax::Expression* callee) {
    Structure* structure = structure_of(resolve_value(callee->type));
    if (structure == nullptr) fail(callee->where, "This is no struct, and has no functions.");
    Call call{written, callee, callee->text, member_functions(*structure, callee->text), {}, false};
    if (call.callees.empty()) refuse_member(*structure, callee->text, callee->where);
    call.arguments = check_arguments(written->arguments);
    return call_best(call);
}

/// A function of the struct that this code is a part of; null if there is none of that name.
Expression* Checker::call_own_member(const syntax::Expression* written, const syntax::Expression* callee) {
    if (current_ == nullptr || current_->owner == nullptr || find_local(callee->text) != nullptr)
        return nullptr;
    Call call{written, callee, callee->text, member_functions(*current_->owner, callee->text), {}, false};
    if (call.callees.empty()) return nullptr;
    call.arguments = check_arguments(written->arguments);
    if (current_->self != nullptr) {
        call.has_object = true;
        call.arguments.insert(call.arguments.begin(), dereference(self(callee->where), callee->where));
    }
    return call_best(call);
}

/// this
Expression* Checker::self(const SourceRange& where) {
    if (current_ == nullptr || current_->self == nullptr)
        fail(where, "`this` has a meaning only in a function of a struct that is not static.");
    Expression* made = make(ExpressionKind::variable, current_->self->type, where);
    made->variable = current_->self;
    made->lvalue = true;
    return value(made);
}

Expression* Checker::field_of(Expression* base, const Field& field, const SourceRange& where) {
    const Type* type = types_.qualified(field.type, base->type->is_const, base->type->is_volatile);
    Expression* made = make(ExpressionKind::member, base->lvalue ? type : type->plain, where);
    made->a = base;
    made->bytes = field.offset;
    made->lvalue = base->lvalue;
    return made;
}

/// A member of the struct that this code is a part of, by its name alone; null if there is none.
Expression* Checker::own_member(const syntax::Expression* written) {
    if (current_ == nullptr || current_->self == nullptr) return nullptr;
    for (const Field& field : current_->owner->type->fields)
        if (field.name == written->text)
            return field_of(dereference(self(written->where), written->where), field, written->where);
    return nullptr;
}

/// Mode::on, Tile::SIZE, Limits<int>::bits.
Expression* Checker::name_in_scope(const syntax::Expression* written) {
    const Type* type = resolve_value(written->type);
    const Entity* entity = nullptr;
    if (const auto enumeration = enumerations_.find(written->type->name); enumeration != enumerations_.end())
        if (const auto found = enumeration->second.find(written->text); found != enumeration->second.end())
            entity = &found->second;
    if (Structure* structure = structure_of(type); structure != nullptr && entity == nullptr) {
        const auto found = structure->scope.find(written->text);
        if (found == structure->scope.end()) refuse_member(*structure, written->text, written->where);
        entity = &found->second;
    }
    if (entity == nullptr) entity = find(written->text);
    if (entity == nullptr || entity->kind != Entity::Kind::constant)
        fail(written->where, "`" + to_string(*type) + "` has no constant " + quoted(written->text) + ".");
    return constant(entity->type, entity->bits, written->where);
}

// ---- Making values ----

bool Checker::has_constructors(const Type* type) {
    const Structure* structure = structure_of(type);
    return structure != nullptr &&
           std::any_of(structure->functions.begin(), structure->functions.end(),
                       [](const syntax::Function* function) { return function->is_constructor; });
}

bool Checker::has_member_values(const Type* type) {
    const Structure* structure = structure_of(type);
    return structure != nullptr &&
           std::any_of(structure->written->fields.begin(), structure->written->fields.end(),
                       [](const syntax::Field& field) { return field.initial != nullptr; });
}

/// Calls a constructor on `place`.
Expression* Checker::construct_at(Expression* place, const syntax::Expression* written,
                                  std::vector<Expression*> arguments) {
    Structure& structure = *structure_of(place->type);
    Call call{written, nullptr, structure.written->name, {}, std::move(arguments), true};
    for (const syntax::Function* function : structure.functions)
        if (function->is_constructor) call.callees.push_back({function, &structure});
    call.arguments.insert(call.arguments.begin(), place);
    return call_best(call);
}

/// A value of `type` from a constructor.
Expression* Checker::constructed(const Type* type, const syntax::Expression* written,
                                 std::vector<Expression*> arguments) {
    Expression* place = temporary(type, written->where);
    Expression* made = make(ExpressionKind::comma, type->plain, written->where);
    made->a = construct_at(place, written, std::move(arguments));
    made->b = value(place);
    return made;
}

/// Whether a variable without a value is set by code of the struct: not where the constructor does nothing.
bool Checker::sets_itself(const Type* type) {
    const Structure* structure = structure_of(type);
    if (structure == nullptr) return false;
    if (!has_constructors(type)) return has_member_values(type);
    for (const syntax::Function* function : structure->functions) {
        const bool is_default = function->is_constructor &&
                                (function->parameters.empty() || function->parameters[0]->initial != nullptr);
        if (is_default)
            return !function->initialisers.empty() || function->body == nullptr ||
                   !function->body->statements.empty() || has_member_values(type);
    }
    return true;
}

/// What is done to a variable that is made by a constructor; null if nothing is.
Expression* Checker::construction(Expression* place, const syntax::Declaration* written) {
    const syntax::Expression* initial = written->initial;
    if (initial != nullptr) return construct_at(place, initial, check_arguments(initial->arguments));
    arena_.expressions.emplace_back();
    syntax::Expression* nothing = &arena_.expressions.back();
    nothing->form = Form::construct;
    nothing->where = written->name_where;
    if (!place->type->is_array()) return construct_at(place, nothing, {});
    // Each element, one after another.
    if (place->type->count > most_constructed)
        fail(written->name_where, "An array of more than 64 constructed structs cannot be made here.");
    Expression* all = nullptr;
    for (std::int64_t i = 0; i < place->type->count; ++i) {
        Expression* element = make(ExpressionKind::subscript, place->type->element, written->name_where);
        element->a = value(place);
        element->b = constant(types_.scalar(ScalarType::i32), static_cast<std::uint64_t>(i), written->where);
        element->lvalue = true;
        all = after(all, construct_at(element, nothing, {}));
    }
    return all;
}

/// `first`, then `second`.
Expression* Checker::after(Expression* first, Expression* second) {
    if (first == nullptr || second == nullptr) return first == nullptr ? second : first;
    Expression* made = make(ExpressionKind::comma, second->type, second->where);
    made->a = first;
    made->b = second;
    return made;
}

/// place = value
Expression* Checker::store(Expression* place, Expression* value, const SourceRange& where) {
    Expression* made = make(ExpressionKind::assign, place->type, where);
    made->a = place;
    made->b = value;
    made->lvalue = true;
    return made;
}

/// What a constructor does before its body: the members that are written before it, and those with values of
/// their own. Null if there are none.
Expression* Checker::member_initialisers(const syntax::Function& function) {
    Expression* all = nullptr;
    const Structure& structure = *current_->owner;
    for (const syntax::MemberInitialiser& initialiser : function.initialisers) {
        if (initialiser.member == structure.written->name)
            all = after(all, construct_at(dereference(self(initialiser.where), initialiser.where),
                                          initialiser.value, check_arguments(initialiser.value->arguments)));
        else if (std::none_of(structure.type->fields.begin(), structure.type->fields.end(),
                              [&](const Field& field) { return field.name == initialiser.member; }))
            refuse_member(structure, initialiser.member, initialiser.where);
    }
    if (all != nullptr) return all;
    for (std::size_t i = 0; i < structure.type->fields.size(); ++i) {
        const Field& field = structure.type->fields[i];
        const auto given =
            std::find_if(function.initialisers.begin(), function.initialisers.end(),
                         [&](const auto& initialiser) { return initialiser.member == field.name; });
        const syntax::Expression* written = structure.written->fields[i].initial;
        SourceRange where = structure.written->fields[i].where;
        if (given != function.initialisers.end()) {
            written = given->value;
            where = given->where;
        }
        if (written == nullptr) continue;
        Expression* place = field_of(dereference(self(where), where), field, where);
        all = after(all, store(place, member_value(written, field.type), where));
        all->lvalue = true;
    }
    return all;
}

/// `(a, b)`, `{a, b}` or `= a` as a value of a member's type.
Expression* Checker::member_value(const syntax::Expression* written, const Type* type) {
    const bool list = written->form == Form::construct && written->type == nullptr;
    if (!list && written->form != Form::braces) return convert(check_value(written), type);
    if (written->arguments.size() == 1 && written->arguments[0]->form != Form::braces) {
        Expression* only = check_value(written->arguments[0]);
        if (only->type->plain == type->plain || !type->is_aggregate()) return convert(only, type);
    }
    if (written->arguments.empty() && type->is_scalar()) return constant(type, 0, written->where);
    return braces(written, type);
}

// ---- Conversions ----

/// `from` as `to` by a constructor or a conversion that a struct has; null if there is none. Only looks where
/// `make` is false: the result then says no more than whether there is one.
Expression* Checker::user_conversion(Expression* from, const Type* to, bool really) {
    if (converting_) return nullptr;
    to = to->plain;
    converting_ = true;
    struct Done {
        bool& flag;
        ~Done() { flag = false; }
    } done{converting_};
    arena_.expressions.emplace_back();
    syntax::Expression* written = &arena_.expressions.back();
    written->form = Form::construct;
    written->where = from->where;
    if (Structure* structure = structure_of(to)) {
        Call call{written, nullptr, structure->written->name, {}, {nullptr, from}, true};
        for (const syntax::Function* function : structure->functions)
            if (function->is_constructor && !function->is_explicit)
                call.callees.push_back({function, structure});
        if (call.callees.empty()) return nullptr;
        call.arguments[0] = placeholder(to, from->where);
        if (!choose(call)) return nullptr;
        return really ? constructed(to, written, {from}) : from;
    }
    Structure* structure = structure_of(from->type);
    if (structure == nullptr) return nullptr;
    for (const syntax::Function* function : structure->functions) {
        if (!function->is_conversion) continue;
        Instance* instance = instantiate(function, {}, structure);
        const Type* result = instance->function->result;
        const bool fits = result->plain == to || (result->is_scalar() && to->is_scalar());
        if (!fits) continue;
        if (!really) return from;
        Expression* object = from->kind == ExpressionKind::load ? const_cast<Expression*>(from->a) : from;
        const Call call{written, nullptr, "operator", {{function, structure}}, {object}, true};
        return convert(value(call_function(call, {instance, 0, 0})), to);
    }
    return nullptr;
}

/// Stands for an object while it is only looked which function fits.
Expression* Checker::placeholder(const Type* type, const SourceRange& where) {
    Expression* made = make(ExpressionKind::dereference, type, where);
    made->lvalue = true;
    return made;
}

}  // namespace upsweep::emulator
