; Board.s -- the board, squares, moves and texts on the screen.

        .include "perfecto.inc"

        .export showBoard, printSquare, printMove, printText, textLo, textHi

        .import cats, mouse, moveFrom, moveTo

        .segment "CODE"

; ---------------------------------------------------------------------------
; showBoard -- prints the board, the cats' home row on top
;
;     ABCDEFGH
;   8 C C C C             M mouse, C cats, . dark squares
;   7  . . . .
;   ...
;
; In      cats              where they stand                        (cats)
;         mouse             -                                       (mouse)
; Uses    A, X, Y; screen; = printText
; Time    printing
; Native  engine::to_fen
showBoard:
        say txtFiles
        ldx #$00
@row:   txa
        lsr
        lsr
        eor #$07
        clc
        adc #'1'
        jsr chrout
        txa
        and #OddRow
        beq @gap
        lda #' '
        jsr chrout
@gap:   lda #' '
        jsr chrout
        lda #'M'
        cpx mouse
        beq @print
        txa
        ldy #$03
@cat:   cmp cats,y
        beq @isCat
        dey
        bpl @cat
        lda #'.'
        bne @print              ; always
@isCat: lda #'C'
@print: jsr chrout
        inx
        txa
        and #$03
        bne @gap
        lda #Return
        jsr chrout
        cpx #$20
        bne @row
        rts

; ---------------------------------------------------------------------------
; printMove -- prints a move: where it begins, where it leads
;
; In      X                 which of the moves                      ($00..$07)
;         moveFrom          by move                                 ($00..$1f)
;         moveTo            by move                                 ($00..$1f)
; Uses    A; stack 5; screen; = printSquare
; Time    printing
; Native  engine::to_string
printMove:
        lda moveFrom,x
        jsr printSquare
        lda moveTo,x
        jmp printSquare

; ---------------------------------------------------------------------------
; printSquare -- prints a square: file, then rank
;
; In      A                 the square                              ($00..$1f)
; Uses    A; stack 3; screen
; Time    printing
; Native  engine::square_name
printSquare:
        pha
        and #$07
        asl                     ; the bit of an odd row comes out on top,
        cmp #$08                ; goes into C
        and #$07
        adc #'A'                ; and in at the bottom
        jsr chrout
        pla
        lsr
        lsr
        eor #$07
        clc
        adc #'1'
        jmp chrout

; ---------------------------------------------------------------------------
; printText -- prints characters up to a $00
;
; In      textLo/Hi         where they are                          (text)
; Uses    A, Y; $fb/$fc; screen
; Time    printing
; Native  prints the text
printText:
        lda textLo
        sta pointer
        lda textHi
        sta pointer + 1
        ldy #$00
@character:
        lda (pointer),y
        beq @end
        jsr chrout
        iny
        bne @character          ; always: no text is that long
@end:   rts

        .segment "RODATA"

txtFiles:       .byte Return, "  ABCDEFGH", Return, $00

        .segment "DATA"

textLo:         .res 1
textHi:         .res 1
