# Toolchain file of the preset `web`: emscripten 3.1.6, as Debian packages it (MIT and NCSA). What it builds itself goes into a cache
# of ours, which has what the package built as links; the preset's environment names the settings written here.
set(settings ${CMAKE_CURRENT_LIST_DIR}/../build/web/emscripten)
if(NOT EXISTS ${settings}/config)
  foreach(what EMSCRIPTEN_ROOT CACHE)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=EM_CONFIG em-config ${what}
                    OUTPUT_VARIABLE UPSWEEP_${what} OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  file(MAKE_DIRECTORY ${settings})
  execute_process(COMMAND cp -as ${UPSWEEP_CACHE} ${settings}/cache COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${UPSWEEP_EMSCRIPTEN_ROOT}/.emscripten text)
  string(REPLACE "FROZEN_CACHE = True" "FROZEN_CACHE = False" text "${text}")
  file(REAL_PATH ${settings}/cache cache)
  file(WRITE ${settings}/config "${text}\nCACHE = '${cache}'\n")
  file(WRITE ${settings}/root "${UPSWEEP_EMSCRIPTEN_ROOT}")
endif()
file(READ ${settings}/root root)
include(${root}/cmake/Modules/Platform/Emscripten.cmake)

set(CMAKE_ASM_COMPILER_ID_RUN TRUE)
set(CMAKE_ASM_COMPILER_ID Clang)
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions")
# Linked without its optimiser, which would take longer than what is run.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fwasm-exceptions -O0 -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=8MB -sEXIT_RUNTIME=1")
