# Dependencies, found where Debian 12 puts them; where a system has no packages of them, or for one file that has all in it, fetched
# at pinned versions. Each has its name, version and licence; none is copied here.
include(third_party/fetch.cmake)

# upsweep_need(NAME FOUND): what was not found is fetched, where that is wanted.
macro(upsweep_need name found)
  if(UPSWEEP_FETCH AND NOT ${found})
    cmake_language(CALL upsweep_fetch_${name})
  endif()
endmacro()

if(EMSCRIPTEN)
  # Headers of the system, one by one: what else lies beside them is not emscripten's.
  set(headers ${CMAKE_BINARY_DIR}/include)
  file(MAKE_DIRECTORY ${headers})
  foreach(header fmt/format.h nlohmann/json.hpp stb/stb_image.h toml++/toml.h)
    string(REGEX MATCH "^[^/]+" name ${header})
    find_path(UPSWEEP_WHERE_${name} ${header} PATHS /usr/include /usr/local/include REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    file(CREATE_LINK ${UPSWEEP_WHERE_${name}}/${name} ${headers}/${name} SYMBOLIC)
  endforeach()
  foreach(name fmt::fmt-header-only nlohmann_json::nlohmann_json)
    add_library(${name} INTERFACE IMPORTED)
    target_include_directories(${name} SYSTEM INTERFACE ${headers})
  endforeach()
  set(UPSWEEP_STB_INCLUDE ${headers})
  set(UPSWEEP_TOML ${headers})
else()
  if(NOT UPSWEEP_FETCH)
    set(required REQUIRED)
  endif()
  find_package(fmt 9 QUIET ${required})          # libfmt-dev 9.1.0, MIT
  find_package(CLI11 QUIET ${required})          # libcli11-dev 2.1.2, BSD-3-Clause
  find_package(nlohmann_json 3 QUIET ${required})  # nlohmann-json3-dev 3.11.2, MIT
  find_path(UPSWEEP_TOML toml++/toml.h)
  find_path(UPSWEEP_STB_INCLUDE stb/stb_image.h)
  upsweep_need(fmt fmt_FOUND)
  upsweep_need(cli11 CLI11_FOUND)
  upsweep_need(json nlohmann_json_FOUND)
  upsweep_need(toml UPSWEEP_TOML)
  upsweep_need(stb UPSWEEP_STB_INCLUDE)
endif()
# Decoders; without them GIF is left out and stb reads JPEG. Python reads pictures itself, and Debian's archives are not for shared
# libraries.
if(NOT UPSWEEP_SHARED)
  find_library(UPSWEEP_GIF NAMES libgif.a gif)  # libgif-dev 5.2.1, MIT
  find_path(UPSWEEP_GIF_INCLUDE gif_lib.h)
  find_library(UPSWEEP_JPEG NAMES libjpeg.a jpeg)  # libjpeg62-turbo-dev 2.1.5, IJG and BSD-3-Clause
  find_path(UPSWEEP_JPEG_INCLUDE jpeglib.h)
endif()
if(NOT EMSCRIPTEN AND NOT UPSWEEP_SHARED)
  upsweep_need(gif UPSWEEP_GIF)
  upsweep_need(jpeg UPSWEEP_JPEG)
endif()
# Linked statically, so that the command line alone needs no shared library for it.
get_target_property(UPSWEEP_FMT_INCLUDE fmt::fmt-header-only INTERFACE_INCLUDE_DIRECTORIES)
add_library(upsweep_fmt STATIC third_party/fmt.cpp)
target_include_directories(upsweep_fmt SYSTEM PUBLIC ${UPSWEEP_FMT_INCLUDE})

find_path(UPSWEEP_TOML toml++/toml.h REQUIRED)  # libtomlplusplus-dev 3.3.0, MIT, used header-only
find_path(UPSWEEP_STB_INCLUDE stb/stb_image.h REQUIRED)  # libstb-dev, MIT or public domain, used header-only
add_library(upsweep_toml INTERFACE)
target_include_directories(upsweep_toml SYSTEM INTERFACE ${UPSWEEP_TOML})
target_include_directories(upsweep_toml INTERFACE ${CMAKE_SOURCE_DIR})  # for third_party/toml.h
if(UPSWEEP_THREADS)
  find_package(Threads REQUIRED)
else()
  add_library(Threads::Threads INTERFACE IMPORTED)
endif()

if(UPSWEEP_TESTS)
  find_package(GTest 1.12 REQUIRED)     # libgtest-dev, libgmock-dev 1.12.1, BSD-3-Clause
  include(GoogleTest)
endif()

# The window in a page is built from sources: tools/package web fetches those of Debian's packages.
if(UPSWEEP_GUI AND EMSCRIPTEN)
  set(sources ${CMAKE_SOURCE_DIR}/build/sources)
  add_library(upsweep_md4c STATIC ${sources}/md4c/src/md4c.c)
  target_include_directories(upsweep_md4c SYSTEM PUBLIC ${sources}/md4c/src)
  add_library(upsweep_imgui STATIC ${sources}/imgui/imgui.cpp ${sources}/imgui/imgui_draw.cpp ${sources}/imgui/imgui_tables.cpp
              ${sources}/imgui/imgui_widgets.cpp)
  target_include_directories(upsweep_imgui SYSTEM PUBLIC ${sources}/imgui)
  target_compile_definitions(upsweep_imgui PUBLIC IMGUI_DISABLE_FILE_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS)
  target_compile_options(upsweep_md4c PRIVATE -w)
  target_compile_options(upsweep_imgui PRIVATE -w)
endif()

# Lessons are CommonMark. The command line alone does without them, so that its binary needs no shared library.
if(UPSWEEP_GUI AND NOT EMSCRIPTEN)
  if(NOT UPSWEEP_STATIC)
    find_library(UPSWEEP_MD4C md4c)         # libmd4c-dev 0.4.8, MIT
  endif()
  upsweep_need(md4c UPSWEEP_MD4C)
  if(TARGET upsweep_md4c)
    set(UPSWEEP_MD4C upsweep_md4c)
  elseif(UPSWEEP_MD4C)
    add_library(upsweep_md4c INTERFACE)
    target_link_libraries(upsweep_md4c INTERFACE ${UPSWEEP_MD4C})
  else()
    upsweep_left_out("Lessons are left out; md4c is missing.")
  endif()
endif()

# The window, only if all of this is here.
if(UPSWEEP_GUI AND NOT EMSCRIPTEN)
  set(missing "")
  if(NOT UPSWEEP_STATIC)
    find_package(glfw3 3.3 QUIET)         # libglfw3-dev 3.3.8, zlib
  endif()
  find_library(UPSWEEP_IMGUI imgui)     # libimgui-dev 1.86 (1.90 works too), MIT
  find_path(UPSWEEP_IMGUI_INCLUDE imgui.h PATH_SUFFIXES imgui)
  find_library(UPSWEEP_STB NAMES libstb.a stb)  # libstb-dev, MIT or public domain; imgui needs its truetype
  find_path(UPSWEEP_EGL EGL/egl.h)      # libegl-dev 1.6.0, MIT: pictures without a display
  find_program(UPSWEEP_GLAD glad)       # python3-glad 2.0.2, MIT (what it writes is CC0 / Apache-2.0)
  upsweep_need(glfw glfw3_FOUND)
  upsweep_need(imgui UPSWEEP_IMGUI)
  if(TARGET glfw)
    set(glfw3_FOUND ON)
  endif()
  if(TARGET upsweep_imgui)
    set(UPSWEEP_IMGUI upsweep_imgui)
    set(UPSWEEP_STB upsweep_imgui)
  endif()
  if(WIN32 OR APPLE)
    set(UPSWEEP_EGL "a hidden window instead")
  endif()
  foreach(pair glfw3_FOUND:GLFW UPSWEEP_IMGUI:ImGui UPSWEEP_STB:stb UPSWEEP_EGL:EGL
               UPSWEEP_GLAD:glad UPSWEEP_MD4C:md4c)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 variable)
    list(GET pair 1 name)
    if(NOT ${variable})
      string(APPEND missing " ${name}")
    endif()
  endforeach()
  upsweep_find_faces(missing_faces)
  string(APPEND missing "${missing_faces}")
  if(missing)
    upsweep_left_out("The window is left out; these are missing:${missing}.")
    set(UPSWEEP_GUI OFF)
  endif()
