// Bases, virtual functions and pointers to functions. An object with virtual functions holds the number of
// its struct, a pointer to a function the number of that function; a call through either goes to a function
// of its own that switches on the number. So neither the lowering nor the machine knows of them.
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

/// Numbers of functions look like addresses, and none is null.
constexpr uint64_t first_function = 0x10000;
constexpr uint64_t bytes_of_function = 16;

/// Whether two functions take the same, as it is written.
bool same_parameters(const Function& a, const Function& b) {
    return a.parameters.size() == b.parameters.size() &&
           std::equal(a.parameters.begin() + 1, a.parameters.end(), b.parameters.begin() + 1,
                      [](const Variable* x, const Variable* y) {
                          return x->type->plain == y->type->plain && x->reference == y->reference;
                      });
}

}  // namespace

// ---- Bases ----

/// The bytes from the start of `derived` at which `base` is in it; 0 where they are one struct.
std::optional<int64_t> Checker::base_offset(const Type* derived, const Type* base) {
    if (derived->plain == base->plain) return 0;
    if (derived->kind != TypeKind::structure) return std::nullopt;
    for (const Field& field : derived->plain->fields) {
        if (!field.is_base) continue;
        if (const std::optional<int64_t> inside = base_offset(field.type, base))
            return field.offset + *inside;
    }
    return std::nullopt;
}

/// The base that is a part of an object.
Expression* Checker::as_base(Expression* object, const Type* base, const SourceRange& where) {
    if (object->type->plain == base->plain) return object;
    Field field;
    field.type = base->plain;
    field.offset = base_offset(object->type, base).value();
    return field_of(object, field, where);
}

/// A pointer as one of another type that leads some bytes further.
Expression* Checker::moved_pointer(Expression* pointer, const Type* to, int64_t bytes,
                                   const SourceRange& where) {
    if (bytes != 0) {
        const Type* byte = types_.scalar(ScalarType::u8);
        pointer = make(ExpressionKind::convert, types_.pointer(byte), where, pointer);
        pointer = make(bytes < 0 ? ExpressionKind::pointer_subtract : ExpressionKind::pointer_add,
                       pointer->type, where, pointer,
                       constant(types_.scalar(ScalarType::i64), uint64_t(bytes < 0 ? -bytes : bytes), where));
        mark_index(pointer->b);
    }
    if (pointer->type == to->plain) return pointer;
    return make(ExpressionKind::convert, to->plain, where, pointer);
}

/// The struct itself, or the base from which it has the functions of that name; null if none has any.
Structure* Checker::with_functions(Structure& structure, std::string_view name) {
    for (const syntax::Function* function : structure.functions)
        if (function->name == name && !function->is_constructor && !function->is_conversion &&
            !function->is_friend)
            return &structure;
    for (const Field& field : structure.type->fields)
        if (field.is_base)
            if (Structure* found = with_functions(*structure_of(field.type), name)) return found;
    return nullptr;
}

// ---- Virtual functions ----

bool Checker::is_polymorphic(const Type* type) { return find_field(*type->plain, vtable_name).has_value(); }

/// Gives a struct a member for its number where it has virtual functions and no base has one; and functions
/// are virtual that a base has as virtual ones.
void Checker::add_number(Structure& structure) {
    std::vector<const Type*> bases;
    for (const syntax::Field& field : structure.written->fields)
        if (field.is_base) bases.push_back(resolve_value(field.type));
    const bool inherits = any_of(bases, [this](const Type* base) { return is_polymorphic(base); });
    const bool any = structure.written->has_virtual ||
                     any_of(structure.written->functions,
                            [](const syntax::Function* function) { return function->is_virtual; });
    if (!inherits && !any) return;
    // The same in every kernel: another one may have made the object.
    uint64_t mixed = 0xcbf29ce484222325u;
    for (const std::string_view part : {std::string_view(structure.written->space), std::string_view("::"),
                                        std::string_view(structure.type->name)})
        for (const char c : part) mixed = (mixed ^ uint8_t(c)) * 0x100000001b3u;
    // Structs within others may share their names.
    for (const int32_t place : {structure.written->where.line, structure.written->where.column})
        mixed = (mixed ^ uint64_t(place)) * 0x100000001b3u;
    const auto is_taken = [&](const Structure* other) { return other->number == mixed; };
    while (mixed == 0 || any_of(polymorphic_, is_taken)) ++mixed;
    polymorphic_.push_back(&structure);
    structure.number = mixed;
    if (inherits) return;
    Struct* own = &arena_.structs.emplace_back(*structure.written);
    syntax::Type* word = &arena_.types.emplace_back();
    word->form = TypeForm::scalar;
    word->scalar = ScalarType::u64;
    syntax::Field number;
    number.name = vtable_name;
    number.type = word;
    number.where = own->where;
    own->fields.insert(own->fields.begin(), number);
    structure.written = own;
}

