// Template parameters: bound by what is written in < and >, by the arguments of a call, by their defaults.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

bool same(const Entity& a, const Entity& b) {
    return a.kind == b.kind && a.type == b.type && a.bits == b.bits;
}

}  // namespace

/// Types and constants for the template parameters, from <…> and from the arguments. None if one stays open.
std::optional<Scope> Checker::bind(const syntax::Function* function, const syntax::Expression* written,
                                   const std::vector<Expression*>& arguments, Structure* owner) {
    Scope bindings;
    const std::vector<TemplateParameter>& parameters = function->template_parameters;
    const bool has_arguments = written != nullptr && written->has_template_arguments;
    if (parameters.empty()) return has_arguments ? std::nullopt : std::optional(bindings);
    if (has_arguments && !bind_explicit(parameters, written->template_arguments, bindings))
        return std::nullopt;
    const Scope given_explicitly = bindings;
    explicit_ = &given_explicitly;
    contradiction_.reset();
    for (size_t i = 0; i < function->parameters.size(); ++i) {
        if (function->parameters[i]->is_pack)
            deduce_pack(parameters, function->parameters[i], arguments, i, bindings);
        else if (i < arguments.size())
            deduce_argument(parameters, function->parameters[i]->type, arguments[i], bindings);
    }
    explicit_ = nullptr;
    if (contradiction_) {
        refuse_contradiction(*function, written);
        return std::nullopt;
    }
    const Elsewhere elsewhere(*this,
                              owner != nullptr ? std::vector<Scope>{owner->scope} : std::vector<Scope>{});
    return bind_defaults(parameters, bindings) ? std::optional(bindings) : std::nullopt;
}

/// From one argument of a call.
void Checker::deduce_argument(const TemplateParameters& parameters, const syntax::Type* parameter,
                              const Expression* argument, Scope& bindings) {
    const Type* given = argument->type->plain;
    if (argument->kind == ExpressionKind::braces && given->is_void()) {
        // {1, 2} given to an initializer_list<T> binds T to the type of the first.
        const auto list = braces_.find(argument);
        const bool any = list != braces_.end() && !list->second->arguments.empty();
        if (any && parameter->name == "initializer_list" && parameter->arguments.size() == 1 &&
            list->second->arguments[0]->form != Form::braces)
            deduce(parameters, parameter->arguments[0].type,
                   check_value(list->second->arguments[0])->type->plain, bindings);
        return;
    }
    if (forwards(parameters, parameter)) {
        // T&& given a place binds T to a reference to it.
        const bool place = argument->lvalue && !argument->expiring;
        bindings.try_emplace(parameter->inner->name,
                             Entity{Entity::Kind::type, nullptr, place ? argument->type : given,
                                    place ? uint64_t{1} : uint64_t{0}});
        return;
    }
    // `T&` given something const binds T to that.
    if (parameter->form == TypeForm::reference && !parameter->inner->is_const && argument->lvalue &&
        argument->type->is_const)
        given = argument->type;
    if (given->is_array() && parameter->form != TypeForm::reference) given = types_.pointer(given->element);
    deduce(parameters, parameter, given, bindings);
}

/// Whether a parameter is `T&&` of a template's own T.
bool Checker::forwards(const TemplateParameters& parameters, const syntax::Type* written) {
    if (written->form != TypeForm::reference || !written->is_rvalue) return false;
    const syntax::Type* inner = written->inner;
    return inner->form == TypeForm::named && !inner->is_const && !inner->has_arguments &&
           inner->scope == nullptr && find_by(parameters, &TemplateParameter::name, inner->name) != nullptr;
}

/// T of most(T, T) given an int and a float.
void Checker::refuse_contradiction(const syntax::Function& function, const syntax::Expression* written) {
    const Contradiction found = *std::exchange(contradiction_, std::nullopt);
    const std::string types =
        in_ticks(to_string(*found.first)) + " for one argument and " + in_ticks(to_string(*found.second));
    diagnostics_.report(written != nullptr ? written->where : function.name_where,
                        in_ticks(found.name) + " of " + in_ticks(function.name) + " would be " + types +
                            " for another. Cast one of them, or name the type in `<` and `>`." +
                            declaration_of(function));
}

/// What is left open takes its default, which may name the parameters before it.
bool Checker::bind_defaults(const std::vector<TemplateParameter>& parameters, Scope& bindings) {
    for (const TemplateParameter& parameter : parameters) {
        if (bindings.contains(parameter.name)) continue;
        scopes_.push_back(bindings);
        const ScopesBack back(*this, scopes_.size() - 1);
        if (parameter.fallback.type != nullptr)
            bindings[parameter.name] = resolve(parameter.fallback.type).entity();
        else if (parameter.fallback.value != nullptr)
            bindings[parameter.name] = constant_argument(parameter, parameter.fallback.value);
        else if (parameter.is_pack)
            bindings[parameter.name] = pack_of({});
        else
            return false;
    }
    return true;
}

