// The tables of unsupported constructs.
#include "emulator/source/refusals.h"

#include <span>

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

constexpr Refusal words[] = {
    {"goto", "Use a loop."},
    {"asm", "Write the computation in CUDA C++."},
    {"__asm__", "Write the computation in CUDA C++."},
    {"__asm", "Write the computation in CUDA C++."},
    {"new", device_memory},
    {"delete", device_memory},
    {"throw", no_exceptions},
    {"try", no_exceptions},
    {"catch", no_exceptions},
    {"virtual", "Choose the function with a template parameter, or with switch."},
    {"namespace", "Declare it outside functions."},
    {"dynamic_cast", "Use static_cast."},
    {"typeid", "Use a definition that names the type."},
    {"thread_local", "Every thread already has its own local variables."},
    {"co_await", "Use a loop."},
    {"co_yield", "Use a loop."},
    {"co_return", "Use a loop."},
    {"concept", "Use a plain template parameter."},
    {"requires", "Use a plain template parameter, and `static_assert` in the body."},
    {"wchar_t", "Use an integer type."},
    {"char8_t", "Use unsigned char."},
    {"char16_t", "Use unsigned short."},
    {"char32_t", "Use unsigned int."},
    {"__cluster_dims__", clusters},
};

constexpr Refusal names[] = {
    {"cudaTextureObject_t", textures},
    {"texture", textures},
    {"textureReference", textures},
    {"tex1D*", textures},
    {"tex2D*", textures},
    {"tex3D*", textures},
    {"texCubemap*", textures},
    {"cudaSurfaceObject_t", surfaces},
    {"surface", surfaces},
    {"surf1D*", surfaces},
    {"surf2D*", surfaces},
    {"surf3D*", surfaces},
    {"surfCubemap*", surfaces},
    {"half2", half_vectors},
    {"__half2", half_vectors},
    {"__nv_bfloat162", half_vectors},
    {"half", half_floats},
    {"__half*", half_floats},
    {"nv_bfloat16*", half_floats},
    {"__nv_bfloat16*", half_floats},
    {"__nv_fp*", "Floats of 8 or fewer bits are not emulated. Use float."},
    {"__float2half*", half_floats},
    {"__float22half*", half_floats},
    {"__floats2half*", half_floats},
    {"__float2bfloat16*", half_floats},
    {"__bfloat16*", half_floats},
    {"__low2*", half_floats},
    {"__high2*", half_floats},
    {"__hadd*", half_floats},
    {"__hsub*", half_floats},
    {"__hmul*", half_floats},
    {"__hdiv*", half_floats},
    {"__hfma*", half_floats},
    {"__hneg*", half_floats},
    {"__vabs*", packed_numbers},
    {"__vadd*", packed_numbers},
    {"__vavg*", packed_numbers},
    {"__vcmp*", packed_numbers},
    {"__vhadd*", packed_numbers},
    {"__vmax*", packed_numbers},
    {"__vmin*", packed_numbers},
    {"__vneg*", packed_numbers},
    {"__vsad*", packed_numbers},
    {"__vset*", packed_numbers},
    {"__vsub*", packed_numbers},
    {"__viadd*", packed_numbers},
    {"__vimax*", packed_numbers},
    {"__vimin*", packed_numbers},
    {"__vib*", packed_numbers},
    {"__dadd_r*", rounded_doubles},
    {"__dsub_r*", rounded_doubles},
    {"__dmul_r*", rounded_doubles},
    {"__ddiv_r*", rounded_doubles},
    {"__dsqrt_r*", rounded_doubles},
    {"__drcp_r*", rounded_doubles},
    {"__fma_r*", rounded_doubles},
    {"nvcuda::*", tensor_cores},
    {"wmma::*", tensor_cores},
    {"wmma", tensor_cores},
    {"nvcuda", tensor_cores},
    {"fragment", tensor_cores},
    {"load_matrix_sync", tensor_cores},
    {"store_matrix_sync", tensor_cores},
    {"mma_sync", tensor_cores},
    {"fill_fragment", tensor_cores},
    {"cub::BlockScan*", block_scan},
    {"cub::WarpScan*", block_scan},
    {"cub::BlockReduce*", block_reduction},
    {"cub::WarpReduce*", block_reduction},
    {"cub::Device*", "CUB is not emulated, and its Device functions belong to the host."},
    {"cub::*", "CUB is not emulated. Write the loop yourself, with shared memory and shuffles."},
    {"cub", "CUB is not emulated. Write the loop yourself, with shared memory and shuffles."},
    {"thrust::complex*", complex_numbers},
    {"thrust::device_vector*", "It belongs to host code. Pass a pointer to its elements."},
    {"thrust::host_vector*", "It belongs to host code. Pass a pointer to its elements."},
    {"thrust::pair*", "Write a struct."},
    {"thrust::tuple*", "Write a struct."},
    {"thrust::plus*", thrust_operator},
    {"thrust::minus*", thrust_operator},
    {"thrust::mul*", thrust_operator},
    {"thrust::div*", thrust_operator},
    {"thrust::max*", thrust_operator},
    {"thrust::min*", thrust_operator},
    {"thrust::less*", thrust_operator},
    {"thrust::greater*", thrust_operator},
    {"thrust::*", thrust_algorithm},
    {"thrust", thrust_algorithm},
    {"cuda::std::atomic*", "Use `atomicAdd` and its family, or `cuda::atomic_ref` on a plain variable."},
    {"cuda::atomic*", "Use `atomicAdd` and its family, or `cuda::atomic_ref` on a plain variable."},
    {"cuda::barrier*", barrier_objects},
    {"cuda::std::barrier*", barrier_objects},
    {"barrier", barrier_objects},
    {"cuda::latch*", barrier_objects},
    {"cuda::counting_semaphore*", "Semaphores are not emulated. Use `atomicCAS` in a loop."},
    {"cuda::binary_semaphore*", "Semaphores are not emulated. Use `atomicCAS` in a loop."},
    {"cuda::pipeline*", asynchronous_copies},
    {"cuda::make_pipeline*", asynchronous_copies},
    {"cuda::memcpy_async*", asynchronous_copies},
    {"cuda::device::*", asynchronous_copies},
    {"pipeline", asynchronous_copies},
    {"make_pipeline", asynchronous_copies},
    {"memcpy_async", asynchronous_copies},
    {"wait_prior", asynchronous_copies},
    {"cg::wait*", asynchronous_copies},
    {"cooperative_groups::wait*", asynchronous_copies},
    {"__pipeline_*", asynchronous_copies},
    {"__cvta_*", "The emulator has no addresses for PTX. Use the pointer itself."},
    {"__isShared", "The emulator cannot tell what this pointer points to. Name the array."},
    {"__isGlobal", "The emulator cannot tell what this pointer points to. Name the array."},
    {"this_cluster", clusters},
    {"cluster_group", clusters},
    {"multi_grid_group", "Several GPUs are not emulated. Use `cooperative_groups::this_grid()`."},
    {"this_multi_grid", "Several GPUs are not emulated. Use `cooperative_groups::this_grid()`."},
    {"nvstd::*", "The emulator does not support functions as values. Use a template parameter."},
    {"curand*", random_numbers},
    {"cuComplex", complex_numbers},
    {"cuFloatComplex", complex_numbers},
    {"cuDoubleComplex", "Write a struct of two doubles, or use double2."},
    {"make_cu*", complex_numbers},
    {"cuC*", complex_numbers},
    {"globaltimer", time_passes},
    {"__globaltimer", time_passes},
    {"malloc", device_memory},
    {"calloc", device_memory},
    {"realloc", device_memory},
    {"free", device_memory},
    {"alloca", device_memory},
    {"cudaMalloc*", device_memory},
    {"cudaFree*", device_memory},
    {"cudaDeviceSynchronize",
     "A kernel cannot launch other kernels or wait for them here: split the work into several launches."},
    {"cudaMemcpy*", "Copy the elements in a loop, or with memcpy."},
    {"cudaMemset*", "Set the elements in a loop, or with memset."},
    {"cuda[A-Z]*", host_runtime},
    {"exit", "Use `return` to end the thread, or `__trap()` to end the kernel."},
    {"abort", "Use `__trap()`."},
    {"rand", random_numbers},
    {"srand", random_numbers},
    {"fprintf", printing},
    {"sprintf", printing},
    {"snprintf", printing},
    {"puts", printing},
    {"putchar", printing},
    {"stdout", printing},
    {"stderr", printing},
    {"std::cout", printing},
    {"std::cerr", printing},
    {"std::endl", printing},
    {"cout", printing},
    {"strlen", no_string_functions},
    {"strcpy", no_string_functions},
    {"strncpy", no_string_functions},
    {"strcat", no_string_functions},
    {"strcmp", no_string_functions},
    {"strncmp", no_string_functions},
    {"strchr", no_string_functions},
    {"std::string*", text_is_no_object},
    {"std::array", "Use a plain array, `int a[4]`, or a struct that holds one."},
    {"std::vector", host_containers},
    {"std::list", host_containers},
    {"std::map", host_containers},
    {"std::unordered_map", host_containers},
    {"std::set", host_containers},
    {"std::deque", host_containers},
    {"std::initializer_list", host_containers},
    {"std::span", host_containers},
    {"std::pair", "Write a struct."},
    {"std::tuple", "Write a struct."},
    {"std::make_pair", "Write a struct."},
    {"std::make_tuple", "Write a struct."},
    {"std::tie", "Write a struct."},
    {"std::optional", "Write a struct of the value and a bool."},
    {"std::swap", "Swap the values through a third variable."},
    {"std::exchange", "Swap the values through a third variable."},
    {"std::move", "Remove it: values are copied."},
    {"std::forward", "Remove it: values are copied."},
    {"std::function", "The emulator does not support functions as values. Use a template parameter."},
    {"std::atomic*", "Use `atomicAdd` and its family, or `cuda::atomic_ref` on a plain variable."},
    {"std::complex", complex_numbers},
    {"std::plus", "Write the operator itself."},
    {"std::minus", "Write the operator itself."},
    {"std::multiplies", "Write the operator itself."},
    {"std::less", "Write the operator itself."},
    {"std::greater", "Write the operator itself."},
    {"std::unique_ptr", "Use a plain pointer."},
    {"std::shared_ptr", "Use a plain pointer."},
    {"std::mt19937", random_numbers},
    {"std::chrono::*", time_passes},
    {"std::thread", "A kernel's threads are those of its launch."},
    {"std::mutex", "Use `atomicCAS` in a loop."},
    {"std::sort", standard_algorithm},
    {"std::accumulate", standard_algorithm},
    {"std::reduce", standard_algorithm},
    {"std::fill", standard_algorithm},
    {"std::copy", standard_algorithm},
    {"std::for_each", standard_algorithm},
    {"std::transform", standard_algorithm},
    {"std::*", "Use arrays, pointers and plain functions."},
    {"cuda::*", "Use arrays, pointers and plain functions."},
    {"__int128", wide_numbers},
    {"__int128_t", wide_numbers},
    {"__uint128_t", wide_numbers},
    {"__float128", wide_numbers},
    {"__prof_trigger", "Remove it."},
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

std::string find(std::span<const Refusal> table, std::string_view name, std::string_view written) {
    const auto found = find_if(table, [&](const Refusal& row) { return fits(row.name, name); });
    return found == table.end() ? std::string() : sentence(written, found->advice);
}

}  // namespace

std::string refusal_of_word(std::string_view word) { return find(words, word, word); }

std::string refusal_of_name(std::string_view name) {
    const std::string_view written = name;
    // detail::half is found as half, ::malloc as malloc.
    for (;;) {
        if (std::string found = find(names, name, written); !found.empty()) return found;
        const size_t colons = name.find("::");
        if (colons == std::string_view::npos) return {};
        name.remove_prefix(colons + 2);
    }
}

}  // namespace upsweep::emulator
