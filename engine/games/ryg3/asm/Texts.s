; Texts.s -- what the interactive program says.

        .include "ryg3.inc"

.if VERSION >= 9
        .export txt_title, txt_help, txt_mouse, txt_cats, txt_computer
        .export txt_mouse_wins, txt_cats_win
        .export txt_unknown, txt_bad_number, txt_illegal, txt_nothing
        .export txt_too_long

        .segment "RODATA"

txt_title:
        .byte ClearHome
        .byte .sprintf("RYG3-%02d: MOUSE AND CATS, .H HELPS", VERSION)
        .byte Return, $00
txt_help:
        .byte ".B BOARD       .M MOVES   .E HASH TABLES", Return
        .byte ".G COMPUTER PLAYS THE SIDE TO MOVE", Return
.if VERSION >= 11
        .byte ".O COMPUTER OFF               .F HISTORY", Return
.else
        .byte ".O COMPUTER OFF", Return
.endif
        .byte ".DN DEPTH 1-9  .TN MINUTES, 0 NO LIMIT", Return
        .byte ".S SWITCH SIDE .U UNDO    .N NEW GAME", Return
        .byte ".Q QUIT        E1F2 A MOVE", Return, $00
txt_mouse:      .byte "MOUSE: ", $00
txt_cats:       .byte "CATS: ", $00
txt_computer:   .byte "COMPUTER'S MOVE: ", $00
txt_mouse_wins: .byte "*** MOUSE WINS!! ***", Return, $00
txt_cats_win:   .byte "*** CATS WIN!! ***", Return, $00
txt_unknown:    .byte "?UNKNOWN COMMAND", Return, $00
txt_bad_number: .byte "?BAD NUMBER", Return, $00
txt_illegal:    .byte "?ILLEGAL MOVE", Return, $00
txt_nothing:    .byte "?NOTHING TO UNDO", Return, $00
txt_too_long:   .byte "?GAME TOO LONG", Return, $00
.endif
