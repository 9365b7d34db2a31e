# Finds the CUDA toolkit for the GPU backend, and the rule that compiles kernels to fatbins. nvcc compiles kernels
# only; host code is C++ against the toolkit's headers and its static runtime, which needs no driver to start.
set(UPSWEEP_CUDA_FOUND FALSE)
if(UPSWEEP_NVCC AND NOT EXISTS ${UPSWEEP_NVCC})
  unset(UPSWEEP_NVCC CACHE)  # the toolkit went away since the last time
endif()
if(NOT UPSWEEP_CUDA STREQUAL "OFF")
  find_program(UPSWEEP_NVCC NAMES $ENV{CUDACXX} nvcc PATHS /usr/local/cuda/bin)
  if(UPSWEEP_NVCC)
    execute_process(COMMAND ${UPSWEEP_NVCC} --version OUTPUT_VARIABLE UPSWEEP_NVCC_TEXT ERROR_QUIET)
    string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" UPSWEEP_NVCC_TEXT "${UPSWEEP_NVCC_TEXT}")
    set(UPSWEEP_NVCC_VERSION ${CMAKE_MATCH_1})
    get_filename_component(UPSWEEP_CUDA_ROOT ${UPSWEEP_NVCC} REALPATH)
    get_filename_component(UPSWEEP_CUDA_ROOT ${UPSWEEP_CUDA_ROOT}/../.. ABSOLUTE)
    find_path(UPSWEEP_CUDA_INCLUDE cuda_runtime_api.h HINTS ${UPSWEEP_CUDA_ROOT}
              PATH_SUFFIXES include targets/x86_64-linux/include targets/sbsa-linux/include)
    find_library(UPSWEEP_CUDART libcudart_static.a HINTS ${UPSWEEP_CUDA_ROOT}
                 PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib targets/sbsa-linux/lib)
  endif()
  if(NOT UPSWEEP_NVCC)
    set(UPSWEEP_CUDA_REASON "no CUDA toolkit was found")
  elseif(UPSWEEP_NVCC_VERSION VERSION_LESS 12.8)
    set(UPSWEEP_CUDA_REASON "the CUDA toolkit is version ${UPSWEEP_NVCC_VERSION}, and 12.8 is the oldest that will do")
  elseif(NOT UPSWEEP_CUDA_INCLUDE OR NOT UPSWEEP_CUDART)
    set(UPSWEEP_CUDA_REASON "the CUDA toolkit in ${UPSWEEP_CUDA_ROOT} has no runtime headers or no libcudart_static.a")
  else()
    set(UPSWEEP_CUDA_FOUND TRUE)
    message(STATUS "GPU backend: CUDA ${UPSWEEP_NVCC_VERSION}, machine code for ${UPSWEEP_CUDA_ARCHITECTURES}")
    add_library(upsweep_cudart INTERFACE)
    target_include_directories(upsweep_cudart SYSTEM INTERFACE ${UPSWEEP_CUDA_INCLUDE})
    target_link_libraries(upsweep_cudart INTERFACE ${UPSWEEP_CUDART} Threads::Threads dl rt)
  endif()
else()
  set(UPSWEEP_CUDA_REASON "it was switched off with UPSWEEP_CUDA=OFF")
endif()
if(NOT UPSWEEP_CUDA_FOUND)
  if(UPSWEEP_CUDA STREQUAL "ON")
    message(FATAL_ERROR "The GPU backend was asked for, but ${UPSWEEP_CUDA_REASON}.")
  endif()
  upsweep_left_out("The GPU backend is left out: ${UPSWEEP_CUDA_REASON}.")
endif()

# Cubins for every architecture, and PTX of the newest for GPUs that come after it.
set(UPSWEEP_GENCODE "")
foreach(architecture IN LISTS UPSWEEP_CUDA_ARCHITECTURES)
  list(APPEND UPSWEEP_GENCODE -gencode=arch=compute_${architecture},code=sm_${architecture})
  set(UPSWEEP_NEWEST_ARCHITECTURE ${architecture})
endforeach()
list(APPEND UPSWEEP_GENCODE
     -gencode=arch=compute_${UPSWEEP_NEWEST_ARCHITECTURE},code=compute_${UPSWEEP_NEWEST_ARCHITECTURE})

# upsweep_fatbin(FILE [NAME=VALUE ...]): one fatbin of kernels/FILE with these definitions. It is found at run
# time by the key "FILE|NAME=VALUE|...", definitions sorted by name (src/device/kernel_key.h makes the same).
function(upsweep_fatbin file)
  set(definitions ${ARGN})
  list(SORT definitions)
  string(JOIN "|" key ${file} ${definitions})
  string(MAKE_C_IDENTIFIER "${key}" name)
  set(fatbin ${CMAKE_BINARY_DIR}/fatbins/${name}.fatbin)
  list(TRANSFORM definitions PREPEND -D)
  add_custom_command(
    OUTPUT ${fatbin}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/fatbins
    COMMAND ${UPSWEEP_NVCC} -fatbin -MD -MF ${fatbin}.d -O3 --fmad=false -std=c++17 ${UPSWEEP_GENCODE}
            ${definitions} -o ${fatbin} ${CMAKE_SOURCE_DIR}/kernels/${file}
    DEPENDS ${CMAKE_SOURCE_DIR}/kernels/${file}
    DEPFILE ${fatbin}.d
    COMMENT "Compiling ${key}"
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY UPSWEEP_FATBINS ${fatbin})
  set_property(GLOBAL APPEND PROPERTY UPSWEEP_FATBIN_KEYS "${key}")
endfunction()

# upsweep_kernel(FILE [TYPES in:out ...] [ALSO "NAME=VALUE NAME=VALUE" ...]): the fatbins of one kernel file: one
# for each pair of element types, and one more for each pair and each further set of definitions (at most four).
function(upsweep_kernel file)
  cmake_parse_arguments(K "" "" "TYPES;ALSO" ${ARGN})
  list(LENGTH K_ALSO further)
  if(further GREATER 4)
    message(FATAL_ERROR "kernels/${file} has ${further} further sets of definitions; four is the most.")
  endif()
  if(NOT K_TYPES)
    set(K_TYPES none)
  endif()
  foreach(types IN LISTS K_TYPES)
    upsweep_type_definitions(base ${types})
    upsweep_fatbin(${file} ${base})
    foreach(set IN LISTS K_ALSO)
      separate_arguments(set)
      upsweep_fatbin(${file} ${base} ${set})
    endforeach()
  endforeach()
endfunction()

# u8:u32 → Input=unsigned char;Output=unsigned int, with the names of src/core/element_type.cpp.
function(upsweep_type_definitions result types)
  set(definitions "")
  if(NOT types STREQUAL "none")
    set(cuda_i8 "signed char")
    set(cuda_u8 "unsigned char")
    set(cuda_i16 "short")
    set(cuda_u16 "unsigned short")
    set(cuda_i32 "int")
    set(cuda_u32 "unsigned int")
    set(cuda_i64 "long long")
    set(cuda_u64 "unsigned long long")
    set(cuda_f32 "float")
    set(cuda_f64 "double")
    set(cuda_f32x4 "float4")
    string(REPLACE ":" ";" pair ${types})
    list(GET pair 0 input)
    list(GET pair 1 output)
    set(definitions "Input=${cuda_${input}}" "Output=${cuda_${output}}")
  endif()
  set(${result} ${definitions} PARENT_SCOPE)
endfunction()
