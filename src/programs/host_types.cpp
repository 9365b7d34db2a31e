// Types in host code.
#include <algorithm>

#include <fmt/format.h>

#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::Item;
using emulator::ItemKind;
using emulator::TokenKind;

namespace {

HostType plain(int64_t bytes, bool floating, bool is_unsigned) {
    HostType type;
    type.bytes = bytes;
    type.floating = floating;
    type.is_unsigned = is_unsigned;
    return type;
}

/// Of a word that is a type by itself; bytes 0: it is none that is known here.
HostType named_type(std::string_view name) {
    if (name == "float") return plain(4, true, false);
    if (name == "double") return plain(8, true, false);
    if (name == "bool" || name == "uchar" || name == "uint8_t") return plain(1, false, true);
    if (name == "char" || name == "int8_t") return plain(1, false, false);
    if (name == "short" || name == "int16_t") return plain(2, false, false);
    if (name == "ushort" || name == "uint16_t") return plain(2, false, true);
    if (name == "int" || name == "int32_t" || name == "signed") return plain(4, false, false);
    if (name == "uint" || name == "uint32_t" || name == "unsigned") return plain(4, false, true);
    if (name == "long" || name == "int64_t" || name == "ptrdiff_t" || name == "clock_t" || name == "time_t")
        return plain(8, false, false);
    if (name == "ulong" || name == "uint64_t" || name == "size_t" || name == "uintptr_t")
        return plain(8, false, true);
    return {};
}

bool is_qualifier(std::string_view word) {
    return word == "const" || word == "static" || word == "constexpr" || word == "volatile" ||
           word == "struct" || word == "class" || word == "std" || word == "::" || word == "auto" ||
           word == "__restrict__" || word == "__restrict" || word == "void" || word == "typename" ||
           word == "inline" || word == "__device__" || word == "__constant__" || word == "__managed__";
}

}  // namespace

/// float4, uchar3 …: their members are x, y, z and w.
const HostRecord* HostReader::vector_type(std::string_view name) {
    if (name.size() < 4 || name.back() < '1' || name.back() > '4') return nullptr;
    std::string_view word = name.substr(0, name.size() - 1);
    const bool whole = word != "float" && word != "double";
    const bool is_unsigned = whole && word.front() == 'u';
    if (is_unsigned) word.remove_prefix(1);
    if (word == "longlong") word = "long";
    HostType of = named_type(word);
    if (of.bytes == 0 || word == "bool" || word == "signed" || word == "unsigned") return nullptr;
    of.is_unsigned = is_unsigned;
    HostRecord made;
    made.name = name;
    made.spelling = name;
    const int sides = name.back() - '0';
    for (int k = 0; k < sides; ++k)
        made.fields.push_back({std::string_view("xyzw").substr(size_t(k), 1), of, of.bytes * k});
    made.bytes = of.bytes * sides;
    made.alignment = sides == 3 ? of.bytes : std::min<int64_t>(16, made.bytes);
    return &records_.emplace_back(std::move(made));
}

const HostRecord* HostReader::record_of(std::string_view name, const std::vector<HostType>& arguments) {
    std::string spelling(name);
    for (size_t k = 0; k < arguments.size(); ++k) spelling += (k == 0 ? "<" : ", ") + spelled(arguments[k]);
    if (!arguments.empty()) spelling += '>';
    for (const HostRecord& known : records_)
        if (known.spelling == spelling) return &known;
    for (const size_t i : outline_.find(name)) {
        const Item& item = outline_.items[i];
        if (item.is_library || (item.kind != ItemKind::structure && item.kind != ItemKind::alias)) continue;
        size_t open = item.begin;
        while (open < item.end && !is(open, "{") && !is(open, ";")) ++open;
        if (!is(open, "{")) continue;
        HostRecord& made = records_.emplace_back();
        made.name = name;
        made.spelling = spelling;
        made.begin = open;
        made.end = past_closing(open);
        if (item.is_template) made.bound = bind_template(item.begin, arguments);
        const auto outer = std::exchange(bound_, made.bound);
        add_fields(made, is(open - 1, "union") || is(open - 2, "union"));
        bound_ = outer;
        return &made;
    }
    return vector_type(name);
}

