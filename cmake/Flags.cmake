# Compiler flags that hold for every target of ours.
add_library(upsweep_flags INTERFACE)
target_include_directories(upsweep_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
# The emulator, the CPU loops and the GPU must agree to the bit: never contract a*b+c.
target_compile_options(upsweep_flags INTERFACE -Wall -Wextra -Wshadow -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(upsweep_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized
                         # GCC 12 warns falsely
                         $<$<CONFIG:Release>:-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Inner braces of plain structs are left out, as GCC allows without a word.
  target_compile_options(upsweep_flags INTERFACE -Wno-missing-braces)
endif()
if(NOT UPSWEEP_THREADS)
  target_compile_definitions(upsweep_flags INTERFACE UPSWEEP_NO_THREADS)
endif()
if(UPSWEEP_WERROR)
  target_compile_options(upsweep_flags INTERFACE -Werror)
endif()
if(UPSWEEP_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# Reading headers took most of the compile time, so those that many sources share are compiled once for each kind of
# target. Not with a compiler launcher (ccache), which would give up on precompiled headers.
# upsweep_shared_headers(KIND HEADERS ... NEEDS ... [OPTIONS ...]): for the targets of KIND, see upsweep_share_headers.
function(upsweep_shared_headers kind)
  cmake_parse_arguments(H "" "" "HEADERS;NEEDS;OPTIONS" ${ARGN})
  set_property(GLOBAL PROPERTY UPSWEEP_OPTIONS_${kind} "${H_OPTIONS}")
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  set(empty ${CMAKE_BINARY_DIR}/headers_${kind}.cpp)
  file(GENERATE OUTPUT ${empty} CONTENT "")
  add_library(upsweep_headers_${kind} OBJECT EXCLUDE_FROM_ALL ${empty})
  target_link_libraries(upsweep_headers_${kind} PRIVATE upsweep_flags ${H_NEEDS})
  target_compile_options(upsweep_headers_${kind} PRIVATE ${H_OPTIONS})
  target_precompile_headers(upsweep_headers_${kind} PRIVATE ${H_HEADERS})
endfunction()

# upsweep_share_headers(TARGET KIND): TARGET is compiled with the options and the precompiled headers of KIND.
function(upsweep_share_headers target kind)
  get_property(options GLOBAL PROPERTY UPSWEEP_OPTIONS_${kind})
  target_compile_options(${target} PRIVATE ${options})
  if(TARGET upsweep_headers_${kind})
    target_precompile_headers(${target} REUSE_FROM upsweep_headers_${kind})
  endif()
endfunction()

# upsweep_module(NAME SOURCES ... NEEDS ...): one module under src/ as a static library, upsweep_NAME.
function(upsweep_module name)
  cmake_parse_arguments(MODULE "" "" "SOURCES;NEEDS" ${ARGN})
  add_library(upsweep_${name} STATIC ${MODULE_SOURCES})
  target_link_libraries(upsweep_${name} PUBLIC upsweep_flags ${MODULE_NEEDS})
  upsweep_share_headers(upsweep_${name} modules)
endfunction()

# upsweep_optimise_fully(TARGET): -O3 in a release; without the shared headers, which were compiled at another level.
function(upsweep_optimise_fully target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
  set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
endfunction()

# upsweep_test_helpers(NAME SOURCES ... NEEDS ...): what the tests of one module share, as the library upsweep_test_NAME.
function(upsweep_test_helpers name)
  cmake_parse_arguments(H "" "" "SOURCES;NEEDS" ${ARGN})
  add_library(upsweep_test_${name} STATIC ${H_SOURCES})
  target_link_libraries(upsweep_test_${name} PUBLIC upsweep_flags ${H_NEEDS} GTest::gmock GTest::gtest)
  target_include_directories(upsweep_test_${name} PUBLIC ${CMAKE_SOURCE_DIR}/tests)
  upsweep_share_headers(upsweep_test_${name} tests)
endfunction()

# upsweep_tests(NAME SOURCES ... NEEDS ... [LONG Suite.Case ...]): one gtest executable, its cases found by ctest and
# labelled quick, or long those that take more than two seconds: these begin first, so that none runs alone at the end.
function(upsweep_tests name)
  cmake_parse_arguments(T "" "" "SOURCES;NEEDS;LONG" ${ARGN})
  add_executable(${name}_tests ${T_SOURCES})
  target_link_libraries(${name}_tests PRIVATE ${T_NEEDS} GTest::gmock GTest::gtest GTest::gtest_main)
  target_include_directories(${name}_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  upsweep_share_headers(${name}_tests tests)
  string(JOIN ":" long ${T_LONG})
  if(T_LONG)
    gtest_discover_tests(${name}_tests TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                         TEST_FILTER "${long}" TEST_LIST ${name}_long PROPERTIES LABELS long COST 60)
    set(long "-${long}")
  endif()
  gtest_discover_tests(${name}_tests TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                       TEST_FILTER "${long}" PROPERTIES LABELS quick)
endfunction()
