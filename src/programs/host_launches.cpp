// What a launch in host code is given, as text.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::Item;
using emulator::TokenKind;
using Kind = HostValue::Kind;

namespace {

std::string host_launches_number_text(double value) {
    return value == std::floor(value) && std::fabs(value) < 1e15 ? fmt::format("{}", int64_t(value))
                                                                 : fmt::format("{}", value);
}

std::string host_launches_number_text(const HostValue& value, const HostType& type) {
    if (!value.floating) return std::to_string(value.whole);
    return type.bytes == 4 && std::isfinite(value.real) && value.real != std::floor(value.real)
               ? fmt::format("{}", float(value.real))
               : host_launches_number_text(value.real);
}

/// Numbers one after another, as long as a rule or a list needs them: all alike, or each one more than the
/// one before.
class Numbers {
  public:
    explicit Numbers(size_t most) : most_(most) {}

    /// False if no more are of use.
    bool add(const HostValue& cell) {
        const double now = cell.as_real();
        if (count_ == 0) first_ = cell;
        alike_ = alike_ && now == first_.as_real();
        rising_ = rising_ && (count_ == 0 || now == last_ + 1);
        last_ = now;
        if (count_++ < most_) cells_.push_back(cell);
        return alike_ || rising_ || count_ <= most_;
    }
    /// The rule for so many; empty where there is none.
    std::string rule(int64_t count, const HostType& type) const {
        if (count_ == 0 || (!alike_ && !rising_)) return {};
        const bool zero = first_.as_real() == 0;
        const std::string start = zero ? "" : ":" + host_launches_number_text(first_, type);
        if (alike_) return fmt::format("{}:{}{}", zero ? "zeros" : "fill", count, start);
        return fmt::format("iota:{}{}", count, start);
    }
    const std::vector<HostValue>& cells() const { return cells_; }

  private:
    size_t most_, count_ = 0;
    std::vector<HostValue> cells_;
    HostValue first_;
    double last_ = 0;
    bool alike_ = true, rising_ = true;
};

constexpr int64_t most_written_out = 1 << 16;

void add_scalars(const HostType& type, int64_t offset, std::vector<HostField>& all) {
    if (all.size() > 4096) return;
    if (type.is_array || type.inner_count > 0) return;
    if (type.record == nullptr || type.pointers > 0) {
        all.push_back({{}, type, offset});
        return;
    }
    const std::vector<HostField>& fields = type.record->fields;
    if (type.record->is_union) {
        // What the kernel's side holds it as: the first member that fills it.
        for (const HostField& field : fields)
            if (size_of(field.type) == type.record->bytes && !field.type.is_array)
                return add_scalars(field.type, offset, all);
        return;
    }
    for (size_t k = 0; k < fields.size(); ++k) {
        HostType each = fields[k].type;
        const int64_t begin = offset + fields[k].offset;
        if (!each.is_array) {
            add_scalars(each, begin, all);
            continue;
        }
        each.is_array = false;
        each.inner_count = 0;
        const int64_t end = offset + (k + 1 < fields.size() ? fields[k + 1].offset : type.record->bytes);
        for (int64_t at = begin; size_of(each) > 0 && at + size_of(each) <= end; at += size_of(each))
            add_scalars(each, at, all);
    }
}

}  // namespace

std::vector<HostField> scalars_of(const HostType& type) {
    HostType each = type;
    each.inner_count = 0;
    std::vector<HostField> all;
    add_scalars(each, 0, all);
    return all;
}

Given given_array(const HostValue& pointer) {
    if (pointer.array == nullptr) return {"null"};
    const HostArray& array = *pointer.array;
    HostType type = size_of(pointer.to) > 0 ? pointer.to : array.element;
    type.inner_count = 0;
    const int64_t each = size_of(type);
    if (array.bytes < 0 || each <= 0 || array.bytes - pointer.offset < each || pointer.offset < 0)
        return {"", "the file works out its size when it runs"};
    const std::vector<HostField> scalars = scalars_of(type);
    const int64_t elements = (array.bytes - pointer.offset) / each;
    const int64_t count = elements * std::ssize(scalars);
    if (array.state == HostArray::State::device)
        return {fmt::format("random:{}", count), "a kernel before it fills it"};
    if (array.state == HostArray::State::unset) return {fmt::format("unset:{}", count)};
    if (array.partly_unknown)
        return {fmt::format("random:{}", count), array.no_room
                                                     ? "the file's arrays take more memory than a run may"
                                                     : "what the file puts in is not worked out"};
    int64_t known = elements;
    if (array.followed >= 0) known = std::min(known, (array.followed - pointer.offset) / each);
    // No more is looked at than a rule or a list needs.
    const bool zeros = array.rest.empty() && std::all_of(array.data.begin(), array.data.end(),
                                                         [](std::byte byte) { return byte == std::byte{0}; });
    if (zeros && array.followed < 0) return {fmt::format("zeros:{}", count)};
    // Behind what is held all elements are alike.
    const int64_t held = std::max<int64_t>(0, std::ssize(array.data) - pointer.offset) / each;
    const int64_t looked_at = count > most_written_out ? std::min(known, held + 2) : known;
    Numbers numbers(most_written_out);
    bool wanted = true;
    for (int64_t k = 0; k < looked_at && wanted; ++k)
        for (const HostField& scalar : scalars)
            wanted &=
                numbers.add(read(pointer.array, pointer.offset + k * each + scalar.offset, scalar.type));
    const std::vector<HostValue>& cells = numbers.cells();
    Given made;
    made.text = cells.empty() ? "" : numbers.rule(count, scalars[0].type);
    if (made.text.empty() && (count > most_written_out || known < elements))
        return {fmt::format("random:{}", count), "the file's own values are too many to write out"};
    if (made.text.empty()) {
        made.text = "values:";
        for (size_t i = 0; i < cells.size(); ++i)
            made.text +=
                (i > 0 ? "," : "") + host_launches_number_text(cells[i], scalars[i % scalars.size()].type);
    } else if (known < elements) {
        made.guessed = fmt::format("the file's loop is long; its first {} values go on like this", known);
    }
    if (array.drawn) made.guessed = "the file draws them at random";
    return made;
}