/// A function that a base has as a virtual one is virtual, whether it says so or not.
void Checker::inherit_virtual(const Structure& structure, const syntax::Function& function) {
    for (const Field& field : structure.type->fields) {
        if (!field.is_base || function.is_virtual || function.is_static) continue;
        Structure* base = with_functions(*structure_of(field.type), function.name);
        if (base == nullptr) continue;
        for (const syntax::Function* other : base->functions)
            if (other->name == function.name && other->is_virtual && other->is_const == function.is_const &&
                other->parameters.size() == function.parameters.size())
                const_cast<syntax::Function&>(function).is_virtual = true;
    }
}

/// Where the numbers of an object are: one for each base that brought its own.
void Checker::numbers_in(const Type* type, int64_t offset, std::vector<int64_t>& into) {
    for (const Field& field : type->plain->fields) {
        if (field.name == vtable_name) into.push_back(offset + field.offset);
        if (field.is_base) numbers_in(field.type, offset + field.offset, into);
    }
}

/// The object is one of `structure` from here on; null where no function of it is virtual.
Expression* Checker::numbered(Expression* object, const Structure& structure, const SourceRange& where) {
    if (structure.number == 0) return nullptr;
    std::vector<int64_t> offsets;
    numbers_in(structure.type, 0, offsets);
    Expression* all = nullptr;
    Field field;
    field.type = types_.scalar(ScalarType::u64);
    for (const int64_t offset : offsets) {
        field.offset = offset;
        all = after(
            all, store(field_of(object, field, where), constant(field.type, structure.number, where), where));
        all->lvalue = true;
    }
    return all;
}

/// The function that an object of `structure` has for a virtual one; null if it is nowhere written out.
Instance* Checker::overrider(Structure& structure, const Instance& wanted) {
    for (const syntax::Function* function : structure.functions) {
        if (function->name != wanted.syntax->name || function->is_const != wanted.syntax->is_const ||
            !takes_object(*function) || !function->template_parameters.empty())
            continue;
        Instance* found = instantiate(function, {}, &structure);
        if (same_parameters(*found->function, *wanted.function)) return found;
    }
    for (const Field& field : structure.type->fields)
        if (field.is_base)
            if (Instance* found = overrider(*structure_of(field.type), wanted)) return found;
    return nullptr;
}

/// A function that nothing in the text is: its body is made here.
Instance* Checker::own_instance(const syntax::Function* syntax, Structure* owner) {
    program_.function_nodes.emplace_back();
    Instance instance;
    instance.syntax = syntax;
    instance.function = &program_.function_nodes.back();
    instance.owner = owner;
    instance.dispatches = true;
    instance.state = Instance::State::done;
    instance.function->name = syntax->name;
    instance.function->where = syntax->where;
    instance.function->name_where = syntax->name_where;
    instance.function->end = syntax->end;
    instances_.push_back(std::move(instance));
    instance_of_[instances_.back().function] = &instances_.back();
    return &instances_.back();
}

/// A parameter that hands on what a function's parameter is given.
Variable* Checker::handed_on(const Variable& parameter) {
    Variable* made = &program_.variable_nodes.emplace_back(parameter);
    made->address_taken = false;
    made->storage = Storage::parameter;
    return made;
}

/// What a call of a virtual function calls: it looks at the object.
Function* Checker::dispatcher(Instance& wanted) {
    for (const Dispatcher& known : dispatchers_)
        if (known.wanted == &wanted) return known.instance->function;
    Instance* instance = own_instance(wanted.syntax, wanted.owner);
    Function* function = instance->function;
    function->result = wanted.function->result;
    function->returns_reference = wanted.function->returns_reference;
    for (const Variable* parameter : wanted.function->parameters)
        function->parameters.push_back(handed_on(*parameter));
    dispatchers_.push_back({instance, &wanted, nullptr});
    return function;
}

