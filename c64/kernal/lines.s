; The lines of the screen: where they are, how they join, how they scroll.
        .include "kernal.inc"
        .include "delay.inc"
        .export setLine, setLineOfRow, plot, scroll, newLine, openLine, previousLine
        .export clearRow, rowAddress, pageOf

waitPlot    = 24
waitRow     = 528               ; clearing a row, moving one, moving all
waitMove    = 42
waitScroll  = 17

        .segment "LINES"
; ---------------------------------------------------------------------------
; setLine -- the logical line that the cursor is in
;
; In      TBLX      row
;         PNTR      column on the screen, 0 to 39
; Out     PNT, USER where the logical line's characters and colours begin
;         PNTR      column in the logical line
;         LNMX      its last column
; Uses    A, X
; ---------------------------------------------------------------------------
setLine:
        ldx TBLX
setLineOfRow:                   ; of row X, which is TBLX, too
        lda LDTB1,x
        bmi @head
        lda PNTR                ; the row continues the one above
        clc
        adc #columns
        sta PNTR
        dex
        bpl setLineOfRow
        inx
@head:  lda lowOf,x
        sta PNT
        sta USER
        lda pageOf,x
        clc
        adc HIBASE
        sta PNT + 1
        lda pageOf,x
        ora #>COLORS
        sta USER + 1
        lda #columns - 1
        cpx #rows - 1
        beq :+
        ldy LDTB1 + 1,x
        bmi :+
        lda #2 * columns - 1
:       sta LNMX
        rts

        .segment "SCREEN"
; ---------------------------------------------------------------------------
; plot -- carry set: where is the cursor? clear: put it there ($fff0)
;
; In, Out X row, Y column (of the logical line, so up to 79, when asked)
; Uses    A
; Time    with the JSR: 26 to ask, 125 to put
; ---------------------------------------------------------------------------
plot:   bcs @ask
        stx TBLX
        sty PNTR
        delay waitPlot
        jsr setLine
@ask:   nops 2
        ldx TBLX
        ldy PNTR
        rts

; ---------------------------------------------------------------------------
; newLine -- cursor to the start of the next logical line, which may have to
;            come into view from below
; Uses    A, X, Y
; ---------------------------------------------------------------------------
newLine:
        lda #0
        sta PNTR
        ldx TBLX
@next:  inx
        cpx #rows
        beq @below
        lda LDTB1,x
        bpl @next
        stx TBLX
        jmp setLine
@below: jsr scroll
        ldx #rows - 1
        stx TBLX
        jmp setLine

; ---------------------------------------------------------------------------
; openLine -- a line of 40 columns takes the row below as its second half
;
; In      the cursor in column 39
; Out     the cursor in column 40
; Uses    A, X, Y
; ---------------------------------------------------------------------------
openLine:
        ldx TBLX
        cpx #rows - 1
        bne :+
        jsr scroll
        dec TBLX
        ldx #rows - 2
:       lda LDTB1 + 1,x
        and #$7f
        sta LDTB1 + 1,x
        cpx #rows - 2
        bcs :+
        lda LDTB1 + 2,x         ; what continued that row is on its own now
        ora #$80
        sta LDTB1 + 2,x
:       lda #0
        sta PNTR
        inc TBLX
        jmp setLine

; ---------------------------------------------------------------------------
; previousLine -- cursor to the last column of the line above, if there is one
; Uses    A, X, Y
; ---------------------------------------------------------------------------
previousLine:
        lda TBLX
        beq :+
        dec TBLX
        lda #columns - 1
        sta PNTR
        jmp setLine
:       rts

; ---------------------------------------------------------------------------
; scroll -- all rows one up, an empty one at the bottom
;
; Out     the upper row begins a line, even if what it continued is gone
; Uses    A, X, Y; FROM, FROMC, PNT, USER
; Time    RETURN in the last row: 32,130
; ---------------------------------------------------------------------------
scroll: ldx #0
@row:   jsr rowAddress
        lda lowOf + 1,x
        sta FROM
        sta FROMC
        lda pageOf + 1,x
        ora #>COLORS
        sta FROMC + 1
        lda pageOf + 1,x
        clc
        adc HIBASE
        sta FROM + 1
        delay waitMove
        ldy #columns - 1
:       lda (FROM),y
        sta (PNT),y
        lda (FROMC),y
        sta (USER),y
        dey
        bpl :-
        lda LDTB1 + 1,x         ; how it joins moves with the row
        and #$80
        ora pageOf,x
        sta LDTB1,x
        inx
        cpx #rows - 1
        bne @row
        lda LDTB1
        ora #$80
        sta LDTB1
        lda pageOf,x
        ora #$80
        sta LDTB1,x
        delay waitScroll

; ---------------------------------------------------------------------------
; clearRow -- blanks in the current colour
; In      X         row
; Out     X         unchanged
; Uses    A, Y; PNT, USER
; ---------------------------------------------------------------------------
clearRow:
        jsr rowAddress
        delay waitRow
        ldy #columns - 1
:       lda COLOR
        sta (USER),y
        lda #blank
        sta (PNT),y
        dey
        bpl :-
        rts

; ---------------------------------------------------------------------------
; rowAddress -- PNT and USER to the first column of row X
; Uses    A
; ---------------------------------------------------------------------------
rowAddress:
        lda lowOf,x
        sta PNT
        sta USER
        lda pageOf,x
        ora #>COLORS
        sta USER + 1
        lda pageOf,x
        clc
        adc HIBASE
        sta PNT + 1
        rts

        .segment "KEYS"
lowOf:  .repeat rows, row
        .byte <(row * columns)
        .endrepeat
pageOf: .repeat rows, row
        .byte >(row * columns)
        .endrepeat
