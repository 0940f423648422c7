; The screen editor where programs call it, besides the jump table.
        .include "kernal.inc"
        .export editorInit, clearScreen, home, vicRegisters
        .import iobase, screen, plot, setLine, setLineOfRow, clearRow, rowAddress, scroll
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
; ---------------------------------------------------------------------------
        in_editor $e518
editorInit:
        jsr vicInit
        lda #0
        sta MODE
        sta BLNON
        lda #<$eb48
        sta KEYLOG
        lda #>$eb48
        sta KEYLOG + 1
        lda #10
        sta XMAX
        sta DELAY
        lda #14                 ; light blue
        .assert * - editor = $36, error, "$e536 is elsewhere"
        sta COLOR
        lda #4
        sta KOUNT
        lda #12
        sta BLNCT
        sta BLNSW

; ---------------------------------------------------------------------------
; clearScreen -- every row empty and a line of its own, cursor home ($e544)
;
; Uses    A, X, Y
; Time    38,150 through CHROUT
; ---------------------------------------------------------------------------
        .assert * - editor = $44, error, "$e544 is elsewhere"
clearScreen:
        ldx #rows - 1
:       lda pageOf,x
        ora #$80
        sta LDTB1,x
        jsr clearRow
        dex
        bpl :-
        inx
        stx PNTR
        stx a:TBLX              ; a cycle longer than with a short address
        jmp setLineOfRow

; ---------------------------------------------------------------------------
; home -- cursor to the upper left corner ($e566)
; ---------------------------------------------------------------------------
        in_editor $e566
home:   ldx #0
        stx PNTR
        stx TBLX
        jmp setLine             ; $e56c: where the cursor's line is

        in_editor $e59a
        jsr vicInit
        jmp home

; ---------------------------------------------------------------------------
; vicInit -- input from the keyboard, output to the screen; the registers of
;            the VIC-II as after switching on ($e5a0; $e5a8 the registers)
; Uses    A, X
; ---------------------------------------------------------------------------
vicInit:
        lda #3
        sta DFLTO
        lda #0
        sta DFLTN
vicRegisters:
        ldx #$2f
:       lda vicTable - 1,x
        sta VIC - 1,x
        dex
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

; ---------------------------------------------------------------------------
; $ea13 -- the screen code A in colour X at the cursor, which blinks anew
; $ea1c -- the same, only that; $ea24 -- USER from PNT
; ---------------------------------------------------------------------------
        in_editor $ea13
        tay
        lda #2
        sta BLNCT
        jsr colourAddress
        tya
        ldy PNTR
        sta (PNT),y
        txa
        sta (USER),y
        rts
colourAddress:
        .assert * - editor = $524, error, "$ea24 is elsewhere"
        lda PNT
        sta USER
        lda PNT + 1
        and #$03
        ora #>COLORS
        sta USER + 1
        rts
        .import vicTable, pageOf
