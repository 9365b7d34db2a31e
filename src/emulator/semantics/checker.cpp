// The front end from text to typed tree, and the checker's core: the requested function and those it calls.
#include "emulator/semantics/checker.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/compile.h"
#include "emulator/source/diagnostics.h"

namespace upsweep::emulator {

namespace {

/// Some statement of it returns, or is so broken that it might.
bool may_return(const Statement* written) {
    if (written == nullptr) return false;
    if (written->form == StatementForm::return_function || written->form == StatementForm::broken)
        return true;
    return may_return(written->body) || may_return(written->otherwise) ||
           any_of(written->statements, may_return);
}

/// A kernel's parameter begins with its default, if that is a constant: a launch may leave it out.
void keep_default(Variable& parameter, const Expression& value) {
    if (value.kind != ExpressionKind::constant || parameter.reference) return;
    const bool null = parameter.type->is_pointer() && value.bits == 0;
    if (!null && !parameter.type->is_scalar()) return;
    parameter.initial.resize(parameter.type->size);
    std::memcpy(parameter.initial.data(), &value.bits, parameter.initial.size());
}

/// Of the requested function, the types of the parameters, "int*,int", in front of the last parenthesis;
/// nothing where they are not given.
std::optional<std::string> types_asked_for(const Preprocessed& text) {
    size_t at = text.tokens.size();
    if (at == text.asked_for || !text.tokens[at - 1].is(")")) return {};
    std::string types;
    int open = 0;
    while (at-- > text.asked_for) {
        const Token& token = text.tokens[at];
        open += token.is(")") ? 1 : token.is("(") ? -1 : 0;
        if (open == 0) break;
        types.insert(0, token.text);
    }
    types.pop_back();
    return types;
}

/// The types that a caller passes: "int*, const float*".
std::string types_of(const Function& function) {
    std::string types;
    for (const Variable* parameter : function.parameters)
        types += (types.empty() ? "" : ", ") + to_string(*parameter->type->plain);
    return types;
}

std::string without_blanks(std::string text) {
    std::erase(text, ' ');
    return text;
}

}  // namespace

Checker::Checker(const Preprocessed& text, Program& program, Diagnostics& diagnostics)
    : CheckerState(text, program, diagnostics) {
    const Token& library = nth(text.tokens, text.library);
    if (library.kind != TokenKind::end) diagnostics.set_library(library.where.file);
}

void Checker::run(const std::string& file) {
    for (const auto& [where, message] : outline_.complaints) diagnostics_.report(where, message);
    try {
        Function* first = entry(file);
        finish_bodies();
        if (diagnostics_.empty()) order_functions(first);
        program_.entry = first;
    } catch (const Abandon&) {
        // What was wrong has been reported.
    }
    outer_assertions();
    // A program that leaves out what was not understood must not run.
    if (diagnostics_.empty() && (given_up_ || program_.entry == nullptr))
        diagnostics_.report(given_up_.value_or(SourceRange{}),
                            "The emulator does not support this construct. Write it more simply.");
}

/// While an Abandon is caught: checks on behind what is broken, unless there are complaints enough.
void Checker::go_on_behind(const SourceRange& where) {
    if (diagnostics_.full()) throw;
    index_depth_ = 0;
    if (!diagnostics_.quiet() && !given_up_) given_up_ = where;
}

Function* Checker::entry(const std::string& file) {
    // A requested name is in no file: complaints about it go to the top of this one.
    SourceRange top;
    top.file = 0;
    diagnostics_.set_home(top);
    Instance* instance = chosen_entry(file, parser_.asked_for(text_.asked_for));
    const syntax::Function* found = instance->syntax;
    instance->is_called = true;
    host_entry_ = !found->is_global;
    program_.whole = host_entry_ && found->name == "main";
    const std::vector<const Declaration*>& written = found->parameters;
    for (size_t i = 0; i < written.size(); ++i)
        if (written[i]->initial != nullptr)
            keep_default(*const_cast<Variable*>(instance->function->parameters[i]),
                         *default_argument(instance, i));
    instance->function->kernel = found->is_global;
    instance->function->host = host_entry_;
    const Type* result = instance->function->result;
    if (found->is_global && (result == nullptr || !result->is_void()))
        fail(found->name_where, "A kernel returns nothing. Make its result void and write it to a buffer.");
    return instance->function;
}

/// The first function of that name that takes the template arguments.
Instance* Checker::chosen_entry(const std::string& file, const syntax::Expression* asked_for) {
    const std::optional<std::string> wanted = types_asked_for(text_);
    std::string others;
    for (size_t item : visible(asked_for->text, asked_for->qualifier)) {
        if (outline_.items[item].kind != ItemKind::function) continue;
        host_entry_ = !outline_.items[item].is_global;
        if (host_entry_) parser_.read_host();
        const syntax::Function* function = parsed(item);
        diagnostics_.set_home(function->name_where);
        std::optional<Scope> bindings = bind(function, asked_for, {});
        if (!bindings) continue;
        Instance* instance = instantiate(function, std::move(*bindings));
        const std::string types = types_of(*instance->function);
        if (!wanted || without_blanks(types) == *wanted) return instance;
        // No one calls it.
        instance->state = Instance::State::done;
        others += (others.empty() ? "" : ", ") + in_ticks(std::string(asked_for->text) + "(" + types + ")");
    }
    if (!others.empty())
        fail(asked_for->where, "No function " + in_ticks(asked_for->text) + " of " + file +
                                   " has parameters of these types. There is " + others + ".");
    refuse_entry(file, asked_for);
}

void Checker::refuse_entry(const std::string& file, const syntax::Expression* asked_for) {
    const std::string name(asked_for->text);
    for (size_t item : outline_.find(name)) {
        if (outline_.items[item].kind != ItemKind::function) continue;
        std::string parameters;
        size_t given = 0;
        for (const TemplateParameter& parameter : parsed(item)->template_parameters) {
            const bool is_value = given < asked_for->template_arguments.size() &&
                                  asked_for->template_arguments[given++].type == nullptr;
            if (is_value && parameter.value_type == nullptr)
                fail(parameter.where, "The template argument for `" + std::string(parameter.name) +
                                          "` must be a type that this file declares or includes.");
            parameters += (parameters.empty() ? "" : ", ") + std::string(parameter.name);
        }
        fail(parsed(item)->name_where, "The template `" + name + "` needs arguments. Write `" + name + "<" +
                                           parameters + ">` with a type or a constant for each.");
    }
    std::string known;
    for (const Item& item : outline_.items)
        if (item.kind == ItemKind::function && item.is_global) known += " `" + std::string(item.name) + "`";
    fail(asked_for->where, "There is no function `" + name + "` in " + file + "." +
                               (known.empty() ? "" : " Its kernels are:" + known + "."));
}

const syntax::Function* Checker::parsed(size_t item) {
    return parsed_once(
        parsed_, item, [&] { return parser_.function(outline_.items[item]); },
        [&](const syntax::Function* function) { add_default_arguments(function); });
}

/// Default arguments may be where a function is declared before it is defined.
void Checker::add_default_arguments(const syntax::Function* function) {
    const auto found = outline_.prototypes.find(function->name);
    if (found == outline_.prototypes.end() || function->parameters.empty() ||
        function->parameters.back()->initial != nullptr)
        return;
    for (const Item& item : found->second) {
        const syntax::Function* declared = parsed_member(item);
        if (declared->parameters.size() != function->parameters.size()) continue;
        for (size_t i = 0; i < function->parameters.size(); ++i) {
            // The tree is the checker's own; it is const only for who reads it.
            auto* parameter = const_cast<Declaration*>(function->parameters[i]);
            if (parameter->initial == nullptr) parameter->initial = declared->parameters[i]->initial;
        }
    }
}

/// The function under these bindings of its template parameters. Its body is checked later, so that calls do
/// not nest here.
Instance* Checker::instantiate(const syntax::Function* written, Scope bindings, Structure* owner) {
    for (Instance& instance : instances_) {
        if (instance.syntax != written || instance.owner != owner || instance.dispatches) continue;
        const bool same = all_of(bindings, [&](const auto& binding) {
            const auto other = instance.bindings.find(binding.first);
            return other != instance.bindings.end() && other->second.type == binding.second.type &&
                   other->second.bits == binding.second.bits;
        });
        if (same) return &instance;
    }
    const auto copies = count_if(instances_, [&](const Instance& instance) {
        return instance.syntax == written && instance.owner == owner && !instance.dispatches;
    });
    if (copies >= most_copies)
        fail(written->name_where, "The template " + in_ticks(written->name) +
                                      " calls itself with new arguments every time. End the recursion with "
                                      "`if constexpr` or a specialisation.");
    if (instances_.size() >= 1000)
        fail(written->name_where,
             "The file makes too many functions from templates. Use fewer template arguments.");
    program_.function_nodes.emplace_back();
    Instance instance;
    instance.syntax = written;
    instance.function = &program_.function_nodes.back();
    instance.bindings = std::move(bindings);
    instance.owner = owner;
    Function* function = instance.function;
    function->name = written->name;
    function->where = written->where;
    function->name_where = written->name_where;
    function->end = written->end;
    declare_parameters(instance);
    instances_.push_back(std::move(instance));
    instance_of_[function] = &instances_.back();
    return &instances_.back();
}

std::vector<Scope> Checker::outer_scopes(const Instance& instance) {
    if (instance.owner == nullptr) return {instance.bindings};
    return {instance.owner->scope, instance.bindings};
}

/// The parameters' types know the bindings and nothing of who calls.
void Checker::declare_parameters(Instance& instance) {
    const Elsewhere elsewhere(*this, outer_scopes(instance));
    const InSpace in_space(*this, space_of(instance));
    const syntax::Function* written = instance.syntax;
    Function* function = instance.function;
    function->parameters.clear();
    instance.broken.clear();
    const syntax::Type* result = written->result;
    // `auto&` is a reference to what the first return names.
    const bool refers = result->form == TypeForm::reference && result->inner->form == TypeForm::automatic;
    function->returns_reference = refers;
    if (result->form != TypeForm::automatic && !refers) {
        try {
            const Written type = resolve(result);
            function->returns_reference = type.is_reference;
            function->returns_rvalue = type.is_rvalue;
            function->result = type.type->plain;
        } catch (const Abandon&) {
            instance.broken.emplace_back();
            function->result = types_.void_type();
            instance.state = Instance::State::done;
        }
    }
    if (takes_object(*written)) {
        instance.self = &program_.variable_nodes.emplace_back();
        instance.self->name = "this";
        instance.self->type =
            types_.pointer(types_.qualified(instance.owner->type, written->is_const, false));
        instance.self->storage = Storage::parameter;
        instance.self->reference = true;
        instance.self->where = written->name_where;
        function->parameters.push_back(instance.self);
    }
    for (const Declaration* parameter : written->parameters) {
        if (!parameter->is_pack) {
            declare_parameter(instance, parameter);
            continue;
        }
        instance.pack_elements = length_of_pattern(parameter->type->pack, parameter->where);
        for (size_t i = 0; i < instance.pack_elements; ++i) {
            const ScopesBack back(*this, scopes_.size());
            open_element(parameter->type->pack, i);
            declare_parameter(instance, parameter);
        }
    }
}

void Checker::declare_parameter(Instance& instance, const Declaration* written) {
    Written type{types_.scalar(ScalarType::i32)};
    try {
        type = resolve(written->type);
        if (type.type->is_array()) type.type = types_.pointer(type.type->element);
        if (type.type->is_void()) fail(written->where, "A parameter cannot be void.");
    } catch (const Abandon&) {
        if (diagnostics_.full()) throw;
        instance.broken.push_back(written->name);
        // Of one that is only tried the body has no meaning.
        if (diagnostics_.quiet()) instance.state = Instance::State::done;
    }
    instance.function->parameters.push_back(new_variable(written, type, Storage::parameter));
}

void Checker::finish_bodies() {
    // Checking a body may add further instances at the end.
    // A template, or a function of one, that was only looked at for a call is left alone.
    const auto is_needed = [](const Instance& instance) {
        const bool of_template = !instance.syntax->template_parameters.empty() ||
                                 (instance.owner != nullptr && !instance.owner->arguments.empty());
        return instance.state == Instance::State::waiting &&
               (instance.is_called || instance.syntax->is_virtual || !of_template);
    };
    do {
        for (size_t i = 0; i < instances_.size() && !diagnostics_.full();) {
            const bool checked = is_needed(instances_[i]);
            if (checked) check_body(instances_[i]);
            // Its calls may be of functions that came before.
            i = checked && instances_[i].state != Instance::State::waiting ? 0 : i + 1;
        }
    } while (diagnostics_.empty() && finish_dispatchers());
}

void Checker::check_body(Instance& instance) {
    if (instance.syntax->body == nullptr) {
        instance.function->native = true;
        instance.state = Instance::State::done;
        return;
    }
    if (body_depth_ >= deepest_definitions)
        fail(instance.syntax->name_where,
             "These functions depend on each other too deeply. Name their return types.");
    ++body_depth_;
    const size_t dropped = diagnostics_.dropped(), known = diagnostics_.found().size();
    instance.state = Instance::State::checking;
    const InFunction in_function(*this, instance);
    Function* function = instance.function;
    for (const PhaseMark& mark : text_.phases)
        if (mark.file == function->where.file && mark.line >= function->where.line &&
            mark.line <= function->where.end_line)
            function->phases.push_back(mark);
    try {
        const Elsewhere elsewhere(*this, outer_scopes(instance));
        const InSpace in_space(*this, space_of(instance));
        scopes_.emplace_back();
        const size_t hidden = instance.self != nullptr ? 1 : 0;
        const auto& written = instance.syntax->parameters;
        const bool has_pack = !written.empty() && written.back()->is_pack;
        const size_t plain = hidden + written.size() - (has_pack ? 1 : 0);
        if (has_pack) {
            std::vector<Entity> elements;
            for (size_t i = plain; i < function->parameters.size(); ++i) {
                auto* variable = const_cast<Variable*>(function->parameters[i]);
                elements.push_back({Entity::Kind::variable, variable, variable->type, 0});
            }
            declare(written.back()->name, pack_of(elements), written.back()->name_where);
        }
        for (size_t i = hidden; i < plain; ++i) {
            auto* variable = const_cast<Variable*>(function->parameters[i]);
            const auto& broken = instance.broken;
            if (contains(broken, variable->name))
                declare_broken(instance.syntax->parameters[i - hidden]->name);
            else if (!variable->name.empty())
                declare(instance.syntax->parameters[i - hidden]->name,
                        {Entity::Kind::variable, variable, variable->type, 0}, variable->where);
        }
        function->body = body_of(instance);
        if (throws() && function->name == "main") function->body = with_uncaught(function->body);
        if (function->result != nullptr && !function->result->is_void() && !instance.syntax->is_constructor &&
            instance.syntax->name != "main" && !program_.whole && !may_return(instance.syntax->body))
            fail_unknown(function->name_where,
                         in_ticks(function->name) + " should return `" + to_string(*function->result) +
                             "`, but it has no `return`. Write `return` before the value.");
    } catch (const Abandon&) {
        // Reported; the caller sees that there are diagnostics.
        if (is_unknown(known))
            function->body = stop(instance.syntax->name_where);
        else if (!diagnostics_.quiet() && !given_up_)
            given_up_ = instance.syntax->name_where;
    }
    if (function->result == nullptr) function->result = types_.void_type();
    instance.state = Instance::State::done;
    // What was only tried is looked at again where it counts, so that its complaints are heard.
    if (diagnostics_.dropped() != dropped) instance.state = Instance::State::waiting;
    --body_depth_;
}

/// Of a constructor with what it does before its body. What ends behind it are its parameters, and of a
/// destructor the members.
const TypedStatement* Checker::body_of(const Instance& instance) {
    Expression* first = nullptr;
    const Statement* written = instance.syntax->body;
    for (const Variable* parameter : instance.function->parameters)
        if (!instance.syntax->is_global) ends_with_scope(parameter);
    if (instance.syntax->is_constructor) first = member_initialisers(*instance.syntax);
    if (instance.syntax->is_destructor) {
        first = numbered(dereference(self(written->where), written->where), *instance.owner, written->where);
        for (const Field& field : instance.owner->type->fields)
            if (!field.reference && ends(field.type)) endings_.push_back({nullptr, &field});
    }
    if (first == nullptr) return with_ends(statement(written), 0, written->where);
    TypedStatement* made = make(StatementKind::block, written->where);
    const auto& initialisers = instance.syntax->initialisers;
    TypedStatement* begin = make(StatementKind::expression, instance.syntax->name_where);
    if (!initialisers.empty()) begin->where = join(initialisers.front().where, initialisers.back().where);
    begin->value = first;
    made->children.push_back(begin);
    if (!written->statements.empty()) made->children.push_back(statement(written));
    add_ends(*made, 0, written->where);
    return made;
}

/// Callees before callers; a cycle is refused.
void Checker::order_functions(const Function* first) {
    std::vector<const Function*> path;
    order_calls(first, path);
}

bool Checker::order_calls(const Function* function, std::vector<const Function*>& path) {
    const auto& done = program_.functions;
    if (contains(done, function)) return true;
    if (contains(path, function) && program_.whole) return true;
    if (contains(path, function))
        fail_unknown(function->name_where,
                     "`" + function->name +
                         "` calls itself. The emulator does not support recursion. Use a loop, "
                         "with a local array as a stack.");
    if (path.size() >= 200)
        fail(function->name_where, "These functions call each other too deeply. Combine some of them.");
    path.push_back(function);
    for (const Function* callee : instance_of_.at(function)->calls) order_calls(callee, path);
    path.pop_back();
    program_.functions.push_back(function);
    return true;
}

namespace {

/// Perhaps only host code needs it: something else is wrong for sure.
bool is_missing_header(const Diagnostic& diagnostic) {
    return diagnostic.message.starts_with("There is no file `");
}

/// Within a file by place: the parser complains before the checker does. Missing headers come last.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> found) {
    const auto sure = std::find_if_not(found.begin(), found.end(), is_missing_header);
    const std::string first = (sure != found.end() ? *sure : found.front()).file;
    stable_sort(found, [&](const Diagnostic& a, const Diagnostic& b) {
        const bool a_later = a.file != first;
        const bool b_later = b.file != first;
        const bool a_suspected = is_missing_header(a), b_suspected = is_missing_header(b);
        return std::tie(a_suspected, a_later, a.file, a.line, a.column) <
               std::tie(b_suspected, b_later, b.file, b.line, b.column);
    });
    return found;
}

}  // namespace

std::shared_ptr<const Program> compile(TranslationUnit& unit, const std::string& function) {
    Diagnostics& diagnostics = unit.diagnostics();
    const Diagnostics::Episode episode(diagnostics);
    const Preprocessed& text = unit.ask_for(function);
    auto program = std::make_shared<Program>();
    ++front_end_work().kernels_checked;
    // After a broken #include or macro the rest would only be noise.
    if (diagnostics.empty()) Checker(text, *program, diagnostics).run(unit.file());
    if (!diagnostics.empty()) throw CompileError(in_order(diagnostics.found()));
    program->files.assign(diagnostics.files().begin(), diagnostics.files().end());
    const Token& library = nth(text.tokens, text.library);
    program->users_files =
        library.kind == TokenKind::end ? program->files.size() : size_t(library.where.file);
    return program;
}

std::shared_ptr<const Program> compile(const std::string& file, const std::string& function,
                                       const Definitions& definitions, const SourceProvider& sources) {
    Diagnostics diagnostics;
    TranslationUnit unit(file, definitions, sources, diagnostics);
    return compile(unit, function);
}

}  // namespace upsweep::emulator