Entity Checker::constant_argument(const TemplateParameter& parameter, const syntax::Expression* written) {
    const InConstant in_constant(*this);
    const bool any = parameter.value_type->form == TypeForm::automatic;
    const Expression* value = check_value(written);
    const Type* type = any ? value->type : resolve_value(parameter.value_type);
    if (!any) value = convert(const_cast<Expression*>(value), type);
    if (value->kind != ExpressionKind::constant)
        fail(written->where, "A template argument must be a constant.");
    return {Entity::Kind::constant, nullptr, type->plain, value->bits};
}

bool Checker::bind_explicit(const std::vector<TemplateParameter>& parameters,
                            const std::vector<TemplateArgument>& written, Scope& bindings) {
    std::vector<TemplateArgument> arguments = spread(written);
    // microseconds::period was read as a value, std::chrono::seconds next to a variable `seconds` too.
    for (size_t i = 0; i < arguments.size() && i < parameters.size(); ++i) {
        const syntax::Expression* value = arguments[i].value;
        const bool inner =
            value != nullptr && value->form == Form::name && (value->type != nullptr || value->is_qualified);
        if (!inner || parameters[i].value_type != nullptr || parameters[i].is_pack) continue;
        syntax::Type* type = &arena_.types.emplace_back();
        type->form = TypeForm::named;
        type->scope = value->type;
        type->qualifier = value->qualifier;
        type->name = value->text;
        type->where = value->where;
        arguments[i] = {type, nullptr};
    }
    const bool open = !parameters.empty() && parameters.back().is_pack;
    if (arguments.size() > parameters.size() && !open) return false;
    std::vector<Entity> elements;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const TemplateParameter& parameter = parameters[std::min(i, parameters.size() - 1)];
        if (parameter.is_pack) {
            if ((parameter.value_type == nullptr) != (arguments[i].type != nullptr)) return false;
            elements.push_back(arguments[i].type != nullptr
                                   ? resolve(arguments[i].type).entity()
                                   : constant_argument(parameter, arguments[i].value));
            bindings[parameter.name] = pack_of(elements);
            continue;
        }
        const bool wants_type = parameter.value_type == nullptr;
        if (wants_type != (arguments[i].type != nullptr)) return false;
        const bool wants_function = !wants_type && parameter.value_type->form == TypeForm::function;
        const bool wants_any = !wants_type && parameter.value_type->form == TypeForm::automatic;
        if (wants_function || wants_any) {
            if (Expression* function = function_named(arguments[i].value)) {
                bindings[parameter.name] = {Entity::Kind::function, nullptr, function->type->plain, 0};
                continue;
            }
            if (wants_function)
                fail(arguments[i].value->where,
                     in_ticks(parameter.name) + " is a function parameter. Name a __device__ function here.");
        }
        if (wants_type) {
            bindings[parameter.name] = resolve(arguments[i].type).entity();
            continue;
        }
        // The type of a constant may name the parameters before it: template <typename T, T N>.
        scopes_.push_back(bindings);
        const ScopesBack back(*this, scopes_.size() - 1);
        bindings[parameter.name] = constant_argument(parameter, arguments[i].value);
    }
    return true;
}

