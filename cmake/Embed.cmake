# The section of read-only data in each object format, the prefix of its names, and the size that WebAssembly requires for
# each.
set(UPSWEEP_EMBED_HEAD [[
#define JOIN_TEXTS(a, b) a##b
#define JOIN(a, b) JOIN_TEXTS(a, b)
#define LABEL(name) JOIN(__USER_LABEL_PREFIX__, name)
#define GLOBAL(name) .globl LABEL(name); .globl LABEL(name##_end)
#if defined(__wasm__)
#define BEGIN(name) GLOBAL(name); .type name, @object; .type name##_end, @object; .p2align 4
#define END(name) .size name, name##_end - name; .size name##_end, 1
.section .rodata.embedded,"",@
#else
#define BEGIN(name) GLOBAL(name); .p2align 4
#define END(name)
#if defined(__APPLE__)
.const
#elif defined(_WIN32)
.section .rdata,"dr"
#else
.section .rodata
#endif
#endif
]])
set(UPSWEEP_EMBED_TAIL [[
#if defined(__ELF__)
.section .note.GNU-stack,"",%progbits
#endif
]])

# upsweep_embed(TARGET NAME [ROOT dir] FILES ... [NAMES ...]): puts files into TARGET's read-only data.
# The generated source defines   std::span<const upsweep::EmbeddedFile> upsweep::embedded::NAME();
# with each file's name relative to ROOT, or the one given under NAMES. Files may be generated: the object depends on them.
function(upsweep_embed target name)
  cmake_parse_arguments(E "" "ROOT" "FILES;NAMES" ${ARGN})
  set(asm "")
  set(decls "")
  set(rows "")
  set(i 0)
  foreach(file IN LISTS E_FILES)
    get_filename_component(absolute ${file} ABSOLUTE BASE_DIR ${E_ROOT})
    if(E_NAMES)
      list(GET E_NAMES ${i} label)
    else()
      file(RELATIVE_PATH label ${E_ROOT} ${absolute})
    endif()
    set(symbol "upsweep_embedded_${name}_${i}")
    string(APPEND asm "BEGIN(${symbol})\nLABEL(${symbol}):\n.incbin \"${absolute}\"\nEND(${symbol})\nLABEL(${symbol}_end):\n.byte 0\n")
    string(APPEND decls "extern const char ${symbol}[]; extern const char ${symbol}_end[];\n")
    string(APPEND rows "    {\"${label}\", {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
    math(EXPR i "${i} + 1")
    list(APPEND absolutes ${absolute})
  endforeach()
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/embedded_${name})
  file(GENERATE OUTPUT ${dir}.S CONTENT "${UPSWEEP_EMBED_HEAD}${asm}${UPSWEEP_EMBED_TAIL}")
  file(GENERATE OUTPUT ${dir}.cpp CONTENT
"#include <cstddef>
#include <vector>
#include \"core/embedded.h\"
extern \"C\" {
${decls}}
namespace upsweep::embedded {
std::span<const EmbeddedFile> ${name}() {
    static const std::vector<EmbeddedFile> files = {
${rows}    };
    return files;
}
}  // namespace upsweep::embedded
")
  set_source_files_properties(${dir}.S PROPERTIES OBJECT_DEPENDS "${absolutes}")
  target_sources(${target} PRIVATE ${dir}.S ${dir}.cpp)
endfunction()
