# Libraries from their sources, for systems that have no packages of them and for packages of ours: fetched at these versions,
# whose archives have these hashes. -DFETCHCONTENT_SOURCE_DIR_NAME=FOLDER takes what lies in a folder instead, without a network.
include(FetchContent)

# upsweep_fetch(NAME URL SHA256): the folder of its sources, in NAME_SOURCE_DIR.
macro(upsweep_fetch name url hash)
  FetchContent_Declare(${name} URL ${url} URL_HASH SHA256=${hash} DOWNLOAD_EXTRACT_TIMESTAMP OFF)
  FetchContent_GetProperties(${name})
  if(NOT ${name}_POPULATED)
    FetchContent_Populate(${name})
  endif()
  set(${name}_SOURCE_DIR ${${name}_SOURCE_DIR})
endmacro()

set(github https://github.com)

macro(upsweep_fetch_fmt)
  upsweep_fetch(fmt ${github}/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz
    5dea48d1fcddc3ec571ce2058e13910a0d4a6bab4cc09a809d8b1dd1c88ae6f2)
  add_library(fmt::fmt-header-only INTERFACE IMPORTED)
  target_include_directories(fmt::fmt-header-only SYSTEM INTERFACE ${fmt_SOURCE_DIR}/include)
endmacro()

macro(upsweep_fetch_cli11)
  upsweep_fetch(cli11 ${github}/CLIUtils/CLI11/archive/refs/tags/v2.1.2.tar.gz
    26291377e892ba0e5b4972cdfd4a2ab3bf53af8dac1f4ea8fe0d1376b625c8cb)
  add_library(CLI11::CLI11 INTERFACE IMPORTED)
  target_include_directories(CLI11::CLI11 SYSTEM INTERFACE ${cli11_SOURCE_DIR}/include)
endmacro()

macro(upsweep_fetch_json)
  upsweep_fetch(json ${github}/nlohmann/json/archive/refs/tags/v3.11.2.tar.gz
    d69f9deb6a75e2580465c6c4c5111b89c4dc2fa94e3a85fcd2ffcd9a143d9273)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
  target_include_directories(nlohmann_json::nlohmann_json SYSTEM INTERFACE ${json_SOURCE_DIR}/include)
endmacro()

macro(upsweep_fetch_toml)
  upsweep_fetch(toml ${github}/marzer/tomlplusplus/archive/refs/tags/v3.3.0.tar.gz
    fc1a5eb410f3c67e90e5ad1264a1386d020067cfb01b633cc8c0441789aa6cf2)
  set(UPSWEEP_TOML ${toml_SOURCE_DIR}/include)
endmacro()

# The headers lie in a folder stb wherever Debian's package puts them.
macro(upsweep_fetch_stb)
  upsweep_fetch(stb ${github}/nothings/stb/archive/8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55.tar.gz
    c47cf5abe21e1d620afccd159c23fe71dfa86eb270015a7646a4f79e9bfd5503)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
  file(CREATE_LINK ${stb_SOURCE_DIR} ${CMAKE_BINARY_DIR}/include/stb COPY_ON_ERROR SYMBOLIC)
  set(UPSWEEP_STB_INCLUDE ${CMAKE_BINARY_DIR}/include)
endmacro()

macro(upsweep_fetch_md4c)
  upsweep_fetch(md4c ${github}/mity/md4c/archive/refs/tags/release-0.4.8.tar.gz
    4a457df853425b6bb6e3457aa1d1a13bccec587a04c38c622b1013a0da41439f)
  add_library(upsweep_md4c STATIC ${md4c_SOURCE_DIR}/src/md4c.c)
  target_compile_definitions(upsweep_md4c PRIVATE MD4C_USE_UTF8)
  target_include_directories(upsweep_md4c SYSTEM PUBLIC ${md4c_SOURCE_DIR}/src)
endmacro()

macro(upsweep_fetch_glfw)
  upsweep_fetch(glfw ${github}/glfw/glfw/archive/refs/tags/3.3.8.tar.gz
    f30f42e05f11e5fc62483e513b0488d5bceeab7d9c5da0ffe2252ad81816c713)
  foreach(part BUILD_EXAMPLES BUILD_TESTS BUILD_DOCS INSTALL)
    set(GLFW_${part} OFF CACHE BOOL "" FORCE)
  endforeach()
  set(BUILD_SHARED_LIBS OFF)
  add_subdirectory(${glfw_SOURCE_DIR} ${CMAKE_BINARY_DIR}/glfw EXCLUDE_FROM_ALL)
endmacro()

# Its own stb headers; keys and clipboard are ours, so nothing of the system's is needed.
macro(upsweep_fetch_imgui)
  upsweep_fetch(imgui ${github}/ocornut/imgui/archive/refs/tags/v1.86.tar.gz
    6ba6ae8425a19bc52c5e067702c48b70e4403cd339cba02073a462730a63e825)
  add_library(upsweep_imgui STATIC)
  foreach(part imgui imgui_draw imgui_tables imgui_widgets)
    target_sources(upsweep_imgui PRIVATE ${imgui_SOURCE_DIR}/${part}.cpp)
  endforeach()
  target_include_directories(upsweep_imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR})
  target_compile_definitions(upsweep_imgui PUBLIC IMGUI_DISABLE_WIN32_FUNCTIONS)
  target_compile_options(upsweep_imgui PRIVATE -w)
