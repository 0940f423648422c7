; Unpack.s -- the table as the program carries it, and how it is spread out.

        .include "perfecto.inc"

        .export unpack, names

        .import packed

NameBits = 7
LowBits  = 6                    ; of how far back a run begins
BackBias = (1 << LowBits) - 1

bits     = end                  ; of a packed byte: those left, a 1, and zeros
from     = pointer              ; the next packed byte
to       = safe                 ; the next name
number   = $57
length   = $59
back     = $5b                  ; how far back the last run began
source   = $5d

; The next packed bit goes into the carry. Y is $00.
.macro  next
        asl bits
        bne :+
        jsr @fill
:
.endmacro

        .segment "CODE"

; ---------------------------------------------------------------------------
; unpack -- a name for each set of cats, out of the packed ones
;
;   Reads tokens until all sets have names. Bit 0: a name follows. Bit 1: a copy
;   of earlier names. The next bit is 0 if its distance is that of the last one,
;   1 if the distance is stated; then comes its length and, if it is stated, the
;   distance, a number with LowBits more digits and BackBias too great. Numbers
;   are Elias gamma codes: a zero for each digit after the first, then the
;   digits.
;
; Out     names             a name for each set of cats, by rank
; Uses    A, X, Y; $02; $fb/$fc; $fd/$fe; $57/$58; $59/$5a; $5b/$5c; $5d/$5e;
;         stack 5
; Time    1651499..1651499
; Native  engine::perfecto::unpack
unpack:
        lda #<packed
        sta from
        lda #>packed
        sta from + 1
        lda #<names
        sta to
        lda #>names
        sta to + 1
        lda #%10000000          ; none left
        sta bits
        ldy #$00
@token: next
        bcs @run
        lda #$00
        sta number
        ldx #NameBits
        jsr @digits
        lda number
        sta (to),y
        inc to
        bne @more
        inc to + 1
@more:  lda to
        cmp #<(names + NumSets)
        lda to + 1
        sbc #>(names + NumSets)
        bcc @token
        rts

@run:   next
        php
        jsr @gamma
        lda number
        sta length
        lda number + 1
        sta length + 1
        plp
        bcc @copy
        jsr @gamma
        ldx #LowBits
        jsr @digits
        sec
        lda number
        sbc #BackBias
        sta back
        lda number + 1
        sbc #$00
        sta back + 1
@copy:  sec
        lda to
        sbc back
        sta source
        lda to + 1
        sbc back + 1
        sta source + 1
        ldx length + 1
        beq @rest
@page:  lda (source),y
        sta (to),y
        iny
        bne @page
        inc source + 1
        inc to + 1
        dex
        bne @page
@rest:  cpy length
        beq @copied
@name:  lda (source),y
        sta (to),y
        iny
        cpy length
        bne @name
@copied:
        tya
        clc
        adc to
        sta to
        bcc @samePage
        inc to + 1
@samePage:
        ldy #$00
        beq @more               ; always

@gamma: ldx #$00
@zero:  next
        bcs @one
        inx
        bne @zero               ; always
@one:   lda #$01
        sta number
        sty number + 1
@digits:                        ; X of them, after those in number
        dex
        bmi @end
        next
        rol number
        rol number + 1
        jmp @digits

@fill:  lda (from),y            ; the carry is the 1 after the last bit
        rol
        sta bits
        inc from
        bne @end
        inc from + 1
@end:   rts

        .segment "TABLE"

names:          .res NumSets
