; key.s -- workload: waits for a key that does not come, with a breakpoint
; elsewhere.

        .export round, elsewhere
        .import mix

getin   = $ffe4
jiffies = $a2                   ; the lowest byte of the clock

        .segment "TABLES"       ; pages with a breakpoint are slow: not in these

; ---------------------------------------------------------------------------
; round -- asks for keys until four sixtieths of a second have gone by
;
; Out     result            mixed with 0
; Uses    A, X, Y
round:  lda jiffies
        clc
        adc #4
        pha
@next:  jsr getin
        bne round
        pla
        pha
        cmp jiffies
        bne @next
        pla
        lda #0
        jmp mix

        .res 256
elsewhere:
        jmp elsewhere
