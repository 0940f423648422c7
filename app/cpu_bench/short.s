; short.s -- workload: short blocks, branches and flags that go by the stack, as
; in the tests of processors.

        .export round
        .import mix

        .segment "ZEROPAGE"
value:  .res 1
flags:  .res 1

        .macro push_flags byte
        lda #byte
        pha
        plp
        .endmacro

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- shifts, sums and comparisons of 64 numbers, their flags kept each time
;
; Out     result            mixed with the flags
; Uses    A, X, Y; stack
round:  ldx #63
        stx flags
@next:  push_flags $30
        lda numbers,x
        beq @zero
        bmi @less
        bpl @more
@zero:  jsr keep
        jmp @shift
@less:  eor #$ff
        bmi wrong
@more:  jsr keep
@shift: push_flags $31
        bcc wrong
        lda numbers,x
        rol
        php
        sta value
        pla
        and #$83
        eor flags
        sta flags
        push_flags $f3
        bne wrong
        bvc wrong
        bpl wrong
        bcc wrong
        lda value
        adc numbers,x
        php
        cmp #$40
        bcc @low
        sbc #$40
        bcc @low
        jsr keep
@low:   plp
        jsr keep
        sta numbers,x
        dex
        bpl @next
        lda flags
        jmp mix

wrong:  jmp wrong

; flags = flags, mixed with the processor's; keeps A and the flags
keep:   php
        pha
        php
        pla
        and #$83
        adc flags
        sta flags
        pla
        plp
        rts

        .segment "DATA"
numbers:
.repeat 64, i
        .byte (i * 43) & $ff
.endrepeat
