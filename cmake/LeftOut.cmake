# upsweep_left_out(SENTENCE): notes a part that this machine cannot build, with the reason. Every sentence is
# written to left_out.txt in the build folder, which tools/run shows once.
function(upsweep_left_out sentence)
  set_property(GLOBAL APPEND PROPERTY UPSWEEP_LEFT_OUT "${sentence}")
  message(STATUS "${sentence}")
endfunction()

function(upsweep_write_left_out)
  get_property(sentences GLOBAL PROPERTY UPSWEEP_LEFT_OUT)
  list(TRANSFORM sentences APPEND "\n")
  string(CONCAT text ${sentences})
  file(WRITE ${CMAKE_BINARY_DIR}/left_out.txt "${text}")
endfunction()