/// What is derived from a type may be made by another kernel and not be named by this one: all that the text
/// derives from it, and from that, is looked at, with the same arguments of a template.
void Checker::find_derived(const Type* of) {
    const Structure* base = structure_of(of);
    if (base == nullptr || program_.whole) return;
    std::vector<const Structure*> bases = {base};
    for (size_t i = 0; i < outline_.items.size(); ++i) {
        const Item& item = outline_.items[i];
        if (item.kind != ItemKind::structure || item.is_library) continue;
        const Struct* written = parsed_struct(i);
        const auto& parameters = written->template_parameters;
        const Structure* from = nullptr;
        for (const Structure* one : bases)
            if (any_of(written->fields, [&](const syntax::Field& field) {
                    return field.is_base && field.type->name == one->written->name;
                }))
                from = one;
        if (from == nullptr || written->is_specialised || written->is_only_declared) continue;
        const auto known =
            find_if(structures_, [&](const Structure& one) { return one.written->where == written->where; });
        if (known != structures_.end()) {
            bases.push_back(&*known);
            continue;
        }
        if (!parameters.empty() && parameters.size() != from->arguments.size()) continue;
        Scope bindings;
        for (size_t k = 0; k < parameters.size(); ++k) bindings[parameters[k].name] = from->arguments[k];
        try {
            const Diagnostics::Quiet quiet(diagnostics_);
            const Elsewhere elsewhere(*this, {});
            const Type* made = define_struct(written, std::move(bindings),
                                             parameters.empty() ? std::vector<Entity>() : from->arguments);
            bases.push_back(structure_of(made));
        } catch (const Abandon&) {
            // Nothing can be made of it.
        }
    }
}

/// Writes out the bodies of what was asked for. More structs and functions may come of that.
bool Checker::finish_dispatchers() {
    for (size_t i = 0; i < dispatchers_.size(); ++i)
        if (dispatchers_[i].wanted != nullptr)
            find_derived(dispatchers_[i].instance->function->parameters[0]->type->element);
    const size_t known = polymorphic_.size() + addressed_.size() + thrown_.size();
    if (dispatchers_.size() == finished_dispatchers_ && known == known_targets_) return false;
    finished_dispatchers_ = dispatchers_.size();
    known_targets_ = known;
    for (size_t i = 0; i < finished_dispatchers_; ++i) {
        const InFunction in_function(*this, *dispatchers_[i].instance);
        dispatchers_[i].instance->calls.clear();
        if (dispatchers_[i].about != AboutThrown::nothing)
            dispatch_thrown(dispatchers_[i]);
        else if (dispatchers_[i].wanted != nullptr)
            dispatch_virtual(dispatchers_[i]);
        else
            dispatch_pointer(dispatchers_[i]);
    }
    return true;
}

/// Where `number` is the bits: a call.
void Checker::add_case(TypedStatement& all, uint64_t number, const Function* callee,
                       std::vector<const Expression*> operands) {
    const SourceRange& where = all.where;
    Expression* made = make(ExpressionKind::call, callee->result, where);
    made->function = callee;
    made->operands = std::move(operands);
    note_call(callee);
    const Function& function = *current_->function;
    TypedStatement* jump = make(StatementKind::return_function, where);
    SwitchCase entry;
    entry.bits = number;
    entry.child = all.children.size();
    all.cases.push_back(entry);
    if (function.result->is_void()) {
        TypedStatement* call = make(StatementKind::expression, where);
        call->value = made;
        all.children.push_back(call);
    } else {
        // What overrides may return a pointer to a struct that is derived from the other's.
        jump->value = convert(made, function.result);
    }
    all.children.push_back(jump);
}

