// The first engine's variables by label: what it is asked, and what it must leave.
#pragma once

#include <algorithm>
#include <array>

#include "engine/common/labelled_memory.hpp"
#include "engine/games/ryg1/native/root.hpp"

namespace ryg::engine::ryg1 {

/// The node that is the board of the game.
inline constexpr std::string_view the_board = "tableroActual";

/// What `decideJugadaGatos` leaves: the number of the child that was chosen, and its address.
[[nodiscard]] inline LabelledMemory memory_of_choice(std::optional<std::size_t> child,
                                                     Address tree_base) {
    const std::size_t node = child ? node_address(1 + *child, tree_base) : 0;
    return {{"djmHijo", {static_cast<Byte>(child.value_or(0xff))}},
            {"djmDirLo", {static_cast<Byte>(node)}},
            {"djmDirHi", {static_cast<Byte>(node >> 8)}}};
}

/// What the referee, from version 15, is asked about a board: a routine, the label of its answer
/// ($00: it is so), those of the board's address, and its twin.
struct RefereeQuestion {
    std::string_view routine, label, low, high;
    bool (*is_so)(const Position& position);
};
inline constexpr std::array<RefereeQuestion, 3> verdicts{
    {{"verificaRatonFila0", "vrf0", "vrf0TableroLo", "vrf0TableroHi", mouse_on_goal},
     {"verificaGatos0Jugs", "vg0j", "vg0jTableroLo", "vg0jTableroHi", cats_stuck},
     {"verificaRaton0Jugs", "vr0j", "vr0jTableroLo", "vr0jTableroHi", mouse_stuck}}};

}  // namespace ryg::engine::ryg1