void HostReader::add_fields(HostRecord& record, bool is_union) {
    const size_t kept = position_;
    record.is_union = is_union;
    for (size_t i = record.begin + 1; i + 1 < record.end;) {
        if ((is(i, "struct") || is(i, "union")) && is(i + 1, "{")) {
            i = add_inner_record(record, i);
            continue;
        }
        if (at(i + 1).is(":")) {
            i += 2;  // public:
            continue;
        }
        // A field's declaration holds no bracket before its name.
        size_t end = i;
        bool function = false;
        while (end + 1 < record.end && !is(end, ";") && !is(end, "{") && !is(end, "="))
            function |= is(end++, "(");
        const bool declares =
            !function && begins_type(i) && !is(i, "static") && !is(i, "using") && !is(i, "typedef");
        if (!declares) {
            while (end + 1 < record.end && !is(end, ";") && !is(end, "{")) ++end;
            i = is(end, "{") ? past_closing(end) : end + 1;
            if (is(i, ";")) ++i;
            continue;
        }
        position_ = i;
        const HostType first = type();
        HostType base = first;
        base.pointers = 0;
        HostType next = first;
        for (;;) {
            HostField field{at(position_).text, next, 0};
            ++position_;
            if (is(position_, "[")) field.type = extents(field.type);
            int64_t bytes = size_of(field.type);
            if (field.type.is_array) bytes *= last_extent_;
            const int64_t each = field.type.pointers > 0 || field.type.is_vector ? 8
                                 : field.type.record != nullptr ? field.type.record->alignment
                                                                : std::max<int64_t>(1, field.type.bytes);
            const int64_t begin = is_union ? 0 : (record.bytes + each - 1) / each * each;
            field.offset = begin;
            record.bytes = std::max(record.bytes, begin + bytes);
            record.alignment = std::max(record.alignment, each);
            record.fields.push_back(field);
            if (is(position_, "=")) {
                ++position_;
                assignment();
            }
            if (!is(position_, ",")) break;
            ++position_;
            next = base;
            for (; is(position_, "*"); ++position_) ++next.pointers;
        }
        i = std::max(past_semicolon(position_), i + 1);
    }
    record.bytes = std::max<int64_t>(record.bytes, 1);
    record.bytes = (record.bytes + record.alignment - 1) / record.alignment * record.alignment;
    position_ = kept;
}

/// struct { … } name; or without a name: then its members are not found by theirs. Gives one past it.
size_t HostReader::add_inner_record(HostRecord& record, size_t begin) {
    HostRecord& inner = records_.emplace_back();
    inner.spelling = fmt::format("{}::{}", record.spelling, begin);
    inner.begin = begin + 1;
    inner.end = past_closing(begin + 1);
    add_fields(inner, is(begin, "union"));
    const int64_t each = inner.alignment;
    const int64_t offset = record.is_union ? 0 : (record.bytes + each - 1) / each * each;
    HostType type;
    type.bytes = inner.bytes;
    type.record = &inner;
    const bool named = at(inner.end).kind == TokenKind::identifier;
    record.fields.push_back({named ? at(inner.end).text : std::string_view(), type, offset});
    record.bytes = std::max(record.bytes, offset + inner.bytes);
    record.alignment = std::max(record.alignment, each);
    return std::max(past_semicolon(inner.end), begin + 1);
}

std::map<std::string_view, HostType> HostReader::bind_template(size_t begin,
                                                               const std::vector<HostType>& arguments) {
    std::map<std::string_view, HostType> bound;
    const size_t end = past_angle(begin + 1);
    size_t k = 0;
    for (size_t i = begin + 1; i < end && k < arguments.size(); ++i)
        if ((is(i + 1, ",") || i + 2 == end || is(i + 1, "=")) && at(i).kind == TokenKind::identifier)
            bound[at(i).text] = arguments[k++];
    return bound;
}

std::vector<HostType> HostReader::template_arguments() {
    const size_t end = past_angle(position_);
    std::vector<HostType> given;
    ++position_;
    while (position_ + 1 < end) {
        given.emplace_back();
        if (begins_type(position_)) given.back() = type();
        while (position_ + 1 < end && !is(position_, ",")) ++position_;
        if (is(position_, ",")) ++position_;
    }
    position_ = end;
    return given;
}

HostType HostReader::extents(HostType element) {
    std::vector<int64_t> all;
    while (is(position_, "[")) {
        const size_t end = past_closing(position_++);
        const HostValue side = is(position_, "]") ? HostValue() : expression();
        all.push_back(side.is_number() ? std::clamp<int64_t>(side.as_whole(), 0, most_cells) : -1);
        position_ = end;
    }
    last_extent_ = all.empty() ? -1 : all[0];
    for (size_t k = 1; k < std::min<size_t>(all.size(), 4); ++k)
        element.inner[element.inner_count++] = int32_t(std::max<int64_t>(all[k], 1));
    element.is_array = true;
    return element;
}