Given given(const HostValue& value) {
    if (value.kind == Kind::pointer) return given_array(value);
    if (!value.is_number()) return {"", "the file works it out when it runs"};
    Given made{value.floating ? fmt::format("{}", value.real) : std::to_string(value.whole)};
    if (value.drawn) made.guessed = "the file draws it or reads a clock";
    return made;
}

Given HostReader::given_record(const HostValue& record) const {
    Given made;
    if (record.array == nullptr) return {"", "the file works it out when it runs"};
    const std::vector<HostField> scalars = scalars_of(record.to);
    for (size_t k = 0; k < scalars.size(); ++k) {
        const Given part = given(read(record.array, record.offset + scalars[k].offset, scalars[k].type));
        if (part.text.empty()) return part;
        made.text += (k > 0 ? ";" : "") + part.text;
        if (made.guessed.empty()) made.guessed = part.guessed;
    }
    return made;
}

std::vector<Given> HostReader::settings() const {
    std::vector<Given> all;
    for (const auto& [name, pointer] : symbols_) {
        Given known = given_array(pointer);
        if (known.text.empty() || known.text.rfind("unset", 0) == 0) continue;
        known.text = name + "=" + known.text;
        all.push_back(std::move(known));
    }
    return all;
}

/// The kernel's name as it is asked for: constants and template parameters stand as what they are here, and
/// arguments of its template that are only deduced are written out.
std::string HostReader::kernel_name(size_t open, const std::vector<HostValue>& given) {
    std::string made;
    std::string_view last;
    bool written = false;
    for (size_t i = position_; i < open; ++i) {
        const bool word = at(i).kind == TokenKind::identifier || at(i).kind == TokenKind::number;
        if (is(i, "::") || (is(i + 1, "::") && word)) continue;  // the namespaces do not belong to the name
        written |= is(i, "<");
        if (!written) last = at(i).text;
        const HostVariable* constant = written && word ? find(at(i).text) : nullptr;
        const auto bound = bound_.find(at(i).text);
        const bool two_words = word && i > position_ && at(i - 1).kind == TokenKind::identifier;
        if (two_words) made += ' ';
        if (constant != nullptr && constant->value.is_number())
            made += std::to_string(constant->value.as_whole());
        else
            made += written && bound != bound_.end() ? spelled(bound->second) : std::string(at(i).text);
        if (is(i, ",")) made += ' ';
    }
    if (written || !outline_.is_function_template(last)) return made;
    for (const size_t i : outline_.find(last)) {
        const Item& item = outline_.items[i];
        if (!item.is_template || !item.is_global) continue;
        size_t head = item.begin;
        while (head < item.end && !(at(head).text == last && is(head + 1, "("))) ++head;
        std::vector<Operand> operands;
        for (const HostValue& value : given) {
            operands.emplace_back();
            operands.back().value = value;
            if (value.is_number()) {
                operands.back().type.bytes = value.floating ? 8 : 4;
                operands.back().type.floating = value.floating;
            }
        }
        const auto kept = std::exchange(bound_, {});
        if (head < item.end) deduce(item, head + 1, past_closing(head + 1), operands);
        std::string arguments;
        const size_t end = past_angle(item.begin + 1);
        bool all = true;
        for (size_t p = item.begin + 2; p + 1 < end; ++p) {
            if (!is(p - 1, "typename") && !is(p - 1, "class")) continue;
            const auto found = bound_.find(at(p).text);
            all &= found != bound_.end();
            if (all) arguments += (arguments.empty() ? "" : ", ") + spelled(found->second);
        }
        bound_ = kept;
        if (all && !arguments.empty()) return made + "<" + arguments + ">";
    }
    return made;
}

