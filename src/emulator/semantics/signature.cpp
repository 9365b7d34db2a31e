// Signatures from checked programs, summaries from the outline.
#include "emulator/semantics/signature.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/array.h"
#include "core/ranges.h"
#include "emulator/semantics/typed.h"
#include "emulator/semantics/types.h"
#include "emulator/source/near_names.h"
#include "emulator/source/preprocessor.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator {

namespace {

/// What a pointer leads to.
void describe_target(const Type& type, KernelParameter& parameter) {
    for (const Leaf& leaf : leaves_of(type)) {
        parameter.leads_further |= leaf.pointer;
        if (!leaf.pointer) parameter.scalars.push_back({leaf.offset, leaf.type, leaf.name});
    }
    parameter.bytes = type.size;
    parameter.element = element_of(type);
    if (!type.is_void()) return;
    // Of `void*` only the bytes are known.
    parameter.scalars = {{0, ScalarType::u8, ""}};
    parameter.bytes = 1;
    parameter.element = ScalarType::u8;
}

KernelParameter parameter_of(const Variable& variable, const Leaf& leaf) {
    KernelParameter parameter;
    parameter.name = variable.name + leaf.name;
    parameter.pointer = leaf.pointer;
    if (leaf.pointer) {
        parameter.type_name = to_string(*leaf.target) + "*";
        describe_target(*leaf.target, parameter);
        return parameter;
    }
    parameter.type_name = cuda_name_of(leaf.type);
    parameter.scalars = {{0, leaf.type, ""}};
    parameter.bytes = size_of(leaf.type);
    parameter.element = leaf.type;
    return parameter;
}

/// The default of a number or pointer, as text.
std::string fallback_of(const Variable& variable) {
    if (variable.initial.empty()) return "";
    if (variable.type->is_pointer()) return "null";
    uint64_t bits = 0;
    std::memcpy(&bits, variable.initial.data(), variable.initial.size());
    return bits_to_text(variable.type->scalar, bits);
}

GlobalVariable global_of(const Variable& variable) {
    const Type* element = variable.type;
    while (element->is_array()) element = element->element;
    GlobalVariable global;
    global.as.name = variable.name;
    global.as.type_name = to_string(*variable.type);
    global.as.pointer = global.as.variable = true;
    describe_target(*element, global.as);
    global.bytes = variable.type->size;
    global.constant = variable.storage == Storage::constant;
    global.begins = !variable.initial.empty() || !variable.links.empty();
    return global;
}

std::string kind_of(const syntax::TemplateParameter& parameter) {
    if (parameter.value_type == nullptr) return "typename";
    if (parameter.value_type->form == syntax::TypeForm::scalar)
        return std::string(cuda_name_of(parameter.value_type->scalar));
    return std::string(parameter.value_type->name);
}

std::vector<std::string> names_of(const std::vector<syntax::TemplateParameter>& parameters) {
    std::vector<std::string> names;
    for (const syntax::TemplateParameter& parameter : parameters)
        names.push_back(kind_of(parameter) + " " + std::string(parameter.name));
    return names;
}

/// Of a word before `void name(`: whether `__global__` was meant.
bool means_global(std::string_view word) {
    for (std::string_view other :
         {"global", "_global", "global_", "__global", "kernel", "__kernel", "__kernel__"})
        if (word == other) return true;
    NearestName nearest(word);
    for (std::string_view known :
         {"__global__", "__device__", "__host__", "static", "inline", "extern", "constexpr", "template"})
        nearest.consider(known);
    return word != "__global__" && nearest.found() == "__global__";
}

void explain_words(const Preprocessed& text, const Outline& found, Diagnostics& diagnostics) {
    const size_t end = std::min(text.library, text.tokens.size());
    for (size_t i = 0; i + 3 < end; ++i) {
        const Token& token = text.tokens[i];
        if (token.kind != TokenKind::identifier) continue;
        if (token.is("__global__")) {
            for (const Item& item : found.items)
                if (item.kind == ItemKind::structure && item.begin <= i && i < item.end)
                    diagnostics.report(token.where,
                                       "A kernel cannot be a member function. Write it outside of " +
                                           in_ticks(item.name) + ".");
        } else if (text.tokens[i + 1].is("void") && text.tokens[i + 3].is("(") && means_global(token.text)) {
            diagnostics.report(token.where,
                               in_ticks(token.text) + " is not declared here. Did you mean `__global__`?");
        }
    }
}

bool has_no_default(const syntax::TemplateParameter& parameter) {
    return parameter.fallback.type == nullptr && parameter.fallback.value == nullptr;
}

}  // namespace

