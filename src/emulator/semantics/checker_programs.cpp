// Checking what only whole programs have: launches, printing elsewhere than to the standard output, and what
// ends a program because the emulator does not know it.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

/// After a broken statement the next is checked.
const TypedStatement* Checker::statement(const Statement* written) {
    const size_t known = diagnostics_.found().size();
    const size_t scopes = scopes_.size(), endings = endings_.size(), temporaries = temporaries_.size();
    const int loops = loops_, switches = switches_;
    try {
        const TypedStatement* made = statement_or_abandon(written);
        return is_unknown(known) ? stop(written->where) : made;
    } catch (const Abandon&) {
        if (!is_host_code() || diagnostics_.quiet() || diagnostics_.full() ||
            (diagnostics_.found().size() > known && !is_unknown(known))) {
            go_on_behind(written->where);
            return make(StatementKind::block, written->where);
        }
        index_depth_ = 0;
        scopes_.resize(scopes);
        endings_.resize(endings);
        temporaries_.resize(temporaries);
        loops_ = loops;
        switches_ = switches;
        return stop(written->where);
    }
}

/// Takes back what was said behind the first `known` complaints about host code, if a compiler may take all
/// of it.
bool Checker::is_unknown(size_t known) {
    if (!is_host_code()) return false;
    std::optional<Diagnostic> unknown = diagnostics_.take_unknown(known);
    if (unknown) unknown_ = std::move(unknown->message);
    return unknown.has_value();
}

/// What stands for a statement of host code that is not known: the program ends where it is reached.
const TypedStatement* Checker::stop(const SourceRange& where) {
    TypedStatement* made = make(StatementKind::stop, where);
    made->label = unknown_;
    return made;
}

/// The parser has left it to the checker to say this.
void Checker::report_unknown(const Statement& written) {
    SourceRange where = written.where;
    where.line = where.end_line = written.unknown->line;
    where.column = written.unknown->column;
    where.end_column = written.unknown->end_column;
    diagnostics_.report_unknown(where, written.unknown->message);
}

/// Functions of the text, and of the library what may be called here.
bool Checker::has_functions(std::string_view name) const {
    return any_of(outline_.find(name), [this](size_t i) {
        const Item& item = outline_.items[i];
        return item.kind == ItemKind::function && (program_.whole || !is_of_host(item));
    });
}

std::vector<Callee> Checker::kernels(const syntax::Expression* name) {
    std::vector<Callee> found;
    for (size_t item : visible(name->text, name->qualifier)) {
        if (outline_.items[item].kind != ItemKind::function || !outline_.items[item].is_global) continue;
        const syntax::Function* function = parsed(item);
        for (const Declaration* parameter : function->parameters)
            if (parameter->type->form == TypeForm::broken) throw Abandon{};
        if (!function->is_specialised) found.push_back({function});
    }
    return found;
}

/// As `compile` takes it: "scan<float, 256>", "scan(int*,int)" where several share the name.
std::string Checker::name_of_kernel(const Instance& instance, size_t overloads) {
    std::string name(instance.syntax->name);
    // Of a specialisation the template's parameters are bound nowhere: its own arguments are in its name.
    std::string arguments;
    for (const TemplateParameter& parameter : instance.syntax->template_parameters) {
        const auto bound = instance.bindings.find(parameter.name);
        if (bound == instance.bindings.end()) continue;
        const Entity& is = bound->second;
        arguments += arguments.empty() ? "" : ", ";
        if (is.kind == Entity::Kind::constant)
            arguments += is.type->scalar == ScalarType::u64 || is.type->scalar == ScalarType::u32
                             ? std::to_string(is.bits)
                             : std::to_string(int64_t(
                                   arithmetic::convert_bits(is.type->scalar, ScalarType::i64, is.bits)));
        else
            arguments += to_string(*is.type);
    }
    if (!arguments.empty()) name += "<" + arguments + ">";
    if (overloads < 2) return name;
    std::string types;
    for (const Variable* parameter : instance.function->parameters)
        types += (types.empty() ? "" : ",") + to_string(*parameter->type->plain);
    return name + "(" + types + ")";
}