/// Of each argument the first word: what it is called where it is passed.
std::vector<std::string_view> HostReader::argument_names(size_t open) {
    std::vector<std::string_view> names = {{}};
    const size_t end = past_closing(open);
    for (size_t i = open + 1; i + 1 < end; ++i) {
        const bool word = at(i).kind == TokenKind::identifier && find(at(i).text) != nullptr;
        if (is(i, ","))
            names.emplace_back();
        else if (word && names.back().empty())
            names.back() = at(i).text;
        if (is(i, "(") || is(i, "[") || is(i, "{")) {
            for (size_t inner = i + 1; inner < past_closing(i) && names.back().empty(); ++inner)
                if (at(inner).kind == TokenKind::identifier && find(at(inner).text) != nullptr)
                    names.back() = at(inner).text;
            i = past_closing(i) - 1;
        }
    }
    return names;
}

HostBuffer HostReader::buffer_of(const HostValue& pointer, std::string_view name) {
    HostBuffer made;
    if (!pointer.leads()) return made;
    HostArray& array = *pointer.array;
    const int64_t each = std::max<int64_t>(1, size_of(pointer.to));
    if (pointer.offset < 0 || pointer.offset % each != 0) return made;
    if (array.number < 0) {
        array.number = buffers_++;
        array.passed_as = name;
    }
    made.number = array.number;
    made.name = array.passed_as;
    made.offset = pointer.offset / each;
    made.written = array.launched_at != array.writes;
    made.lost = made.written && array.state == HostArray::State::device;
    if (!made.written || made.lost) return made;
    HostValue whole = pointer;
    whole.offset = 0;
    made.contents = given_array(whole);
    return made;
}

std::string HostReader::why_no_threads(const std::vector<HostValue>& shape) const {
    constexpr const char* names[] = {"grid", "block"};
    for (size_t k = 0; k < 2; ++k) {
        const HostValue& value = shape[k];
        const int sides = value.kind == Kind::dim3 ? 3 : 1;
        for (int side = 0; side < sides; ++side) {
            const int64_t count = sides == 3 ? value.sides[side] : value.is_number() ? value.as_whole() : 1;
            const int32_t rounded = sides == 3 ? value.rounded_sides[side] : value.rounded;
            if (count != 0) continue;
            std::string words =
                fmt::format("{}{} is 0", names[k], sides == 3 ? fmt::format(".{}", "xyz"[side]) : "");
            if (rounded > 0 && size_t(rounded) <= divisions_.size()) words += ": " + divisions_[rounded - 1];
            return words;
        }
    }
    return {};
}

void HostReader::launch(size_t end) {
    size_t open = position_, close = position_;
    while (open < end && !(is(open, "<<") && is(open + 1, "<"))) ++open;
    while (close < end && !(is(close, ">>") && is(close + 1, ">") && is(close + 2, "("))) ++close;
    too_many_ |= close != end && launches_.size() >= most_launches;
    if (close == end || too_many_) return;
    HostLaunch made;
    made.line = at(position_).where.line;
    const size_t begin = position_;
    position_ = open + 2;
    const auto sides = [&](const HostValue& value) -> Given {
        if (value.is_number()) return {std::to_string(value.as_whole())};
        if (value.kind != Kind::dim3) return {"", "the file works it out when it runs"};
        return {fmt::format("{},{},{}", value.sides[0], value.sides[1], value.sides[2])};
    };
    std::vector<HostValue> shape;
    while (position_ < close) {
        shape.push_back(assignment());
        if (!is(position_, ",")) break;
        ++position_;
    }
    position_ = close + 2;
    shape.resize(std::max<size_t>(shape.size(), 2));
    made.grid = sides(shape[0]);
    made.block = sides(shape[1]);
    made.no_threads = why_no_threads(shape);
    made.shared =
        shape.size() > 2 && shape[2].is_number() ? Given{std::to_string(shape[2].as_whole())} : Given{"0"};
    const std::vector<std::string_view> names = argument_names(close + 2);
    const std::vector<HostValue> values = arguments();
    position_ = begin;
    made.kernel = kernel_name(open, values);
    made.settings = settings();
    for (size_t k = 0; k < values.size(); ++k) {
        made.arguments.push_back(values[k].kind == Kind::record ? given_record(values[k]) : given(values[k]));
        made.buffers.push_back(buffer_of(values[k], k < names.size() ? names[k] : std::string_view()));
        if (values[k].unset && k < names.size())
            made.arguments[k].never_set = made.buffers[k].name = names[k];
        if (!values[k].leads()) continue;
        for (size_t before = 0; before < k; ++before) {
            if (!values[before].leads() || values[k].array != values[before].array) continue;
            const int64_t apart = values[k].offset - values[before].offset;
            const int64_t each = std::max<int64_t>(1, size_of(values[k].to));
            if (apart < 0 || apart % each != 0) continue;
            made.arguments[k].text =
                fmt::format("same:{}{}", before, apart == 0 ? "" : fmt::format("+{}", apart / each));
            break;
        }
    }
    launches_.push_back(std::move(made));
    for (const HostValue& value : values) {
        if (value.leads()) value.array->state = HostArray::State::device;
        if (value.leads()) value.array->launched_at = value.array->writes;
        if (value.kind != Kind::record || value.array == nullptr) continue;
        for (auto& [offset, other] : value.array->others)
            if (other.leads()) other.array->state = HostArray::State::device;
    }
}

}  // namespace upsweep::programs
