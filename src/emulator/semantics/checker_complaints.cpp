// What names mean, in scopes and in the file, and messages about unknown names, about const, and about calls
// that match no function.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/near_names.h"
#include "emulator/source/refusals.h"

namespace upsweep::emulator {

namespace {

/// `a`, `b` and `c`
std::string list_of(const std::vector<Field>& fields) {
    std::string text;
    for (size_t i = 0; i < fields.size(); ++i)
        text += (i == 0 ? "" : i + 1 < fields.size() ? ", " : " and ") + in_ticks(fields[i].name);
    return text;
}

/// Every run of white space as one space.
std::string on_one_line(const std::string& text) {
    std::string result;
    for (char c : text) {
        const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!space || (!result.empty() && result.back() != ' ')) result += space ? ' ' : c;
    }
    while (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

/// `ns::name`, as it is written.
std::string qualified(const syntax::Expression& name) {
    if (name.qualifier.empty()) return in_ticks(name.text);
    return in_ticks(std::string(name.qualifier) + "::" + std::string(name.text));
}

bool is_coordinate(const Expression* expression) {
    return expression->kind == ExpressionKind::builtin && expression->builtin >= Builtin::thread_x &&
           expression->builtin <= Builtin::grid_dim_z;
}

const Expression* without_load(const Expression* pointer) {
    while (pointer->kind == ExpressionKind::load || pointer->kind == ExpressionKind::convert ||
           pointer->kind == ExpressionKind::pointer_add || pointer->kind == ExpressionKind::pointer_subtract)
        pointer = pointer->a;
    return pointer;
}

}  // namespace

namespace {

std::string_view without_underscores(std::string_view name) {
    while (name.starts_with('_')) name.remove_prefix(1);
    while (name.ends_with('_')) name.remove_suffix(1);
    return name;
}

/// As question_for(), for a built-in name without its underscores.
std::string question_for_bare(std::string_view name) {
    NearestName nearest(without_underscores(name));
    for (std::string_view known : builtin_names()) nearest.consider(without_underscores(known));
    for (std::string_view known : builtin_names())
        if (!nearest.found().empty() && without_underscores(known) == nearest.found())
            return " Did you mean " + in_ticks(known) + "?";
    return {};
}

}  // namespace

/// Names that students do not give: std::…, CUBLAS_OP_N, cudaStreamAttrValue.
bool Checker::may_be_of_a_header(const syntax::Expression& name) {
    const bool capitals =
        std::none_of(name.text.begin(), name.text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return !name.qualifier.empty() || name.text.starts_with("cu") || (capitals && name.text.size() > 3);
}

/// ` Did you mean `length`?`, or nothing.
std::string Checker::question_for(std::string_view name, bool functions) {
    NearestName nearest(name);
    for (const Scope& scope : scopes_)
        for (const auto& [known, entity] : scope)
            if (entity.kind != Entity::Kind::broken && (entity.kind != Entity::Kind::type || functions))
                nearest.consider(known);
    for (const Item& item : outline_.items)
        if ((item.kind == ItemKind::function) == functions) nearest.consider(item.name);
    if (functions) {
        for (std::string_view known : builtin_names()) nearest.consider(known);
        if (nearest.found().empty()) return question_for_bare(name);
    } else {
        for (std::string_view known : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "return",
                                       "break", "continue", "true", "false"})
            nearest.consider(known);
        if (current_ != nullptr && current_->owner != nullptr)
            for (const Field& field : current_->owner->type->fields) nearest.consider(field.name);
    }
    return nearest.question();
}

void Checker::refuse_undeclared(const syntax::Expression* written) {
    declare_unknown(written->text);
    for (const std::string& refusal : {refusal_of_word(written->text), this->refusal(written->text)})
        if (!refusal.empty()) fail_unknown(written->where, refusal);
    const std::string question = question_for(written->text, false);
    if (is_host_code() && may_be_of_a_header(*written))
        fail_unknown(written->where, "The emulator does not know " + qualified(*written) + ".");
    fail(written->where, qualified(*written) + " is not declared here." +
                             (question.empty() ? " Declare it, or define it as a macro." : question));
}

void Checker::refuse_unknown(const syntax::Expression* written, const syntax::Expression* callee) {
    const std::string_view name = callee->text;
    for (size_t item : outline_.find(name)) {
        const Item& found = outline_.items[item];
        if (found.kind != ItemKind::function || is_of_host(found)) continue;
        if (found.is_global)
            fail(written->where, "A kernel cannot be called from a kernel. Make it a __device__ function.");
        fail(written->where, in_ticks(found.name) + " is a host function. Write __device__ before it.");
    }
    if (find(name) != nullptr)
        fail(callee->where, in_ticks(name) + " is not a function, so the kernel cannot call it.");
    if (const std::string refusal = refusal_of_word(name); !refusal.empty())
        fail_unknown(callee->where, refusal);
    if (outline_.prototypes.contains(name))
        fail(callee->where,
             in_ticks(name) + " is declared, but its body is not in this file or what it includes.");
    declare_unknown(name);
    NearestName prints(name);
    if (!written->arguments.empty() && written->arguments[0]->form == Form::string) prints.consider("printf");
    const std::string question = prints.found().empty() ? question_for(name, true) : prints.question();
    if (is_host_code() && (question.empty() || may_be_of_a_header(*callee)))
        fail_unknown(callee->where, "The emulator does not know the function " + qualified(*callee) + ".");
    fail(callee->where, "The function " + qualified(*callee) + " is not declared here." +
                            (question.empty() ? " Write it as a __device__ function." : question));
}

void Checker::refuse_member(const Structure& structure, std::string_view name, const SourceRange& where) {
    if (structure.type->name == "grid_group" && name == "barrier_arrive")
        fail(where, in_ticks(name) + " of the whole grid is not emulated. Call `sync()` where it waits.");
    const auto& host = structure.written->host_functions;
    if (contains(host, name))
        fail(where, in_ticks(name) + " of `" + structure.type->name +
                        "` is a host function. Write __device__ before it.");
    refuse_member(*structure.type, name, where);
}

/// The nearest member is named, or all if they are few.
void Checker::refuse_member(const Type& type, std::string_view name, const SourceRange& where) {
    constexpr size_t few = 6;
    NearestName nearest(name);
    std::vector<Field> fields;
    const auto add = [&](auto& again, const Type& of) -> void {
        for (const Field& field : of.fields) {
            if (field.is_base) again(again, *field.type);
            if (!field.is_base && field.name != vtable_name) fields.push_back(field);
        }
        if (const Structure* structure = structure_of(&of))
            for (const syntax::Function* function : structure->functions)
                if (!function->is_constructor && !function->is_friend) nearest.consider(function->name);
    };
    add(add, type);
    for (const Field& field : fields) nearest.consider(field.name);
    std::string more = nearest.question();
    const Structure* structure = structure_of(&type);
    if (is_host_code() && structure != nullptr && is_of_library(structure->written->where))
        fail_unknown(where, "The emulator does not know the member " + in_ticks(name) + " of `" +
                                to_string(type) + "`.");
    if (more.empty() && !fields.empty() && fields.size() <= few) more = " It has " + list_of(fields) + ".";
    fail(where, "A `" + to_string(type) + "` has no member " + in_ticks(name) + "." + more);
}

/// ` It is declared in line 3: `__device__ int add(int a, int b)`.`; nothing of CUDA's own functions.
std::string Checker::declaration_of(const syntax::Function& function) const {
    const SourceRange& where = function.where;
    const auto& files = diagnostics_.files();
    if (function.body == nullptr || where.file < 0 || where.file != function.body->where.file ||
        nth(files, where.file).name == library_name || nth(files, where.file).name == host_library_name)
        return {};
    SourceRange head = where;
    head.end_line = function.body->where.line;
    head.end_column = function.body->where.column;
    return " It is declared in line " + std::to_string(where.line) + ": " +
           in_ticks(on_one_line(text_of(head))) + ".";
}

void Checker::refuse_count(const syntax::Function& function, size_t given, const SourceRange& where) {
    const size_t most = function.parameters.size();
    const auto has_none = [](const Declaration* parameter) { return parameter->initial == nullptr; };
    const size_t fewest = count_if(function.parameters, has_none);
    fail(where, in_ticks(function.name) + " takes " +
                    (fewest < most ? std::to_string(fewest) + " to " : std::string()) +
                    count_of_arguments(most) + " but gets " + std::to_string(given) + "." +
                    declaration_of(function));
}

/// Complains that `place` is const, and says what makes it so.
void Checker::refuse_change(const Expression* place, const SourceRange& where) {
    if (place->kind == ExpressionKind::variable) {
        const Variable& variable = *place->variable;
        if (variable.storage == Storage::text)
            fail(where, "Text in quotes is constant. Copy it into an array: `char text[] = \"…\"`.");
        if (variable.storage == Storage::constant)
            fail(where, in_ticks(variable.name) + " is constant: a kernel can only read it.");
        fail(where, in_ticks(variable.name) + " is const and cannot be changed.");
    }
    if (place->kind == ExpressionKind::member) {
        if (place->a->type->is_const) refuse_change(place->a, where);
        for (const Field& field : place->a->type->fields)
            if (field.offset == place->bytes && field.type->is_const)
                fail(where, "The member " + in_ticks(field.name) + " is const and cannot be changed.");
    }
    if (place->kind == ExpressionKind::subscript || place->kind == ExpressionKind::dereference)
        refuse_change_through(place->a, where);
    fail(where, "This is const and cannot be changed.");
}

/// Complains that what `pointer` points to is const.
void Checker::refuse_change_through(const Expression* pointer, const SourceRange& where) {
    pointer = without_load(pointer);
    if (pointer->kind == ExpressionKind::decay || pointer->kind == ExpressionKind::address)
        refuse_change(pointer->a, where);
    if (pointer->kind != ExpressionKind::variable || !pointer->type->is_pointer())
        fail(where, "This is const and cannot be changed.");
    const Variable& variable = *pointer->variable;
    if (variable.name == "this")
        fail(where,
             "This function is const and cannot change its object. Remove the `const` after its parameters.");
    const std::string target = in_ticks(to_string(*variable.type->element));
    const std::string line = " in line " + std::to_string(variable.where.line);
    fail(where, in_ticks(variable.name) + (variable.reference ? " refers to a " : " points to ") + target +
                    ", which cannot be changed. Remove the `const` where " + in_ticks(variable.name) +
                    " is declared," + line + ".");
}

/// Complains that nothing can be written to this: it is not a place.
void Checker::refuse_value(const syntax::Expression* written, const Expression* value,
                           std::string_view symbol) {
    while (written->form == Form::unary && written->text == "(") written = written->a;
    if (written->form == Form::name && value->kind == ExpressionKind::constant)
        fail(value->where, in_ticks(written->text) + " is const and cannot be changed.");
    if (is_coordinate(value))
        fail(value->where, in_ticks(text_of(value->where)) +
                               " comes from the launch and cannot be changed. Copy it into a variable.");
    fail(value->where, in_ticks(symbol) + " needs a variable or an element here.");
}

namespace {

/// `a::b` for the qualifier b or a::b.
bool names_space(std::string_view space, std::string_view qualifier) {
    if (space == qualifier) return true;
    return space.size() > qualifier.size() + 2 && space.ends_with(qualifier) &&
           space.substr(space.size() - qualifier.size() - 2, 2) == "::";
}

std::string_view enclosing(std::string_view space) {
    const size_t colons = space.rfind("::");
    return colons == std::string_view::npos ? std::string_view() : space.substr(0, colons);
}

}  // namespace

/// Whether the text declares the name in more than one namespace.
bool Checker::in_several_spaces(const std::vector<size_t>& items) const {
    return any_of(items,
                  [&](size_t item) { return outline_.items[item].space != outline_.items[items[0]].space; });
}

/// The items that the name refers to here. A namespace brought in with `using` is searched like the outer
/// one: where nothing nearer has the name, all that have it are meant.
std::vector<size_t> Checker::visible(std::string_view name, std::string_view qualifier) const {
    const std::vector<size_t>& all = outline_.find(name);
    if (!in_several_spaces(all)) return all;
    const auto chosen = [&](auto fits, bool with_library) {
        std::vector<size_t> result;
        bool any = false;
        for (size_t item : all) {
            const Item& found = outline_.items[item];
            const bool here = fits(found);
            any |= here;
            if (here || (with_library && found.is_library)) result.push_back(item);
        }
        return any ? result : std::vector<size_t>();
    };
    if (!qualifier.empty()) {
        const auto alias = outline_.space_aliases.find(qualifier);
        const std::string_view wanted = alias == outline_.space_aliases.end() ? qualifier : alias->second;
        auto result = chosen([&](const Item& item) { return names_space(item.space, wanted); }, false);
        return result.empty() ? all : result;
    }
    for (std::string_view here = space_;; here = enclosing(here)) {
        auto result = chosen([&](const Item& item) { return !item.is_library && item.space == here; }, true);
        // In a library's own text its other namespaces do not count.
        if (result.empty() && !here.empty())
            result = chosen([&](const Item& item) { return item.space == here; }, false);
        if (!result.empty()) return result;
        if (here.empty()) return all;
    }
}

/// The full name of the item that a name refers to here, if several namespaces declare it.
std::string_view Checker::key_of(size_t item) {
    const Item& found = outline_.items[item];
    if (!in_several_spaces(outline_.find(found.name))) return found.name;
    std::string_view& key = keys_[item];
    if (key.empty()) key = diagnostics_.keep(std::string(found.space) + "::" + std::string(found.name));
    return key;
}

void Checker::declare(std::string_view name, const Entity& entity, const SourceRange& where) {
    const auto known = scopes_.back().find(name);
    if (known != scopes_.back().end() && known->second.kind != Entity::Kind::broken)
        fail(where, "`" + std::string(name) + "` is declared twice. Use another name.");
    scopes_.back()[name] = entity;
}

/// What uses the name is not complained about; unless it has a meaning already.
void Checker::declare_broken(std::string_view name) {
    if (!name.empty() && !scopes_.empty()) scopes_.back().emplace(name, Entity{Entity::Kind::broken});
}

/// A name that no one knows is complained about once in a function.
void Checker::declare_unknown(std::string_view name) {
    if (current_ != nullptr && scopes_.size() > 1) scopes_[1].emplace(name, Entity{Entity::Kind::broken});
}

const Entity* Checker::find(std::string_view name, std::string_view qualifier) {
    const Entity* found = qualifier.empty() ? find_local(name) : nullptr;
    return found != nullptr ? found : find_global(name, qualifier);
}

const Entity* Checker::find_local(std::string_view name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) {
            if (found->second.kind == Entity::Kind::broken) throw Abandon{};
            return &found->second;
        }
    return nullptr;
}

/// What the file declares is looked at when it is first named.
const Entity* Checker::find_global(std::string_view name, std::string_view qualifier) {
    const size_t none = outline_.items.size();
    size_t chosen = none;
    for (size_t item : visible(name, qualifier)) {
        // A template is not a type before it has its arguments.
        const ItemKind kind = outline_.items[item].kind;
        const bool is_template =
            outline_.items[item].is_template && (kind == ItemKind::structure || kind == ItemKind::alias);
        if (kind != ItemKind::function && !is_template) chosen = item;
    }
    const std::string_view key = chosen == none ? name : key_of(chosen);
    if (const auto found = globals_.find(key); found != globals_.end()) {
        if (found->second.kind == Entity::Kind::broken) throw Abandon{};
        return &found->second;
    }
    if (chosen == none || lookups_[key] == Lookup::done) return nullptr;
    if (lookups_[key] == Lookup::failed) throw Abandon{};
    if (lookups_[key] == Lookup::running) {
        // What is being defined is known by its own name alone.
        if (const auto own = globals_.find(name); own != globals_.end()) return &own->second;
        fail(parser_.place_of(outline_.items[chosen]), "`" + std::string(name) + "` depends on itself.");
    }
    define_global(chosen);
    const auto found = globals_.find(key);
    return found == globals_.end() ? nullptr : &found->second;
}

void Checker::define_global(size_t chosen) {
    const Item& item = outline_.items[chosen];
    const std::string_view key = key_of(chosen);
    lookups_[key] = Lookup::running;
    try {
        const Elsewhere elsewhere(*this, {});
        const InSpace in_space(*this, item.space);
        if (item.kind == ItemKind::structure)
            define_struct(parsed_struct(chosen), {}, {});
        else if (item.kind == ItemKind::enumeration || item.kind == ItemKind::enumerator)
            define_enum(parser_.enumeration(item));
        else
            global_variables(chosen);
    } catch (const Abandon&) {
        // What is only tried may still be complained about.
        lookups_[key] = diagnostics_.quiet() ? Lookup::untried : Lookup::failed;
        globals_.erase(item.name);
        if (!diagnostics_.quiet()) globals_[key] = {Entity::Kind::broken};
        throw;
    }
    lookups_[key] = Lookup::done;
    const auto own = globals_.find(item.name);
    if (key == item.name || own == globals_.end()) return;
    globals_[key] = own->second;
    globals_.erase(item.name);
}

}  // namespace upsweep::emulator
