// `ryg prove --against`: two versions of a routine.
#pragma once

#include "app/file_contracts.hpp"
#include "engine/prove/prove.hpp"

namespace ryg::app {

/// The program that a block is proved for: the one that was named, or whose times it states. Null if none has it.
const claims::Program* program_for(const Subjects& subjects, const std::string& routine);

/// Compares the routines, whose blocks can be read, with those of --against, and prints the results.
Exit prove_against(const Parsed& parsed, const Subjects& subjects,
                   std::vector<std::string> routines, const prove::Options& how);

}  // namespace ryg::app