void Checker::dispatch_virtual(const Dispatcher& of) {
    const Instance& wanted = *of.wanted;
    Function* function = of.instance->function;
    const SourceRange& where = function->name_where;
    const Variable* object = function->parameters[0];
    const Type* type = object->type->element;
    const auto self = [&] { return loaded(place_of(object, object->type, where)); };
    TypedStatement* all = make(StatementKind::switch_case, where);
    const Field number = find_field(*type->plain, vtable_name).value();
    all->condition = loaded(field_of(dereference(self(), where), number, where));
    for (size_t i = 0; i < polymorphic_.size(); ++i) {
        Structure& structure = *polymorphic_[i];
        const std::optional<int64_t> offset = base_offset(structure.type, type);
        if (!offset || structure.state != Structure::State::good || structure.type->size == 0) continue;
        if (wanted.syntax->is_destructor) {
            Expression* whole =
                dereference(moved_pointer(self(), types_.pointer(structure.type), -*offset, where), where);
            Expression* end = destruction(whole, where);
            SwitchCase entry;
            entry.bits = structure.number;
            entry.child = all->children.size();
            all->cases.push_back(entry);
            TypedStatement* made = make(StatementKind::expression, where);
            made->value = end;
            if (end != nullptr) all->children.push_back(made);
            all->children.push_back(make(StatementKind::return_function, where));
            continue;
        }
        const Instance* target = overrider(structure, wanted);
        if (target == nullptr || target->syntax->body == nullptr) continue;
        find_result(*instance_of_.at(target->function), where);
        const int64_t further = *base_offset(structure.type, target->owner->type) - *offset;
        std::vector<const Expression*> operands{
            moved_pointer(self(), target->function->parameters[0]->type, further, where)};
        for (size_t p = 1; p < function->parameters.size(); ++p) {
            const Variable* parameter = function->parameters[p];
            operands.push_back(loaded(place_of(parameter, parameter->type, where)));
        }
        add_case(*all, structure.number, target->function, std::move(operands));
    }
    TypedStatement* body = make(StatementKind::block, where);
    body->children = {all, lost(where)};
    function->body = body;
}

/// Nothing that can be called: the program ends here.
const TypedStatement* Checker::lost(const SourceRange& where) {
    TypedStatement* made = make(StatementKind::expression, where);
    made->value = is_host_code() ? call_named("abort", where, {})
                                 : builtin_value(Builtin::trap, types_.void_type(), where);
    return made;
}

// ---- Pointers to functions ----

/// int (*)(int, float), or a name that stands for that.
const Type* Checker::resolve_function(const syntax::Type* written) {
    if (written->inner == nullptr) {
        const Type* type = resolve_named(written);
        if (!type->is_function_pointer()) fail(written->where, "This is not a pointer to a function.");
        return type;
    }
    const Written result = resolve(written->inner);
    std::vector<Field> parameters;
    std::vector<const syntax::Type*> taken;
    for (const syntax::Type* parameter : written->parameters) {
        const bool expands = !parameter->pack.empty();
        const size_t count = expands ? length_of_pattern(parameter->pack, parameter->where) : 1;
        for (size_t i = 0; i < count; ++i)
            taken.push_back(expands ? element_of_pattern(parameter, i) : parameter);
    }
    for (const syntax::Type* parameter : taken) {
        Written type = resolve(parameter);
        if (type.type->is_array()) type.type = types_.pointer(type.type->element);
        Field field;
        field.type = type.is_reference ? type.type : type.type->plain;
        field.reference = type.is_reference;
        parameters.push_back(field);
    }
    return types_.pointer(types_.function(result.type->plain, result.is_reference, std::move(parameters)));
}

/// The function that an object stands for, a name or a lambda without captures, where it is called with what
/// `type` takes; null if none fits.
Instance* Checker::function_behind(const Type* object, const Type* type) {
    Structure* structure = structure_of(object);
    if (structure == nullptr) return nullptr;
    const bool named = structure->calls != nullptr;
    if (!named && (structure->made_in == nullptr || !structure->type->fields.empty())) return nullptr;
    const ScopesBack back(*this, scopes_.size());
    if (named) scopes_.push_back(structure->scope);
    const InSpace in_space(*this, structure->written->space);
    syntax::Expression* written = &arena_.expressions.emplace_back();
    written->form = Form::call;
    written->where = structure->written->where;
    Call call{written, named ? structure->calls : nullptr, "operator()", {}, {}, false};
    if (named) call.name = structure->calls->text;
    call.callees = named ? free_functions(structure->calls->text, structure->calls->qualifier)
                         : member_functions(*structure, "operator()");
    for (const Field& field : type->element->fields) {
        Expression* argument = stand_in(field.reference ? field.type->element : field.type, written->where);
        argument->lvalue = field.reference;
        call.arguments.push_back(argument);
    }
    const std::optional<Candidate> best = choose(call);
    return best ? best->instance : nullptr;
}

const Type* Checker::pointer_type_of(const Function& function) {
    std::vector<Field> parameters;
    for (const Variable* parameter : function.parameters) {
        Field field;
        field.type = parameter->reference ? parameter->type : parameter->type->plain;
        field.reference = parameter->reference;
        parameters.push_back(field);
    }
    return types_.pointer(
        types_.function(function.result, function.returns_reference, std::move(parameters)));
}

