# The modules under src/, lowest first: each may include those before it, never those behind it. A module that is a stage of
# the emulator or a part of the window stands as FOLDER/PART; the folder's own files come after its parts.
# tests/structure/check_includes.py holds every #include against this list.
set(UPSWEEP_MODULES
  core
  emulator/arithmetic
  emulator/source
  emulator/syntax
  emulator/semantics
  emulator/bytecode
  emulator/trace
  emulator/findings
  emulator/machine
  emulator
  reference
  device
  media
  pipelines
  programs
  editor
  backends
  vision
  scenes
  replay
  canvas
  stage
  bench
  lessons
  conformance
  app/platform
  app/ui
  app/host
  app/step
  app/race
  app/playground
  app/lessons
  app/shell
  commands)
