# upsweep_faces(TARGET): Inter and JetBrains Mono in TARGET's read-only data, subset to the characters that the window and
# the pictures can show. upsweep::embedded::faces() has them in this order, and UPSWEEP_GLYPHS their characters. It has none
# where one is missing: what draws text is then refused with a sentence.
set(UPSWEEP_FACES Inter-Regular Inter-SemiBold Inter-Bold JetBrainsMono-Regular JetBrainsMono-Bold
    Inter-Italic)
# Latin-1 and Latin Extended-A, Greek, dashes and dots, small digits, arrows, and a few of mathematics.
set(UPSWEEP_GLYPHS 0020-017F 0370-03FF 2010-2030 2070-2071 2074-2079 2080-2089 2190-2193 2205-2205 2211-2212 221A-221A 222B-222B
    2248-2248 2264-2265)

# The first python3 in the path may not be the one that has the package.
function(upsweep_check_fonttools result python)
  execute_process(COMMAND ${python} -c "import fontTools.subset" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

# What is missing for the faces, on one line; empty if nothing is.
function(upsweep_find_faces missing)
  set(${missing} "" PARENT_SCOPE)
  find_program(UPSWEEP_FONTTOOLS NAMES python3 PATHS /usr/bin VALIDATOR upsweep_check_fonttools) # python3-fonttools 4.38.0, MIT
  if(NOT UPSWEEP_FONTTOOLS)
    set(lacking " fontTools")
  endif()
  foreach(face IN LISTS UPSWEEP_FACES) # fonts-inter 4.0~beta7, fonts-jetbrains-mono 2.242, both OFL-1.1
    find_file(UPSWEEP_FACE_${face} NAMES ${face}.otf ${face}.ttf PATHS /usr/share/fonts /usr/local/share/fonts
              PATH_SUFFIXES opentype/inter truetype/inter truetype/jetbrains-mono NO_CMAKE_FIND_ROOT_PATH)
    if(NOT UPSWEEP_FACE_${face})
      string(APPEND lacking " ${face}")
    endif()
  endforeach()
  set(${missing} "${lacking}" PARENT_SCOPE)
endfunction()

function(upsweep_faces target)
  list(TRANSFORM UPSWEEP_GLYPHS PREPEND "U+" OUTPUT_VARIABLE characters)
  string(REPLACE ";" "," characters "${characters}")
  upsweep_find_faces(missing)
  set(subsets "")
  set(names "")
  if(missing)
    upsweep_left_out("Text in pictures is left out; these are missing:${missing}.")
  else()
    set(names ${UPSWEEP_FACES})
  endif()
  foreach(face IN LISTS names)
    get_filename_component(ending ${UPSWEEP_FACE_${face}} EXT)
    set(subset ${CMAKE_CURRENT_BINARY_DIR}/${face}${ending})
    # Neither kerning nor ligatures nor hints: nothing here uses them. The names 13 and 14 are the licence.
    add_custom_command(OUTPUT ${subset}
      COMMAND ${UPSWEEP_FONTTOOLS} -m fontTools.subset ${UPSWEEP_FACE_${face}} --unicodes=${characters}
              --layout-features= --no-hinting --notdef-outline --name-IDs=0,1,2,3,4,5,6,13,14 --output-file=${subset}
      DEPENDS ${UPSWEEP_FACE_${face}} COMMENT "Subsetting ${face}" VERBATIM)
    list(APPEND subsets ${subset})
  endforeach()
  upsweep_embed(${target} faces ROOT ${CMAKE_CURRENT_BINARY_DIR} FILES ${subsets} NAMES ${names})
  list(TRANSFORM UPSWEEP_GLYPHS REPLACE "(.*)-(.*)" "{0x\\1, 0x\\2}")
  string(REPLACE ";" ", " ranges "${UPSWEEP_GLYPHS}")
  target_compile_definitions(${target} PRIVATE "UPSWEEP_GLYPHS=${ranges}")
endfunction()
