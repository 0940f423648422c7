// `ryg prove --against`: two versions of a routine.
#pragma once

#include "app/file_contracts.hpp"
#include "engine/prove/prove.hpp"

namespace ryg::app {

/// Compares the routines with those of --against, and prints the results.
Exit prove_against(const Parsed& parsed, const Subjects& subjects, const prove::Options& how);

}  // namespace ryg::app
