; irq.s -- workload: arithmetic with an interrupt each 200 cycles.

        .export round
        .import mix

cinv    = $0314                 ; where the KERNAL's interrupt goes
timer   = $dc04
control = $dc0d
start   = $dc0e
return  = $ea81                 ; pulls Y, X and A, then RTI

        .segment "ZEROPAGE"
count:  .res 1

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- sums until 100 interrupts have come
;
; Out     result            mixed with the number of interrupts
; Uses    A, X, Y; timer A of CIA 1; the KERNAL's vector
round:  sei
        lda #<handler
        sta cinv
        lda #>handler
        sta cinv + 1
        lda #199
        sta timer
        lda #0
        sta timer + 1
        lda #$11                ; load, start
        sta start
        lda #100
        sta count
        cli
@work:  ldx #31
@next:  lda numbers,x
        clc
        adc numbers + 1,x
        sta numbers,x
        dex
        bpl @next
        lda count
        bne @work
        sei
        jmp mix

handler:
        lda control
        lda count
        beq @fin
        dec count
@fin:   jmp return

        .segment "DATA"
numbers:
        .res 33, 7
