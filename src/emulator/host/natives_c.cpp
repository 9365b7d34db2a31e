// C's library, as far as the language does not write it itself.
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/host/cuda_runtime.h"
#include "emulator/host/host_machine.h"

namespace upsweep::emulator {
namespace {

using Arguments = const uint64_t*;

uint64_t bits_of(double value) { return upsweep::bit_cast<uint64_t>(value); }
uint64_t bits_of_int(int64_t value) { return uint32_t(int32_t(value)); }

// Memory.

uint64_t allocate(HostMachine& m, uint64_t bytes, bool zeros) {
    constexpr uint64_t most = uint64_t{1} << 38;
    if (bytes > most || !m.memory.has_room(int64_t(bytes), m.options.memory_bytes)) {
        if (bytes > most) return 0;
        throw HostEnded{HostResult::stopped,
                        fmt::format("The program was stopped in line {}: its host memory needs more than {} "
                                    "MiB; allow more with --max-memory.",
                                    m.where().line, m.options.memory_bytes >> 20)};
    }
    const ArrayId id = m.memory.add(BlockKind::heap, int64_t(bytes));
    HostBlock& block = *m.memory.find(id);
    // What was never used before is zero on a machine too, whether the program may rely on that or not.
    block.made = m.where();
    if (zeros) block.mark(0, block.size());
    return make_address(id, 0);
}

/// The block that is to be freed; null, and a finding, if it cannot be.
HostBlock* freed_block(HostMachine& m, Address address, const char* name) {
    HostBlock* block = m.memory.find(array_of(address));
    if (block == nullptr || block->kind != BlockKind::heap || offset_of(address) != 0) {
        const Allocation* device = m.cuda().find(address);
        m.fault(device != nullptr ? fmt::format("{} is given `{}`, memory of the device.", name, device->name)
                                  : fmt::format("{} is given something that malloc did not give.", name),
                "On a machine the program ends here: invalid pointer.",
                device != nullptr ? "Free it with cudaFree." : "Free what malloc gave, once.");
        throw HostEnded{
            134, fmt::format("The program was ended in line {}: free(): invalid pointer.", m.where().line)};
    }
    if (!block->alive) {
        m.fault(fmt::format("This is freed twice: line {} freed it before.", block->freed.line),
                "On a machine the program ends here: double free.", "Free it once.");
        throw HostEnded{134, fmt::format("The program was ended in line {}: free(): double free detected.",
                                         m.where().line)};
    }
    return block;
}

uint64_t native_free(HostMachine& m, Arguments a, const HostNative&) {
    if (a[0] == 0) return 0;
    if (freed_block(m, a[0], "free") != nullptr) m.memory.release(array_of(a[0]), m.where());
    return 0;
}

uint64_t native_realloc(HostMachine& m, Arguments a, const HostNative&) {
    if (a[0] == 0) return allocate(m, a[1], false);
    const HostBlock* block = freed_block(m, a[0], "realloc");
    const int64_t kept = std::min<int64_t>(block->size(), int64_t(a[1]));
    const Address made = allocate(m, a[1], false);
    if (kept != 0) m.copy(made, a[0], kept);
    m.memory.release(array_of(a[0]), m.where());
    return made;
}

uint64_t native_memcpy(HostMachine& m, Arguments a, const HostNative&) {
    if (a[2] != 0) m.copy(a[0], a[1], int64_t(a[2]));
    return a[0];
}

uint64_t native_memset(HostMachine& m, Arguments a, const HostNative&) {
    if (a[2] != 0) m.fill(a[0], uint8_t(a[1]), int64_t(a[2]));
    return a[0];
}

uint64_t native_memcmp(HostMachine& m, Arguments a, const HostNative&) {
    for (uint64_t i = 0; i < a[2]; ++i) {
        const auto left = int(m.load(a[0] + i, 1)), right = int(m.load(a[1] + i, 1));
        if (left != right) return bits_of_int(left - right);
    }
    return 0;
}

// Text.

uint64_t sign_of(int order) { return bits_of_int(order < 0 ? -1 : order > 0 ? 1 : 0); }

int difference(const std::string& a, const std::string& b) {
    for (size_t i = 0;; ++i) {
        const int left = i < a.size() ? uint8_t(a[i]) : 0, right = i < b.size() ? uint8_t(b[i]) : 0;
        if (left != right || left == 0) return left - right;
    }
}

std::string lowered(std::string text) {
    for (char& c : text) c = char(std::tolower(uint8_t(c)));
    return text;
}

uint64_t native_strtol(HostMachine& m, Arguments a, bool is_unsigned) {
    const std::string text = m.text_at(a[0]);
    char* end = nullptr;
    const int base = int(int32_t(a[2]));
    const uint64_t value = is_unsigned ? std::strtoull(text.c_str(), &end, base)
                                       : uint64_t(std::strtoll(text.c_str(), &end, base));
    if (a[1] != 0) m.store(a[1], a[0] + uint64_t(end - text.c_str()), 8);
    return value;
}

double native_strtod(HostMachine& m, Arguments a) {
    const std::string text = m.text_at(a[0]);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (a[1] != 0) m.store(a[1], a[0] + uint64_t(end - text.c_str()), 8);
    return value;
}

// Random numbers, in the order in which glibc gives them.

constexpr uint32_t far = 31, near = 3, dropped = 310;

void seed(HostMachine& m, uint32_t with) {
    std::vector<uint32_t>& states = m.random_states;
    states.assign(far, 0);
    int64_t word = with == 0 ? 1 : int32_t(with);
    states[0] = uint32_t(word);
    for (uint32_t i = 1; i < far; ++i) {
        word = (16807 * (word % 127773)) - 2836 * (word / 127773);
        if (word < 0) word += 2147483647;
        states[i] = uint32_t(word);
    }
    m.random = near;
    for (uint32_t i = 0; i < dropped; ++i) {
        states[m.random] += states[(m.random + far - near) % far];
        m.random = (m.random + 1) % far;
    }
}

uint64_t native_rand(HostMachine& m, Arguments, const HostNative&) {
    if (m.random_states.empty()) seed(m, 1);
    uint32_t& state = m.random_states[m.random];
    state += m.random_states[(m.random + far - near) % far];
    m.random = (m.random + 1) % far;
    return state >> 1;
}

// Output.

uint64_t put(HostMachine& m, std::string_view text, uint64_t stream) {
    if (stream == 3)
        m.result.errors += text;
    else
        m.print(text);
    return 1;
}

uint64_t native_fwrite(HostMachine& m, Arguments a, const HostNative&) {
    const HostMachine::Bytes bytes = m.read(a[0], int64_t(a[1] * a[2]));
    put(m, std::string_view(reinterpret_cast<const char*>(bytes.bytes.data()), bytes.bytes.size()), a[3]);
    return a[2];
}

// Time: the model clock began on a fixed day.

constexpr int64_t first_second = 1'767'225'600;  // 2026-01-01

uint64_t native_time(HostMachine& m, Arguments a, const HostNative&) {
    const uint64_t now = uint64_t(first_second + m.nanoseconds() / 1'000'000'000);
    if (a[0] != 0) m.store(a[0], now, 8);
    return now;
}

uint64_t store_time(HostMachine& m, Address into, int64_t unit) {
    m.store(into, uint64_t(first_second + m.nanoseconds() / 1'000'000'000), 8);
    m.store(into + 8, uint64_t(m.nanoseconds() % 1'000'000'000 / unit), 8);
    return 0;
}

using Table = std::unordered_map<std::string_view, NativeFunction>;

// Files.

uint64_t native_file(HostMachine& m, Arguments a, const HostNative&) {
    const std::optional<std::string> text =
        m.options.read_file ? m.options.read_file(m.text_at(a[0])) : std::nullopt;
    if (!text) return 0;
    m.store(a[1], text->size(), 8);
    return m.make_text(*text);
}

/// sscanf: where it is in the text and in the format.
class Scan {
  public:
    Scan(HostMachine& machine, Arguments arguments, size_t count)
        : m_(machine),
          arguments_(arguments),
          count_(count),
          text_(machine.text_at(arguments[0], longest)),
          format_(machine.text_at(arguments[1])) {}

    /// How many values it has stored; -1 where the text ends before the first.
    int run() {
        for (size_t i = 0; i < format_.size();) {
            const char c = format_[i];
            if (std::isspace(uint8_t(c)) != 0) {
                skip_blanks();
                ++i;
            } else if (c != '%') {
                if (at_ == text_.size() || text_[at_] != c) break;
                ++at_, ++i;
            } else if (!convert(i)) {
                break;
            }
        }
        m_.store(arguments_[2], at_, 8);
        return stored_ == 0 && ended_ ? -1 : stored_;
    }

  private:
    static constexpr size_t longest = 4096;
    struct Set {
        std::string allowed;
        bool inverted = false;
    };

    void skip_blanks() {
        while (at_ < text_.size() && std::isspace(uint8_t(text_[at_])) != 0) ++at_;
    }
    /// Takes the next address, and writes there unless the conversion drops its value.
    void store(bool drops, uint64_t bits, int bytes) {
        if (drops) return;
        if (next_ < count_) m_.store(arguments_[next_++], bits, bytes);
        ++stored_;
    }
    bool convert(size_t& i) {
        ++i;
        const bool drops = i < format_.size() && format_[i] == '*';
        if (drops) ++i;
        size_t width = 0;
        while (i < format_.size() && std::isdigit(uint8_t(format_[i])) != 0)
            width = std::min<size_t>(10 * width + size_t(format_[i++] - '0'), longest);
        int longs = 0, shorts = 0;
        for (; i < format_.size() && contains(std::string_view("lhLzjt"), format_[i]); ++i)
            format_[i] == 'h' ? ++shorts : ++longs;
        if (i >= format_.size()) return false;
        const char kind = format_[i++];
        if (kind == '%') return at_ < text_.size() && text_[at_] == '%' && ++at_ > 0;
        if (kind == 'n') {
            if (next_ < count_) m_.store(arguments_[next_++], at_, longs > 0 ? 8 : 4);
            return true;
        }
        Set set;
        if (kind == '[' && !read_set(i, set)) return false;
        if (kind != 'c' && kind != '[') skip_blanks();
        ended_ = at_ == text_.size();
        if (ended_) return false;
        if (kind == 'c' || kind == 's' || kind == '[')
            return characters(kind, width > 0 ? width : kind == 'c' ? 1 : longest, drops, set);
        return number(kind, width > 0 ? width : longest, drops, longs, shorts);
    }
    /// [a-z_] or [^,]
    bool read_set(size_t& i, Set& set) {
        set.inverted = i < format_.size() && format_[i] == '^';
        if (set.inverted) ++i;
        const size_t end = format_.find(']', i + 1);
        if (end == std::string::npos) return false;
        for (; i < end; ++i) {
            const bool range = i + 2 < end && format_[i + 1] == '-';
            for (char c = format_[i]; range && c < format_[i + 2]; ++c) set.allowed += c;
            if (range) i += 2;
            set.allowed += format_[i];
        }
        ++i;
        return true;
    }
    bool characters(char kind, size_t most, bool drops, const Set& set) {
        const auto fits = [&](char c) {
            if (kind == 's') return std::isspace(uint8_t(c)) == 0;
            return kind == 'c' || contains(set.allowed, c) != set.inverted;
        };
        std::string taken;
        while (at_ < text_.size() && taken.size() < most && fits(text_[at_])) taken += text_[at_++];
        if (taken.empty() || drops) return !taken.empty();
        const Address into = next_ < count_ ? arguments_[next_++] : 0;
        for (size_t k = 0; k < taken.size(); ++k) m_.store(into + k, uint8_t(taken[k]), 1);
        if (kind != 'c') m_.store(into + taken.size(), 0, 1);
        ++stored_;
        return true;
    }
    bool number(char kind, size_t most, bool drops, int longs, int shorts) {
        const std::string here = text_.substr(at_, most);
        char* end = nullptr;
        if (contains(std::string_view("fegaFEGA"), kind)) {
            const double value = std::strtod(here.c_str(), &end);
            if (end == here.c_str()) return false;
            if (longs > 0)
                store(drops, bits_of(value), 8);
            else
                store(drops, upsweep::bit_cast<uint32_t>(std::strtof(here.c_str(), nullptr)), 4);
        } else if (contains(std::string_view("diuxXop"), kind)) {
            const bool hexadecimal = kind == 'x' || kind == 'X' || kind == 'p';
            const int base = hexadecimal ? 16 : kind == 'o' ? 8 : kind == 'i' ? 0 : 10;
            const uint64_t value = kind == 'd' || kind == 'i'
                                       ? uint64_t(std::strtoll(here.c_str(), &end, base))
                                       : uint64_t(std::strtoull(here.c_str(), &end, base));
            if (end == here.c_str()) return false;
            store(drops, value, longs > 0 || kind == 'p' ? 8 : shorts > 1 ? 1 : shorts > 0 ? 2 : 4);
        } else {
            return false;
        }
        at_ += size_t(end - here.c_str());
        return true;
    }

    HostMachine& m_;
    Arguments arguments_;
    size_t count_, next_ = 3, at_ = 0;
    std::string text_, format_;
    int stored_ = 0;
    bool ended_ = false;
};

uint64_t native_scan(HostMachine& m, Arguments a, const HostNative& native) {
    return bits_of_int(Scan(m, a, native.types.size()).run());
}

const Table& table() {
    static const Table all = {
        {"malloc", [](HostMachine& m, Arguments a, const HostNative&) { return allocate(m, a[0], false); }},
        {"calloc",
         [](HostMachine& m, Arguments a, const HostNative&) { return allocate(m, a[0] * a[1], true); }},
        {"library_array",
         [](HostMachine& m, Arguments a, const HostNative&) {
             const uint64_t made = allocate(m, a[0] == 0 ? 1 : a[0], false);
             m.memory.find(array_of(made))->made = {};  // the program need not free it
             return made;
         }},
        {"aligned_alloc",
         [](HostMachine& m, Arguments a, const HostNative&) { return allocate(m, a[1], false); }},
        {"realloc", native_realloc},
        {"free", native_free},
        {"memcpy", native_memcpy},
        {"memmove", native_memcpy},
        {"memset", native_memset},
        {"memcmp", native_memcmp},
        {"exit",
         [](HostMachine&, Arguments a, const HostNative&) -> uint64_t {
             throw HostEnded{int(uint8_t(a[0])), {}};
         }},
        {"_Exit",
         [](HostMachine&, Arguments a, const HostNative&) -> uint64_t {
             throw HostEnded{int(uint8_t(a[0])), {}};
         }},
        {"abort",
         [](HostMachine& m, Arguments, const HostNative&) -> uint64_t {
             throw HostEnded{134, fmt::format("The program called abort() in line {}.", m.where().line)};
         }},
        {"__uncaught_exception",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             m.result.errors +=
                 fmt::format("terminate called after throwing an instance of '{}'\n", m.text_at(a[0]));
             if (a[1] != 0) m.result.errors += fmt::format("  what():  {}\n", m.text_at(a[1]));
             throw HostEnded{134, "The program was ended: nothing catches an exception."};
         }},
        {"atoi",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return bits_of_int(std::strtoll(m.text_at(a[0]).c_str(), nullptr, 10));
         }},
        {"atol",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return uint64_t(std::strtoll(m.text_at(a[0]).c_str(), nullptr, 10));
         }},
        {"atoll",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return uint64_t(std::strtoll(m.text_at(a[0]).c_str(), nullptr, 10));
         }},
        {"atof", [](HostMachine& m, Arguments a,
                    const HostNative&) { return bits_of(std::strtod(m.text_at(a[0]).c_str(), nullptr)); }},
        {"strtol", [](HostMachine& m, Arguments a, const HostNative&) { return native_strtol(m, a, false); }},
        {"strtoll",
         [](HostMachine& m, Arguments a, const HostNative&) { return native_strtol(m, a, false); }},
        {"strtoul", [](HostMachine& m, Arguments a, const HostNative&) { return native_strtol(m, a, true); }},
        {"strtoull",
         [](HostMachine& m, Arguments a, const HostNative&) { return native_strtol(m, a, true); }},
        {"strtod",
         [](HostMachine& m, Arguments a, const HostNative&) { return bits_of(native_strtod(m, a)); }},
        {"strtof",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             return upsweep::bit_cast<uint32_t>(float(native_strtod(m, a)));
         }},
        {"rand", native_rand},
        {"srand",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             seed(m, uint32_t(a[0]));
             return 0;
         }},
        {"strlen",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t { return m.text_at(a[0]).size(); }},
        {"strcmp", [](HostMachine& m, Arguments a,
                      const HostNative&) { return sign_of(difference(m.text_at(a[0]), m.text_at(a[1]))); }},
        {"strncmp",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return sign_of(difference(m.text_at(a[0], a[2]), m.text_at(a[1], a[2])));
         }},
        {"strcasecmp",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return sign_of(difference(lowered(m.text_at(a[0])), lowered(m.text_at(a[1]))));
         }},
        {"strcpy",
         [](HostMachine& m, Arguments a, const HostNative&) {
             m.write_text(a[0], m.text_at(a[1]));
             return a[0];
         }},
        {"strncpy",
         [](HostMachine& m, Arguments a, const HostNative&) {
             std::string text = m.text_at(a[1], a[2]);
             text.resize(a[2]);
             for (size_t i = 0; i < text.size(); ++i) m.store(a[0] + i, uint8_t(text[i]), 1);
             return a[0];
         }},
        {"strcat",
         [](HostMachine& m, Arguments a, const HostNative&) {
             m.write_text(a[0] + m.text_at(a[0]).size(), m.text_at(a[1]));
             return a[0];
         }},
        {"strchr",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             const std::string text = m.text_at(a[0]) + '\0';
             const size_t at = text.find(char(a[1]));
             return at == std::string::npos ? 0 : a[0] + at;
         }},
        {"strrchr",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             const std::string text = m.text_at(a[0]) + '\0';
             const size_t at = text.rfind(char(a[1]));
             return at == std::string::npos ? 0 : a[0] + at;
         }},
        {"strstr",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             const size_t at = m.text_at(a[0]).find(m.text_at(a[1]));
             return at == std::string::npos ? 0 : a[0] + at;
         }},
        {"puts",
         [](HostMachine& m, Arguments a, const HostNative&) { return put(m, m.text_at(a[0]) + "\n", 2); }},
        {"fputs",
         [](HostMachine& m, Arguments a, const HostNative&) { return put(m, m.text_at(a[0]), a[1]); }},
        {"putchar",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             put(m, std::string(1, char(a[0])), 2);
             return uint8_t(a[0]);
         }},
        {"fputc",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             put(m, std::string(1, char(a[0])), a[1]);
             return uint8_t(a[0]);
         }},
        {"putc",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             put(m, std::string(1, char(a[0])), a[1]);
             return uint8_t(a[0]);
         }},
        {"fwrite", native_fwrite},
        {"library_file", native_file},
        {"library_scan", native_scan},
        {"fflush", [](HostMachine&, Arguments, const HostNative&) -> uint64_t { return 0; }},
        {"perror",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             return put(m, m.text_at(a[0]) + ": Success\n", 3);
         }},
        {"clock",
         [](HostMachine& m, Arguments, const HostNative&) { return uint64_t(m.nanoseconds() / 1000); }},
        {"time", native_time},
        {"gettimeofday",
         [](HostMachine& m, Arguments a, const HostNative&) { return store_time(m, a[0], 1000); }},
        {"usleep",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             m.model_nanoseconds += int64_t(uint32_t(a[0])) * 1000;
             return 0;
         }},
        {"clock_gettime",
         [](HostMachine& m, Arguments a, const HostNative&) { return store_time(m, a[1], 1); }},
    };
    return all;
}

}  // namespace

NativeFunction find_native(std::string_view name) {
    const auto found = table().find(name);
    return found == table().end() ? nullptr : found->second;
}

}  // namespace upsweep::emulator
