// The two halves of the Python module.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ryg::python {

/// Machine, Memory, Labels, Call.
void add_machines(py::module_& module);

/// Position, Solution, search(), perft().
void add_engine(py::module_& module);

}  // namespace ryg::python