/// Binds template parameters in `written` so that it is `given`. What contradicts shows when arguments are
/// passed.
void Checker::deduce(const std::vector<TemplateParameter>& parameters, const syntax::Type* written,
                     const Type* given, Scope& bindings) {
    if (written->form == TypeForm::reference) return deduce(parameters, written->inner, given, bindings);
    if (written->form == TypeForm::array && given->is_array()) {
        deduce_constant(parameters, written->size, given->count, bindings);
        return deduce(parameters, written->inner, given->element, bindings);
    }
    if (written->form == TypeForm::function && written->inner != nullptr) {
        if (!given->is_function_pointer()) return;
        const Type* function = given->element;
        deduce(parameters, written->inner, function->element, bindings);
        for (size_t i = 0; i < written->parameters.size(); ++i) {
            const syntax::Type* pattern = written->parameters[i];
            if (pattern->pack.empty()) {
                if (i < function->fields.size())
                    deduce(parameters, pattern, function->fields[i].type, bindings);
                continue;
            }
            std::vector<Entity> elements;
            for (size_t k = i; k < function->fields.size(); ++k) {
                const Field& field = function->fields[k];
                elements.push_back(Written{field.type, field.reference}.entity());
            }
            bindings.try_emplace(pattern->name, pack_of(elements));
        }
        return;
    }
    if (written->form == TypeForm::pointer || written->form == TypeForm::array) {
        if (given->is_pointer()) deduce(parameters, written->inner, given->element, bindings);
        return;
    }
    if (written->form != TypeForm::named) return;
    if (written->has_arguments) return deduce_arguments(parameters, written, given, bindings);
    for (const TemplateParameter& parameter : parameters) {
        if (parameter.name != written->name || parameter.value_type != nullptr) continue;
        // `const T*` given a `const float*` binds T to float.
        const Type* bound = written->is_const ? types_.qualified(given->plain, false,
                                                                 given->is_volatile && !written->is_volatile)
                                              : given;
        const auto known = bindings.find(parameter.name);
        if (known != bindings.end()) {
            const bool deduced = explicit_ != nullptr && !explicit_->contains(parameter.name);
            if (deduced && known->second.type != bound)
                contradiction_ = {parameter.name, known->second.type, bound};
            return;
        }
        bindings[parameter.name] = {Entity::Kind::type, nullptr, bound, 0};
        return;
    }
}

/// Vec<T, N> given a Vec<float, 3>.
void Checker::deduce_arguments(const std::vector<TemplateParameter>& parameters, const syntax::Type* written,
                               const Type* given, Scope& bindings) {
    const Structure* structure = structure_of(given);
    // A struct that is derived from one is one.
    while (structure != nullptr && structure->written->name != written->name) {
        const Structure* base = nullptr;
        for (const Field& field : structure->type->fields)
            if (field.is_base && base == nullptr) base = structure_of(field.type);
        structure = base;
    }
    if (structure == nullptr) return;
    const std::vector<Entity> arguments = flattened(structure->arguments);
    deduce_list(parameters, written->arguments, arguments, bindings);
}

/// <T, N, Ts...> given <float, 3, int, int>.
void Checker::deduce_list(const TemplateParameters& parameters, const std::vector<TemplateArgument>& written,
                          const std::vector<Entity>& arguments, Scope& bindings) {
    for (size_t i = 0; i < written.size(); ++i) {
        const bool types = written[i].type != nullptr && !written[i].type->pack.empty();
        const bool values = written[i].value != nullptr && written[i].value->form == Form::expansion;
        if (types || values) {
            const std::string_view name = types ? written[i].type->name : written[i].value->a->text;
            const size_t from = std::min(i, arguments.size());
            bindings.try_emplace(name, pack_of({arguments.begin() + ptrdiff_t(from), arguments.end()}));
            return;
        }
        if (i >= arguments.size()) return;
        const Entity& bound = arguments[i];
        if (written[i].type != nullptr && bound.kind == Entity::Kind::type && bound.bits == 0)
            deduce(parameters, written[i].type, bound.type, bindings);
        else if (written[i].type != nullptr && bound.kind == Entity::Kind::type)
            deduce_reference(parameters, written[i].type, bound, bindings);
        else if (written[i].value != nullptr && bound.kind == Entity::Kind::constant)
            deduce_constant(parameters, written[i].value, bound.bits, bindings);
    }
}

/// T or T& given a reference.
void Checker::deduce_reference(const TemplateParameters& parameters, const syntax::Type* written,
                               const Entity& given, Scope& bindings) {
    if (written->form == TypeForm::reference) return deduce(parameters, written->inner, given.type, bindings);
    if (written->form == TypeForm::named && !written->has_arguments &&
        find_by(parameters, &TemplateParameter::name, written->name) != nullptr)
        bindings.try_emplace(written->name, given);
}

void Checker::deduce_constant(const std::vector<TemplateParameter>& parameters,
                              const syntax::Expression* written, uint64_t bits, Scope& bindings) {
    if (written == nullptr || written->form != Form::name) return;
    for (const TemplateParameter& parameter : parameters)
        if (parameter.name == written->text && parameter.value_type != nullptr &&
            !bindings.contains(parameter.name))
            bindings[parameter.name] = {Entity::Kind::constant, nullptr,
                                        resolve_value(parameter.value_type)->plain, bits};
}

/// The specialisation of a function template for these arguments, or the template itself.
const syntax::Function* Checker::specialised(const syntax::Function* function, const Scope& bindings) {
    if (function->template_parameters.empty() || function->is_member) return function;
    for (size_t item : outline_.find(function->name)) {
        if (outline_.items[item].kind != ItemKind::function || !outline_.items[item].is_template) continue;
        const syntax::Function* other = parsed(item);
        Scope wanted;
        const bool fits = other->is_specialised &&
                          bind_explicit(function->template_parameters, other->specialisation, wanted);
        const bool equal = fits && all_of(wanted, [&](const auto& entry) {
                               const auto found = bindings.find(entry.first);
                               return found != bindings.end() && same(found->second, entry.second);
                           });
        if (equal) return other;
    }
    return function;
}

