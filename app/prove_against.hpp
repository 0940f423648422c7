// `ryg prove --against`: two versions of a routine.
#pragma once

#include "app/file_contracts.hpp"
#include "engine/prove/prove.hpp"

namespace ryg::app {

/// The program for which a block is proved: the named one, or the one whose times it states.
/// nullptr if no program has the routine.
const claims::Program* program_for(const Subjects& subjects, const std::string& routine);

/// Compares the routines, whose blocks can be read, with those of --against, and prints the
/// results.
Exit prove_against(const Parsed& parsed, const Subjects& subjects,
                   std::vector<std::string> routines, const prove::Options& how);

}  // namespace ryg::app
