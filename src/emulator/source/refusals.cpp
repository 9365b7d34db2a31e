// The tables of unsupported constructs.
#include "emulator/source/refusals.h"

#include <algorithm>
#include <array>

#include "core/ranges.h"

namespace upsweep::emulator {

namespace {

/// A `*` ends the beginning of a name, `[A-Z]*` one that a capital follows; of several rows that fit the
/// first counts.
struct Refusal {
    std::string_view name;
    std::string_view advice;
};

constexpr std::string_view textures =
    "Textures are not emulated. Pass the picture as a pointer and read `picture[y * width + x]`, with x and "
    "y "
    "kept inside.";
constexpr std::string_view surfaces =
    "Surfaces are not emulated. Pass the picture as a pointer, and read and write `picture[y * width + x]`.";
constexpr std::string_view half_floats = "16-bit floats are not emulated. Use float.";
constexpr std::string_view half_vectors = "16-bit floats are not emulated. Use float2.";
constexpr std::string_view packed_numbers =
    "Of the functions on packed bytes and halves, only `__vadd2`, `__vadd4`, `__vsub2`, `__vsub4`, "
    "`__dp2a_lo`, "
    "`__dp2a_hi` and `__dp4a` are emulated. Extract the parts with shifts and masks.";
constexpr std::string_view rounded_doubles =
    "For double, only the functions that round to nearest are emulated. Use the one that ends in `_rn`.";
constexpr std::string_view tensor_cores =
    "Tensor cores are not emulated. Multiply the tiles in a loop, from shared memory.";
constexpr std::string_view block_scan =
    "CUB is not emulated. Write the scan with `__shfl_up_sync`, and with shared memory between the warps.";
constexpr std::string_view block_reduction =
    "CUB is not emulated. Write the reduction with `__shfl_down_sync`, and with shared memory between the "
    "warps.";
constexpr std::string_view thrust_operator =
    "Thrust is not emulated. Write the operator itself, or a struct with a `__device__` function "
    "`operator()`.";
constexpr std::string_view thrust_algorithm =
    "Thrust is not emulated. Write the loop over the elements yourself.";
constexpr std::string_view complex_numbers = "Write a struct of two floats, or use float2.";
constexpr std::string_view random_numbers =
    "Random number libraries are not emulated. Compute the numbers from the thread's index, or pass a buffer "
    "of them.";
constexpr std::string_view barrier_objects = "Barriers as objects are not emulated. Use `__syncthreads()`.";
constexpr std::string_view asynchronous_copies =
    "Asynchronous copies are not emulated. Copy with `shared[i] = global[i]`, then wait at "
    "`__syncthreads()`.";
constexpr std::string_view clusters =
    "Clusters of blocks are not emulated. Let the blocks pass their values through global memory.";
constexpr std::string_view time_passes = "The emulator has no clock like a GPU's: count steps instead.";
constexpr std::string_view device_memory = "Use an array of fixed size, or pass a buffer.";
constexpr std::string_view host_runtime = "It belongs to host code. Do it before or after the kernel launch.";
constexpr std::string_view printing = "A kernel prints with printf.";
constexpr std::string_view host_containers = "Use an array of fixed size, or pass a pointer and a count.";
constexpr std::string_view standard_algorithm = "Write the loop over the elements yourself.";
constexpr std::string_view no_string_functions =
    "It is a host function. Write the loop yourself: a text ends at its `'\\0'`.";
constexpr std::string_view text_is_no_object = "Use a `const char*`, or an array of char.";
constexpr std::string_view wide_numbers = "The widest supported types are long long and double.";
constexpr std::string_view no_exceptions = "Return a value that says what went wrong.";

constexpr std::array words = {
    Refusal{"goto", "Use a loop."},
    Refusal{"asm", "Write the computation in CUDA C++."},
    Refusal{"__asm__", "Write the computation in CUDA C++."},
    Refusal{"__asm", "Write the computation in CUDA C++."},
    Refusal{"new", device_memory},
    Refusal{"delete", device_memory},
    Refusal{"throw", no_exceptions},
    Refusal{"try", no_exceptions},
    Refusal{"catch", no_exceptions},
    Refusal{"virtual", "Choose the function with a template parameter, or with switch."},
    Refusal{"namespace", "Declare it outside functions."},
    Refusal{"dynamic_cast", "Use static_cast."},
    Refusal{"typeid", "Use a definition that names the type."},
    Refusal{"thread_local", "Every thread already has its own local variables."},
    Refusal{"co_await", "Use a loop."},
    Refusal{"co_yield", "Use a loop."},
    Refusal{"co_return", "Use a loop."},
    Refusal{"concept", "Use a plain template parameter."},
    Refusal{"requires", "Use a plain template parameter, and `static_assert` in the body."},
    Refusal{"wchar_t", "Use an integer type."},
    Refusal{"char8_t", "Use unsigned char."},
    Refusal{"char16_t", "Use unsigned short."},
    Refusal{"char32_t", "Use unsigned int."},
    Refusal{"__cluster_dims__", clusters},
};

constexpr std::array names = {
    Refusal{"cudaTextureObject_t", textures},
    Refusal{"texture", textures},
    Refusal{"textureReference", textures},
    Refusal{"tex1D*", textures},
    Refusal{"tex2D*", textures},
    Refusal{"tex3D*", textures},
    Refusal{"texCubemap*", textures},
    Refusal{"cudaSurfaceObject_t", surfaces},
    Refusal{"surface", surfaces},
    Refusal{"surf1D*", surfaces},
    Refusal{"surf2D*", surfaces},
    Refusal{"surf3D*", surfaces},
    Refusal{"surfCubemap*", surfaces},
    Refusal{"half2", half_vectors},
    Refusal{"__half2", half_vectors},
    Refusal{"__nv_bfloat162", half_vectors},
    Refusal{"half", half_floats},
    Refusal{"__half*", half_floats},
    Refusal{"nv_bfloat16*", half_floats},
    Refusal{"__nv_bfloat16*", half_floats},
    Refusal{"__nv_fp*", "Floats of 8 or fewer bits are not emulated. Use float."},
    Refusal{"__float2half*", half_floats},
    Refusal{"__float22half*", half_floats},
    Refusal{"__floats2half*", half_floats},
    Refusal{"__float2bfloat16*", half_floats},
    Refusal{"__bfloat16*", half_floats},
    Refusal{"__low2*", half_floats},
    Refusal{"__high2*", half_floats},
    Refusal{"__hadd*", half_floats},
    Refusal{"__hsub*", half_floats},
    Refusal{"__hmul*", half_floats},
    Refusal{"__hdiv*", half_floats},
    Refusal{"__hfma*", half_floats},
    Refusal{"__hneg*", half_floats},
    Refusal{"__vabs*", packed_numbers},
    Refusal{"__vadd*", packed_numbers},
    Refusal{"__vavg*", packed_numbers},
    Refusal{"__vcmp*", packed_numbers},
    Refusal{"__vhadd*", packed_numbers},
    Refusal{"__vmax*", packed_numbers},
    Refusal{"__vmin*", packed_numbers},
    Refusal{"__vneg*", packed_numbers},
    Refusal{"__vsad*", packed_numbers},
    Refusal{"__vset*", packed_numbers},
    Refusal{"__vsub*", packed_numbers},
    Refusal{"__viadd*", packed_numbers},
    Refusal{"__vimax*", packed_numbers},
    Refusal{"__vimin*", packed_numbers},
    Refusal{"__vib*", packed_numbers},
    Refusal{"__dadd_r*", rounded_doubles},
    Refusal{"__dsub_r*", rounded_doubles},
    Refusal{"__dmul_r*", rounded_doubles},
    Refusal{"__ddiv_r*", rounded_doubles},
    Refusal{"__dsqrt_r*", rounded_doubles},
    Refusal{"__drcp_r*", rounded_doubles},
    Refusal{"__fma_r*", rounded_doubles},
    Refusal{"nvcuda::*", tensor_cores},
    Refusal{"wmma::*", tensor_cores},
    Refusal{"wmma", tensor_cores},
    Refusal{"nvcuda", tensor_cores},
    Refusal{"fragment", tensor_cores},
    Refusal{"load_matrix_sync", tensor_cores},
    Refusal{"store_matrix_sync", tensor_cores},
    Refusal{"mma_sync", tensor_cores},
    Refusal{"fill_fragment", tensor_cores},
    Refusal{"cub::BlockScan*", block_scan},
    Refusal{"cub::WarpScan*", block_scan},
    Refusal{"cub::BlockReduce*", block_reduction},
    Refusal{"cub::WarpReduce*", block_reduction},
    Refusal{"cub::Device*", "CUB is not emulated, and its Device functions belong to the host."},
    Refusal{"cub::*", "CUB is not emulated. Write the loop yourself, with shared memory and shuffles."},
    Refusal{"cub", "CUB is not emulated. Write the loop yourself, with shared memory and shuffles."},
    Refusal{"thrust::complex*", complex_numbers},
    Refusal{"thrust::device_vector*", "It belongs to host code. Pass a pointer to its elements."},
    Refusal{"thrust::host_vector*", "It belongs to host code. Pass a pointer to its elements."},
    Refusal{"thrust::pair*", "Write a struct."},
    Refusal{"thrust::tuple*", "Write a struct."},
    Refusal{"thrust::plus*", thrust_operator},
    Refusal{"thrust::minus*", thrust_operator},
    Refusal{"thrust::mul*", thrust_operator},
    Refusal{"thrust::div*", thrust_operator},
    Refusal{"thrust::max*", thrust_operator},
    Refusal{"thrust::min*", thrust_operator},
    Refusal{"thrust::less*", thrust_operator},
    Refusal{"thrust::greater*", thrust_operator},
    Refusal{"thrust::*", thrust_algorithm},
    Refusal{"thrust", thrust_algorithm},
    Refusal{"cuda::std::atomic*",
            "Use `atomicAdd` and its family, or `cuda::atomic_ref` on a plain variable."},
    Refusal{"cuda::atomic*", "Use `atomicAdd` and its family, or `cuda::atomic_ref` on a plain variable."},
    Refusal{"cuda::barrier*", barrier_objects},
    Refusal{"cuda::std::barrier*", barrier_objects},
    Refusal{"barrier", barrier_objects},
    Refusal{"cuda::latch*", barrier_objects},
    Refusal{"cuda::counting_semaphore*", "Semaphores are not emulated. Use `atomicCAS` in a loop."},
    Refusal{"cuda::binary_semaphore*", "Semaphores are not emulated. Use `atomicCAS` in a loop."},
    Refusal{"cuda::pipeline*", asynchronous_copies},
    Refusal{"cuda::make_pipeline*", asynchronous_copies},
    Refusal{"cuda::memcpy_async*", asynchronous_copies},
    Refusal{"cuda::device::*", asynchronous_copies},
    Refusal{"pipeline", asynchronous_copies},
    Refusal{"make_pipeline", asynchronous_copies},
    Refusal{"memcpy_async", asynchronous_copies},
    Refusal{"wait_prior", asynchronous_copies},
    Refusal{"cg::wait*", asynchronous_copies},
    Refusal{"cooperative_groups::wait*", asynchronous_copies},
    Refusal{"__pipeline_*", asynchronous_copies},
    Refusal{"__cvta_*", "The emulator has no addresses for PTX. Use the pointer itself."},
    Refusal{"__isShared", "The emulator cannot tell what this pointer points to. Name the array."},
    Refusal{"__isGlobal", "The emulator cannot tell what this pointer points to. Name the array."},
    Refusal{"this_cluster", clusters},
    Refusal{"cluster_group", clusters},
    Refusal{"multi_grid_group", "Several GPUs are not emulated. Use `cooperative_groups::this_grid()`."},
    Refusal{"this_multi_grid", "Several GPUs are not emulated. Use `cooperative_groups::this_grid()`."},
    Refusal{"labeled_partition", "Use `__match_any_sync`, which returns the lanes with the same value."},
    Refusal{"binary_partition", "Use `__ballot_sync`, which returns the lanes whose condition is true."},
    Refusal{"nvstd::*", "The emulator does not support functions as values. Use a template parameter."},
    Refusal{"curand*", random_numbers},
    Refusal{"cuComplex", complex_numbers},
    Refusal{"cuFloatComplex", complex_numbers},
    Refusal{"cuDoubleComplex", "Write a struct of two doubles, or use double2."},
    Refusal{"make_cu*", complex_numbers},
    Refusal{"cuC*", complex_numbers},
    Refusal{"globaltimer", time_passes},
    Refusal{"__globaltimer", time_passes},
    Refusal{"malloc", device_memory},
    Refusal{"calloc", device_memory},
    Refusal{"realloc", device_memory},
    Refusal{"free", device_memory},
    Refusal{"alloca", device_memory},
    Refusal{"cudaMalloc*", device_memory},
    Refusal{"cudaFree*", device_memory},
    Refusal{
        "cudaDeviceSynchronize",
        "A kernel cannot launch other kernels or wait for them here: split the work into several launches."},
    Refusal{"cudaMemcpy*", "Copy the elements in a loop, or with memcpy."},
    Refusal{"cudaMemset*", "Set the elements in a loop, or with memset."},
    Refusal{"cuda[A-Z]*", host_runtime},
    Refusal{"exit", "Use `return` to end the thread, or `__trap()` to end the kernel."},
    Refusal{"abort", "Use `__trap()`."},
    Refusal{"rand", random_numbers},
    Refusal{"srand", random_numbers},
    Refusal{"fprintf", printing},
    Refusal{"sprintf", printing},
    Refusal{"snprintf", printing},
    Refusal{"puts", printing},
    Refusal{"putchar", printing},
    Refusal{"stdout", printing},
    Refusal{"stderr", printing},
    Refusal{"std::cout", printing},
    Refusal{"std::cerr", printing},
    Refusal{"std::endl", printing},
    Refusal{"cout", printing},
    Refusal{"strlen", no_string_functions},
    Refusal{"strcpy", no_string_functions},
    Refusal{"strncpy", no_string_functions},
    Refusal{"strcat", no_string_functions},
    Refusal{"strcmp", no_string_functions},
    Refusal{"strncmp", no_string_functions},
    Refusal{"strchr", no_string_functions},
    Refusal{"std::string*", text_is_no_object},
    Refusal{"std::array", "Use a plain array, `int a[4]`, or a struct that holds one."},
    Refusal{"std::vector", host_containers},
    Refusal{"std::list", host_containers},
    Refusal{"std::map", host_containers},
    Refusal{"std::unordered_map", host_containers},
    Refusal{"std::set", host_containers},
    Refusal{"std::deque", host_containers},
    Refusal{"std::initializer_list", host_containers},
    Refusal{"std::span", host_containers},
    Refusal{"std::pair", "Write a struct."},
    Refusal{"std::tuple", "Write a struct."},
    Refusal{"std::make_pair", "Write a struct."},
    Refusal{"std::make_tuple", "Write a struct."},
    Refusal{"std::tie", "Write a struct."},
    Refusal{"std::optional", "Write a struct of the value and a bool."},
    Refusal{"std::swap", "Swap the values through a third variable."},
    Refusal{"std::exchange", "Swap the values through a third variable."},
    Refusal{"std::move", "Remove it: values are copied."},
    Refusal{"std::forward", "Remove it: values are copied."},
    Refusal{"std::function", "The emulator does not support functions as values. Use a template parameter."},
    Refusal{"std::atomic*", "Use `atomicAdd` and its family, or `cuda::atomic_ref` on a plain variable."},
    Refusal{"std::complex", complex_numbers},
    Refusal{"std::plus", "Write the operator itself."},
    Refusal{"std::minus", "Write the operator itself."},
    Refusal{"std::multiplies", "Write the operator itself."},
    Refusal{"std::less", "Write the operator itself."},
    Refusal{"std::greater", "Write the operator itself."},
    Refusal{"std::unique_ptr", "Use a plain pointer."},
    Refusal{"std::shared_ptr", "Use a plain pointer."},
    Refusal{"std::mt19937", random_numbers},
    Refusal{"std::chrono::*", time_passes},
    Refusal{"std::thread", "A kernel's threads are those of its launch."},
    Refusal{"std::mutex", "Use `atomicCAS` in a loop."},
    Refusal{"std::sort", standard_algorithm},
    Refusal{"std::accumulate", standard_algorithm},
    Refusal{"std::reduce", standard_algorithm},
    Refusal{"std::fill", standard_algorithm},
    Refusal{"std::copy", standard_algorithm},
    Refusal{"std::for_each", standard_algorithm},
    Refusal{"std::transform", standard_algorithm},
    Refusal{"std::*", "Use arrays, pointers and plain functions."},
    Refusal{"cuda::*", "Use arrays, pointers and plain functions."},
    Refusal{"__int128", wide_numbers},
    Refusal{"__int128_t", wide_numbers},
    Refusal{"__uint128_t", wide_numbers},
    Refusal{"__float128", wide_numbers},
    Refusal{"__prof_trigger", "Remove it."},
};

bool fits(std::string_view pattern, std::string_view name) {
    if (!pattern.ends_with('*')) return pattern == name;
    pattern.remove_suffix(1);
    constexpr std::string_view capital = "[A-Z]";
    if (!pattern.ends_with(capital)) return name.starts_with(pattern);
    pattern.remove_suffix(capital.size());
    return name.starts_with(pattern) && name.size() > pattern.size() && name[pattern.size()] >= 'A' &&
           name[pattern.size()] <= 'Z';
}

std::string sentence(std::string_view name, std::string_view advice) {
    return "`" + std::string(name) + "` is not part of the emulator's kernel language. " +
           std::string(advice);
}

template <std::size_t N>
std::string find(const std::array<Refusal, N>& table, std::string_view name, std::string_view written) {
    const auto* found = find_if(table, [&](const Refusal& row) { return fits(row.name, name); });
    return found == table.end() ? std::string() : sentence(written, found->advice);
}

}  // namespace

std::string refusal_of_word(std::string_view word) { return find(words, word, word); }

std::string refusal_of_name(std::string_view name) {
    const std::string_view written = name;
    // detail::half is found as half, ::malloc as malloc.
    for (;;) {
        if (std::string found = find(names, name, written); !found.empty()) return found;
        const std::size_t colons = name.find("::");
        if (colons == std::string_view::npos) return {};
        name.remove_prefix(colons + 2);
    }
}

}  // namespace upsweep::emulator
