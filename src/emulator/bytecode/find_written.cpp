// Which pointers among a kernel's parameters its stores go through: what the others lead to is only read.
#include <algorithm>

#include "emulator/bytecode/lowering.h"

namespace upsweep::emulator {
namespace {

/// Follows addresses from the parameters to the stores, whatever the order of statements. Temporaries hold a
/// value within one statement, so there only the last writer counts.
class WrittenParameters {
  public:
    explicit WrittenParameters(const Code& code) : code_(code), sources_(code.registers, 0) {
        for (const Preset& preset : code.presets)
            if (preset.kind == Preset::Kind::parameter)
                sources_[preset.to] = uint64_t{1} << std::min(preset.index, anything);
    }

    uint64_t find() {
        do {
            changed_ = false;
            for (const Instruction& in : code_.instructions) follow(in);
        } while (changed_);
        return (written_ >> anything & 1) != 0 ? ~uint64_t{0} : written_;
    }

  private:
    /// The bit of an address that was read from memory, or is in a parameter far behind.
    static constexpr int32_t anything = 63;

    void follow(const Instruction& in) {
        switch (in.op) {
            case Op::compute:
                return set(in.dst, sources_[in.a] | sources_[in.b] | sources_[in.c]);
            case Op::assign:
                return add(in.dst, sources_[in.a]);
            case Op::shuffle:
                return set(in.dst, sources_[in.b]);
            case Op::load:
                for (int k = 0; k < in.count; ++k) set(in.dst + Register(k), of_memory(in));
                return;
            case Op::atomic:
                set(in.dst, of_memory(in));
                written_ |= sources_[in.a];
                return;
            case Op::store:
                written_ |= sources_[in.a];
                return;
            case Op::vote:
                return set(in.dst, 0);
            default:
                return;
        }
    }

    static uint64_t of_memory(const Instruction& in) {
        return size_of(in.type) == 8 ? uint64_t{1} << anything : 0;
    }
    void set(Register to, uint64_t sources) {
        if (to < code_.first_temporary) return add(to, sources);
        sources_[to] = sources;
    }
    void add(Register to, uint64_t sources) {
        const uint64_t all = sources_[to] | sources;
        changed_ |= to < code_.first_temporary && all != sources_[to];
        sources_[to] = all;
    }

    const Code& code_;
    std::vector<uint64_t> sources_;
    uint64_t written_ = 0;
    bool changed_ = false;
};

}  // namespace

void find_written(Code& code) { code.written_parameters = WrittenParameters(code).find(); }

}  // namespace upsweep::emulator