/// The bindings of a specialisation's own parameters under which it is the form for these arguments; none if
/// it is not. Same<T, T> given <int, int> binds T to int.
std::optional<Scope> Checker::matching(const Struct& primary, const Struct& candidate,
                                       const std::vector<Entity>& arguments) {
    const TemplateParameters& own = candidate.template_parameters;
    Scope bound;
    deduce_list(own, candidate.specialisation, flattened(arguments), bound);
    for (const TemplateParameter& parameter : own) {
        if (parameter.is_pack) bound.try_emplace(parameter.name, pack_of({}));
        if (!bound.contains(parameter.name)) return std::nullopt;
    }
    const Elsewhere elsewhere(*this, {bound});
    Scope wanted;
    if (!bind_explicit(primary.template_parameters, candidate.specialisation, wanted) ||
        !bind_defaults(primary.template_parameters, wanted))
        return std::nullopt;
    for (size_t i = 0; i < arguments.size(); ++i)
        if (!same(wanted.at(primary.template_parameters[i].name), arguments[i])) return std::nullopt;
    return bound;
}

/// Name<arguments> as a type: a struct, or an alias.
Entity Checker::instantiate_type(const syntax::Type* written) {
    const Struct* primary = nullptr;
    std::vector<const Struct*> specialisations;
    for (size_t item : visible(written->name, written->qualifier)) {
        if (outline_.items[item].kind == ItemKind::alias) return instantiate_alias(written, item);
        if (outline_.items[item].kind != ItemKind::structure) continue;
        const Struct* found = parsed_struct(item);
        if (found->is_specialised)
            specialisations.push_back(found);
        else if (primary == nullptr || !found->is_only_declared)
            primary = found;
    }
    const std::string name(written->name);
    if (primary == nullptr) fail(written->where, "The template `" + name + "` is not declared here.");
    Scope bindings;
    bool fits = bind_explicit(primary->template_parameters, written->arguments, bindings);
    if (fits) {
        // What is left out means what it means where the template is.
        const InSpace inside(*this, primary->space);
        fits = bind_defaults(primary->template_parameters, bindings);
    }
    if (!fits) fail(written->where, "These are not the arguments that the template `" + name + "` takes.");
    std::vector<Entity> arguments;
    for (const TemplateParameter& parameter : primary->template_parameters)
        arguments.push_back(bindings.at(parameter.name));
    for (const Structure& structure : structures_) {
        const bool known = structure.written->name == written->name &&
                           structure.written->space == primary->space &&
                           std::equal(arguments.begin(), arguments.end(), structure.arguments.begin(),
                                      structure.arguments.end(), same);
        if (!known || structure.state == Structure::State::failed_quietly) continue;
        if (structure.state == Structure::State::failed) throw Abandon{};
        return {Entity::Kind::type, nullptr, structure.type, 0};
    }
    const Struct* chosen = primary;
    for (const Struct* candidate : specialisations) {
        // The one that leaves the fewest parameters open is the most special.
        if (chosen != primary && chosen->template_parameters.size() <= candidate->template_parameters.size())
            continue;
        std::optional<Scope> own = matching(*primary, *candidate, arguments);
        if (!own) continue;
        chosen = candidate;
        bindings = std::move(*own);
    }
    if (chosen->is_only_declared)
        fail(written->where,
             "The template `" + name +
                 "` is only declared and has no specialisation for these arguments. Write one.");
    if (structures_.size() >= 1000)
        fail(written->where, "The file makes too many structs from templates. Use fewer template arguments.");
    const Elsewhere elsewhere(*this, {});
    return {Entity::Kind::type, nullptr, define_struct(chosen, std::move(bindings), std::move(arguments)), 0};
}

Entity Checker::instantiate_alias(const syntax::Type* written, size_t item) {
    const syntax::Aliases alias = parser_.variables(outline_.items[item]);
    Scope bindings;
    if (!bind_explicit(alias.template_parameters, written->arguments, bindings) ||
        !bind_defaults(alias.template_parameters, bindings) || alias.declarations.empty())
        fail(written->where,
             "These are not the arguments that the template `" + std::string(written->name) + "` takes.");
    const Elsewhere elsewhere(*this, {std::move(bindings)});
    return resolve(alias.declarations[0]->type).entity();
}

}  // namespace upsweep::emulator
