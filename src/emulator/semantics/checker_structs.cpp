// Structs: their members and functions, and how values of them are made.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/array.h"
#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

constexpr int64_t largest_object = int64_t{1} << 28;

std::string checker_structs_text_of(const Entity& argument) {
    if (argument.bits != 0 && argument.kind == Entity::Kind::type) return to_string(*argument.type) + "&";
    if (argument.kind == Entity::Kind::type || argument.kind == Entity::Kind::function)
        return to_string(*argument.type);
    return bits_to_text(argument.type->scalar, argument.bits);
}

std::string name_of(const Struct& written, const std::vector<Entity>& arguments) {
    if (written.name.empty()) return "struct";
    std::string name(written.name);
    for (const Entity& argument : arguments)
        name += (&argument == &arguments.front() ? "<" : ", ") + checker_structs_text_of(argument);
    return arguments.empty() ? name : name + ">";
}

/// member(other.member)
bool copies_member(const syntax::MemberInitialiser& initialiser, std::string_view other) {
    if (initialiser.value->arguments.size() != 1) return false;
    const syntax::Expression* from = initialiser.value->arguments[0];
    return from->form == Form::member && from->text == initialiser.member && from->a->form == Form::name &&
           from->a->text == other;
}

}  // namespace

/// A constructor that copies each member is what every copy does.
bool Checker::copies_plainly(const syntax::Function& function, const Struct& of) {
    return takes_its_like(function, of) && !function.is_deleted && function.body != nullptr &&
           function.body->statements.empty() && function.initialisers.size() == of.fields.size() &&
           !function.parameters[0]->type->is_rvalue &&
           all_of(function.initialisers, [&](const auto& initialiser) {
               return copies_member(initialiser, function.parameters[0]->name);
           });
}

Structure* Checker::structure_of(const Type* type) {
    const auto found = structure_by_type_.find(type->plain);
    return found == structure_by_type_.end() ? nullptr : found->second;
}

const Struct* Checker::parsed_struct(size_t item) {
    return parsed_once(
        parsed_structs_, item, [&] { return parser_.structure(outline_.items[item]); }, [](const Struct*) {});
}

const Type* Checker::define_struct(const Struct* written, Scope bindings, std::vector<Entity> arguments) {
    if (struct_depth_ >= deepest_definitions)
        fail(written->where, "These structs depend on each other too deeply. Use fewer of them.");
    struct Deeper {
        int& depth;
        explicit Deeper(int& of) : depth(of) { ++depth; }
        ~Deeper() { --depth; }
    } deeper(struct_depth_);
    // One that is in a function or in another struct is where that is.
    if (written->space.empty()) const_cast<Struct*>(written)->space = space_;
    const InSpace in_space(*this, written->space);
    Structure& structure = structures_.emplace_back();
    structure.written = written;
    structure.arguments = std::move(arguments);
    structure.type = types_.structure(name_of(*written, flattened(structure.arguments)));
    structure_by_type_[structure.type] = &structure;
    // Known before its members are: they may point to it.
    const Entity self{Entity::Kind::type, nullptr, structure.type, 0};
    if (!written->name.empty() && structure.arguments.empty()) scope_here()[written->name] = self;
    structure.scope = std::move(bindings);
    if (current_ != nullptr && !scopes_.empty())
        structure.scope.insert(current_->bindings.begin(), current_->bindings.end());
    structure.scope[written->name] = self;
    try {
        const ScopesBack back(*this, scopes_.size());
        scopes_.push_back(structure.scope);
        add_number(structure);
        written = structure.written;
        for (const syntax::Field& field : written->fields) {
            // What a base has inside is known here too.
            Structure* base = field.is_base ? structure_of(resolve_value(field.type)) : nullptr;
            if (field.is_base && base == nullptr) fail(field.where, "Only a struct can be a base.");
            if (base == nullptr) continue;
            Scope& here = scopes_.back();
            for (const auto& inside : base->scope)
                if (none_of(base->written->template_parameters,
                            [&](const TemplateParameter& own) { return own.name == inside.first; }))
                    here.insert(inside);
        }
        declare_inside(*written);
        std::vector<Field> fields = fields_of(*written);
        if (written->is_union)
            types_.complete_union(structure.type, std::move(fields), alignment(written->alignments));
        else
            types_.complete(structure.type, std::move(fields), alignment(written->alignments));
        structure.scope = std::move(scopes_.back());
        add_functions(structure);
    } catch (const Abandon&) {
        structure.state = diagnostics_.quiet() ? Structure::State::failed_quietly : Structure::State::failed;
        throw;
    }
    const ScopesBack back(*this, scopes_.size());
    scopes_.push_back(structure.scope);
    for (const Statement* assertion : written->assertions) this->assertion(assertion, &structure);
    return structure.type;
}

