# Compiler flags of every target of ours.
add_library(upsweep_flags INTERFACE)
target_include_directories(upsweep_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
# The emulator, the CPU loops and the GPU must agree to the bit: never contract a*b+c.
target_compile_options(upsweep_flags INTERFACE -Wall -Wextra -ffp-contract=off)
# In a unity build a file's locals would be reported as shadowing the helpers of other files.
if(NOT UPSWEEP_UNITY)
  target_compile_options(upsweep_flags INTERFACE -Wshadow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(upsweep_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized
                         # GCC 12 warns falsely
                         -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Inner braces of plain structs are left out, as GCC allows without a warning.
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

# upsweep_in_units(TARGET): in the presets that users and CI build, all sources of TARGET are compiled as a few units, since most
# of a source's compile time is its headers and the templates that it shares with its neighbours. So helpers in anonymous
# namespaces need names that are theirs alone within the target; the preset `dev` compiles each source alone.
function(upsweep_in_units target)
  if(UPSWEEP_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 40)
  endif()
endfunction()

# upsweep_module(NAME SOURCES ... NEEDS ... [LIGHT]): one module under src/ as a static library, upsweep_NAME. A LIGHT one has no
# loops whose time matters, so a release compiles it with -O1, in three quarters of the time.
function(upsweep_module name)
  cmake_parse_arguments(MODULE "LIGHT" "" "SOURCES;NEEDS" ${ARGN})
  add_library(upsweep_${name} STATIC ${MODULE_SOURCES})
  target_link_libraries(upsweep_${name} PUBLIC upsweep_flags ${MODULE_NEEDS})
  if(MODULE_LIGHT)
    upsweep_share_headers(upsweep_${name} light)
  else()
    upsweep_share_headers(upsweep_${name} modules)
  endif()
  upsweep_in_units(upsweep_${name})
  set_property(GLOBAL APPEND PROPERTY UPSWEEP_LIBRARIES upsweep_${name})
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

# upsweep_tests(NAME SOURCES ... NEEDS ... [LONG Suite.Case ...] [DEFINES ...] [AFTER TARGETS ...]): the tests of one module, as a part
# of the program that tests/CMakeLists.txt names for it. LONG ones take more than two seconds. Called again, it adds to them.
function(upsweep_tests name)
  cmake_parse_arguments(T "" "" "SOURCES;NEEDS;LONG;DEFINES;AFTER" ${ARGN})
  set(program ${UPSWEEP_TEST_PROGRAM_${name}})
  if(NOT program)
    message(FATAL_ERROR "tests/CMakeLists.txt does not assign the tests of ${name} to a program.")
  endif()
  list(TRANSFORM T_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  foreach(part SOURCES NEEDS LONG DEFINES AFTER)
    set_property(GLOBAL APPEND PROPERTY UPSWEEP_TESTS_${program}_${part} ${T_${part}})
  endforeach()
endfunction()

# upsweep_test_program(NAME): the gtest executable NAME_tests of all that upsweep_tests gave it, its cases found by ctest and
# labelled quick or long. Long ones begin first, so that none runs alone at the end.
function(upsweep_test_program name)
  foreach(part SOURCES NEEDS LONG DEFINES AFTER)
    get_property(T_${part} GLOBAL PROPERTY UPSWEEP_TESTS_${name}_${part})
  endforeach()
  if(NOT T_SOURCES)
    return()
  endif()
  list(REMOVE_DUPLICATES T_NEEDS)
  add_executable(${name}_tests ${T_SOURCES})
  target_link_libraries(${name}_tests PRIVATE ${T_NEEDS} GTest::gmock GTest::gtest GTest::gtest_main)
  target_include_directories(${name}_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_include_directories(${name}_tests SYSTEM PRIVATE ${UPSWEEP_STB_INCLUDE} ${UPSWEEP_GIF_INCLUDE})
  target_compile_definitions(${name}_tests PRIVATE ${T_DEFINES})
  if(T_AFTER)
    add_dependencies(${name}_tests ${T_AFTER})
  endif()
  upsweep_share_headers(${name}_tests tests)
  upsweep_in_units(${name}_tests)
  string(JOIN ":" long ${T_LONG})
  if(T_LONG)
    gtest_discover_tests(${name}_tests TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                         TEST_FILTER "${long}" TEST_LIST ${name}_long PROPERTIES LABELS long COST 60)
    set(long "-${long}")
  endif()
  gtest_discover_tests(${name}_tests TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                       TEST_FILTER "${long}" PROPERTIES LABELS quick)
endfunction()