/// The pointer type that one function of that name has; null if there are several, or if it is a template.
const Type* Checker::pointer_type_of(const Type* object) {
    Structure* structure = structure_of(object);
    if (structure == nullptr) return nullptr;
    const bool named = structure->calls != nullptr;
    if (!named && (structure->made_in == nullptr || !structure->type->fields.empty())) return nullptr;
    const std::vector<Callee> meant =
        named ? free_functions(structure->calls->text, structure->calls->qualifier)
              : member_functions(*structure, "operator()");
    if (meant.size() != 1 || !meant[0].function->template_parameters.empty()) return nullptr;
    Instance* instance = instantiate(meant[0].function, {}, meant[0].owner);
    find_result(*instance, structure->written->where);
    return pointer_type_of(*instance->function);
}

/// A name or lambda as a pointer to a function; null if it has another type.
Expression* Checker::function_address(const Expression* object, const Type* type) {
    Instance* instance = function_behind(object->type, type);
    if (instance == nullptr) return nullptr;
    find_result(*instance, object->where);
    const Function& function = *instance->function;
    const bool alike = function.result == type->element->element &&
                       function.returns_reference == type->element->gives_reference &&
                       function.parameters.size() == type->element->fields.size();
    if (!alike) return nullptr;
    size_t number = 0;
    while (number < addressed_.size() &&
           (addressed_[number].first != instance || addressed_[number].second != type->plain))
        ++number;
    if (number == addressed_.size()) addressed_.emplace_back(instance, type->plain);
    return constant(type->plain, first_function + bytes_of_function * number, object->where);
}

/// pointer(arguments)
Expression* Checker::call_pointer(const syntax::Expression* written, Expression* pointer) {
    const Type* type = pointer->type->plain;
    const Type* callee = type->element;
    const SourceRange& where = written->where;
    Function* function = nullptr;
    for (const Dispatcher& known : dispatchers_)
        if (known.type == type && known.about == AboutThrown::nothing) function = known.instance->function;
    if (function == nullptr) {
        syntax::Function* text = &arena_.functions.emplace_back();
        text->name = diagnostics_.keep(to_string(*type));
        text->where = text->name_where = text->end = where;
        Instance* instance = own_instance(text, nullptr);
        function = instance->function;
        function->result = callee->element;
        function->returns_reference = callee->gives_reference;
        Variable given;
        given.name = "pointer";
        given.where = where;
        given.type = type;
        function->parameters.push_back(handed_on(given));
        for (const Field& field : callee->fields) {
            Variable parameter;
            parameter.where = where;
            parameter.type = field.type;
            parameter.reference = field.reference;
            function->parameters.push_back(handed_on(parameter));
        }
        dispatchers_.push_back({instance, nullptr, type});
    }
    if (written->arguments.size() != callee->fields.size())
        fail(where, "A `" + to_string(*type) + "` takes " + count_of_arguments(callee->fields.size()) +
                        ", not " + std::to_string(written->arguments.size()) + ".");
    const std::vector<Expression*> arguments = check_arguments(written->arguments);
    Expression* made = make(ExpressionKind::call, function->result, where);
    made->function = function;
    made->operands.push_back(value(pointer));
    for (size_t i = 0; i < arguments.size(); ++i)
        made->operands.push_back(pass(arguments[i], function->parameters[i + 1]));
    note_call(function);
    return function->returns_reference ? dereference(made, where) : made;
}

void Checker::dispatch_pointer(const Dispatcher& of) {
    Function* function = of.instance->function;
    const SourceRange& where = function->name_where;
    const auto given = [&](size_t i) {
        const Variable* parameter = function->parameters[i];
        return loaded(place_of(parameter, parameter->type, where));
    };
    TypedStatement* all = make(StatementKind::switch_case, where);
    all->condition = make(ExpressionKind::convert, types_.scalar(ScalarType::u64), where, given(0));
    for (size_t i = 0; i < addressed_.size(); ++i) {
        if (addressed_[i].second != of.type) continue;
        std::vector<const Expression*> operands;
        for (size_t p = 1; p < function->parameters.size(); ++p) operands.push_back(given(p));
        add_case(*all, first_function + bytes_of_function * i, addressed_[i].first->function,
                 std::move(operands));
    }
    TypedStatement* body = make(StatementKind::block, where);
    body->children = {all, lost(where)};
    function->body = body;
}

}  // namespace upsweep::emulator
