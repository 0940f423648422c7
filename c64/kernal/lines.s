; The lines of the screen: where they are, how they join, how they scroll.
        .include "kernal.inc"
        .include "delay.inc"
        .export plot, scroll, newLine, openLine, previousLine
        .export clearRow, rowAddress, colourAddress
        .import rowLow, linkOf, setLine, burn

waitFirst   = 16

        .segment "SCREEN"
; ---------------------------------------------------------------------------
; plot -- carry set: where is the cursor? clear: put it there ($fff0)
;
; In, Out X row, Y column (of the logical line, so up to 79, when asked)
; Uses    A
; Time    with the JSR: 24 to ask, 125 to put
plot:   bcs @ask
        stx TBLX
        sty PNTR
        jsr setLine
        nops 6
@ask:
        ldx TBLX
        ldy PNTR
        rts

        .segment "LINES"
; ---------------------------------------------------------------------------
; newLine -- cursor to the start of the next logical line, which may have to
;            come into view from below
;
; In      PNTR      0
; Uses    A, X, Y
newLine:
        lsr LXSP                ; an input line does not begin here any more
        ldx TBLX
@next:  inx
        cpx #rows
        bne :+
        jsr scroll
:       lda LDTB1,x
        bpl @next
        stx TBLX
        jmp setLine

; ---------------------------------------------------------------------------
; openLine -- a line of 40 columns takes the row below as its second half
;
; In      PNTR      40
;         TBLX      that row, 25 if it has to come into view
; Uses    A, X, Y
openLine:
        ldx TBLX
        cpx #rows
        bne :+
        jsr scroll
        dec TBLX
        ldx TBLX
:       asl LDTB1,x
        lsr LDTB1,x
        nops 2
        lda #$80                ; what continued that row is on its own now
        ora LDTB1 + 1,x
        sta LDTB1 + 1,x
        nops 7
        lda #2 * columns - 1
        sta LNMX
        dex
        beq :+
        nops 9                  ; a C64 looks for the line's first row until row 0
:       nops 5
        jmp rowAddress

; ---------------------------------------------------------------------------
; previousLine -- cursor to the last column of the line above, if there is one
; Uses    A, X, Y
previousLine:
        lda TBLX
        beq :+
        dec TBLX
        lda #columns - 1
        sta PNTR
        jmp setLine
:       rts

        .segment "SCROLL"
; ---------------------------------------------------------------------------
; scroll -- the line at the top goes, with both its rows if it has two; what is
;           below moves up
;
; Out     TBLX, X   one more than the row where the text of row TBLX is now
;         LXSP      less by the rows that went
; Uses    A, Y; PNT, USER
; Time    RETURN in the last row: 31,692, 63,048 if the top line has two rows
scroll: .repeat 4, i            ; LOAD and SAVE have their pointers here
        lda FROM + 3 - i
        pha
        .endrepeat
@line:  ldx #$ff
        dec LXSP
        dec TBLX
        dec TLNIDX
@row:   inx
        jsr rowAddress
        cpx #rows - 1
        bcs @last
        .assert >@last = >*, lderror, "one cycle more"
        lda rowLow + 1,x
        sta FROM
        lda linkOf + 1,x
        jsr copyRow
        bmi @row                ; always; into another page, so it takes 4
        .assert >@row <> >*, lderror, "one cycle less"
@last:  jsr clearRow
        ldx #1
:       lda LDTB1 - 1,x         ; how they join moves with the rows
        and #$7f
        ldy LDTB1,x
        bpl :+
        ora #$80
:       sta LDTB1 - 1,x
        inx
        cpx #rows
        bne :--
        lda #$80
        ora LDTB1 + rows - 1
        sta LDTB1 + rows - 1
        lda LDTB1
        bpl @line
        inc TBLX
        inc TLNIDX
        ldy #$7f                ; CTRL lets it wait
        sty CIA1
        lda CIA1 + 1
        cmp #$fb
        php
        nops 2
        sty CIA1
        plp
        bne :++
        tax
:       ldy #$ff
        jsr burn
        dex
        bne :-
        sty NDX
:       ldx TBLX
        .repeat 4, i
        pla
        sta FROM + i
        .endrepeat
        rts

; ---------------------------------------------------------------------------
; copyRow -- to the row at PNT what is in the next one
;
; In      A         where that begins in the screen, high byte; other bits count
;                   for nothing
;         FROM      low byte
; Uses    A, Y; USER, FROM, FROMC
copyRow:
        and #$03
        ora HIBASE
        sta FROM + 1
        jsr @colours
        ldy #columns - 1
:       lda (FROMC),y
        sta (USER),y
        lda (FROM),y
        sta (PNT),y
        dey
        bpl :-
        rts
@colours:
        jsr colourAddress
        lda FROM
        sta FROMC
        lda FROM + 1
        ora #$fc
        and #>COLORS | $03
        sta FROMC + 1
        rts

; ---------------------------------------------------------------------------
; clearRow -- blanks in the current colour
; In      X         row
; Out     X         unchanged
; Uses    A, Y; PNT, USER
clearRow:
        ldy #columns - 1
        jsr rowAddress
        jsr colourAddress
:       jsr @colour
        lda #blank
        sta (PNT),y
        dey
        bpl :-
        rts
@colour:
        lda COLOR
        sta (USER),y
        rts

; ---------------------------------------------------------------------------
; rowAddress -- PNT to the first column of row X
; Uses    A
rowAddress:
        lda rowLow,x
        sta PNT
        lda linkOf,x
        and #$03
        ora HIBASE
        sta PNT + 1
        rts

; ---------------------------------------------------------------------------
; colourAddress -- USER to the colour of the character at PNT
; Uses    A
colourAddress:
        lda PNT
        sta USER
        lda PNT + 1
        ora #$fc
        and #>COLORS | $03
        sta USER + 1
        rts
