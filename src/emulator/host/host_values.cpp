// What the variables of host code hold, in words: of those that are in scope where the program is now.
#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/array.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/host/cuda_runtime.h"
#include "emulator/host/host_machine.h"
#include "emulator/trace/raw_bits.h"

namespace upsweep::emulator {
namespace {

constexpr int most_followed = 2;
constexpr int64_t shown_elements = 4;
constexpr size_t most_characters = 48, most_variables = 64;

std::string cut(std::string text) {
    if (text.size() > most_characters) {
        size_t end = most_characters;
        while (end > 0 && (uint8_t(text[end]) & 0xC0) == 0x80) --end;
        text = text.substr(0, end) + " …";
    }
    return text;
}

/// In quotes on one line.
std::string quoted(std::string_view text) {
    std::string shown;
    for (const char c : text)
        shown += c == '\n' ? std::string("\\n") : uint8_t(c) < ' ' ? " " : std::string(1, c);
    return "\"" + cut(shown) + "\"";
}

std::string number_text(const Type& type, uint64_t bits) {
    if (type.scalar == ScalarType::boolean) return bits != 0 ? "true" : "false";
    if (is_character(type) && bits >= ' ' && bits < 127) return fmt::format("'{}'", char(bits));
    return bits_to_text(type.scalar, bits);
}

const Field* field_of(const Type& type, std::string_view name) {
    for (const Field& field : type.fields)
        if (field.name == name) return &field;
    return nullptr;
}

}  // namespace

// Apart from the loop over instructions, which stays small.
void HostMachine::look() {
    if (device.wants_values) device.take_values(variables());
}

/// A statement of main is done; what the library says of places afterwards is of the call before.
void HostMachine::moment(const HostInstruction& in, uint32_t next) {
    const uint32_t before = std::exchange(place_, in.place);
    frames_.back().next = next;
    device.did(in.bits == 0 ? "compute" : "return");
    look();
    place_ = before;
}

std::vector<HostValue> HostMachine::variables() {
    std::vector<HostValue> values;
    size_t depth = frames_.size();
    const auto is_users = [&](const Frame& frame) {
        const Function* function = code_.functions[frame.function].function;
        return function != nullptr && function->name_where.file < int64_t(code_.users_files);
    };
    while (depth > 0 && !is_users(frames_[depth - 1])) --depth;
    if (depth > 0) {
        const Frame& frame = frames_[depth - 1];
        const size_t at = frame.next > 0 ? frame.next - 1 : 0;
        for (const HostVariable& one : code_.functions[frame.function].variables) {
            if (at < one.begin || at >= one.end || one.variable->name.empty()) continue;
            if (one.variable->where.file >= int64_t(code_.users_files)) continue;
            const uint64_t bits =
                one.in_memory ? locals_[frame.locals + one.at] : registers_[frame.base + one.at];
            HostValue made = value_of(*one.variable, bits, one.in_memory);
            // An inner one of the same name hides it.
            std::erase_if(values, [&](const HostValue& other) { return other.name == made.name; });
            values.push_back(std::move(made));
            if (values.size() >= most_variables) return values;
        }
    }
    for (size_t i = 0; i < globals_.size() && values.size() < most_variables; ++i) {
        const Variable& global = *code_.globals[i].variable;
        const bool users = global.storage != Storage::text && !global.on_device && global.kernel == nullptr &&
                           global.where.file >= 0 && global.where.file < int64_t(code_.users_files);
        const bool hidden = any_of(values, [&](const HostValue& other) { return other.name == global.name; });
        if (users && !hidden && !global.name.empty()) values.push_back(value_of(global, globals_[i], true));
    }
    return values;
}

HostValue HostMachine::value_of(const Variable& variable, uint64_t bits, bool in_memory) {
    const Type* type = variable.type;
    HostValue made{variable.name, to_string(*type), "not set"};
    if (in_memory && bits == 0) return made;
    if (!in_memory) {
        if (bits != never_set_bits) made.value = text_of(*type, bits);
    } else {
        made.value = text_at(*type, bits);
    }
    if (variable.reference && type->is_pointer()) {
        made.type = to_string(*type->element) + "&";
        if (!in_memory && bits != never_set_bits) made.value = text_at(*type->element, bits);
    }
    return made;
}

/// Of a scalar or a pointer.
std::string HostMachine::text_of(const Type& type, uint64_t bits) {
    if (type.is_scalar()) return number_text(type, bits);
    if (!type.is_pointer()) return "";
    if (bits == never_set_bits) return "not set";
    if (bits == 0) return "null";
    if (const Variable* kernel = kernel_at(bits)) return "kernel " + kernel->name;
    if (type.is_function_pointer()) return "a function";
    const ArrayId id = array_of(bits);
    const int64_t size = type.element->is_void() ? 1 : std::max<int64_t>(type.element->size, 1);
    const auto place = [&](const std::string& name) {
        const int64_t offset = offset_of(bits);
        return offset == 0 ? name : fmt::format("{}[{}]", name, offset / size);
    };
    if (const Allocation* allocation = cuda_->find(bits)) {
        if (!allocation->alive) return fmt::format("freed in line {}", allocation->freed.line);
        constexpr std::string_view memories[] = {"device", "managed", "pinned", "device"};
        const int64_t count = allocation->bytes / size;
        return fmt::format("{} {}, {}", nth(memories, allocation->kind), place(allocation->name),
                           type.element->is_void()
                               ? counted(allocation->bytes, "byte")
                               : fmt::format("{} {}", count, to_string(*type.element->plain)));
    }
    const HostBlock* block = memory.find(id);
    if (block == nullptr) return id < device.memory().count() ? "device" : "leads nowhere";
    if (!block->alive) return fmt::format("freed in line {}", block->freed.line);
    if (type.element->is_void() || type.element->size == 0)
        return fmt::format("host, {}", counted(block->size(), "byte"));
    if (is_text(type)) {
        const int64_t offset = offset_of(bits);
        if (offset < 0 || offset >= block->size()) return "host, behind its end";
        const char* from = reinterpret_cast<const char*>(block->bytes.data()) + offset;
        const size_t length = strnlen(from, size_t(std::min<int64_t>(block->size() - offset, 64)));
        return quoted(std::string_view(from, length));
    }
    const int64_t count = std::max<int64_t>(0, block->size() - offset_of(bits)) / size;
    const std::string name = block->name.empty() ? "host" : "host " + place(block->name);
    // A list is followed for a few of its nodes; it may be a ring.
    if (followed_ >= most_followed) return name + ", …";
    ++followed_;
    std::string text = cut(fmt::format("{}: {}", name, elements_at(*type.element, bits, count)));
    --followed_;
    return text;
}

/// Of what lies in memory there; it is never a finding to look.
std::string HostMachine::text_at(const Type& type, Address address) {
    const HostBlock* block = memory.find(array_of(address));
    const int64_t offset = offset_of(address);
    if (block == nullptr || offset < 0 || offset + type.size > block->size()) return "";
    if (type.is_scalar() || type.is_pointer()) {
        const bool set = all_of(block->marks_of(offset, type.size), [](uint8_t one) { return one != 0; });
        return set ? text_of(type, read_bits(block->bytes.data() + offset, int(type.size))) : "not set";
    }
    if (type.is_array()) {
        if (is_character(*type.element)) {
            const auto* from = reinterpret_cast<const char*>(block->bytes.data()) + offset;
            if (block->marks_of(offset, 1).front() == 0) return "not set";
            return quoted(std::string_view(from, strnlen(from, size_t(std::min<int64_t>(type.size, 64)))));
        }
        return elements_at(*type.element, address, type.count);
    }
    // A container of the library: what it holds.
    const Field *data = field_of(type, "data_"), *size = field_of(type, "size_");
    if (data != nullptr && size != nullptr && data->type->is_pointer()) {
        const uint64_t at = read_bits(block->bytes.data() + offset + data->offset, 8);
        const auto count =
            int64_t(read_bits(block->bytes.data() + offset + size->offset, int(size->type->size)));
        if (is_character(*data->type->element)) return at == 0 ? "\"\"" : text_of(*data->type, at);
        return count == 0 ? "empty"
                          : fmt::format("{}: {}", count, elements_at(*data->type->element, at, count));
    }
    std::string all;
    const bool vector = type.kind == TypeKind::vector;
    for (const Field& field : type.fields) {
        if (field.is_base) continue;
        all += (all.empty() ? "" : ", ") + (vector ? "" : field.name + " ") +
               text_at(*field.type, address + uint64_t(field.offset));
        if (all.size() > most_characters) break;
    }
    return cut("{" + all + "}");
}

/// "0, 0.5, 1, 1.5 … 49.5".
std::string HostMachine::elements_at(const Type& element, Address address, int64_t count) {
    // A container that has ended.
    if (const HostBlock* block = memory.find(array_of(address)); block != nullptr && !block->alive)
        return "freed";
    std::vector<std::string> texts;
    const auto at = [&](int64_t i) { return text_at(element, address + uint64_t(i * element.size)); };
    for (int64_t i = 0; i < std::min(count, shown_elements); ++i) texts.push_back(at(i));
    const std::string last = count > shown_elements ? at(count - 1) : "";
    if (all_of(texts, [](const std::string& one) { return one == "not set"; }) &&
        (last.empty() || last == "not set"))
        return "not set";
    std::string all;
    for (const std::string& one : texts) all += (all.empty() ? "" : ", ") + one;
    if (count > shown_elements) all += (count > shown_elements + 1 ? " … " : ", ") + last;
    return all;
}

}  // namespace upsweep::emulator
