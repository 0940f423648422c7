; Perfecto.s -- main program: a mouse, four cats, and no mistakes.
;
; Cats only advance, so the game is finite, and who wins a position is a bit.
; The program carries these bits, half of them, for all sets of cats there are.
; Who knows them needs no search: a move is good if it keeps the win.

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