Signature signature_of(const KernelName& kernel, const Program& program) {
    Signature signature;
    signature.kernel = kernel;
    for (const Variable* variable : program.entry->parameters) {
        DeclaredParameter declared;
        declared.name =
            variable->name.empty() ? "#" + std::to_string(signature.declared.size() + 1) : variable->name;
        declared.type_name = to_string(*variable->type);
        declared.fallback = fallback_of(*variable);
        declared.first = signature.parameters.size();
        declared.bytes = variable->type->size;
        for (const Leaf& leaf : leaves_of(*variable->type)) {
            signature.parameters.push_back(parameter_of(*variable, leaf));
            signature.parameters.back().offset = leaf.offset;
            if (signature.parameters.back().name.empty()) signature.parameters.back().name = declared.name;
        }
        declared.count = signature.parameters.size() - declared.first;
        signature.declared.push_back(std::move(declared));
    }
    for (const Variable* variable : program.globals) {
        if (variable->storage == Storage::text) continue;
        GlobalVariable global = global_of(*variable);
        if (!global.as.leads_further && !global.as.scalars.empty())
            signature.globals.push_back(std::move(global));
    }
    for (const Variable* variable : program.shared) {
        signature.dynamic_shared |= variable->storage == Storage::dynamic_shared;
        signature.shared_bytes += variable->type->size;
    }
    return signature;
}

std::vector<KernelSummary> kernels_of(TranslationUnit& unit) {
    Diagnostics& diagnostics = unit.diagnostics();
    if (!diagnostics.empty()) throw CompileError(diagnostics.found());
    // The run reports what cannot be read.
    const Diagnostics::Episode episode(diagnostics);
    const Preprocessed& text = unit.ask_for("");
    const Outline found = outline(text.tokens, text.asked_for, text.library);
    syntax::Arena arena;
    syntax::Parser parser(text.tokens, found, arena, diagnostics);
    std::vector<KernelSummary> kernels;
    for (const Item& item : found.items) {
        if (item.kind != ItemKind::function || !item.is_global) continue;
        KernelSummary summary;
        summary.name = item.name;
        summary.space = item.space;
        summary.line = parser.place_of(item).line;
        try {
            const syntax::Function* function = parser.function(item);
            summary.line = function->name_where.line;
            summary.is_specialised = function->is_specialised;
            summary.template_parameters = names_of(function->template_parameters);
            summary.needed_arguments = count_if(function->template_parameters, has_no_default);
        } catch (const Abandon&) {
        }
        kernels.push_back(std::move(summary));
    }
    return kernels;
}

void explain_no_kernels(TranslationUnit& unit) {
    const bool none = kernels_of(unit).empty();
    Diagnostics& diagnostics = unit.diagnostics();
    const Diagnostics::Episode episode(diagnostics);
    const Preprocessed& text = unit.ask_for("");
    const Outline found = outline(text.tokens, text.asked_for, text.library);
    for (const auto& [where, message] : found.complaints) diagnostics.report(where, message);
    explain_words(text, found, diagnostics);
    for (const auto& [name, items] : found.prototypes) {
        if (found.has(name, ItemKind::function) || !items.front().is_global) continue;
        diagnostics.report(text.tokens[items.front().begin].where,
                           in_ticks(name) + " is only declared. Write its body, in `{` and `}`.");
    }
    if (!diagnostics.empty()) throw CompileError(diagnostics.found());
    if (!none) return;
    // A header that is missing may hold them. It is only suspected, so it comes behind something certain.
    diagnostics.report(text.tokens[text.library].where, "There is no kernel.");
    std::vector<Diagnostic> missing = diagnostics.found();
    missing.erase(missing.begin());
    if (!missing.empty()) throw CompileError(std::move(missing));
}

}  // namespace upsweep::emulator