endmacro()

# As `./configure` of libjpeg-turbo and `make` of giflib would, without assembly and programs.
macro(upsweep_fetch_gif)
  upsweep_fetch(gif https://downloads.sourceforge.net/project/giflib/giflib-5.2.1.tar.gz
    31da5562f44c5f15d63340a09a4fd62b48c45620cd302f77a6d9acf0077879bd)
  add_library(upsweep_gif STATIC)
  foreach(part dgif_lib egif_lib gifalloc gif_err gif_font gif_hash openbsd-reallocarray)
    target_sources(upsweep_gif PRIVATE ${gif_SOURCE_DIR}/${part}.c)
  endforeach()
  target_compile_options(upsweep_gif PRIVATE -w)
  set(UPSWEEP_GIF upsweep_gif)
  set(UPSWEEP_GIF_INCLUDE ${gif_SOURCE_DIR})
endmacro()

macro(upsweep_fetch_jpeg)
  upsweep_fetch(jpeg ${github}/libjpeg-turbo/libjpeg-turbo/archive/refs/tags/2.1.5.tar.gz
    254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c)
  upsweep_add_jpeg()
endmacro()

# Baseline and progressive files, with arithmetic coding as Debian's library has it; a function, so that its names stay here.
function(upsweep_add_jpeg)
  set(JPEG_LIB_VERSION 62)
  set(VERSION 2.1.5)
  set(LIBJPEG_TURBO_VERSION_NUMBER 2001005)
  set(BITS_IN_JSAMPLE 8)
  set(INLINE "inline")
  set(THREAD_LOCAL "__thread")
  set(SIZE_T ${CMAKE_SIZEOF_VOID_P})
  foreach(part C_ARITH_CODING_SUPPORTED D_ARITH_CODING_SUPPORTED MEM_SRCDST_SUPPORTED)
    set(${part} 1)
  endforeach()
  set(made ${CMAKE_BINARY_DIR}/jpeg)
  configure_file(${jpeg_SOURCE_DIR}/jconfig.h.in ${made}/jconfig.h)
  configure_file(${jpeg_SOURCE_DIR}/jconfigint.h.in ${made}/jconfigint.h)
  set(COPYRIGHT_YEAR 1991-2023)
  configure_file(${jpeg_SOURCE_DIR}/jversion.h.in ${made}/jversion.h)
  add_library(upsweep_jpeg STATIC)
  foreach(part jcapimin jcapistd jccoefct jccolor jcdctmgr jchuff jcicc jcinit jcmainct jcmarker jcmaster jcomapi jcparam jcphuff
          jcprepct jcsample jctrans jdapimin jdapistd jdatadst jdatasrc jdcoefct jdcolor jddctmgr jdhuff jdicc jdinput jdmainct
          jdmarker jdmaster jdmerge jdphuff jdpostct jdsample jdtrans jerror jfdctflt jfdctfst jfdctint jidctflt jidctfst
          jidctint jidctred jquant1 jquant2 jutils jmemmgr jmemnobs jaricom jcarith jdarith jsimd_none)
    target_sources(upsweep_jpeg PRIVATE ${jpeg_SOURCE_DIR}/${part}.c)
  endforeach()
  target_include_directories(upsweep_jpeg PRIVATE ${made} ${jpeg_SOURCE_DIR})
  target_compile_options(upsweep_jpeg PRIVATE -w)
  set(UPSWEEP_JPEG upsweep_jpeg PARENT_SCOPE)
  set(UPSWEEP_JPEG_INCLUDE ${made} ${jpeg_SOURCE_DIR} PARENT_SCOPE)
endfunction()
