// Which files the clients of a debugger's front may write.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "emu/types.hpp"

namespace ryg::app {

/// Who reaches a port of this computer is not always who may write all files of its user. A client
/// writes below one folder, links followed; and it replaces a file only by one of its kind, that
/// is, one that begins with the same two bytes (a saved state, a list of labels, a picture, a
/// program for the same address), unless the user has allowed more.
struct ClientFiles {
    std::filesystem::path folder = std::filesystem::current_path();
    bool overwrites = false;

    /// Throws Trouble where it must not be written, or cannot.
    void write(const std::string& path, std::span<const emu::Byte> bytes) const;
};

}  // namespace ryg::app
