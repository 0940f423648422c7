; Hints.s -- main program: shows a board and its hints.
;
; A hint is a swap of two neighbouring stones of different kinds that puts one
; of them into a run: three or more of its kind side by side in its row or
; column. The way is seed 004's: a mask for each kind and line, in which shifts
; find pairs, and what is missing beside them.

        .include "hints.inc"

        .export start, findHints, findRuns
        .exportzp mask, missLow, missHigh, missAny, others

        .include "../../../common/asm/start.inc"

; ---------------------------------------------------------------------------
; start -- the program; SYS comes here
;
; In      board             the cells                               ($00..$10)
;         numKinds          how many kinds to look at               ($01..$10)
; Uses    screen; = findHints, listHints, printBoard, printHints
; Time    printing
; Native  engine::hints::find_plain
start:
        jsr findHints
        jsr listHints
        jsr printBoard
        jsr printHints
        rts

; ---------------------------------------------------------------------------
; findHints -- all hints of the board, as masks
;
;   The same code finds runs in columns, on the turned board, and in rows. A
;   swap along a column is one downward; a swap of a column and the next is one
;   to the right.
;
; In      board             the cells                               ($00..$10)
;         numKinds          how many kinds to look at               ($01..$10)
; Out     right             bit c of row r: (r,c) with its right neighbour
;         down              ... with the one below
; Uses    A, X, Y; stack 6; = turnBoard, findRuns, turnSwaps
; Time    16065..55245
; Native  engine::hints::WordBoard::find
findHints:
        jsr turnBoard
        jsr findRuns
        jsr turnSwaps
        jsr turnBoard
        jsr findRuns
        ldx #Side - 1
@row:   lda along,x
        ora right,x
        sta right,x
        lda across,x
        ora down,x
        sta down,x
        dex
        bpl @row
        rts

; ---------------------------------------------------------------------------
; findRuns -- all swaps that make a run along a row, as masks
;
; In      board             the cells                               ($00..$10)
;         numKinds          how many kinds to look at               ($01..$10)
; Out     along             bit c of row r: (r,c) with (r,c+1)
;         across            bit c of row r: (r,c) with (r+1,c)
; Uses    A, X, Y; frKind; stack 4; = buildMasks, findLines
; Time    5694..25284
; Native  engine::hints::MaskLines::find
findRuns:
        jsr buildMasks
        lda #$00
        ldx #Side - 1
@clear: sta along,x
        sta across,x
        dex
        bpl @clear
        lda numKinds
        sta frKind
@kind:  lda frKind
        jsr findLines
        dec frKind
        bne @kind
        rts

        .segment "DATA"

        .export frKind
frKind:         .res 1
