; What programs in machine language call in BASIC's ROM, and nothing else of it.
        .include "kernal.inc"
        .import basicReady

INDEX   = $22
FACEXP  = $61           ; floating point: exponent, mantissa, sign
FACHO   = $62
FACSGN  = $66
TXTTAB  = $2b
VARTAB  = $2d
ARYTAB  = $2f
STREND  = $31
FRETOP  = $33
TOP     = $37           ; of BASIC's memory
TXTPTR  = $7a
CHROUT  = $ffd2
SYS     = $9e           ; a token
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

; ---------------------------------------------------------------------------
; relink -- make each line of the program point to the next one ($a533)
; Uses    A, X, Y; $22/$23, $62/$63
        in_basic $a533
relink: ldx TXTTAB
        lda TXTTAB + 1
@line:  stx INDEX
        sta INDEX + 1
        ldy #0
        lda (INDEX),y
        iny
        ora (INDEX),y
        beq @done
        txa
        clc
        adc #4                  ; past the pointer and the number
        sta FACHO
        lda INDEX + 1
        adc #0
        sta FACHO + 1
@byte:  ldy #0
        lda (FACHO),y
        inc FACHO
        bne :+
        inc FACHO + 1
:       cmp #0
        bne @byte
        lda FACHO
        tax
        sta (INDEX),y
        lda FACHO + 1
        iny
        sta (INDEX),y
        jmp @line
@done:  rts

        in_basic $a659          ; RUN's own part: from the first line, without variables
        jsr firstLine
clear:  lda VARTAB              ; CLR
        ldx VARTAB + 1
        sta ARYTAB
        stx ARYTAB + 1
        sta STREND
        stx STREND + 1
        lda TOP
        ldx TOP + 1
        sta FRETOP
        stx FRETOP + 1
        rts
firstLine:
        lda TXTTAB              ; the byte before it is read next
        sec
        sbc #1
        sta TXTPTR
        lda TXTTAB + 1
        sbc #0
        sta TXTPTR + 1
        rts

; ---------------------------------------------------------------------------
; runSys -- what the interpreter does that begins at a line with SYS ($a7ae)
        in_basic $a7ae
runSys: ldy #4                  ; TXTPTR is the byte before the line
@look:  iny
        lda (TXTPTR),y
        beq @other
        cmp #SYS
        bne @look
        lda #0
        sta LINNUM
        sta LINNUM + 1
@digit: iny
        lda (TXTPTR),y
        cmp #blank
        beq @digit
        sec
        sbc #'0'
        cmp #10
        bcs @call
        ldx #10                 ; LINNUM = 10 * LINNUM + digit
        pha
        lda LINNUM
        sta FACHO
        lda LINNUM + 1
        sta FACHO + 1
        pla
        sta LINNUM
        lda #0
        sta LINNUM + 1
:       clc
        lda LINNUM
        adc FACHO
        sta LINNUM
        lda LINNUM + 1
        adc FACHO + 1
        sta LINNUM + 1
        dex
        bne :-
        beq @digit
@call:  jsr :+
        jmp basicReady
:       jmp (LINNUM)
@other: .byte $02               ; there is no BASIC

        in_basic $aad7          ; a new line
        lda #13
        jmp CHROUT

; ---------------------------------------------------------------------------
; strout -- print the characters at A (low), Y (high) up to a zero ($ab1e)
; Uses    A, Y; $22/$23
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

        .segment "BASIC2"
        .byte $85               ; programs look here for the ROM

        .segment "WARM"
warm:   jmp basicReady
        at $e394, $e37b, warm
        jmp basicReady
