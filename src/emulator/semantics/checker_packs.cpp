// Parameter packs: `typename... Ts` stands for a list, and `f(args)...` for its pattern once for each
// element.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

bool equal(const Entity& a, const Entity& b) {
    return a.kind == b.kind && a.type == b.type && a.bits == b.bits && a.variable == b.variable;
}

}  // namespace

/// A list as one entity; equal lists are one.
Entity Checker::pack_of(const std::vector<Entity>& elements) {
    const auto known = find_if(packs_, [&](const std::vector<Entity>& one) {
        return std::equal(one.begin(), one.end(), elements.begin(), elements.end(), equal);
    });
    const std::vector<Entity>* kept = known != packs_.end() ? &*known : &packs_.emplace_back(elements);
    return {Entity::Kind::pack, nullptr, nullptr, uint64_t(reinterpret_cast<uintptr_t>(kept))};
}

const std::vector<Entity>& Checker::elements_of(const Entity& pack) {
    return *reinterpret_cast<const std::vector<Entity>*>(uintptr_t(pack.bits));
}

/// Of template arguments, each pack replaced by its elements.
std::vector<Entity> Checker::flattened(const std::vector<Entity>& arguments) {
    std::vector<Entity> all;
    for (const Entity& argument : arguments) {
        if (argument.kind == Entity::Kind::pack)
            append(all, elements_of(argument));
        else
            all.push_back(argument);
    }
    return all;
}

/// How many elements a pattern with these names is written out for.
size_t Checker::length_of_pattern(const std::vector<std::string_view>& names, const SourceRange& where) {
    std::optional<size_t> length;
    for (const std::string_view name : names) {
        const Entity* entity = find_local(name);
        if (entity == nullptr || entity->kind != Entity::Kind::pack) continue;
        const size_t count = elements_of(*entity).size();
        if (length && *length != count) fail(where, "The packs before this `...` have different lengths.");
        length = count;
    }
    if (!length) fail(where, "No parameter pack is before this `...`.");
    return *length;
}

/// The packs of a pattern stand for their elements number `index` in a scope of its own.
void Checker::open_element(const std::vector<std::string_view>& names, size_t index) {
    Scope elements;
    for (const std::string_view name : names) {
        const Entity* entity = find_local(name);
        if (entity == nullptr || entity->kind != Entity::Kind::pack) continue;
        const std::vector<Entity>& all = elements_of(*entity);
        if (index < all.size()) elements[name] = all[index];
    }
    scopes_.push_back(std::move(elements));
}

/// The expression with each `pattern...` among its arguments written out; itself if none is there.
const syntax::Expression* Checker::spread(const syntax::Expression* written) {
    if (written == nullptr ||
        none_of(written->arguments, [](const auto* one) { return one->form == Form::expansion; }))
        return written;
    syntax::Expression* made = &arena_.expressions.emplace_back(*written);
    made->arguments.clear();
    for (const syntax::Expression* argument : written->arguments) {
        if (argument->form != Form::expansion) {
            made->arguments.push_back(argument);
            continue;
        }
        const size_t count = length_of_pattern(argument->names, argument->where);
        for (size_t i = 0; i < count; ++i) made->arguments.push_back(element_of_pattern(argument, i));
    }
    return made;
}

/// `pattern` with its packs' elements number `index`.
const syntax::Expression* Checker::element_of_pattern(const syntax::Expression* expansion, size_t index) {
    syntax::Expression* element = &arena_.expressions.emplace_back(*expansion);
    element->form = Form::selected;
    element->index = index;
    return element;
}

std::vector<TemplateArgument> Checker::spread(const std::vector<TemplateArgument>& written) {
    std::vector<TemplateArgument> all;
    for (const TemplateArgument& argument : written) {
        const bool types = argument.type != nullptr && !argument.type->pack.empty();
        const bool values = argument.value != nullptr && argument.value->form == Form::expansion;
        if (!types && !values) {
            all.push_back(argument);
            continue;
        }
        const auto& names = types ? argument.type->pack : argument.value->names;
        const SourceRange& where = types ? argument.type->where : argument.value->where;
        const size_t count = length_of_pattern(names, where);
        for (size_t i = 0; i < count; ++i)
            all.push_back({types ? element_of_pattern(argument.type, i) : nullptr,
                           types ? nullptr : element_of_pattern(argument.value, i)});
    }
    return all;
}

