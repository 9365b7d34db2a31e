# Dependencies, found where Debian 12 puts them. Name, version and licence stand beside each; none is copied here.
find_package(PkgConfig)

find_package(fmt 9 REQUIRED)            # libfmt-dev 9.1.0, MIT
add_library(upsweep_fmt INTERFACE)
target_link_libraries(upsweep_fmt INTERFACE fmt::fmt-header-only)

find_package(CLI11 REQUIRED)          # libcli11-dev 2.1.2, BSD-3-Clause
find_package(nlohmann_json 3 REQUIRED)  # nlohmann-json3-dev 3.11.2, MIT
find_package(Threads REQUIRED)

if(UPSWEEP_TESTS)
  find_package(GTest 1.12 REQUIRED)     # libgtest-dev, libgmock-dev 1.12.1, BSD-3-Clause
  include(GoogleTest)
endif()
