// Parsing declarators: what is around a declared name, pointers, arrays, parentheses.
#include <string>

#include "emulator/source/type_names.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator {

using syntax::TypeForm;

const syntax::Type* Parser::pointers(const syntax::Type* type) {
    for (int depth = 0;; ++depth) {
        if (depth > 16) fail("This pointer has too many levels.");
        if (is("&&")) fail("The emulator does not support references to temporaries (`&&`). Use `&`.");
        if (!is_any({"*", "&"})) return type;
        syntax::Type* derived = derive(is("*") ? TypeForm::pointer : TypeForm::reference, type);
        take();
        for (;;) {
            if (take_if("const"))
                derived->is_const = true;
            else if (take_if("volatile"))
                derived->is_volatile = true;
            else if (!take_if("__restrict__") && !take_if("__restrict") && !take_if("restrict"))
                break;
        }
        type = derived;
    }
}

const syntax::Type* Parser::arrays(const syntax::Type* type) {
    if (!is("[")) return type;
    Nested nested(*this);
    take();
    const syntax::Expression* size = is("]") ? nullptr : expression();
    expect("]", "the size of an array");
    syntax::Type* derived = derive(TypeForm::array, arrays(type));
    derived->size = size;
    return derived;
}

/// (*row)[33] and (&tile)[32][33]: what is in the parentheses binds first.
const syntax::Type* Parser::grouped_declarator(const syntax::Type* type, syntax::Declaration& declaration) {
    take();
    const size_t inside = position_;
    int depth = 1;
    while (!at_end() && depth > 0) {
        if (is("(")) ++depth;
        if (is(")")) --depth;
        take();
    }
    const syntax::Type* outer = type;
    if (is("(")) {
        skip_brackets();
        outer = derive(TypeForm::function, nullptr);
        const_cast<syntax::Type*>(outer)->where = join(tokens_[inside - 1].where, previous().where);
    } else {
        outer = arrays(type);
    }
    const size_t after = position_;
    position_ = inside;
    // The `*` of a pointer to a function is part of that form; a `&` before its name changes nothing.
    if (outer->form == TypeForm::function) take();
    outer = pointers(outer);
    if (peek().kind == TokenKind::identifier) {
        declaration.name = peek().text;
        declaration.name_where = take().where;
        declared_.insert(declaration.name);
    }
    outer = arrays(outer);
    expect(")", "a name in parentheses");
    position_ = after;
    return outer;
}

syntax::Declaration* Parser::declarator(const Specifiers& specifiers, bool needs_name) {
    syntax::Declaration* declaration = &arena_.declarations.emplace_back(specifiers.flags);
    const Token first = peek();
    const syntax::Type* type = pointers(specifiers.flags.type);
    if (is("(") && (is("*", 1) || is("&", 1))) {
        type = grouped_declarator(type, *declaration);
    } else {
        if (is_name()) {
            declaration->name = peek().text;
            declaration->name_where = take().where;
            declared_.insert(declaration->name);
        } else if (needs_name || (is_keyword(peek().text) && !peek().first_on_line)) {
            fail_unexpected("a name");
        }
        type = arrays(type);
    }
    declaration->type = type;
    declaration->where = position_ > 0 ? join(first.where, previous().where) : first.where;
    return declaration;
}

/// auto [a, b], auto& [a, b]
syntax::Declaration* Parser::structured_binding(const Specifiers& specifiers) {
    syntax::Declaration* declaration = &arena_.declarations.emplace_back(specifiers.flags);
    declaration->type = pointers(specifiers.flags.type);
    declaration->where = declaration->name_where = take().where;
    std::string all = "[";
    do {
        if (!is_name()) fail_unexpected("a name");
        syntax::Declaration& part = arena_.declarations.emplace_back();
        part.name = peek().text;
        part.name_where = part.where = take().where;
        declared_.insert(part.name);
        all += (declaration->parts.empty() ? "" : ", ") + std::string(part.name);
        declaration->parts.push_back(&part);
    } while (take_if(","));
    declaration->name_where = join(declaration->name_where, expect("]", "the names").where);
    declaration->where = declaration->name_where;
    declaration->name = diagnostics_.keep(all + "]");
    return declaration;
}

const syntax::Type* Parser::type_id() {
    const Specifiers base = specifiers();
    const syntax::Declaration* declaration = declarator(base, false);
    if (!declaration->name.empty())
        diagnostics_.fail(declaration->name_where, "This type cannot contain a name.");
    return declaration->type;
}

}  // namespace upsweep::emulator
