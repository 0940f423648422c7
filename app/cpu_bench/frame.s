; frame.s -- what the workloads share: rounds, then `done` with a result.
;
; The same bytes run on flat memory, on the C64 and under sim65. The first two
; stop before `done`; sim65 goes on, writes the result's two bytes to its
; output and exits.

        .export start, done, rounds, result, mix
        .exportzp parameters
        .import round

ibsout   = $0326                ; where CHROUT goes
pv_write = $fff7                ; sim65: file, buffer (on a stack), A/X bytes
pv_exit  = $fff9                ; sim65: status in A

        .segment "HEAD"
        .word $0801

        .segment "ZEROPAGE"
parameters: .res 2              ; sim65's file header names it as stack pointer

        .segment "FRAME"

; ---------------------------------------------------------------------------
; start -- calls `round` as often as `rounds` says; CHROUT is silent
;
; In      rounds            1..65535
; Out     result            what the rounds mixed into it
; Uses    A, X, Y; stack; $0326/$0327; = round
start:  cld
        ldx #$ff                ; it never returns
        txs
        lda #<silence
        sta ibsout
        lda #>silence
        sta ibsout + 1
@next:  jsr round
        lda rounds
        bne @low
        dec rounds + 1
@low:   dec rounds
        lda rounds
        ora rounds + 1
        bne @next

done:   lda #<written
        sta parameters
        lda #>written
        sta parameters + 1
        lda #2
        ldx #0
        jsr pv_write
        lda #0
        jmp pv_exit

silence:
        rts

; ---------------------------------------------------------------------------
; mix -- makes the result depend on one more byte
;
; In      A                 the byte
; Out     result            turned left by a bit, the byte added
; Uses    A
mix:    asl result
        rol result + 1
        adc result
        sta result
        bcc @fits
        inc result + 1
@fits:  rts

written:
        .word result, 1         ; buffer, file: standard output
rounds: .word 1
result: .word 0
