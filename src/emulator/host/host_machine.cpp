// The loop over host instructions, and the memory that they reach.
#include "emulator/host/host_machine.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/error.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/host/cuda_runtime.h"
#include "emulator/trace/raw_bits.h"

namespace upsweep::emulator {
namespace {

constexpr size_t deepest_call = 50'000;
constexpr size_t most_registers = size_t{1} << 22;

uint32_t low(uint64_t bits) { return uint32_t(bits); }

}  // namespace

HostMachine::HostMachine(HostCode code, HostDevice& on, const HostOptions& with)
    : device(on), options(with), code_(std::move(code)), cuda_(std::make_unique<CudaRuntime>(*this)) {
    for (const HostNative& native : code_.natives) {
        NativeFunction found = find_native(native.name);
        natives_.push_back(found != nullptr ? found : find_cuda_native(native.name));
    }
    number_loops();
}

HostMachine::~HostMachine() = default;

/// Each jump back gets a number from 1 on.
void HostMachine::number_loops() {
    constexpr size_t most = 60'000;
    loops_.emplace_back();
    for (HostFunction& function : code_.functions)
        for (size_t i = 0; i < function.instructions.size(); ++i) {
            HostInstruction& in = function.instructions[i];
            const bool jumps = in.op == HostOp::repeat_if_less_i32 ||
                               (in.op >= HostOp::jump && in.op <= HostOp::jump_if_not);
            if (!jumps || in.target > i || loops_.size() == most) continue;
            in.count = HostLoop::Number(loops_.size());
            loops_.emplace_back();
        }
}

HostResult HostMachine::run() {
    try {
        make_globals();
        registers_.resize(1024);
        enter(0, 0, 0, 0);
        make_arguments();
        result.exit_status = int(uint8_t(execute()));
        cuda_->finish();
    } catch (const HostEnded& ended) {
        result.exit_status = ended.status;
        result.ended = ended.sentence;
        result.unknown = ended.unknown;
        device.did(ended.sentence.empty() ? "exit" : "stop");
        look();
        if (ended.sentence.empty()) cuda_->finish();
    }
    return std::move(result);
}

/// Each is a block; what is not initialised is zero.
void HostMachine::make_globals() {
    for (const HostGlobal& global : code_.globals) {
        const Variable& variable = *global.variable;
        const bool constant = variable.storage == Storage::text || variable.storage == Storage::constant;
        const BlockKind kind = variable.on_device ? BlockKind::symbol
                               : constant         ? BlockKind::constant
                                                  : BlockKind::global;
        const ArrayId id = memory.add(kind, std::max<int64_t>(variable.type->size, 1), variable.name);
        HostBlock& block = *memory.find(id);
        std::copy(variable.initial.begin(), variable.initial.end(), block.bytes.begin());
        block.mark(0, block.size());
        globals_.push_back(make_address(id, 0));
        if (variable.on_device) symbols_[id] = &variable;
        if (variable.kernel != nullptr) kernels_[id] = &variable;
    }
    for (size_t i = 0; i < code_.globals.size(); ++i)
        for (const auto& [offset, to] : code_.globals[i].links) {
            std::byte* at = memory.find(array_of(globals_[i]))->bytes.data() + offset;
            write_bits(at, 8, globals_[to] + read_bits(at, 8));
        }
    for (HostFunction& function : code_.functions)
        for (HostInstruction& in : function.instructions)
            if (in.op == HostOp::set && in.size == 0) in.bits = globals_[in.bits];
}

const Variable* HostMachine::symbol_at(Address address) const {
    const auto found = symbols_.find(array_of(address));
    return found == symbols_.end() ? nullptr : found->second;
}

const Variable* HostMachine::kernel_at(Address address) const {
    const auto found = kernels_.find(array_of(address));
    return found == kernels_.end() ? nullptr : found->second;
}

Address HostMachine::make_text(std::string_view text) {
    const ArrayId id = memory.add(BlockKind::constant, int64_t(text.size()) + 1, "");
    HostBlock& block = *memory.find(id);
    std::memcpy(block.bytes.data(), text.data(), text.size());
    block.bytes.back() = std::byte{0};
    block.mark(0, block.size());
    return make_address(id, 0);
}

/// argc and argv, in the first two registers.
void HostMachine::make_arguments() {
    std::vector<std::string> all = {options.program};
    append(all, options.arguments);
    const ArrayId id = memory.add(BlockKind::global, 8 * (length(all) + 1), "argv");
    std::vector<Address> texts;
    for (const std::string& one : all) texts.push_back(make_text(one));
    texts.push_back(0);
    HostBlock& block = *memory.find(id);
    for (size_t i = 0; i < texts.size(); ++i) write_bits(block.bytes.data() + 8 * i, 8, texts[i]);
    block.mark(0, block.size());
    registers_[0] = all.size();
    registers_[1] = make_address(id, 0);
}

const SourceRange& HostMachine::where() const {
    const SourceRange* at = &code_.places[place_];
    for (size_t open = frames_.size(); open > 1 && at->file >= int64_t(code_.users_files); --open) {
        const Frame& caller = frames_[open - 2];
        at = &code_.places[code_.functions[caller.function].instructions[caller.next - 1].place];
    }
    return *at;
}

void HostMachine::enter(uint32_t function, uint32_t first, uint32_t count, uint32_t dst) {
    const HostFunction& callee = code_.functions[function];
    uint32_t base = 0;
    if (!frames_.empty()) {
        if (frames_.size() >= deepest_call)
            crash(fmt::format("`{}` calls itself without an end: the stack is full.", callee.function->name),
                  "Let the recursion end, or make it shallower.");
        base = frames_.back().base + code_.functions[frames_.back().function].registers;
    }
    if (base + callee.registers > registers_.size()) {
        if (base + callee.registers > most_registers)
            crash("The stack is full: too many calls are open.", "Let the recursion end.");
        registers_.resize(std::max<size_t>(2 * registers_.size(), base + callee.registers));
    }
    std::copy_n(registers_.begin() + first, count, registers_.begin() + base);
    frames_.push_back({function, 0, base, dst, memory.depth(), locals_.size()});
    locals_.resize(locals_.size() + callee.locals.size(), 0);
}

Address HostMachine::local(const Frame& frame, const HostFunction& function, uint32_t number) {
    Address& known = locals_[frame.locals + number];
    if (known == 0) {
        const HostLocal& made = function.locals[number];
        known = make_address(memory.push(made.name, std::max<int64_t>(made.type->size, 1)), 0);
    }
    return known;
}

void HostMachine::check_limits() {
    if (options.cancel != nullptr && options.cancel->load()) throw Cancelled();
    if (options.progress) options.progress(double(instructions_ - spared_) / double(options.instructions));
    if (instructions_ - spared_ > options.instructions)
        throw HostEnded{124,
                        fmt::format("The program was stopped in line {} after {} million instructions of "
                                    "host code: a loop may have no end.",
                                    where().line, options.instructions / 1'000'000)};
    if (!memory.has_room(0, options.memory_bytes))
        throw HostEnded{HostResult::stopped,
                        fmt::format("The program was stopped in line {}: its host memory needs more than "
                                    "{} MiB; allow more with --max-memory.",
                                    where().line, options.memory_bytes >> 20)};
}

uint64_t HostMachine::execute() {
    run_code<false>(code_.functions[frames_.back().function].instructions.data());
    return returned_;
}

/// From `in` on, which is of the innermost function. Where a pass is watched it ends behind that, and gives
/// what comes next.
template <bool watching>
const HostInstruction* HostMachine::run_code(const HostInstruction* in) {
    Frame* frame = nullptr;
    const HostFunction* function = nullptr;
    const HostInstruction* begin = nullptr;
    uint64_t* r = nullptr;
    const auto take_frame = [&] {
        frame = &frames_.back();
        function = &code_.functions[frame->function];
        begin = function->instructions.data();
        r = registers_.data() + frame->base;
    };
    take_frame();
    const auto as_float = [](uint64_t bits) { return upsweep::bit_cast<float>(low(bits)); };
    const auto count_pass = [&] {
        instructions_ += in->c;
        if ((instructions_ & 0xfffff) < in->c) {
            place_ = in->place;
            check_limits();
        }
    };
    // The jump back has been made: many passes at once, if they are for rows.
    const auto next_pass = [&](const HostInstruction& edge) {
        HostLoop& loop = loops_[edge.count];
        if (loop.is_ready()) {
            const int64_t before = instructions_ >> 20;
            const int64_t made = loop.cost() * loop.run(*this, r, locals_.data() + frame->locals);
            instructions_ += made;
            spared_ += made - made / faster_in_rows;
            place_ = in->place;
            if (instructions_ >> 20 != before) check_limits();
        } else if (loop.wants_watching()) {
            watched_.clear();
            watched_edge_ = &edge;
            watched_frames_ = frames_.size();
            in = run_code<true>(in);
            take_frame();
        }
    };
    const auto go = [&](const HostInstruction* to) {
        if (in->c != 0) count_pass();
        const HostInstruction* from = in;
        in = to;
        if (!watching && from->count != 0) next_pass(*from);
    };
    const auto load_at = [&](Address address) {
        HostBlock* block = memory.find(array_of(address));
        const int64_t offset = offset_of(address);
        if (block != nullptr && offset >= 0 && offset + in->size <= block->size() &&
            block->is_scalar_set(offset, in->size))
            return read_bits(block->bytes.data() + offset, in->size);
        place_ = in->place;
        return load_elsewhere(address, in->size);
    };
    const auto store_at = [&](Address address, uint64_t bits) {
        HostBlock* block = memory.find(array_of(address));
        const int64_t offset = offset_of(address);
        if (block != nullptr && offset >= 0 && offset + in->size <= block->size() &&
            block->kind != BlockKind::constant && block->kind != BlockKind::symbol) {
            write_bits(block->bytes.data() + offset, in->size, bits);
            block->mark(offset, in->size);
            return;
        }
        place_ = in->place;
        store_elsewhere(address, bits, in->size);
    };
    for (;;) {
        if (watching && !watch(in)) return in;
        switch (in->op) {
            case HostOp::compute:
                in->compute(r + in->dst, r + in->a, r + in->b, r + in->c, 1);
                break;
            case HostOp::set:
                r[in->dst] = in->bits;
                break;
            case HostOp::copy:
                r[in->dst] = r[in->a];
                break;
            case HostOp::add:
                r[in->dst] = r[in->a] + in->bits;
                break;
            case HostOp::add_i32:
                r[in->dst] = low(r[in->a] + r[in->b]);
                break;
            case HostOp::add_i32_bits:
                r[in->dst] = low(r[in->a] + in->bits);
                break;
            case HostOp::subtract_i32:
                r[in->dst] = low(r[in->a] - r[in->b]);
                break;
            case HostOp::multiply_i32:
                r[in->dst] = low(r[in->a] * r[in->b]);
                break;
            case HostOp::less_i32:
                r[in->dst] = int32_t(low(r[in->a])) < int32_t(low(r[in->b])) ? 1 : 0;
                break;
            case HostOp::index_i32:
                r[in->dst] = r[in->a] + uint64_t(int64_t(int32_t(low(r[in->b]))) * int64_t(in->bits));
                break;
            case HostOp::index_u64:
                r[in->dst] = r[in->a] + r[in->b] * in->bits;
                break;
            case HostOp::widen:
                r[in->dst] = uint64_t(int64_t(int32_t(low(r[in->a]))));
                break;
            case HostOp::add_f32:
                r[in->dst] = upsweep::bit_cast<uint32_t>(as_float(r[in->a]) + as_float(r[in->b]));
                break;
            case HostOp::multiply_f32:
                r[in->dst] = upsweep::bit_cast<uint32_t>(as_float(r[in->a]) * as_float(r[in->b]));
                break;
            case HostOp::convert_i32_f32:
                r[in->dst] = upsweep::bit_cast<uint32_t>(float(int32_t(low(r[in->a]))));
                break;
            case HostOp::load:
                r[in->dst] = load_at(r[in->a] + in->bits);
                break;
            case HostOp::load_element: {
                const Address address =
                    r[in->a] + uint64_t(int64_t(int32_t(low(r[in->b]))) * int64_t(in->bits));
                r[in->c] = address;
                r[in->dst] = load_at(address);
                break;
            }
            case HostOp::store:
                store_at(r[in->a] + in->bits, r[in->b]);
                break;
            case HostOp::store_element: {
                const Address address =
                    r[in->a] + uint64_t(int64_t(int32_t(low(r[in->b]))) * int64_t(in->bits));
                r[in->c] = address;
                store_at(address, r[in->dst]);
                break;
            }
            case HostOp::multiply_add_i32:
                r[in->c] = low(r[in->a] * r[in->b]);
                r[in->dst] = low(r[in->c] + r[in->bits]);
                break;
            case HostOp::add_product_f32:
                r[in->c] = upsweep::bit_cast<uint32_t>(as_float(r[in->a]) * as_float(r[in->b]));
                r[in->dst] = upsweep::bit_cast<uint32_t>(as_float(r[in->bits]) + as_float(r[in->c]));
                break;
            case HostOp::move:
                place_ = in->place;
                if (in->bits != 0 && r[in->a] != r[in->b]) copy(r[in->a], r[in->b], int64_t(in->bits));
                break;
            case HostOp::clear:
                place_ = in->place;
                if (in->bits != 0) fill(r[in->a], 0, int64_t(in->bits));
                break;
            case HostOp::local:
                r[in->dst] = local(*frame, *function, in->c);
                break;
            case HostOp::forget:
                if (HostBlock* block = memory.find(array_of(r[in->a]))) block->forget();
                break;
            case HostOp::check_set:
                if (r[in->a] == never_set_bits) {
                    place_ = in->place;
                    fault("This variable has no value yet.",
                          "It is declared without one, and nothing was assigned to it before this line.",
                          "Give it a value where it is declared.");
                }
                break;
            case HostOp::jump:
                go(begin + in->target);
                continue;
            case HostOp::jump_if:
                if (r[in->a] != 0) {
                    go(begin + in->target);
                    continue;
                }
                break;
            case HostOp::jump_if_not:
                if (r[in->a] == 0) {
                    go(begin + in->target);
                    continue;
                }
                break;
            case HostOp::jump_unless_less_i32: {
                const bool less = int32_t(low(r[in->a])) < int32_t(low(r[in->b]));
                r[in->dst] = less ? 1 : 0;
                if (less) break;
                go(begin + in->target);
                continue;
            }
            case HostOp::repeat_if_less_i32: {
                count_pass();
                const bool less = int32_t(low(r[in->a])) < int32_t(low(r[in->b]));
                r[in->dst] = less ? 1 : 0;
                if (!less) break;
                const HostInstruction& edge = *in;
                in = begin + in->target;
                if (!watching && edge.count != 0) next_pass(edge);
                continue;
            }
            case HostOp::call: {
                place_ = in->place;
                frame->next = uint32_t(in - begin) + 1;
                instructions_ += 4;
                enter(uint32_t(in->target), frame->base + in->a, in->count, in->dst);
                take_frame();
                in = begin;
                continue;
            }
            case HostOp::native:
                place_ = in->place;
                instructions_ += 4;
                frame->next = uint32_t(in - begin) + 1;
                r[in->dst] = call_native(code_.natives[in->target], r + in->a);
                look();
                break;
            case HostOp::print:
                place_ = in->place;
                instructions_ += 16;
                frame->next = uint32_t(in - begin) + 1;
                r[in->dst] = print_values(code_.prints[in->target], r);
                look();
                break;
            case HostOp::launch:
                place_ = in->place;
                frame->next = uint32_t(in - begin) + 1;
                launch(code_.launches[in->target], r);
                look();
                break;
            case HostOp::assert_true:
                if (r[in->a] == 0) {
                    place_ = in->place;
                    result.errors += fmt::format("Assertion `{}' failed.\n", code_.texts[in->target]);
                    fault(fmt::format("The assertion `{}` of the host code failed, and ended the program.",
                                      code_.texts[in->target]));
                    throw HostEnded{134, fmt::format("An assertion failed in line {}.", where().line)};
                }
                break;
            case HostOp::stop:
                place_ = in->place;
                stop(code_.texts[in->target]);
                break;
            case HostOp::moment:
                moment(*in, uint32_t(in - begin) + 1);
                break;
            case HostOp::throw_exception: {
                place_ = in->place;
                thrown_[0] = r[in->a];
                thrown_[1] = r[in->b];
                frame->next = uint32_t(in - begin) + 1;
                in = unwind();
                take_frame();
                continue;
            }
            case HostOp::caught:
                r[in->dst] = thrown_[in->bits];
                break;
            case HostOp::leave: {
                const uint64_t returned = r[in->a];
                memory.pop(frame->depth);
                locals_.resize(frame->locals);
                const uint32_t dst = frame->dst;
                frames_.pop_back();
                if (frames_.empty()) {
                    returned_ = returned;
                    return nullptr;
                }
                take_frame();
                in = begin + frame->next;
                r[dst] = returned;
                continue;
            }
        }
        ++in;
    }
}

uint64_t HostMachine::call_native(HostNative& native, const uint64_t* arguments) {
    const NativeFunction function = natives_[size_t(&native - code_.natives.data())];
    if (function == nullptr) stop(fmt::format("The emulator does not know what `{}` does.", native.name));
    return function(*this, arguments, native);
}

void HostMachine::note(bool is_fault, std::string message, std::string cause, std::string cure,
                       const SourceRange& at) {
    const std::string key = fmt::format("{}:{}:{}", at.file, at.line, message);
    const auto [known, is_new] = known_findings_.try_emplace(key, result.findings.size());
    if (!is_new) {
        ++result.findings[known->second].times;
        return;
    }
    constexpr size_t most = 200;
    if (result.findings.size() >= most) {
        known_findings_.erase(known);
        return;
    }
    result.findings.push_back({is_fault, at, std::move(message), std::move(cause), std::move(cure)});
}

void HostMachine::stop(const std::string& sentence) {
    cuda_->synchronise();
    fault(sentence, "The program ends here; what it did before counts.",
          "Write it otherwise, or run the kernels by hand.");
    throw HostEnded{1, fmt::format("The program stops in line {}. {}", where().line, sentence), true};
}

/// What a machine answers with "Segmentation fault".
void HostMachine::crash(const std::string& message, const std::string& cure) {
    fault(message, "On a machine the program ends here with a segmentation fault.", cure);
    throw HostEnded{139, fmt::format("Segmentation fault in line {}: {}", where().line, message)};
}

std::string HostMachine::name_of(const HostBlock& block) const {
    if (!block.name.empty()) return fmt::format("`{}` ({})", block.name, counted(block.size(), "byte"));
    if (block.made.line > 0)
        return fmt::format("the {} that line {} allocates", counted(block.size(), "byte"), block.made.line);
    return fmt::format("a block of {}", counted(block.size(), "byte"));
}

/// Memory of the device that the host may use: managed or pinned. Others end the program.
std::byte* HostMachine::reach_device(Address address, int64_t bytes, bool write) {
    const ArrayId id = array_of(address);
    Memory& arrays = device.memory();
    const char* does = write ? "writes" : "reads";
    if (address == 0 || (id >= arrays.count() && offset_of(address) >= 0 && address < (1u << 20)))
        crash(fmt::format("The host {} through a null pointer.", does), "Give the pointer a value first.");
    if (address == never_set_bits)
        crash(fmt::format("The host {} through a pointer that has no value.", does),
              "Give the pointer a value first: allocate what it should point to.");
    if (id >= arrays.count())
        crash(fmt::format("The host {} through a pointer that leads nowhere.", does),
              "Give the pointer the address of something.");
    return cuda_->reach(address, bytes, write);
}

uint64_t HostMachine::load_elsewhere(Address address, int bytes) {
    HostBlock* block = nullptr;
    const std::byte* at = reach(address, bytes, false, block);
    if (at == nullptr) return 0;
    if (block != nullptr && !block->is_set(offset_of(address), bytes)) {
        fault(fmt::format("This reads {} of {}, where nothing was written yet.",
                          bytes == 1 ? "a byte"
                                     : fmt::format("bytes {} to {}", offset_of(address),
                                                   offset_of(address) + bytes - 1),
                          name_of(*block)),
              "What is there is whatever the memory held before.",
              "Set it before it is read; check that the copy or the loop that fills it covers all of it.");
    }
    return read_bits(at, bytes);
}

void HostMachine::store_elsewhere(Address address, uint64_t bits, int bytes) {
    HostBlock* block = nullptr;
    std::byte* at = reach(address, bytes, true, block);
    if (at == nullptr) return;
    write_bits(at, bytes, bits);
    if (block != nullptr) block->mark(offset_of(address), bytes);
}

/// The bytes there; null, and a finding, where they are not. `block` is null for memory of the device.
std::byte* HostMachine::reach(Address address, int64_t bytes, bool write, HostBlock*& block) {
    block = memory.find(array_of(address));
    if (block == nullptr) return reach_device(address, bytes, write);
    const int64_t offset = offset_of(address);
    const char* does = write ? "writes" : "reads";
    if (!block->alive) {
        fault(fmt::format("This {} memory that line {} freed.", does, block->freed.line),
              "After free() the memory may belong to someone else.", "Free it after its last use.");
        return nullptr;
    }
    if (block->kind == BlockKind::symbol) {
        note(false,
             fmt::format("`{}` is a variable of the device: what the host {} here is a copy of its own.",
                         block->name, write ? "writes" : "reads"),
             "A __device__ or __constant__ variable has no address on the host.",
             fmt::format("Use {}.", write ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol"), where());
    }
    if (offset < 0 || offset + bytes > block->size()) {
        fault(fmt::format("This {} {} at byte {} of {}.", does, counted(bytes, "byte"), offset,
                          name_of(*block)),
              "The index leaves the array.", "Keep the index inside, or make the array larger.");
        return nullptr;
    }
    if (write && block->kind == BlockKind::constant)
        crash("The host writes into text in quotes, which is constant.",
              "Copy the text into an array first: char text[] = \"…\".");
    return block->bytes.data() + offset;
}

uint64_t HostMachine::load(Address address, int bytes) { return load_elsewhere(address, bytes); }

void HostMachine::store(Address address, uint64_t bits, int bytes) { store_elsewhere(address, bits, bytes); }

}  // namespace upsweep::emulator
