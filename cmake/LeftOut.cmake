# upsweep_left_out(SENTENCE): notes a part that this machine cannot build, with the reason. It writes every sentence
# to left_out.txt in the build folder; tools/run shows that once.
function(upsweep_left_out sentence)
  # As one text: in a list, a semicolon would cut the sentence in two.
  set_property(GLOBAL APPEND_STRING PROPERTY UPSWEEP_LEFT_OUT "${sentence}\n")
  message(STATUS "${sentence}")
endfunction()

function(upsweep_write_left_out)
  get_property(sentences GLOBAL PROPERTY UPSWEEP_LEFT_OUT)
  file(WRITE ${CMAKE_BINARY_DIR}/left_out.txt "${sentences}")
endfunction()
