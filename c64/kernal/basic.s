; What programs in machine language call in BASIC's ROM, and nothing else of it.
        .include "kernal.inc"
        .import basicReady

INDEX   = $22
FACEXP  = $61           ; floating point: exponent, mantissa, sign
FACHO   = $62
FACSGN  = $66
CHROUT  = $ffd2
illegalQuantity = $b248

.macro in_basic place
        at place, $a000, basic
.endmacro

        .segment "HEADER"
        .word $a000

        .segment "BASIC"
basic:  .word $e394, $e37b      ; cold and warm start

        in_basic $a474          ; READY.
        jmp basicReady

        in_basic $aad7          ; a new line
        lda #13
        jmp CHROUT

; ---------------------------------------------------------------------------
; strout -- print the characters at A (low), Y (high) up to a zero ($ab1e)
; Uses    A, Y; $22/$23
; ---------------------------------------------------------------------------
        in_basic $ab1e
strout: sta INDEX
        sty INDEX + 1
        ldy #0
:       lda (INDEX),y
        beq :+
        jsr CHROUT
        iny
        bne :-
        inc INDEX + 1
        bne :-
:       rts

        in_basic $ab3f          ; a space
        lda #blank
        jmp CHROUT
        in_basic $ab45          ; a question mark
        lda #$3f
        jsr CHROUT              ; $ab47: the character A
        and #$ff
        rts

; ---------------------------------------------------------------------------
; getadr -- the floating point number as a word ($b7f7)
; Out     LINNUM and A (high), Y (low)
; Uses    X
; ---------------------------------------------------------------------------
        in_basic $b7f7
getadr: lda FACHO
        sta LINNUM + 1
        lda FACHO + 1
        sta LINNUM
        sec
        lda #$90                ; 2^16 > number
        sbc FACEXP
        bcc @illegal
        bit FACSGN
        bmi @illegal
        tax
        beq @done
        cpx #17
        bcc :+
        ldx #16
:       lsr LINNUM + 1
        ror LINNUM
        dex
        bne :-
@done:  ldy LINNUM
        lda LINNUM + 1
        rts
@illegal:
        jmp illegalQuantity

; ---------------------------------------------------------------------------
; linprt -- print the number A (high), X (low) in decimal ($bdcd)
; Uses    A, X, Y; $61-$64
; ---------------------------------------------------------------------------
        in_basic $bdcd
linprt: sta FACHO
        stx FACHO + 1
        ldy #4
        lda #0
        sta FACEXP              ; not 0: a digit has been printed
@digit: ldx #'0'
:       sec
        lda FACHO + 1
        sbc lowOfTen,y
        sta FACHO + 2
        lda FACHO
        sbc highOfTen,y
        bcc @next
        sta FACHO
        lda FACHO + 2
        sta FACHO + 1
        inx
        bne :-
@next:  txa
        and #$0f
        ora FACEXP
        sta FACEXP
        bne :+
        cpy #0
        bne @skip
:       txa
        jsr CHROUT
@skip:  dey
        bpl @digit
        rts
lowOfTen:
        .byte <1, <10, <100, <1000, <10000
highOfTen:
        .byte >1, >10, >100, >1000, >10000

        .segment "WARM"
warm:   jmp basicReady
        at $e394, $e37b, warm
        jmp basicReady