/// A kernel by its name: a pointer to a function, which only a launch or the runtime follows. It leads to a
/// text that stands for the kernel. Null for anything else.
Expression* Checker::kernel_value(const syntax::Expression* written) {
    if (!written->is_qualified && find_local(written->text) != nullptr) return nullptr;
    const std::vector<Callee> found = kernels(written);
    for (const Callee& one : found) {
        std::optional<Scope> bindings = bind(one.function, written, {});
        if (!bindings) continue;
        Instance* instance = instantiate(specialised(one.function, *bindings), std::move(*bindings));
        instance->state = Instance::State::done;
        Variable*& stands = kernel_values_[instance->function];
        if (stands == nullptr) {
            stands = &program_.variable_nodes.emplace_back();
            stands->name = name_of_kernel(*instance, found.size());
            stands->type = types_.array(types_.qualified(types_.scalar(ScalarType::i8), true, false), 1);
            stands->storage = Storage::text;
            stands->address_taken = true;
            stands->where = written->where;
            stands->kernel = instance->function;
            stands->initial.resize(1);
        }
        Expression* place = place_of(stands, stands->type, written->where);
        place = make(ExpressionKind::decay, types_.pointer(stands->type->element), written->where, place);
        return make(ExpressionKind::convert, pointer_type_of(*instance->function), written->where, place);
    }
    if (!found.empty())
        fail(written->where, "The template " + in_ticks(written->text) +
                                 " needs its arguments here. Write them between `<` and `>`.");
    return nullptr;
}

/// A number of blocks or threads is so many along x.
Expression* Checker::configuration(const syntax::Expression* written, const Type* type) {
    Variable parameter;
    parameter.type = type;
    Expression* given = written->form == Form::braces ? in_braces(written) : check(written);
    given = made_for(given, &parameter);
    if (type->kind != TypeKind::vector) return convert_explicitly(value(given), type, written->where);
    given = value(given);
    if (given->type->plain == type) return given;
    if (given->type->kind == TypeKind::vector && given->type->lanes == 3) return given;
    Expression* made = make(ExpressionKind::braces, type, written->where);
    const Type* number = types_.scalar(ScalarType::u32);
    made->parts.push_back({0, convert(given, number)});
    for (int64_t offset : {4, 8}) made->parts.push_back({offset, constant(number, 1, written->where)});
    return made;
}

Expression* Checker::launch(const syntax::Expression* written) {
    if (host_entry_ && !program_.whole)
        fail(written->where, "A CPU loop launches nothing. Launch it after this one.");
    // What a kernel launches runs where main does.
    if (!program_.whole && !outline_.has("main", ItemKind::function))
        fail_unknown(written->where,
                     "The emulator does not support launches inside a kernel. Launch it after this one.");
    const syntax::Expression* callee = written->a;
    while (callee->form == Form::unary && callee->text == "(") callee = callee->a;
    const bool named =
        callee->form == Form::name && (callee->is_qualified || find_local(callee->text) == nullptr);
    Call call{written, callee, callee->text, named ? kernels(callee) : std::vector<Callee>(), {}, false};
    const bool by_pointer = call.callees.empty();
    if (by_pointer && named && !find_global(callee->text, callee->qualifier))
        fail(callee->where,
             in_ticks(callee->text) + " is not a kernel of this file. Launch a __global__ function.");
    const size_t count = written->configuration.size();
    if (count < 2 || count > 4)
        fail(written->mark,
             "A launch needs a grid and a block, and at most the bytes of shared memory and a "
             "stream beside them: <<<grid, block, bytes, stream>>>.");
    Expression* made =
        by_pointer ? launch_pointer(written, check_value(callee)) : launch_named(written, std::move(call));
    const Type* dim3 = types_.vector(ScalarType::u32, 3);
    const Type* kinds[] = {dim3, dim3, types_.scalar(ScalarType::u64), types_.pointer(types_.void_type())};
    for (size_t i = 0; i < count; ++i)
        made->parts.push_back({int64_t(i), configuration(written->configuration[i], kinds[i])});
    return program_.whole ? made : launch_on_device(made);
}

