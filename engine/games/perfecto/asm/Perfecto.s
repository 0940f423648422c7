; Perfecto.s -- main program: a mouse, four cats, and no mistakes.
;
; Cats only advance, so the game is finite, and a bit says who wins a position.
; The program contains half of these bits, for all sets of cats. With them it
; needs no search: a move is good if it keeps the win.

        .include "perfecto.inc"

        .export start, prepare

        .import unpack, play, printText, textLo, textHi

        .include "../../../common/asm/start.inc"

; ---------------------------------------------------------------------------
; start -- the program; SYS comes here
;
; Uses    screen; = prepare, printText, play
; Time    endless
start:
        say txtTitle
        jsr prepare
        jmp play

; ---------------------------------------------------------------------------
; prepare -- RAM in place of BASIC, and the table in it
;
; Out     names             a name for each set of cats, by rank
; Uses    A, X, Y; stack 5; = unpack
; Time    1651510..1651510
prepare:
        lda port
        and #%11111110
        sta port
        jmp unpack

        .segment "RODATA"

txtTitle:       .byte Clear, "PERFECTO: MOUSE AND CATS, NO MISTAKES", Return
                .byte "UNPACKING ...", Return, $00
