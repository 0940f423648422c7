; The game on the screen: you play the crosses with the keys 1 to 9.

        .import search, turn, hasLine
        .import board, side, best

chrout = $ffd2
getin  = $ffe4

        .segment "LOADADDR"
        .word $0801

        .code
        .word @end, 10          ; 10 SYS 2061
        .byte $9e, "2061", 0
@end:   .word 0

; You begin; the program answers until somebody has three in a row or the
; board is full.
start:
        lda #0
        ldx #8
@clear:
        sta board,x
        dex
        bpl @clear
        lda #1
        sta side
        lda #9
        sta left
@move:
        jsr show
        jsr hasLine
        bcs @done
        lda left
        beq @done
        dec left
        lda side
        cmp #2
        beq @think
@key:
        jsr getin
        sec
        sbc #'1'
        cmp #9
        bcs @key
        tax
        lda board,x
        beq @place
        bne @key
@think:
        jsr search
        ldx best
@place:
        lda side
        sta board,x
        jsr turn
        jmp @move
@done:
        rts

; Prints the board.
show:
        ldx #0
@square:
        ldy board,x
        lda marks,y
        jsr chrout
        lda breaks,x
        beq @next
        jsr chrout
@next:
        inx
        cpx #9
        bne @square
        rts

marks:  .byte ".XO"
breaks: .byte 0, 0, 13, 0, 0, 13, 0, 0, 13
        .bss
left:   .res 1                  ; empty squares
