// Signatures from the checked program, summaries from the outline.
#include "emulator/semantics/signature.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "emulator/semantics/compile.h"
#include "emulator/semantics/layout.h"
#include "emulator/source/near_names.h"
#include "emulator/source/preprocessor.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator {

namespace {

KernelParameter parameter_of(const Variable& variable) {
    KernelParameter parameter;
    parameter.name = variable.name;
    parameter.type_name = to_string(*variable.type);
    parameter.bytes = variable.type->size;
    parameter.alignment = variable.type->alignment;
    for (const Leaf& leaf : leaves_of(*variable.type)) {
        ParameterLeaf made;
        made.name = variable.name + leaf.name;
        made.type = leaf.type;
        made.pointer = leaf.pointer;
        made.offset = leaf.offset;
        if (leaf.pointer) {
            made.element = element_of(*leaf.target);
            made.element_bytes = leaf.target->size;
            made.element_name = to_string(*leaf.target);
        }
        parameter.leaves.push_back(std::move(made));
    }
    return parameter;
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
    const std::size_t end = std::min(text.library, text.tokens.size());
    for (std::size_t i = 0; i + 3 < end; ++i) {
        const Token& token = text.tokens[i];
        if (token.kind != TokenKind::identifier) continue;
        if (token.is("__global__")) {
            for (const Item& item : found.items)
                if (item.kind == ItemKind::structure && item.begin <= i && i < item.end)
                    diagnostics.report(token.where,
                                       "A kernel cannot be a function of a class. Write it outside of " +
                                           in_ticks(item.name) + ".");
        } else if (text.tokens[i + 1].is("void") && text.tokens[i + 3].is("(") && means_global(token.text)) {
            diagnostics.report(token.where,
                               in_ticks(token.text) + " is not known here. Did you mean `__global__`?");
        }
    }
}

bool has_no_default(const syntax::TemplateParameter& parameter) {
    return parameter.fallback.type == nullptr && parameter.fallback.value == nullptr;
}

}  // namespace

Signature signature_of(const KernelName& kernel, const SourceProvider& sources) {
    const std::shared_ptr<const Program> program =
        compile(kernel.file, kernel.function, kernel.definitions, sources);
    Signature signature;
    signature.function = program->entry->name;
    for (const Variable* parameter : program->entry->parameters)
        signature.parameters.push_back(parameter_of(*parameter));
    for (const Variable* variable : program->shared) {
        signature.dynamic_shared |= variable->storage == Storage::dynamic_shared;
        signature.shared_bytes += variable->type->size;
    }
    return signature;
}

std::vector<KernelSummary> kernels_of(const std::string& file, const Definitions& definitions,
                                      const SourceProvider& sources) {
    Diagnostics diagnostics;
    const Preprocessed text = preprocess(file, "", definitions, sources, diagnostics);
    if (!diagnostics.empty()) throw CompileError(diagnostics.found());
    const Outline found = outline(text.tokens, text.asked_for, text.library);
    syntax::Arena arena;
    Parser parser(text.tokens, found, arena, diagnostics);
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
            summary.needed_arguments = static_cast<std::size_t>(std::count_if(
                function->template_parameters.begin(), function->template_parameters.end(), has_no_default));
        } catch (const Abandon&) {
            // Whoever runs it is told what is wrong.
        }
        kernels.push_back(std::move(summary));
    }
    return kernels;
}

void explain_no_kernels(const std::string& file, const Definitions& definitions,
                        const SourceProvider& sources) {
    Diagnostics diagnostics;
    const Preprocessed text = preprocess(file, "", definitions, sources, diagnostics);
    const Outline found = outline(text.tokens, text.asked_for, text.library);
    for (const auto& [where, message] : found.complaints) diagnostics.report(where, message);
    explain_words(text, found, diagnostics);
    for (const auto& [name, items] : found.prototypes) {
        if (found.has(name, ItemKind::function) || !items.front().is_global) continue;
        diagnostics.report(text.tokens[items.front().begin].where,
                           in_ticks(name) + " is only declared. Write its body too, in `{` and `}`.");
    }
    if (!diagnostics.empty()) throw CompileError(diagnostics.found());
}

}  // namespace upsweep::emulator
