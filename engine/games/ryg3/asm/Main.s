; Main.s -- what RUN starts, version by version.

        .include "ryg3.inc"

        .export start

        .include "../../../common/asm/start.inc"

.if VERSION = 3
; ---------------------------------------------------------------------------
; start -- the program; SYS comes here
;
; In      $d41b             voice 3, as it happens to run           (noise)
;         (random)
; Uses    screen; = clearHashPos, initBoard, displayBoard, testRandomizeHashes,
;         getHash, testAddHashAndLookUp, testHashPositions
; Time    printing
start:
        jsr clearHashPos
        jsr initBoard
        jsr displayBoard        ; the tables are empty: the hash is 0
        jsr testRandomizeHashes
        jsr testAddHashAndLookUp
        jsr testHashPositions
        jsr getHash
        jmp displayBoard
.elseif VERSION = 4
; ---------------------------------------------------------------------------
; start -- the program; SYS comes here
;
;   Hash and lock of the board stay those of empty tables, 0: that is where the
;   move goes.
;
; In      $d41b             voice 3, as it happens to run           (noise)
;         (random)
; Uses    screen; = clearHashPos, initBoard, displayBoard, testRandomizeLocks,
;         testAddHashAndLookUp, testHashPositions
; Time    printing
start:
        jsr clearHashPos
        jsr initBoard
        jsr displayBoard
        jsr testRandomizeLocks
        jsr testAddHashAndLookUp
        jmp testHashPositions
.elseif VERSION = 7
; ---------------------------------------------------------------------------
; start -- the program; SYS comes here
;
; In      $d41b             voice 3, as it happens to run           (noise)
;         max_depth         how deep; 0 counts as 1                 ($01..$04)
; Uses    screen; = clearHashPos, randomize, initBoard, displayBoard, think,
;         printScore, printSquare, newLine
; Time    printing
start:
        jsr clearHashPos
        jsr randomize
        jsr initBoard
        jsr displayBoard
        jsr think
        jsr printScore
        lda #' '
        jsr chrout
        ldx used_depth
        lda best_start,x
        jsr printSquare
        ldx used_depth
        lda best_dest,x
        jsr printSquare
        jmp newLine
.elseif VERSION = 8
; ---------------------------------------------------------------------------
; start -- the program; SYS comes here
;
; In      $d41b             voice 3, as it happens to run           (noise)
;         max_depth         how deep; 0 counts as 1                 ($01..$04)
;         show_lines        not 0: a line after each iteration      ($00..$01)
; Uses    screen; = clearHashPos, randomize, initBoard, displayBoard, think
; Time    printing
start:
        jsr clearHashPos
        jsr randomize
        jsr initBoard
        jsr displayBoard
        jmp think
.else
; ---------------------------------------------------------------------------
; start -- the program; SYS comes here, the command .Q goes back
;
; In      (thinks), (clock)
; Uses    screen; = clearHashPos, fixedTables, clearHistory, printText, play
; Time    keys
start:
        jsr clearHashPos
        jsr fixedTables
.if VERSION >= 11
        jsr clearHistory
.endif
        say txt_title
        jmp play
.endif