/// A launch by a kernel: each lane notes what it launches, as if it printed it. Streams make no difference.
Expression* Checker::launch_on_device(const Expression* launch) {
    if (launch->function == nullptr)
        fail_unknown(launch->where, "The emulator does not support launches through a pointer in a kernel.");
    Expression* made = builtin_value(Builtin::print, types_.scalar(ScalarType::i32), launch->where);
    made->function = launch->function;
    made->text = launch->text;
    for (size_t i = 0; i < 3; ++i)
        made->operands.push_back(i < launch->parts.size()
                                     ? launch->parts[i].value
                                     : constant(types_.scalar(ScalarType::u64), 0, launch->where));
    append(made->operands, launch->operands);
    return make(ExpressionKind::convert, types_.void_type(), launch->where, made);
}

/// pointer<<<grid, block>>>(arguments)
Expression* Checker::launch_pointer(const syntax::Expression* written, Expression* pointer) {
    const Type* type = pointer->type->plain;
    if (!type->is_function_pointer() || !type->element->element->is_void())
        fail(written->a->where, "A launch needs a kernel before `<<<`, or a pointer to one.");
    const std::vector<Field>& takes = type->element->fields;
    const std::vector<Expression*> arguments = check_arguments(written->arguments);
    if (arguments.size() != takes.size())
        fail(written->where, "A kernel of the type `" + to_string(*type) + "` takes " +
                                 count_of_arguments(takes.size()) + ", not " +
                                 std::to_string(arguments.size()) + ".");
    Expression* made = make(ExpressionKind::launch, types_.void_type(), written->where, pointer);
    for (size_t i = 0; i < takes.size(); ++i) {
        Variable parameter;
        parameter.type = takes[i].type;
        parameter.reference = takes[i].reference;
        made->operands.push_back(pass(arguments[i], &parameter));
    }
    return made;
}

Expression* Checker::launch_named(const syntax::Expression* written, Call call) {
    call.arguments = check_arguments(written->arguments);
    std::optional<Candidate> best = choose(call);
    if (!best) {
        const std::vector<Candidate> found = candidates(call, call.callees.size() == 1);
        if (found.size() != 1)
            fail(written->where, "No kernel " + in_ticks(call.name) + " takes " +
                                     count_of_arguments(call.arguments.size()) + " of these types.");
        best = found[0];
    }
    Instance& instance = *best->instance;
    // Its body is checked when it is compiled as a kernel.
    instance.state = Instance::State::done;
    const auto& parameters = instance.function->parameters;
    Expression* made = make(ExpressionKind::launch, types_.void_type(), written->where);
    made->function = instance.function;
    made->text = name_of_kernel(instance, call.callees.size());
    if (call.arguments.size() > parameters.size())
        refuse_count(*instance.syntax, call.arguments.size(), written->where);
    for (size_t i = 0; i < parameters.size(); ++i) {
        if (i < call.arguments.size())
            made->operands.push_back(pass_to(call.arguments[i], parameters[i], call.name));
        else if (instance.syntax->parameters[i]->initial != nullptr)
            made->operands.push_back(default_argument(&instance, i));
        else
            refuse_count(*instance.syntax, call.arguments.size(), written->where);
    }
    return made;
}

std::optional<PrintForm> Checker::print_form(std::string_view name) const {
    if (!program_.whole) return {};
    if (name == "fprintf") return PrintForm::stream;
    if (name == "sprintf") return PrintForm::text;
    if (name == "snprintf") return PrintForm::bounded_text;
    return {};
}

/// fprintf, sprintf, snprintf: what is before the format says where to.
Expression* Checker::print_to(const syntax::Expression* written, PrintForm form) {
    const size_t before = form == PrintForm::bounded_text ? 2 : 1;
    if (written->arguments.size() <= before)
        fail(written->where, in_ticks(written->a->text) + " needs a format: text in quotes.");
    auto* plain = &arena_.expressions.emplace_back(*written);
    plain->arguments.erase(plain->arguments.begin(), plain->arguments.begin() + before);
    std::vector<Expression*> none;
    Expression* made = print(plain, written->where, none);
    made->bytes = int64_t(form);
    made->a = check_value(written->arguments[0]);
    if (!made->a->type->is_pointer())
        fail(made->a->where, in_ticks(written->a->text) + (form == PrintForm::stream
                                                               ? " needs a stream first: stdout or stderr."
                                                               : " needs an array of char first."));
    if (before > 1) made->b = convert(check_value(written->arguments[1]), types_.scalar(ScalarType::u64));
    return made;
}

}  // namespace upsweep::emulator
