; The screen editor where programs call it, apart from the jump table.
        .include "kernal.inc"
        .include "delay.inc"
        .export setLine, editorInit, clearScreen, home, vicRegisters
        .import iobase, screen, plot, clearRow, show, showOnly, colourAddress, rowAddress, scroll
        .import keyFromBuffer, chrin, screenOut

.macro in_editor place
        at place, $e500, editor
.endmacro

        .segment "EDITOR"
editor: jmp iobase
        in_editor $e505
        jmp screen
        in_editor $e50a
        jmp plot

; ---------------------------------------------------------------------------
; editorInit -- VIC-II, keyboard, and a clear screen ($e518)
; $e536       -- in the colour A, with the cursor off
;
; Uses    A, X, Y
        in_editor $e518
editorInit:
        ldy #10
        sty XMAX
        sty DELAY
        ldx #<$eb48
        stx KEYLOG
        ldx #>$eb48
        stx KEYLOG + 1
        jsr vicInit
        ldx #0
        stx MODE
        stx BLNON
        lda #14                 ; light blue
        .assert * - editor = $36, error, "$e536 is elsewhere"
        sta COLOR
        ldx #12
        stx BLNSW
        stx BLNCT
        ldx #4
        stx KOUNT

; ---------------------------------------------------------------------------
; clearScreen -- every row empty and a line of its own, cursor home ($e544)
;
; Uses    A, X, Y
; Time    37,695 through CHROUT
        .assert * - editor = $44, error, "$e544 is elsewhere"
clearScreen:
        ldx #rows
:       lda linkOf,x
        ora HIBASE
        sta LDTB1,x
        dex
        bpl :-
        delay 46                ; 56, so that CHROUT takes the time it takes on a C64,
        nops 10                 ; in the bytes that are left
        ldx #rows - 1
:       jsr clearRow
        dex
        bpl :-

; ---------------------------------------------------------------------------
; home -- cursor to the upper left corner ($e566)
        .assert * - editor = $66, error, "$e566 is elsewhere"
home:   ldx #0
        stx PNTR
        stx TBLX

; ---------------------------------------------------------------------------
; setLine -- the logical line that the cursor is in ($e56c)
;
; In      TBLX      row
;         PNTR      column on the screen, 0 to 39
; Out     PNT, USER where the logical line's characters and colours begin
;         PNTR      column in the logical line
;         LNMX      its last column
; Uses    A, X, Y
; Time    84 with the JSR, if the row begins a line of 40 columns
        .assert * - editor = $6c, error, "$e56c is elsewhere"
setLine:
        ldx TBLX
@row:   ldy LDTB1,x
        bmi @head
        lda PNTR                ; the row continues the one above
        clc
        adc #columns
        sta PNTR
        dex
        bpl @row
        inx
@head:  nops 3
        jsr rowAddress
        lda #columns - 1
        ldy LDTB1 + 1,x
        bmi :+
        lda #2 * columns - 1
:       nops 2
        sta LNMX
        jmp colourAddress

        in_editor $e59a
        jsr home
        jmp vicInit

; ---------------------------------------------------------------------------
; vicInit -- input from the keyboard, output to the screen; the registers of
;            the VIC-II as after switching on ($e5a0; $e5a8 the registers)
; Uses    A, X
vicInit:
        ldx #0
        stx DFLTN
        ldx #3
        stx DFLTO
vicRegisters:
        .assert * - editor = $a8, error, "$e5a8 is elsewhere"
        ldy #$2f                ; from the page before, so that none of them is read
:       lda vicTable - 1,y
        sta VIC - 1,y
        dey
        bne :-
        rts
        .assert * - editor = $b4, error, "$e5b4 is elsewhere"
        jmp keyFromBuffer       ; $e5b4: the key that is there

        in_editor $e632
        jmp chrin               ; as from keyboard or screen
        in_editor $e716
        jmp screenOut
        in_editor $e8ea
        jmp scroll
        in_editor $e9f0
        jmp rowAddress          ; of row X
        in_editor $e9ff
        jmp clearRow

        in_editor $ea13
        jmp show
        in_editor $ea1c
        jmp showOnly
        in_editor $ea24
        jmp colourAddress       ; of the character at PNT
        .import vicTable, linkOf