bool HostReader::begins_type(size_t i) const {
    while (is(i, "const") || is(i, "static") || is(i, "constexpr") || is(i, "volatile") ||
           is(i, "typename") || is(i, "__device__") || is(i, "__constant__") || is(i, "__managed__"))
        ++i;
    if (at(i).kind != TokenKind::identifier) return false;
    const std::string_view word = at(i).text;
    if (word == "std" && is(i + 1, "::"))
        return is(i + 2, "vector") || is(i + 2, "string") || named_type(at(i + 2).text).bytes > 0;
    if (named_type(word).bytes > 0 || word == "void" || word == "dim3" || word == "auto" ||
        word == "struct" || bound_.count(word) > 0)
        return true;
    if ((word == "vector" && is(i + 1, "<")) || (word == "string" && at(i + 1).kind == TokenKind::identifier))
        return true;
    const bool vector = word.size() > 3 && word.back() >= '1' && word.back() <= '4' &&
                        (named_type(word.substr(0, word.size() - 1)).bytes > 0 ||
                         named_type(word.substr(1, word.size() - 2)).bytes > 0);
    if (vector || outline_.is_type(word) || word.rfind("cuda", 0) == 0) {
        // A type stands before a name or a star that leads to one.
        size_t next = is(i + 1, "<") ? past_angle(i + 1) : i + 1;
        const size_t first = next;
        while (is(next, "*") || is(next, "&") || is(next, "const")) ++next;
        return at(next).kind == TokenKind::identifier ||
               (is(next, ")") && (next > first || vector || outline_.is_type(word))) || is(next, ">") ||
               (is(next, ",") && next > first);
    }
    return false;
}

HostType HostReader::alias_of(const Item& item) {
    const size_t kept = position_;
    position_ = item.begin + 1;
    if (is(position_ + 1, "=")) position_ += 2;
    HostType made;
    made = type();
    position_ = kept;
    return made;
}

HostType HostReader::type() {
    const Deeper deeper(depth_);
    HostType made;
    if (depth_ >= deepest) return made;
    bool is_long = false, is_unsigned = false;
    for (;; ++position_) {
        const std::string_view word = at(position_).text;
        if (at(position_).kind != TokenKind::identifier && !is(position_, "::")) break;
        if (is_qualifier(word)) continue;
        if (word == "vector" && is(position_ + 1, "<")) {
            position_ += 2;
            made = type();
            made.is_vector = true;
            if (!is(position_, ">")) break;
            continue;
        }
        if (word == "string" && made.bytes == 0) {
            made = plain(1, false, false);
            made.is_vector = made.is_string = true;
            continue;
        }
        if (word == "dim3") {
            made.is_dim3 = true;
            continue;
        }
        if (word == "unsigned" || word == "signed") {
            is_unsigned |= word == "unsigned";
            if (made.bytes == 0) made = plain(4, false, is_unsigned);
            continue;
        }
        if (word == "long") {
            is_long = true;
            made = plain(8, false, is_unsigned);
            continue;
        }
        if (const HostType known = named_type(word); known.bytes > 0) {
            if (is_long && word == "int") continue;
            made = plain(known.bytes, known.floating, known.is_unsigned || is_unsigned);
            continue;
        }
        if (made.bytes > 0 || made.is_dim3) break;
        if (const auto bound = bound_.find(word); bound != bound_.end()) {
            made = bound->second;
            continue;
        }
        // The last word is the name that is declared.
        const size_t behind = is(position_ + 1, "<") ? past_angle(position_ + 1) : position_ + 1;
        const bool allocates = position_ > 0 && is(position_ - 1, "new");
        if (!begins_type(position_) && !allocates && at(behind).kind != TokenKind::identifier &&
            !is(behind, "*") && !is(behind, "&") && !is(behind, "&&"))
            break;
        const auto& items = outline_.find(word);
        std::vector<HostType> given;
        if (is(position_ + 1, "<")) {
            ++position_;
            given = template_arguments();
            --position_;
        }
        if (const HostRecord* record = record_of(word, given)) {
            made.record = record;
            made.bytes = record->bytes;
        } else if (!items.empty() && outline_.items[items[0]].kind == ItemKind::alias) {
            made = alias_of(outline_.items[items[0]]);
        }
    }
    for (; is(position_, "*") || is(position_, "&") || is(position_, "&&") || is(position_, "const") ||
           is(position_, "__restrict__") || is(position_, "__restrict");
         ++position_)
        if (is(position_, "*")) ++made.pointers;
    return made;
}

}  // namespace upsweep::programs
