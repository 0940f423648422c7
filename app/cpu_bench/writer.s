; writer.s -- workload: code that writes code, which runs a few times.

        .export round
        .import mix

lines   = 40                    ; of the written routine

        .segment "ZEROPAGE"
to:     .res 2

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- writes 40 times LDA, ADC, STA with other operands each time, and runs
;          them four times
;
; Out     result            mixed with the last sum
; Uses    A, X, Y
round:  lda #<written
        sta to
        lda #>written
        sta to + 1
        ldx #lines
@line:  ldy #0
@byte:  lda pattern,y
        sta (to),y
        iny
        cpy #8
        bne @byte
        jsr random
        ldy #1                  ; lda area + A,x
        sta (to),y
        jsr random
        ldy #4                  ; adc #A
        sta (to),y
        jsr random
        ldy #6                  ; sta area + A,x
        sta (to),y
        lda to
        clc
        adc #8
        sta to
        bcc @near
        inc to + 1
@near:  dex
        bne @line
        lda #$60                ; rts
        ldy #0
        sta (to),y
        ldx #3
@run:   jsr written
        dex
        bpl @run
        jmp mix

; A = the next of 255 numbers that look random
random: lda seed
        lsr
        bcc @fin
        eor #$b4
@fin:   sta seed
        rts

        .segment "RODATA"
pattern:
        lda area,x
        adc #0
        sta area,x

        .segment "DATA"
seed:   .byte 1

        .segment "TABLES"
area:   .res 512
written:
        .res lines * 8 + 1
