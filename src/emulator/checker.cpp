// The checker's footing: the function asked for, the functions it calls, what names mean.
#include "emulator/checker.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace upsweep::emulator {

Checker::Checker(const Preprocessed& text, Program& program, Diagnostics& diagnostics)
    : text_(text),
      program_(program),
      diagnostics_(diagnostics),
      types_(program.types),
      outline_(outline(text.tokens, text.asked_for)),
      parser_(text.tokens, outline_, arena_, diagnostics) {}

void Checker::run(const std::string& file) {
    try {
        Function* first = entry(file);
        finish_bodies();
        if (!diagnostics_.empty()) return;
        order_functions(first);
        program_.entry = first;
    } catch (const Abandon&) {
        // What was wrong has been reported.
    }
}

Function* Checker::entry(const std::string& file) {
    // What is asked for stands in no file: complaints about it go to the top of this one.
    SourceRange top;
    top.file = 0;
    diagnostics_.set_home(top);
    Instance* instance = chosen_entry(file, parser_.asked_for(text_.asked_for));
    const syntax::Function* found = instance->syntax;
    host_entry_ = !found->is_global;
    instance->function->kernel = found->is_global;
    instance->function->host = host_entry_;
    if (found->is_global && !instance->function->result->is_void())
        fail(found->name_where, "A kernel returns nothing. Make its result void and write it to a buffer.");
    return instance->function;
}

/// The first function of that name that takes the template arguments.
Checker::Instance* Checker::chosen_entry(const std::string& file, const syntax::Expression* asked_for) {
    for (std::size_t item : outline_.find(asked_for->text)) {
        if (outline_.items[item].kind != ItemKind::function) continue;
        const syntax::Function* function = parsed(item);
        diagnostics_.set_home(function->name_where);
        if (std::optional<Scope> bindings = bind(function, asked_for, {}))
            return instantiate(function, std::move(*bindings));
    }
    refuse_entry(file, asked_for);
}

void Checker::refuse_entry(const std::string& file, const syntax::Expression* asked_for) {
    const std::string name(asked_for->text);
    for (std::size_t item : outline_.find(name)) {
        if (outline_.items[item].kind != ItemKind::function) continue;
        std::string parameters;
        std::size_t given = 0;
        for (const syntax::TemplateParameter& parameter : parsed(item)->template_parameters) {
            const bool is_value = given < asked_for->template_arguments.size() &&
                                  asked_for->template_arguments[given++].type == nullptr;
            if (is_value && parameter.value_type == nullptr)
                fail(parameter.where, "The template argument for `" + std::string(parameter.name) +
                                          "` must be a type that is known here.");
            parameters += (parameters.empty() ? "" : ", ") + std::string(parameter.name);
        }
        fail(parsed(item)->name_where, "The template `" + name + "` needs arguments. Ask for `" + name + "<" +
                                           parameters + ">` with a type or a constant for each.");
    }
    std::string known;
    for (const Item& item : outline_.items)
        if (item.kind == ItemKind::function && item.is_global) known += " `" + std::string(item.name) + "`";
    fail(asked_for->where, "There is no function `" + name + "` in " + file + "." +
                               (known.empty() ? "" : " Its kernels are:" + known + "."));
}

const syntax::Function* Checker::parsed(std::size_t item) {
    const auto found = parsed_.find(item);
    if (found != parsed_.end()) {
        // Parsing it failed before; once is enough.
        if (found->second == nullptr) throw Abandon{};
        return found->second;
    }
    parsed_[item] = nullptr;
    return parsed_[item] = parser_.function(outline_.items[item]);
}

/// The function under these bindings of its template parameters. Its body is checked later, so that calls do
/// not nest here.
Checker::Instance* Checker::instantiate(const syntax::Function* written, Scope bindings) {
    for (Instance& instance : instances_) {
        if (instance.syntax != written) continue;
        const bool same = std::all_of(bindings.begin(), bindings.end(), [&](const auto& binding) {
            const auto other = instance.bindings.find(binding.first);
            return other != instance.bindings.end() && other->second.type == binding.second.type &&
                   other->second.bits == binding.second.bits;
        });
        if (same) return &instance;
    }
    if (instances_.size() >= 1000)
        fail(written->name_where, "Too many functions are made from templates. Use fewer bindings.");
    program_.function_nodes.emplace_back();
    Function* function = &program_.function_nodes.back();
    function->name = written->name;
    function->where = written->where;
    function->name_where = written->name_where;
    function->end = written->end;
    // The parameters' types know the bindings and nothing of who calls.
    std::vector<Scope> outer = std::exchange(scopes_, {bindings});
    try {
        function->result = resolve_value(written->result)->plain;
        for (const syntax::Declaration* parameter : written->parameters) {
            Written type = resolve(parameter->type);
            if (type.type->is_array()) type.type = types_.pointer(type.type->element);
            if (type.type->is_void()) fail(parameter->where, "A parameter cannot be void.");
            function->parameters.push_back(new_variable(parameter, type, Storage::parameter));
        }
    } catch (const Abandon&) {
        scopes_ = std::move(outer);
        throw;
    }
    scopes_ = std::move(outer);
    instances_.push_back({written, function, std::move(bindings), {}, Instance::State::waiting});
    instance_of_[function] = &instances_.back();
    return &instances_.back();
}