/// Constants and types that are in the struct, in their order: one may need those above it.
void Checker::declare_inside(const Struct& written) {
    std::vector<std::pair<SourceRange, std::function<void()>>> all;
    for (const Enum* inner : written.enums)
        all.emplace_back(inner->where, [this, inner] { define_enum(inner); });
    for (const Struct* inner : written.structs)
        all.emplace_back(inner->where, [this, inner] { define_struct(inner, scopes_.back(), {}); });
    for (const Declaration* inner : written.declarations)
        all.emplace_back(inner->name_where, [this, inner, &written] { declare_constant(inner, written); });
    stable_sort(all, [](const auto& a, const auto& b) {
        return std::pair(a.first.line, a.first.column) < std::pair(b.first.line, b.first.column);
    });
    for (const auto& [where, declare] : all) declare();
}

/// An alias or a static constant that is in a struct.
void Checker::declare_constant(const Declaration* written, const Struct& owner) {
    if (written->is_alias) {
        const Written alias = resolve(written->type);
        scopes_.back()[written->name] = alias.entity();
        return;
    }
    const Type* type = resolve_value(written->type);
    if (program_.whole && (!type->is_const || !type->is_scalar() || written->initial == nullptr)) {
        scopes_.back()[written->name] = static_member(written, type, owner);
        return;
    }
    if (!type->is_const || !type->is_scalar() || written->initial == nullptr) return;
    const InConstant in_constant(*this);
    const Expression* value = convert(initial_value(written, type), type);
    if (value->kind == ExpressionKind::constant)
        scopes_.back()[written->name] = {Entity::Kind::constant, nullptr, type->plain, value->bits};
}

/// The largest that is requested; 1 if nothing is.
int64_t Checker::alignment(const std::vector<const syntax::Expression*>& written) {
    int64_t largest = 1;
    for (const syntax::Expression* one : written) {
        const int64_t bytes = constant_size(one);
        if ((bytes & (bytes - 1)) != 0 || bytes > 4096)
            fail(one->where,
                 "An alignment is a power of two up to 4096 bytes, not " + std::to_string(bytes) + ".");
        largest = std::max(largest, bytes);
    }
    return largest;
}

std::vector<Field> Checker::fields_of(const Struct& written) {
    std::vector<Field> fields;
    int64_t size = 0;
    for (const syntax::Field& field : written.fields) {
        const Written resolved = resolve(field.type);
        const Type* type = resolved.type;
        if (type->size == 0)
            fail(field.where,
                 "The member " + in_ticks(field.name) + " has no size: a struct cannot contain itself.");
        size += type->size;
        if (size > largest_object)
            fail(field.where, "This struct is too large. At most 256 MiB are allowed.");
        fields.push_back({std::string(field.name), type, 0, alignment(field.alignments),
                          resolved.is_reference, field.is_base});
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
        if (copies_plainly(*function, *structure.written)) continue;
        inherit_virtual(structure, *function);
        structure.functions.push_back(function);
    }
    // Beside others it is one of them; alone it leaves the struct what its members are.
    const bool others = any_of(structure.functions,
                               [](const syntax::Function* function) { return function->is_constructor; });
    if (structure.written->defaulted != nullptr && others)
        structure.functions.push_back(structure.written->defaulted);
}