endif()

if(UPSWEEP_GUI AND NOT EMSCRIPTEN)
  if(NOT TARGET upsweep_imgui)
    add_library(upsweep_imgui INTERFACE)
    target_include_directories(upsweep_imgui SYSTEM INTERFACE ${UPSWEEP_IMGUI_INCLUDE})
    target_link_libraries(upsweep_imgui INTERFACE ${UPSWEEP_IMGUI} ${UPSWEEP_STB})
  endif()

  # OpenGL's loader is written at build time, offline, from the specification that the generator carries.
  set(glad_dir ${CMAKE_BINARY_DIR}/glad)
  add_custom_command(
    OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
    COMMAND ${UPSWEEP_GLAD} --quiet --reproducible --api gl:core=3.3 --extensions= --out-path ${glad_dir} c
    COMMENT "Writing OpenGL's loader" VERBATIM)
  add_library(upsweep_glad STATIC ${glad_dir}/src/gl.c)
  target_include_directories(upsweep_glad SYSTEM PUBLIC ${glad_dir}/include)
  add_library(upsweep_glfw INTERFACE)
  target_link_libraries(upsweep_glfw INTERFACE glfw)
endif()

# What most sources include; no CLI11 and no nlohmann-json, whose inline functions would cost every source more than they
# save. The tests' own speed does not matter, so they are optimised less.
set(common <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <condition_variable> <cstdint> <deque>
    <filesystem> <fstream> <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <set> <span> <sstream> <string>
    <string_view> <thread> <tuple> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)
upsweep_shared_headers(modules HEADERS ${common} NEEDS upsweep_fmt Threads::Threads)
upsweep_shared_headers(light HEADERS ${common} NEEDS upsweep_fmt Threads::Threads OPTIONS $<$<CONFIG:Release>:-O1>)
if(UPSWEEP_TESTS)
  upsweep_shared_headers(tests HEADERS ${common} <gmock/gmock.h> <gtest/gtest.h>
    NEEDS upsweep_fmt GTest::gmock Threads::Threads OPTIONS $<$<CONFIG:Release>:-O1>)
endif()