void Checker::finish_bodies() {
    // Checking a body may add further instances at the end.
    for (std::size_t i = 0; i < instances_.size() && !diagnostics_.full(); ++i)
        if (instances_[i].state == Instance::State::waiting) check_body(instances_[i]);
}

void Checker::check_body(Instance& instance) {
    instance.state = Instance::State::checking;
    Instance* outer_instance = std::exchange(current_, &instance);
    std::vector<Scope> outer_scopes = std::exchange(scopes_, {instance.bindings});
    const int outer_loops = std::exchange(loops_, 0);
    const int outer_switches = std::exchange(switches_, 0);
    const int outer_index = std::exchange(index_depth_, 0);
    Function* function = instance.function;
    for (const PhaseMark& mark : text_.phases)
        if (mark.file == function->where.file && mark.line >= function->where.line &&
            mark.line <= function->where.end_line)
            function->phases.push_back(mark);
    try {
        scopes_.emplace_back();
        for (std::size_t i = 0; i < function->parameters.size(); ++i) {
            auto* variable = const_cast<Variable*>(function->parameters[i]);
            if (!variable->name.empty())
                declare(instance.syntax->parameters[i]->name,
                        {Entity::Kind::variable, variable, variable->type, 0}, variable->where);
        }
        function->body = statement(instance.syntax->body);
    } catch (const Abandon&) {
        // Reported; the caller sees that there are diagnostics.
    }
    instance.state = Instance::State::done;
    current_ = outer_instance;
    scopes_ = std::move(outer_scopes);
    loops_ = outer_loops;
    switches_ = outer_switches;
    index_depth_ = outer_index;
}

/// Callees before callers; a cycle is refused.
void Checker::order_functions(const Function* first) {
    std::vector<const Function*> path;
    order_calls(first, path);
}

bool Checker::order_calls(const Function* function, std::vector<const Function*>& path) {
    const auto& done = program_.functions;
    if (std::find(done.begin(), done.end(), function) != done.end()) return true;
    if (std::find(path.begin(), path.end(), function) != path.end())
        fail(function->name_where,
             "`" + function->name +
                 "` calls itself. Recursion is not part of the kernel language here. Use a loop.");
    if (path.size() >= 200)
        fail(function->name_where, "Functions call each other too deeply here. Join some of them.");
    path.push_back(function);
    for (const Function* callee : instance_of_.at(function)->calls) order_calls(callee, path);
    path.pop_back();
    program_.functions.push_back(function);
    return true;
}

void Checker::declare(std::string_view name, const Entity& entity, const SourceRange& where) {
    if (scopes_.back().contains(name))
        fail(where, "`" + std::string(name) + "` is declared twice. Use another name.");
    scopes_.back()[name] = entity;
}

const Entity* Checker::find(std::string_view name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    return find_global(name);
}

/// What the file declares is looked at when it is first named.
const Entity* Checker::find_global(std::string_view name) {
    if (const auto found = globals_.find(name); found != globals_.end()) return &found->second;
    std::size_t chosen = outline_.items.size();
    for (std::size_t item : outline_.find(name))
        if (outline_.items[item].kind != ItemKind::function) chosen = item;
    if (chosen == outline_.items.size()) return nullptr;
    const Item& item = outline_.items[chosen];
    Lookup& lookup = lookups_[name];
    if (lookup == Lookup::done) return nullptr;
    if (lookup == Lookup::failed) throw Abandon{};
    if (lookup == Lookup::running)
        fail(parser_.place_of(item), "`" + std::string(name) + "` needs itself to be known.");
    lookup = Lookup::running;
    std::vector<Scope> outer = std::exchange(scopes_, {});
    const int outer_index = std::exchange(index_depth_, 0);
    try {
        if (item.kind == ItemKind::structure) {
            define_struct(parser_.structure(item));
        } else if (item.kind == ItemKind::enumeration || item.kind == ItemKind::enumerator) {
            define_enum(parser_.enumeration(item));
        } else {
            global_variables(chosen);
        }
    } catch (const Abandon&) {
        scopes_ = std::move(outer);
        index_depth_ = outer_index;
        lookups_[name] = Lookup::failed;
        throw;
    }
    scopes_ = std::move(outer);
    index_depth_ = outer_index;
    lookups_[name] = Lookup::done;
    const auto found = globals_.find(name);
    return found == globals_.end() ? nullptr : &found->second;
}

}  // namespace upsweep::emulator