const syntax::Function* Checker::defined_outside(Structure& structure, const syntax::Function& declared,
                                                 const Item& item) {
    if (item.name != declared.name) return nullptr;
    const syntax::Function* defined = parsed_member(item);
    if (defined->parameters.size() != declared.parameters.size() || defined->is_const != declared.is_const)
        return nullptr;
    const auto& names = defined->template_parameters;
    for (size_t i = 0; i < names.size() && i < structure.arguments.size(); ++i)
        structure.scope[names[i].name] = structure.arguments[i];
    syntax::Function joined = *defined;
    joined.template_parameters = declared.template_parameters;
    joined.is_member = true;
    joined.is_static = declared.is_static;
    joined.is_explicit = declared.is_explicit;
    joined.is_virtual = declared.is_virtual;
    for (size_t i = 0; i < joined.parameters.size(); ++i) {
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

std::vector<Callee> Checker::member_functions(Structure& structure, std::string_view name) {
    std::vector<Callee> result;
    Structure* has = with_functions(structure, name);
    if (has == nullptr) return result;
    for (const syntax::Function* function : has->functions)
        if (function->name == name && !function->is_constructor && !function->is_conversion &&
            !function->is_friend)
            result.push_back({function, has});
    return result;
}

/// object.function(arguments), pointer->function(arguments)
Expression* Checker::call_member(const syntax::Expression* written, const syntax::Expression* callee) {
    Expression* object = check(callee->a);
    if (callee->arrow) object = behind_arrow(object, callee);
    Structure* structure = structure_of(object->type);
    if (callee->text == "~") {
        const bool dispatched = structure != nullptr && destructor_of(object->type) != nullptr;
        Expression* end =
            dispatched ? destructor_call(object, false, written->where) : destruction(object, written->where);
        if (end != nullptr) return end;
        // Nothing ends, but the place is worked out: `data[--size].~T()`.
        const Expression* place = constant(types_.scalar(ScalarType::i32), 0, written->where);
        if (object->lvalue && object->kind != ExpressionKind::variable) {
            take_address(object);
            place = make(ExpressionKind::address, types_.pointer(object->type), written->where, object);
        }
        return make(ExpressionKind::convert, types_.void_type(), written->where, place);
    }
    if (structure == nullptr)
        fail(callee->mark, "A `" + to_string(*object->type->plain) + "` has no functions.");
    Call call{written, callee, callee->text, member_functions(*structure, callee->text), {}, true};
    if (call.callees.empty()) {
        if (find_field(*structure->type, callee->text)) return call_object(written, check(callee));
        refuse_member(*structure, callee->text, callee->mark);
    }
    call.arguments = check_arguments(written->arguments);
    call.arguments.insert(call.arguments.begin(), object);
    return call_best(call);
}

/// object(arguments)
Expression* Checker::call_object(const syntax::Expression* written, Expression* object) {
    Structure* structure = structure_of(object->type);
    if (structure != nullptr && structure->calls != nullptr) return call_passed_function(written, *structure);
    if (object->type->is_function_pointer()) return call_pointer(written, object);
    if (structure == nullptr)
        fail_unknown(written->a->where,
                     "The emulator calls functions only by name. Write a __device__ function.");
    Call call{written, nullptr, "operator()", member_functions(*structure, "operator()"), {}, true};
    if (call.callees.empty()) refuse_member(*structure, "operator()", written->a->where);
    call.arguments = check_arguments(written->arguments);
    call.arguments.insert(call.arguments.begin(), object);
    return call_best(call);
}

/// Limits<int>::lowest()
Expression* Checker::call_in_scope(const syntax::Expression* written, const syntax::Expression* callee) {
    Structure* structure = structure_of(resolve_value(callee->type));
    if (structure == nullptr) fail(callee->where, "This is not a struct, so it has no functions.");
    Call call{written, callee, callee->text, member_functions(*structure, callee->text), {}, false};
    if (call.callees.empty()) refuse_member(*structure, callee->text, callee->where);
    call.arguments = check_arguments(written->arguments);
    // Base::f() in a function of a struct that is derived from it.
    const Instance* around = outside_of_lambdas();
    const bool own = around != nullptr && around->self != nullptr && around->owner != nullptr &&
                     base_offset(around->owner->type, structure->type);
    call.is_exact = true;
    if (own) {
        call.has_object = true;
        call.arguments.insert(call.arguments.begin(), dereference(self(callee->where), callee->where));
    }
    return call_best(call);
}

/// A function of the struct that this code is a part of; null if none exists of that name.
Expression* Checker::call_own_member(const syntax::Expression* written, const syntax::Expression* callee) {
    const Instance* around = outside_of_lambdas();
    if (around == nullptr || around->owner == nullptr || find_local(callee->text) != nullptr) return nullptr;
    Call call{written, callee, callee->text, member_functions(*around->owner, callee->text), {}, false};
    if (call.callees.empty()) return nullptr;
    call.arguments = check_arguments(written->arguments);
    if (around->self != nullptr) {
        call.has_object = true;
        call.arguments.insert(call.arguments.begin(), dereference(self(callee->where), callee->where));
    }
    return call_best(call);
}

/// The function that is being checked, or the one around it where that is a lambda.
const Instance* Checker::outside_of_lambdas() const {
    const Instance* instance = current_;
    while (instance != nullptr && instance->owner != nullptr && instance->owner->made_in != nullptr)
        instance = instance->owner->made_in;
    return instance;
}

/// this
Expression* Checker::self(const SourceRange& where) {
    if (Expression* captured = captured_object(where)) return captured;
    const Instance* around = outside_of_lambdas();
    if (around == nullptr || around->self == nullptr)
        fail(where, "`this` has a meaning only in a non-static function of a struct.");
    return value(object_of(*around, where));
}

/// `this` as the lambda that is being checked holds it; null in anything else.
Expression* Checker::captured_object(const SourceRange& where) {
    if (!is_host_code() || current_ == nullptr || current_->owner == nullptr ||
        current_->owner->made_in == nullptr)
        return nullptr;
    const Field* held = find_by(current_->owner->type->fields, &Field::name, std::string("this"));
    if (held == nullptr || current_->self == nullptr)
        fail(where, "The lambda does not capture `this`. Write `[this]`, `[&]` or `[=]` before it.");
    return loaded(field_of(dereference(value(object_of(*current_, where)), where), *held, where));
}

/// The pointer to the object of a function.
Expression* Checker::object_of(const Instance& instance, const SourceRange& where) {
    Expression* made = make(ExpressionKind::variable, instance.self->type, where);
    made->variable = instance.self;
    made->lvalue = true;
    return made;
}

Expression* Checker::field_of(Expression* base, const Field& field, const SourceRange& where) {
    const Type* type = types_.qualified(field.type, base->type->is_const, base->type->is_volatile);
    // A reference is not const because the object is.
    const Type* held = field.reference ? field.type : type;
    Expression* made = make(ExpressionKind::member, base->lvalue ? held : held->plain, where, base);
    made->bytes = field.offset;
    made->lvalue = base->lvalue;
    made->expiring = base->expiring;
    return field.reference ? dereference(base->lvalue ? loaded(made) : made, where) : made;
}

/// The member of that name, also one of a struct or union without a name that is a member: then with its
/// distance from the start of the whole. Nothing if none exists.
std::optional<Field> Checker::find_field(const Type& type, std::string_view name) const {
    for (const Field& field : type.fields) {
        if (field.name == name) return field;
        if (!field.name.empty()) continue;
        std::optional<Field> inner = find_field(*field.type, name);
        if (inner) inner->offset += field.offset;
        if (inner) return inner;
    }
    return std::nullopt;
}

/// A member of the struct that this code is a part of, by its name alone; null if none exists.
Expression* Checker::own_member(const syntax::Expression* written) {
    const SourceRange& where = written->where;
    // What a lambda has captured, then what the functions around it know.
    for (const Instance* in = current_; in != nullptr && in->owner != nullptr; in = in->owner->made_in) {
        if (in->self == nullptr) continue;
        if (const std::optional<Field> field = find_field(*in->owner->type, written->text)) {
            Expression* object =
                in == current_ || !is_host_code() ? value(object_of(*in, where)) : self(where);
            return field_of(dereference(object, where), *field, where);
        }
    }
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
        // A static variable is one of the file: `int Node::alive = 0;` says so.
        if (found == structure->scope.end()) {
            entity = find_global(written->text, {});
            if (entity == nullptr || entity->kind != Entity::Kind::variable)
                refuse_member(*structure, written->text, written->where);
            return use_of(entity->variable, written->where);
        }
        entity = &found->second;
    }
    if (entity == nullptr) entity = find(written->text);
    if (entity != nullptr && entity->kind == Entity::Kind::variable)
        return use_of(entity->variable, written->where);
    if (entity == nullptr || entity->kind != Entity::Kind::constant)
        fail(written->where, "`" + to_string(*type) + "` has no constant " + in_ticks(written->text) + ".");
    return constant(entity->type, entity->bits, written->where);
}

// ---- Conversions ----

/// `from` as `to` by a constructor or a conversion that a struct has; null if none exists. Only looks where
/// `make` is false: the result then says no more than whether there is one.
Expression* Checker::user_conversion(Expression* from, const Type* to, bool really) {
    if (converting_) return nullptr;
    to = to->plain;
    converting_ = true;
    struct Done {
        bool& flag;
        ~Done() { flag = false; }
    } done{converting_};
    syntax::Expression* written = &arena_.expressions.emplace_back();
    written->form = Form::construct;
    written->where = from->where;
    if (Structure* structure = structure_of(to)) {
        Call call{written, nullptr, structure->written->name, {}, {nullptr, from}, true};
        for (const syntax::Function* function : structure->functions)
            if (function->is_constructor && !function->is_explicit)
                call.callees.push_back({function, structure});
        if (call.callees.empty()) return nullptr;
        call.arguments[0] = stand_in(to, from->where);
        if (!choose(call)) return nullptr;
        return really ? constructed(to, written, {from}) : from;
    }
    Structure* structure = structure_of(from->type);
    if (structure == nullptr) return nullptr;
    for (const syntax::Function* function : structure->functions) {
        if (!function->is_conversion || !function->template_parameters.empty()) continue;
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
Expression* Checker::stand_in(const Type* type, const SourceRange& where) {
    return lvalue(ExpressionKind::dereference, type, where);
}

}  // namespace upsweep::emulator
