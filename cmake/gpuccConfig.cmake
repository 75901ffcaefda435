# find_package(gpucc) for CMake 3.20 and newer: the program as gpucc_EXECUTABLE, and the function gpucc_add_shader.
#
#   gpucc_add_shader(NAME ISA X OUTPUT FILE SOURCES FILE... [EMIT KIND] [STAGE vertex|fragment]
#                    [INCLUDE_DIRECTORIES DIR...] [DEFINITIONS NAME[=TEXT]...] [OPTIONS WORD...])
#
# makes a target NAME, part of ALL, that compiles one source, or links a vertex and a fragment shader (in this order), and
# is built again when a source or an included file changes. FILE is in the binary folder unless it is absolute. The outputs
# are the target's property GPUCC_OUTPUTS: FILE, or for a pair FILE with the sources' names before its ending.

if(CMAKE_VERSION VERSION_LESS 3.20)
  set(gpucc_FOUND FALSE)
  set(gpucc_NOT_FOUND_MESSAGE "gpucc needs CMake 3.20, for dependency files of custom commands")
  return()
endif()

# beside these files in the environment that they were installed to, or on the path
find_program(gpucc_EXECUTABLE gpucc
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${CMAKE_CURRENT_LIST_DIR}/../../../Scripts"
  DOC "The compiler gpucc")
if(NOT gpucc_EXECUTABLE)
  set(gpucc_FOUND FALSE)
  set(gpucc_NOT_FOUND_MESSAGE "there is no program gpucc; set gpucc_EXECUTABLE, or install it: pip install gpucc")
  return()
endif()

function(gpucc_add_shader name)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "ISA;OUTPUT;EMIT;STAGE" "SOURCES;INCLUDE_DIRECTORIES;DEFINITIONS;OPTIONS")
  if(given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gpucc_add_shader(${name}): what is ${given_UNPARSED_ARGUMENTS}?")
  endif()
  foreach(needed ISA OUTPUT SOURCES)
    if(NOT given_${needed})
      message(FATAL_ERROR "gpucc_add_shader(${name}) needs ${needed}")
    endif()
  endforeach()

  set(sources "")
  set(labels "")
  foreach(source IN LISTS given_SOURCES)
    get_filename_component(path "${source}" ABSOLUTE)
    get_filename_component(label "${source}" NAME_WLE)
    list(APPEND sources "${path}")
    list(APPEND labels "${label}")
  endforeach()
  get_filename_component(output "${given_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  get_filename_component(folder "${output}" DIRECTORY)
  get_filename_component(stem "${output}" NAME_WLE)
  get_filename_component(ending "${output}" LAST_EXT)

  list(LENGTH sources count)
  if(count EQUAL 1)
    set(outputs "${output}")
  elseif(count EQUAL 2)
    list(GET labels 0 first)
    list(GET labels 1 second)
    if(first STREQUAL second)
      string(APPEND first ".vertex")
      string(APPEND second ".fragment")
    endif()
    # what stands at the start of both stem and label stands there once
    set(outputs "")
    foreach(label "${first}" "${second}")
      string(FIND "${label}" "${stem}." at)
      if(NOT at EQUAL 0)
        string(PREPEND label "${stem}.")
      endif()
      list(APPEND outputs "${folder}/${label}${ending}")
    endforeach()
  else()
    message(FATAL_ERROR "gpucc_add_shader(${name}) takes one source, or a vertex and a fragment shader")
  endif()

  set(words --isa "${given_ISA}" -o "${output}")
  foreach(option EMIT STAGE)
    if(given_${option})
      string(TOLOWER "${option}" lower)
      list(APPEND words "--${lower}" "${given_${option}}")
    endif()
  endforeach()
  foreach(directory IN LISTS given_INCLUDE_DIRECTORIES)
    get_filename_component(directory "${directory}" ABSOLUTE)
    list(APPEND words -I "${directory}")
  endforeach()
  foreach(definition IN LISTS given_DEFINITIONS)
    list(APPEND words -D "${definition}")
  endforeach()

  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND "${gpucc_EXECUTABLE}" ${sources} ${words} ${given_OPTIONS} -MD -MF "${output}.d"
    DEPENDS ${sources}
    DEPFILE "${output}.d"
    COMMENT "Compiling shader ${name}"
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${outputs})
  set_target_properties(${name} PROPERTIES GPUCC_OUTPUTS "${outputs}")
endfunction()
