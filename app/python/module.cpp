// The Python module `ryg`: machines that run your assembly, and the engine in C++.
#include "app/python/module.hpp"

#include "c64/board/state.hpp"
#include "c64/debug/assemble.hpp"
#include "engine/common/notation.hpp"

PYBIND11_MODULE(_ryg, module) {
    using namespace ryg;
    module.attr("__version__") = RYG_VERSION;
    module.doc() = "A cycle-exact 6502, alone or in a C64, and the mouse-and-cats engine.";
    const py::exception<std::runtime_error> error(module, "Error");
    py::register_exception<engine::NotationError>(module, "NotationError", PyExc_ValueError);
    py::register_exception<c64::UnknownLabel>(module, "UnknownLabel", PyExc_KeyError);
    py::register_exception<c64::debug::BadAssembly>(module, "BadAssembly", PyExc_ValueError);
    py::register_exception<c64::ImageError>(module, "ImageError", error);
    py::register_exception<c64::StateError>(module, "StateError", error);
    python::add_machines(module);
    python::add_engine(module);
}
