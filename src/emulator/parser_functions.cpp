// Parsing what stands at the outer level: functions, variables, structs, enums.
#include <string_view>
#include <vector>

#include "emulator/parser.h"

namespace upsweep::emulator {

void Parser::template_header(syntax::Function& function) {
    while (take_if("template")) {
        const Token open = peek();
        expect("<", "`template`");
        while (!is(">") && !at_end()) {
            syntax::TemplateParameter parameter;
            if ((is("typename") || is("class")) && !is("::", 2)) {
                take();
                if (is("..."))
                    fail("Parameter packs are not part of the kernel language here. Name each parameter.");
                if (peek().kind == TokenKind::identifier) {
                    parameter.where = peek().where;
                    parameter.name = take().text;
                    local_types_.push_back(parameter.name);
                }
                if (take_if("=")) parameter.fallback.type = type_id();
            } else {
                const syntax::Declaration* declaration = declarator(specifiers(), false);
                parameter.name = declaration->name;
                parameter.where = declaration->name_where;
                parameter.value_type = declaration->type;
                if (take_if("=")) parameter.fallback = template_argument();
            }
            function.template_parameters.push_back(parameter);
            if (!take_if(",")) break;
        }
        expect_angle(open);
    }
}

void Parser::parameters(syntax::Function& function) {
    expect("(", "the name of a function");
    if (is("void") && is(")", 1)) take();
    while (!is(")") && !at_end()) {
        if (is("...")) fail("`...` is not part of the kernel language here. Name each parameter.");
        syntax::Declaration* parameter = declarator(specifiers(), false);
        if (take_if("=")) parameter->initial = is("{") ? braces() : assignment();
        function.parameters.push_back(parameter);
        if (!take_if(",")) break;
    }
    expect(")", "the parameters");
}

const syntax::Function* Parser::function(const Item& item) {
    start(item);
    arena_.functions.emplace_back();
    syntax::Function* made = &arena_.functions.back();
    made->where = peek().where;
    template_header(*made);
    const Specifiers base = specifiers();
    made->is_global = base.is_global;
    made->is_device = base.flags.is_device;
    made->is_host = base.is_host;
    made->is_constexpr = base.flags.is_constexpr;
    // constexpr says nothing about the result's type.
    if (base.flags.is_constexpr) {
        syntax::Type* result = derive(syntax::TypeForm::void_type, nullptr);
        *result = *base.flags.type;
        result->is_const = false;
        made->result = pointers(result);
    } else {
        made->result = pointers(base.flags.type);
    }
    while (is("__launch_bounds__") || is("__attribute__")) skip_attribute();
    skip_qualifiers();
    if (is("operator")) fail_unexpected("the name of a function");
    made->name = peek().text;
    made->name_where = take().where;
    parameters(*made);
    while (take_if("noexcept") || take_if("const")) {
    }
    if (take_if("->")) made->result = type_id();
    if (!is("{")) fail_unexpected("`{` before the body of a function");
    made->body = block();
    made->end = previous().where;
    made->where = join(made->where, made->end);
    return made;
}

std::vector<const syntax::Declaration*> Parser::variables(const Item& item) {
    start(item);
    std::vector<const syntax::Declaration*> result;
    if (item.is_template)
        fail("Templates of variables and types are not part of the kernel language here. Use a definition.");
    if (is("using")) {
        const syntax::Statement* made = alias();
        return made->declarations;
    }
    const Specifiers base = specifiers();
    while (!is(";")) {
        syntax::Declaration* declaration = declarator(base, true);
        initialiser(*declaration);
        result.push_back(declaration);
        if (!take_if(",")) break;
    }
    expect(";", "a declaration");
    return result;
}

const syntax::Expression* Parser::asked_for(std::size_t begin) {
    Item item;
    item.begin = begin;
    item.end = tokens_.size();
    start(item);
    if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a function");
    const syntax::Expression* made = name();
    if (is("<") && !outline_.has(made->text, ItemKind::function)) return made;
    if (is("<"))
        fail("`" + std::string(made->text) + "` is no template. Leave out what stands in `<` and `>`.");
    if (!at_end() || made->form != syntax::Form::name) fail_unexpected("the name of a function alone");
    return made;
}

const syntax::Struct* Parser::structure(const Item& item) {
    start(item);
    if (item.is_template)
        fail("Templates of structs are not part of the kernel language here. Write one struct a type.");
    const syntax::Struct* made = specifiers().flags.type->structure;
    if (made == nullptr) fail_unexpected("a struct");
    return made;
}

const syntax::Enum* Parser::enumeration(const Item& item) {
    start(item);
    const syntax::Enum* made = specifiers().flags.type->enumeration;
    if (made == nullptr) fail_unexpected("an enum");
    return made;
}

}  // namespace upsweep::emulator
