# Compiler flags that hold for every target of ours.
add_library(upsweep_flags INTERFACE)
target_include_directories(upsweep_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
# The emulator, the CPU loops and the GPU must agree to the bit: never contract a*b+c.
target_compile_options(upsweep_flags INTERFACE -Wall -Wextra -Wshadow -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(upsweep_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized)  # GCC 12 warns falsely
endif()
if(UPSWEEP_WERROR)
  target_compile_options(upsweep_flags INTERFACE -Werror)
endif()
if(UPSWEEP_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# upsweep_compile_quickly(TARGET HEADERS ...): for code whose speed does not matter but whose headers are large: less
# optimisation, and the headers compiled once. Not with a compiler
# launcher (ccache), which would give up on precompiled headers.
function(upsweep_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# upsweep_room(NAME SOURCES ... NEEDS ...): one room under src/ as a static library, upsweep_NAME.
function(upsweep_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;NEEDS" ${ARGN})
  add_library(upsweep_${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(upsweep_${name} PUBLIC upsweep_flags ${ROOM_NEEDS})
endfunction()

# upsweep_tests(NAME SOURCES ... NEEDS ...): one gtest executable, its cases found by ctest.
function(upsweep_tests name)
  cmake_parse_arguments(T "" "" "SOURCES;NEEDS" ${ARGN})
  add_executable(${name}_tests ${T_SOURCES})
  target_link_libraries(${name}_tests PRIVATE ${T_NEEDS} GTest::gmock GTest::gtest GTest::gtest_main)
  target_include_directories(${name}_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  upsweep_compile_quickly(${name}_tests <gmock/gmock.h> <gtest/gtest.h>)
  gtest_discover_tests(${name}_tests TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST)
endfunction()
