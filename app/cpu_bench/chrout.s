; chrout.s -- workload: the screen editor of the KERNAL.

        .export round
        .import mix, silence

restor  = $ff8a
chrout  = $ffd2
ibsout  = $0326

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- clears the screen, then prints eight lines of 32 letters
;
; Out     result            mixed with the last letter
; Uses    A, X, Y; the vectors of the KERNAL
round:  jsr restor              ; frame.s has led CHROUT to an RTS
        lda #$93
        jsr chrout
        ldx #8
@line:  lda #$0d
        jsr chrout
        ldy #31
@next:  tya
        ora #$40
        jsr chrout
        dey
        bpl @next
        dex
        bne @line
        jmp mix
