// Checking calls: which function they call, and how arguments are passed.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"
#include "emulator/semantics/typed.h"
#include "emulator/source/refusals.h"

namespace upsweep::emulator {

namespace {

constexpr int impossible = 1'000'000;
constexpr int by_user_conversion = 200;

/// The element of an array of arrays, whose const is that of all.
const Type* innermost(const Type* type) {
    while (type->is_array()) type = type->element;
    return type;
}

/// How much a parameter's type says beside a template's own names: T* more than T.
int detail(const syntax::Type* type) {
    if (type == nullptr) return 0;
    int most = type->inner != nullptr && type->form != TypeForm::reference ? 1 : 0;
    most += detail(type->inner) + (type->is_const ? 1 : 0);
    for (const TemplateArgument& argument : type->arguments) most += 1 + detail(argument.type);
    return most;
}

/// Of a template: which is the more special one. All plain functions are alike.
int detail_of(const Instance& instance) {
    int all = 0;
    if (instance.syntax->template_parameters.empty()) return 0;
    for (const Declaration* parameter : instance.syntax->parameters) all += detail(parameter->type);
    return all;
}

/// char and signed char are one type here, and so are long and long long: then either of two will do.
bool same_types(const Instance& a, const Instance& b) {
    return a.owner == b.owner && a.syntax->template_parameters.empty() &&
           b.syntax->template_parameters.empty() &&
           std::equal(a.function->parameters.begin(), a.function->parameters.end(),
                      b.function->parameters.begin(), b.function->parameters.end(),
                      [](const Variable* x, const Variable* y) {
                          return x->type == y->type && x->reference == y->reference && x->rvalue == y->rvalue;
                      });
}

/// Whether a reference to `target` may refer to a `type`, const or not.
bool same_object(const Type* target, const Type* type) {
    if (target->is_array() && type->is_array())
        return target->count == type->count && same_object(target->element, type->element);
    return target->plain == type->plain;
}

}  // namespace

Expression* Checker::call(const syntax::Expression* written) {
    written = spread(written);
    const syntax::Expression* callee = written->a;
    while (callee->form == Form::unary && callee->text == "(") callee = callee->a;
    if (callee->form == Form::member) return call_member(written, callee);
    if (callee->form != Form::name) return call_object(written, check(callee));
    if (callee->type != nullptr) return call_in_scope(written, callee);
    if (callee->is_qualified) return call_free(written, callee);
    if (Expression* made = call_own_member(written, callee)) return made;
    const Entity* entity = find_local(callee->text);
    if (entity != nullptr && entity->kind != Entity::Kind::type) return call_object(written, check(callee));
    if (entity == nullptr)
        if (Expression* member = own_member(callee)) return call_object(written, member);
    return call_free(written, callee);
}

/// A function of the file, or one that is built in.
Expression* Checker::call_free(const syntax::Expression* written, const syntax::Expression* callee,
                               const std::vector<Expression*>* given) {
    const std::string_view name = callee->text;
    const bool has_functions = this->has_functions(name);
    const auto row = find_builtin(name);
    if (const auto form = print_form(name); form && !has_functions) return print_to(written, *form);
    if (!has_functions && row && row->rule == Rule::print) {
        std::vector<Expression*> none;
        return call_builtin(written, *row, none);
    }
    Call call{written, callee, name, free_functions(name, callee->qualifier), {}, false};
    if (!has_functions && !row && find_global(name) == nullptr)
        if (const std::string refusal = this->refusal(name); !refusal.empty())
            fail_unknown(callee->where, refusal);
    call.arguments = given != nullptr ? *given : check_arguments(written->arguments);
    add_friends(call);
    if (call.callees.empty() && !row) refuse_unknown(written, callee);
    if (row) {
        const std::optional<Candidate> best = choose(call);
        if (!best) return call_builtin(written, *row, call.arguments);
        return call_function(call, *best);
    }
    return call_best(call);
}

/// Those that a kernel can call; in a CPU loop, plain ones.
std::vector<Callee> Checker::free_functions(std::string_view name, std::string_view qualifier) {
    std::vector<Callee> result;
    // Operators are found by their operands, wherever they are.
    const bool everywhere = name.starts_with("operator");
    for (size_t item : everywhere ? outline_.find(name) : visible(name, qualifier)) {
        const Item& found = outline_.items[item];
        const bool callable =
            found.is_device || found.is_constexpr || (is_of_host(found) ? program_.whole : host_entry_);
        if (found.kind != ItemKind::function || found.is_global || !callable) continue;
        const syntax::Function* function = parsed(item);
        // What is wrong with it has been said.
        for (const Declaration* parameter : function->parameters)
            if (parameter->type->form == TypeForm::broken) throw Abandon{};
        // A specialisation replaces its template once that is chosen.
        if (!function->is_specialised) result.push_back({function, nullptr, found.is_library});
    }
    // On the host memcpy is the host's.
    if (program_.whole && any_of(result, [&](const Callee& one) { return is_native(one); }))
        std::erase_if(result, [&](const Callee& one) { return one.is_library && one.function->is_device; });
    return result;
}

/// Friends of the structs among the arguments.
void Checker::add_friends(Call& call) {
    for (const Expression* argument : call.arguments) {
        Structure* structure = structure_of(argument->type);
        if (structure == nullptr) continue;
        for (const syntax::Function* function : structure->functions) {
            const bool known = find_by(call.callees, &Callee::function, function) != nullptr;
            if (function->is_friend && function->name == call.name && !known)
                call.callees.push_back({function, structure});
        }
    }
}

std::vector<Expression*> Checker::check_arguments(const std::vector<const syntax::Expression*>& written) {
    std::vector<Expression*> result;
    syntax::Expression list;
    list.arguments = written;
    for (const syntax::Expression* argument : spread(&list)->arguments)
        result.push_back(argument->form == Form::braces ? in_braces(argument) : check_passed(argument));
    return result;
}

/// A value, a place, or a function that is passed on by its name.
Expression* Checker::check_passed(const syntax::Expression* written) {
    Expression* function = function_object(written);
    return function != nullptr ? function : check(written);
}

/// {1, 2} as an argument: what it makes is known once its parameter is.
Expression* Checker::in_braces(const syntax::Expression* written) {
    Expression* made = make(ExpressionKind::braces, types_.void_type(), written->where);
    braces_[made] = written;
    return made;
}

/// What the values in braces make of a parameter; the argument itself where it is something else.
Expression* Checker::made_for(Expression* argument, const Variable* parameter) {
    const auto found = braces_.find(argument);
    if (found == braces_.end()) return argument;
    const Type* type = parameter->reference ? parameter->type->element : parameter->type;
    if (parameter->reference && !type->is_const && !parameter->rvalue)
        fail(argument->where, "The reference " + in_ticks(parameter->name) +
                                  " needs a variable or element of type `" + to_string(*type) + "` here.");
    const syntax::Expression* written = found->second;
    if (written->arguments.empty() && !type->is_aggregate() && type->kind != TypeKind::vector)
        return convert(constant(types_.scalar(ScalarType::i32), 0, written->where), type->plain);
    return braces(written, type->plain);
}

/// As conversion_cost(), of {1, 2}.
int Checker::cost_of_braces(Expression* argument, const Variable* parameter) {
    const Diagnostics::Quiet quiet(diagnostics_, true);
    const size_t temporaries = temporaries_.size();
    const auto forget = [&] { temporaries_.resize(temporaries); };
    try {
        const Type* type = made_for(argument, parameter)->type->plain;
        forget();
        const int kept = parameter->reference && !parameter->rvalue ? 1 : 0;
        return kept + (structure_of(type) != nullptr && has_constructors(type) ? by_user_conversion : 1);
    } catch (const Abandon&) {
        forget();
        return impossible;
    }
}

/// Those that fit, the best first. A template that has no meaning for the arguments is not one of them; with
/// `loud` it is complained about.
std::vector<Candidate> Checker::candidates(const Call& call, bool loud) {
    std::vector<Candidate> result;
    for (const Callee& callee : call.callees) {
        const bool tries = !loud && !callee.function->template_parameters.empty();
        try {
            const Diagnostics::Quiet quiet(diagnostics_, tries);
            if (const std::optional<Candidate> found = candidate(call, callee)) result.push_back(*found);
        } catch (const Abandon&) {
            if (!tries || diagnostics_.full()) throw;
        }
    }
    stable_sort(result, [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    return result;
}

std::optional<Candidate> Checker::candidate(const Call& call, const Callee& callee) {
    const syntax::Function* function = callee.function;
    Candidate candidate;
    candidate.first = call.has_object && !takes_object(*function) ? 1 : 0;
    const size_t hidden = takes_object(*function) ? 1 : 0;
    const size_t count = call.arguments.size() - candidate.first;
    if (count < hidden) return std::nullopt;
    const size_t given = count - hidden;
    const bool open = !function->parameters.empty() && function->parameters.back()->is_pack;
    const bool enough = given >= function->parameters.size() - (open ? 1 : 0) ||
                        function->parameters[given]->initial != nullptr;
    const bool fits = enough && (given <= function->parameters.size() || open);
    if (!fits && !function->template_parameters.empty() && call.callees.size() > 1) return std::nullopt;
    const std::vector<Expression*> plain(call.arguments.begin() + candidate.first + hidden,
                                         call.arguments.end());
    std::optional<Scope> bindings = bind(function, call.named, plain, callee.owner);
    if (!bindings) return std::nullopt;
    const syntax::Function* chosen = specialised(function, *bindings);
    candidate.instance = instantiate(chosen, std::move(*bindings), callee.owner);
    if (!candidate.instance->broken.empty()) {
        // It may have been tried before, without a word.
        if (!diagnostics_.quiet()) declare_parameters(*candidate.instance);
        throw Abandon{};
    }
    const auto& parameters = candidate.instance->function->parameters;
    // A specialisation that does not fit its template has other parameters.
    if (!fits || count > parameters.size())
        candidate.cost = impossible;
    else
        for (size_t i = 0; i < count; ++i)
            candidate.cost += conversion_cost(call.arguments[candidate.first + i], parameters[i]);
    // A plain function goes before a template.
    if (!function->template_parameters.empty()) ++candidate.cost;
    // And one with as many parameters before one with a pack.
    if (open) ++candidate.cost;
    // One of the text before one of the library, even if that is plain and this a template.
    if (callee.is_library) candidate.cost += 2;
    candidate.cost = std::min(candidate.cost, impossible);
    return candidate;
}

/// The best that fits; none if nothing does. Fails where two are as good.
std::optional<Candidate> Checker::choose(const Call& call) {
    const std::vector<Candidate> found = candidates(call);
    if (found.empty() || found[0].cost >= impossible) return std::nullopt;
    if (found.size() > 1 && found[0].cost == found[1].cost && found[0].instance != found[1].instance) {
        const int first = detail_of(*found[0].instance), second = detail_of(*found[1].instance);
        if (first != second) return first > second ? found[0] : found[1];
        if (same_types(*found[0].instance, *found[1].instance)) return found[0];
        fail(call.written->where, "Several functions " + in_ticks(call.name) +
                                      " fit these arguments equally well. Cast an argument.");
    }
    return found[0];
}

Expression* Checker::call_best(const Call& call) {
    if (const std::optional<Candidate> best = choose(call)) return call_function(call, *best);
    // With one candidate, passing the arguments says what does not fit.
    std::vector<Candidate> found = candidates(call);
    if (found.empty() && call.callees.size() == 1) found = candidates(call, true);
    if (found.size() == 1) return call_function(call, found[0]);
    const size_t count = call.arguments.size() - (call.has_object ? 1 : 0);
    if (any_of(call.callees, [this](const Callee& one) { return is_of_library(one.function->where); }))
        fail_unknown(call.written->where,
                     "The emulator does not know " + in_ticks(call.name) + " with such arguments.");
    fail(call.written->where, "No function " + in_ticks(call.name) + " takes " + count_of_arguments(count) +
                                  (count == 1 ? " of this type." : " of these types."));
}

/// 0 for the same type, 1 for a promotion, more for other conversions, `impossible` if none exists.
int Checker::conversion_cost(Expression* from, const Variable* parameter) {
    if (braces_.contains(from)) return cost_of_braces(from, parameter);
    const Type* type = from->type->plain;
    if (parameter->reference) {
        const Type* target = parameter->type->element;
        const bool is_object = parameter->name == "this";
        const bool derived = is_base_of(target, type);
        if (!same_object(target, type) && !derived) {
            const bool may = (target->is_const || parameter->rvalue) && converts_implicitly(from, target);
            const bool by_user = structure_of(target) != nullptr || structure_of(type) != nullptr;
            return may ? (by_user ? by_user_conversion : 20) + (parameter->rvalue ? 0 : 1) : impossible;
        }
        const bool constant = innermost(target)->is_const;
        const bool from_constant = innermost(from->type)->is_const;
        const bool place = from->lvalue && !from->expiring;
        if (parameter->rvalue) return place || (from_constant && !constant) ? impossible : derived ? 4 : 0;
        const bool binds =
            constant || (place && !from_constant) || (is_object && (!from_constant || constant));
        return binds ? (constant && !from_constant ? 1 : 0) + (derived ? 4 : 0) : impossible;
    }
    const Type* to = parameter->type->plain;
    if (type == to) return 0;
    if (type->is_array() && to->is_pointer()) {
        Expression* decayed = stand_in(types_.pointer(type->element), from->where);
        if (decayed->type == to) return 0;
        if (!converts_implicitly(decayed, to)) return impossible;
        return to->element->is_void() ? 10 : 2;
    }
    if (!converts_implicitly(from, to)) return impossible;
    if (type->kind == TypeKind::structure || to->kind == TypeKind::structure) return by_user_conversion;
    if (type->is_pointer() && to->is_pointer()) return to->element->is_void() ? 10 : 2;
    const bool small = type->is_integer() && type->size < 4;
    const bool promotion = (small && to->is_scalar() && to->scalar == ScalarType::i32) ||
                           (type->is_floating() && to->is_scalar() && to->scalar == ScalarType::f64);
    return promotion ? 3 : 20;
}

/// A variable without a name, in memory, as a place.
Expression* Checker::temporary(const Type* type, const SourceRange& where) {
    if (current_ == nullptr) fail(where, "This can only be inside a function.");
    Variable* kept = &program_.variable_nodes.emplace_back();
    kept->type = type->plain;
    kept->address_taken = true;
    kept->where = where;
    current_->function->locals.push_back(kept);
    return place_of(kept, kept->type, where);
}

/// A reference is handed over as the address of what it refers to.
Expression* Checker::pass(Expression* argument, const Variable* parameter) {
    argument = made_for(argument, parameter);
    if (!parameter->reference) return convert(value(argument), parameter->type);
    const Type* target = parameter->type->element;
    if (!same_object(target, argument->type) && is_base_of(target, argument->type)) {
        if (!argument->lvalue) argument = materialised(argument, argument->type);
        argument = as_base(argument, target, argument->where);
    }
    const bool binds = !parameter->rvalue || !argument->lvalue || argument->expiring ||
                       argument->kind == ExpressionKind::assign;
    if (!binds && same_object(target, argument->type))
        fail(argument->where, "The reference " + in_ticks(parameter->name) +
                                  " needs a value that ends here: write `std::move` around this.");
    if (argument->lvalue && same_object(target, argument->type->plain)) {
        if (innermost(argument->type)->is_const && !innermost(target)->is_const)
            fail(argument->where,
                 parameter->name == "this"
                     ? "This is const, and the function may change it. Make the function const."
                     : "This is const, and " + in_ticks(parameter->name) +
                           " may change it. Make the reference const.");
        take_address(argument);
        return make(ExpressionKind::address, parameter->type, argument->where, argument);
    }
    if (!target->is_const && parameter->name != "this" && !parameter->rvalue)
        fail(argument->where, "The reference " + in_ticks(parameter->name) +
                                  " needs a variable or element of type `" + to_string(*target) + "` here.");
    // A const reference to a value: it is kept in a variable without a name.
    Expression* converted = convert(value(argument), target->plain);
    return make(ExpressionKind::address, parameter->type, argument->where, materialised(converted, target));
}

/// Passes it to a parameter of `function`, which a complaint names.
Expression* Checker::pass_to(Expression* argument, const Variable* parameter, std::string_view function) {
    struct Outer {
        std::string& text;
        std::string outer;
        ~Outer() { text = outer; }
    } outer{needed_for_, needed_for_};
    const bool named = !parameter->name.empty() && parameter->name != "this";
    needed_for_ = named ? ", which " + in_ticks(parameter->name) + " of " + in_ticks(function) + " needs"
                        : std::string();
    return pass(argument, parameter);
}

Expression* Checker::default_argument(Instance* instance, size_t index) {
    const size_t hidden = takes_object(*instance->syntax) ? 1 : 0;
    const syntax::Expression* written = instance->syntax->parameters[index - hidden]->initial;
    const Elsewhere elsewhere(*this, outer_scopes(*instance));
    const InSpace in_space(*this, space_of(*instance));
    Expression* argument = written->form == Form::braces ? in_braces(written) : check(written);
    return pass(argument, instance->function->parameters[index]);
}

Expression* Checker::call_function(const Call& call, const Candidate& chosen) {
    Instance* instance = chosen.instance;
    Function* function = instance->function;
    const SourceRange& where = call.written->where;
    const size_t hidden = takes_object(*instance->syntax) ? 1 : 0;
    const size_t wanted = function->parameters.size();
    const size_t given = call.arguments.size() - chosen.first;
    const auto wrong_count = [&] { refuse_count(*instance->syntax, given - hidden, where); };
    if (given > wanted) wrong_count();
    if (instance->syntax->is_deleted)
        fail(where,
             in_ticks(function->name) + " is deleted: it cannot be called." +
                 (instance->syntax->is_constructor ? " This object can only be moved, or passed by reference."
                                                   : ""));
    const bool knows = call.is_exact || !instance->syntax->is_virtual || hidden == 0 ||
                       call.arguments[chosen.first]->kind == ExpressionKind::variable;
    if (knows && instance->syntax->body == nullptr && (!program_.whole || instance->owner != nullptr))
        fail(where, in_ticks(function->name) + " is declared, but its body is not in this file.");
    find_result(*instance, where);
    if (!knows) function = dispatcher(*instance);
    Expression* made = make(ExpressionKind::call, function->result, where);
    made->function = function;
    for (size_t i = 0; i < wanted; ++i) {
        const auto& texts = instance->syntax->parameters;
        const bool has_default =
            i >= hidden && i - hidden < texts.size() && texts[i - hidden]->initial != nullptr;
        if (i < given)
            made->operands.push_back(
                pass_to(call.arguments[chosen.first + i], function->parameters[i], function->name));
        else if (has_default)
            made->operands.push_back(default_argument(instance, i));
        else
            wrong_count();
    }
    if (Expression* folded = call_constant(instance, made)) return folded;
    if (current_ == nullptr) fail(where, "Only a constexpr function can be called outside a function.");
    note_call(function);
    if (!function->returns_reference) return made;
    Expression* place = dereference(made, where);
    place->expiring = instance->function->returns_rvalue;
    return place;
}

void Checker::note_call(const Function* function) {
    instance_of_.at(function)->is_called = true;
    std::vector<const Function*>& calls = current_->calls;
    if (!contains(calls, function)) calls.push_back(function);
}

/// What a function that returns `auto` returns is known once its body is.
void Checker::find_result(Instance& instance, const SourceRange& where) {
    if (instance.function->result != nullptr) return;
    if (instance.state == Instance::State::checking)
        fail(where,
             in_ticks(instance.function->name) + " must name its return type, because it calls itself.");
    check_body(instance);
    if (instance.function->result == nullptr) instance.function->result = types_.void_type();
}

/// A constexpr function of constants is a constant where one is needed: the size of an array, say. So is one
/// that calls itself, wherever it is: nothing else could be made of it.
Expression* Checker::call_constant(Instance* instance, Expression* made) {
    const bool wanted = constant_depth_ > 0 || current_ == nullptr;
    const bool constants = all_of(
        made->operands, [](const Expression* operand) { return operand->kind == ExpressionKind::constant; });
    if (!constants || !instance->syntax->is_constexpr || constant_depth_ > 8) return nullptr;
    if (instance->state == Instance::State::waiting) check_body(*instance);
    const auto calls_itself = [instance] { return contains(instance->calls, instance->function); };
    if (!wanted && !calls_itself()) return nullptr;
    const std::optional<uint64_t> bits = evaluate(*made);
    return bits ? constant(made->type, *bits, made->where) : nullptr;
}

}  // namespace upsweep::emulator
