; Answer.s -- what the mouse can do, and what the cats do then by the book.

        .include "perfecto.inc"

        .export mouseMoves, answer

        .import cats, mouse, numMoves, moveFrom, moveTo
        .import neighbours, weights, book

        .segment "CODE"

; ---------------------------------------------------------------------------
; mouseMoves -- the moves of the mouse
;
; In      cats              where they stand                        (cats)
;         mouse             -                                       (mouse)
; Out     numMoves          how many                                ($00..$04)
;         moveFrom          by move
;         moveTo            where it leads, in ascending order
; Uses    A, X, Y
; Time    93..357
; Native  engine::generate_moves
; ---------------------------------------------------------------------------
mouseMoves:
        lda #$00
        sta numMoves
        lda mouse
        asl
        asl
        tay
@near:  lda neighbours,y
        bmi @next               ; off the board
        ldx #$03
@cat:   cmp cats,x
        beq @next
        dex
        bpl @cat
        ldx numMoves
        sta moveTo,x
        lda mouse
        sta moveFrom,x
        inc numMoves
@next:  iny
        tya
        and #$03
        bne @near
        rts

; ---------------------------------------------------------------------------
; answer -- makes the cats' move that the book has
;
;   The sum of the weights of their squares is the key of the cats. In the book
;   it is followed by the number of bytes to the next one, then by a byte for
;   each square of the mouse: mmmmmccr, mouse, cat, to the right. A position
;   that is not in the book may stay as it is.
;
; In      cats              where they stand, in ascending order    (booked)
;         mouse             -                                       (mouse)
; Out     cats              where they stand then, in ascending order
;         moveFrom          the move, as the first of all
;         moveTo            -
; Uses    A, X, Y; $fb/$fc; anKey
; Time    211..2470
; Native  engine::perfecto::Book::operator[]
; ---------------------------------------------------------------------------
answer:
        ldx #$03
        lda #$00
@sum:   ldy cats,x
        clc
        adc weights,y
        dex
        bpl @sum
        sta anKey
        lda #<book
        sta pointer
        lda #>book
        sta pointer + 1
@set:   ldy #$01
        lda (pointer),y
        beq @end                ; of the book
        tax
        dey
        lda (pointer),y
        cmp anKey
        beq @found
        txa
        clc
        adc pointer
        sta pointer
        bcc @set
        inc pointer + 1
        bne @set                ; always
@found: txa
        tay
@next:  dey
        cpy #$02
        bcc @end
        lda (pointer),y
        lsr
        lsr
        lsr
        cmp mouse
        bne @next

        lda (pointer),y
        and #%00000111
        lsr                     ; to the right: the carry
        tax
        lda cats,x
        sta moveFrom
        adc #$03                ; a step to the left from an even row
        sta moveTo
        lda moveFrom
        and #OddRow
        beq @order
        inc moveTo
@order: lda moveTo
@pass:  cpx #$03
        beq @place
        cmp cats + 1,x
        bcc @place
        lda cats + 1,x
        sta cats,x
        lda moveTo
        inx
        bne @pass               ; always
@place: sta cats,x
@end:   rts

        .segment "DATA"

anKey:          .res 1
