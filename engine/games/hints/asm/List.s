; List.s -- hints from masks to a list, and to the screen.

        .include "hints.inc"

        .export listHints, numHints, hintList, lhRight, lhDown, lhHint
        .export printBoard, printHints, pbColumns, phNext, txtHints

; ---------------------------------------------------------------------------
; listHints -- the hints one by one, in order
;
; In      right             bit c of row r: (r,c) with its right neighbour (any)
;         down              ... with the one below                  (any)
; Out     numHints          how many
;         hintList          a byte each: row * 16 + column * 2, + 1: downward
; Uses    A, X, Y; lhRight, lhDown, lhHint
; Time    2689..3969
; Native  engine::hints::list
listHints:
        ldx #$00                ; hints so far
        ldy #$00                ; row
        sty lhHint
@row:   lda right,y
        sta lhRight
        lda down,y
        sta lhDown
@column:
        lsr lhRight
        bcc @notRight
        lda lhHint
        sta hintList,x
        inx
@notRight:
        inc lhHint
        lsr lhDown
        bcc @notDown
        lda lhHint
        sta hintList,x
        inx
@notDown:
        inc lhHint
        lda lhHint
        and #2 * Side - 1
        bne @column
        iny
        cpy #Side
        bne @row
        stx numHints
        rts

; ---------------------------------------------------------------------------
; printBoard -- the cells: letters from A, a dot where nothing lies
;
; In      board             the cells                               ($00..$10)
; Uses    A, X; screen; pbColumns
; Time    printing
; Native  engine::hints::to_text
printBoard:
        ldx #$00
@row:   lda #Side
        sta pbColumns
@cell:  lda board,x
        bne @stone
        lda #<('.' - '@')
@stone: clc
        adc #'@'
        jsr chrout
        inx
        dec pbColumns
        bne @cell
        lda #Return
        jsr chrout
        cpx #Cells
        bne @row
        rts

; ---------------------------------------------------------------------------
; printHints -- the list: row, column, > to the right or V downward
;
; In      numHints          how many                                ($00..$80)
;         hintList          bytes as listHints makes them           ($00..$7f)
; Uses    A, X; screen; phNext
; Time    printing
printHints:
        ldx #$00
@text:  lda txtHints,x
        beq @list
        jsr chrout
        inx
        bne @text               ; always: the text is short
@list:  lda #$00
        sta phNext
@hint:  ldx phNext
        cpx numHints
        beq @end
        lda hintList,x
        lsr
        lsr
        lsr
        lsr
        ora #'0'
        jsr chrout
        lda hintList,x
        lsr
        and #Side - 1
        ora #'0'
        jsr chrout
        lda hintList,x
        lsr
        lda #'>'
        bcc @toward
        lda #'V'
@toward:
        jsr chrout
        lda #' '
        jsr chrout
        inc phNext
        bne @hint               ; always: no list is that long
@end:   lda #Return
        jsr chrout
        rts

        .segment "RODATA"

txtHints:       .byte Return, "HINTS (ROW, COLUMN, > OR V):", Return, $00

        .segment "DATA"

numHints:       .res 1
lhRight:        .res 1
lhDown:         .res 1
lhHint:         .res 1
pbColumns:      .res 1
phNext:         .res 1
hintList:       .res MaxHints