const syntax::Type* Checker::element_of_pattern(const syntax::Type* pattern, size_t index) {
    syntax::Type* plain = &arena_.types.emplace_back(*pattern);
    plain->pack.clear();
    syntax::Type* element = &arena_.types.emplace_back();
    element->form = TypeForm::selected;
    element->inner = plain;
    element->pack = pattern->pack;
    element->index = index;
    element->where = pattern->where;
    return element;
}

/// sizeof...(names)
Expression* Checker::size_of_pack(const syntax::Expression* written) {
    const Entity* entity = find_local(written->text);
    if (entity == nullptr || entity->kind != Entity::Kind::pack)
        fail(written->where,
             in_ticks(written->text) + " is not a parameter pack, so `sizeof...` has no meaning.");
    return constant(types_.scalar(ScalarType::u64), elements_of(*entity).size(), written->where);
}

/// (pattern op ...), (... op pattern), (first op ... op pattern)
Expression* Checker::fold(const syntax::Expression* written) {
    const auto has_pack = [this](const std::vector<std::string_view>& names) {
        return any_of(names, [this](std::string_view name) {
            const Entity* entity = find_local(name);
            return entity != nullptr && entity->kind == Entity::Kind::pack;
        });
    };
    if (written->b != nullptr && !has_pack(written->names)) {
        syntax::Expression* swapped = &arena_.expressions.emplace_back(*written);
        std::swap(swapped->a, swapped->b);
        swapped->names = written->c->names;
        swapped->arrow = false;
        written = swapped;
    }
    const size_t count = length_of_pattern(written->names, written->where);
    std::vector<const syntax::Expression*> all;
    for (size_t i = 0; i < count; ++i) all.push_back(element_of_pattern(written, i));
    const bool from_left = written->arrow;
    if (written->b != nullptr) all.insert(from_left ? all.begin() : all.end(), written->b);
    if (all.empty()) {
        if (written->text == ",")
            return make(ExpressionKind::convert, types_.void_type(), written->where,
                        constant(types_.scalar(ScalarType::i32), 0, written->where));
        if (written->text != "&&" && written->text != "||")
            fail(written->where,
                 "This pack is empty, and `" + std::string(written->text) + "` of nothing has no value.");
        return constant(types_.scalar(ScalarType::boolean), written->text == "&&" ? 1 : 0, written->where);
    }
    const auto joined = [&](const syntax::Expression* a, const syntax::Expression* b) {
        syntax::Expression* made = &arena_.expressions.emplace_back();
        made->form = Form::binary;
        made->text = written->text;
        made->a = a;
        made->b = b;
        made->where = written->where;
        made->mark = written->mark;
        return made;
    };
    const syntax::Expression* made = from_left ? all.front() : all.back();
    for (size_t i = 1; i < all.size(); ++i)
        made = from_left ? joined(made, all[i]) : joined(all[all.size() - 1 - i], made);
    return check(made);
}

/// What a function's pack of parameters takes of the arguments from `first` on.
void Checker::deduce_pack(const TemplateParameters& parameters, const Declaration* pack,
                          const std::vector<Expression*>& arguments, size_t first, Scope& bindings) {
    std::map<std::string_view, std::vector<Entity>> found;
    for (const TemplateParameter& parameter : parameters)
        if (parameter.is_pack && contains(pack->type->pack, parameter.name) &&
            !bindings.contains(parameter.name))
            found[parameter.name];
    for (size_t i = first; i < arguments.size(); ++i) {
        Scope one;
        deduce_argument(parameters, pack->type, arguments[i], one);
        for (auto& [name, elements] : found)
            if (const auto bound = one.find(name); bound != one.end()) elements.push_back(bound->second);
    }
    for (const auto& [name, elements] : found)
        if (elements.size() + first == arguments.size() || first >= arguments.size())
            bindings[name] = pack_of(elements);
}

}  // namespace upsweep::emulator
