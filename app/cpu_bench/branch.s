; branch.s -- workload: calls, returns and branches that depend on data.

        .export round
        .import mix

        .segment "ZEROPAGE"
left:   .res 1
right:  .res 1
wanted: .res 1
sum:    .res 1
target: .res 2

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- recursion, greatest common divisors, searches, a dispatcher
;
; Out     result            mixed with what they found
; Uses    A, X, Y; stack
round:  lda #9
        jsr fibonacci
        jsr mix
        ldx #16
@next:  txa
        pha
        jsr random
        sta left
        jsr random
        sta right
        jsr divisor
        jsr mix
        jsr random
        jsr search
        jsr mix
        jsr random
        jsr dispatch
        jsr mix
        pla
        tax
        dex
        bne @next
        rts

; A = the A-th Fibonacci number, by two calls of itself
fibonacci:
        cmp #2
        bcc @fin
        sec
        sbc #1
        pha
        jsr fibonacci
        sta sum
        pla
        tay
        lda sum
        pha
        tya
        sec
        sbc #1
        jsr fibonacci
        sta sum
        pla
        clc
        adc sum
@fin:   rts

; A = the next of 255 numbers that look random
random: lda seed
        lsr
        bcc @fin
        eor #$b4
@fin:   sta seed
        rts

; A = greatest common divisor of left and right, neither of them 0
divisor:
        lda left
@next:  cmp right
        beq @fin
        bcc @less
        sbc right
        bne @next
@less:  tay
        lda right
        sty right
        bne @next
@fin:   rts

; A = index of the first of 64 ascending bytes that is not below A
search: sta wanted
        ldx #0
        lda #32
        sta left
@next:  txa
        clc
        adc left
        tay
        lda ascending - 1,y
        cmp wanted
        bcs @above
        tya
        tax
@above: lsr left
        bne @next
        txa
        rts

; A = A after the one of four small routines that its upper bits choose
dispatch:
        pha
        rol
        rol
        rol
        and #3
        asl
        tax
        lda routines,x
        sta target
        lda routines + 1,x
        sta target + 1
        pla
        jmp (target)

count_bits:
        ldy #0
@next:  asl
        bcc @zero
        iny
@zero:  bne @next
        tya
        rts

reverse:
        sta left
        ldy #8
@next:  asl left
        ror
        dey
        bne @next
        rts

halve:  cmp #3
        bcc @fin
        lsr
        jsr halve
        clc
        adc #1
@fin:   rts

compare:
        cmp #$c8
        bcs @high
        cmp #$c4
        bcc @low
        lda #2
        rts
@high:  lda #1
        bit left
        bmi @low
        bvs @low
        asl
@low:   rts

        .segment "RODATA"
routines:
        .word count_bits, reverse, halve, compare
ascending:
.repeat 64, i
        .byte (i * 4 + (i & 3)) & $ff
.endrepeat

        .segment "DATA"
seed:   .byte 1
