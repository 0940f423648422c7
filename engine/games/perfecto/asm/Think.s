; Think.s -- the cost of each move of a position, and the best move.

        .include "perfecto.inc"

        .export think, moveCat
        .export cats, mouse, side, numMoves, moveFrom, moveTo, moveCost, best

        .import forward, forwardEnd, neighbours, askLo, askHi
        .import lookUp, safeFromAll

tkTo     = $65                  ; target square of a cat's step
tkCat    = $66                  ; number of that cat

        .segment "CODE"

; ---------------------------------------------------------------------------
; think -- the moves, the cost of each, and which of them is best
;
;   A move costs two for each reply that wins for the other side. A move of the
;   cats costs one more unless it ends next to the mouse; with the mouse in an
;   even row, all replies that win count as one. So a move that costs less than
;   Loses wins. The cheapest move is the best: of equal ones the first if they
;   win, otherwise the last.
;
;   For each step of a cat, the table gives the squares where the mouse is safe
;   afterwards. One look-up serves all squares in question: the mouse's own, or
;   all to which it could have moved.
;
; In      (position), (table)
; Out     numMoves          how many; 0: the game is over           ($00..$08)
;         moveFrom          by move, in ascending order, then by
;         moveTo            where it leads
;         moveCost          what it costs
;         best              the best of them                        ($00..$07)
; Uses    A, X, Y; stack 2; tkAsked, tkNumAsked, tkEnd, tkOpen;
;         tkBits, tkLowest; $65/$66; = moveCat, lookUp, safeFromAll
; Time    28..9944
; Native  engine::perfecto::think
think:
        lda #$00
        sta numMoves
        sta tkNumAsked
        sta best
        lda mouse
        cmp #HomeEnd
        bcs @goesOn
        rts
@goesOn:
        sta tkAsked
        ldy side
        bne @one
        asl
        asl
        tay
        adc #$04                ; the carry is clear
        sta tkEnd
@near:  lda neighbours,y
        bmi @blocked
        ldx #$03
@cats:  cmp cats,x
        beq @blocked
        dex
        bpl @cats
        ldx numMoves
        sta moveTo,x
        sta tkAsked,x
        lda mouse
        sta moveFrom,x
        lda #$00
        sta moveCost,x
        inc numMoves
@blocked:
        iny
        cpy tkEnd
        bne @near
        lda numMoves
        sta tkNumAsked
        bne @first
        rts
@one:   inc tkNumAsked

@first: ldx #$00
@cat:   stx tkCat
        ldy cats,x
        lda forwardEnd,y
        sta tkEnd
        lda forward,y
@step:  cmp tkEnd
        beq @nextCat
        sta tkTo
        jsr moveCat
        bne @nextStep
        lda tkAsked
        and #OddRow
        bne @odd
        jsr lookUp
        lda side
        beq @asks
        jmp @catsMove
@odd:   jsr safeFromAll
        lda side
        beq @back
        jmp @catsMove
@back:  ldy mouse               ; which could go back to where it is
        lda askLo,y
        and safe
        bne @nextStep
        lda askHi,y
        and safe + 1
        bne @nextStep
@asks:  ldx tkNumAsked
@ask:   dex
        bmi @nextStep
        ldy tkAsked,x
        lda askLo,y
        and safe
        bne @ask
        lda askHi,y
        and safe + 1
        bne @ask
        cpy tkTo
        beq @ask                ; no cat can go where the mouse is
        inc moveCost,x
        inc moveCost,x
        bne @ask                ; always

@nextStep:
        ldx tkCat
        lda tkTo
        clc
        adc #$01
        bne @step               ; always
@nextCat:
        ldx tkCat
        inx
        cpx #$04
        beq @choose
        jmp @cat

@choose:
        ldx numMoves
        beq @end
        ldx #$00
@cheaper:
        lda moveCost,x
        sta tkLowest
        stx best
@next:  inx
        cpx numMoves
        bcs @end
        lda moveCost,x
        cmp tkLowest
        bcc @cheaper
        bne @next
        cmp #Loses
        bcs @cheaper
        bcc @next               ; always
@end:   rts

@catsMove:
        ldy mouse
        cpy tkTo
        beq @weighed
        lda askHi,y
        and safe + 1
        sta tkOpen
        lda askLo,y
        and safe
        ldx #$00                ; the cost
        cmp #$00
        beq @other
@bit:   inx
        inx
        sta tkBits
        sec
        sbc #$01
        and tkBits              ; without the lowest
        bne @bit
@other: lda tkOpen
        beq @away
        sta tkBits
        lda #$00
        sta tkOpen
        lda tkBits
        bne @bit                ; always
@away:
        lda mouse
        asl
        asl
        tay
        lda tkTo
        cmp neighbours,y
        beq @close
        cmp neighbours + 1,y
        beq @close
        cmp neighbours + 2,y
        beq @close
        cmp neighbours + 3,y
        beq @close
        inx
@close: ldy numMoves
        sta moveTo,y
        txa
        sta moveCost,y
        ldx tkCat
        lda cats,x
        sta moveFrom,y
        inc numMoves
@weighed:
        jmp @nextStep

; ---------------------------------------------------------------------------
; moveCat -- the cats after one of them has moved, in order
;
; In      X                 which cat                               ($00..$03)
;         A                 a square further down                   (further)
;         cats              where they stand, in ascending order    (cats)
; Out     $69/$6a           where they stand then, if A is $00
;         $6b/$6c           -
;         A                 $ff: another cat stands there           ($00|$ff)
; Uses    X, Y
; Time    49..130
moveCat:
        tay
        lda cats
        sta moved
        lda cats + 1
        sta moved + 1
        lda cats + 2
        sta moved + 2
        lda cats + 3
        sta moved + 3
        tya
@pass:  cpx #$03
        beq @place
        cmp cats + 1,x
        beq @taken
        bcc @place
        lda cats + 1,x
        sta moved,x
        tya
        inx
        bne @pass               ; always
@place: sta moved,x
        lda #$00
        rts
@taken: lda #$ff
        rts

        .segment "DATA"

cats:           .res 4          ; in ascending order
mouse:          .res 1
side:           .res 1          ; to move
numMoves:       .res 1
moveFrom:       .res MaxMoves
moveTo:         .res MaxMoves
moveCost:       .res MaxMoves
best:           .res 1
tkAsked:        .res 4          ; where the mouse is asked for
tkNumAsked:     .res 1
tkEnd:          .res 1
tkBits:         .res 1
tkOpen:         .res 1
tkLowest:       .res 1
