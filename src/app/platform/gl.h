// OpenGL's functions: 3.3 by the loader that the build writes, or WebGL 2, which is OpenGL ES 3.0. What is
// drawn with is in both.
#pragma once

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <glad/gl.h>
#endif
