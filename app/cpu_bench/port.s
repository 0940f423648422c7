; port.s -- workload: two writes to the processor's port for each byte it copies.

        .export round
        .import mix

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- copies 256 bytes from the RAM under the chips
;
; Out     result            mixed with the last byte
; Uses    A, X, Y; $01, which is $37 again
round:  sei
        ldx #0
        ldy #$37
@next:  lda #$34
        sta $01
        lda $d000,x
        adc copy,x
        sta $d000,x
        sty $01
        sta copy,x
        inx
        bne @next
        cli
        jmp mix

        .segment "DATA"
copy:   .res 256
