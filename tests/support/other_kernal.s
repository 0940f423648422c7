; A KERNAL that is not ours: small, and elsewhere in all but the public addresses.
;
; Shows READY., takes lines, and obeys RUN (the SYS of the first BASIC line) and SYS with a number. It
; has CHROUT and GETIN, an interrupt, and 8192 bytes; the rest jams.
        .org $e000
        .res $311, $02
ready:  .byte 13, "READY.", 13, 0

; --- lines ------------------------------------------------------------------
main:   ldx #0
:       lda ready,x
        beq line
        jsr $ffd2
        inx
        bne :-
line:   ldy #0
key:    lda $c6
        sta $cc                 ; the cursor blinks while there is no key
        beq key
        jsr $ffe4
        cmp #13
        beq obey
        sta $0200,y
        iny
        jsr $ffd2
        jmp key
obey:   lda #0
        sta $0200,y
        lda #13
        jsr $ffd2
        lda $0200
        cmp #'R'
        beq run
        cmp #'S'
        bne line
        lda #<$0203
        ldx #>$0203
        bne start
run:    lda #<$0806
        ldx #>$0806
start:  sta $fb
        stx $fc
        jsr number
        jsr go
        jmp main
go:     jmp ($14)

number: ldy #0
        sty $14
        sty $15
@digit: lda ($fb),y
        sec
        sbc #'0'
        cmp #10
        bcs @end
        ldx $14                 ; ten times what there is, and the digit
        stx $16
        ldx $15
        stx $17
        sta $14
        lda #0
        sta $15
        ldx #10
:       clc
        lda $14
        adc $16
        sta $14
        lda $15
        adc $17
        sta $15
        dex
        bne :-
        iny
        bne @digit
@end:   rts

; --- screen and keys --------------------------------------------------------
chrout: sta $d7
        stx $fd
        sty $fe
        cmp #147
        beq @clear
        cmp #13
        beq @return
        and #$3f
        ldy $d3
        sta ($d1),y
        inc $d3
        cpy #39
        bne @end
@return:
        lda #0
        sta $d3
        lda $d6
        cmp #24
        beq @clear              ; this one does not scroll
        inc $d6
        lda $d1
        clc
        adc #40
        sta $d1
        bcc @end
        inc $d2
        bne @end
@clear: jsr clear
@end:   ldx $fd
        ldy $fe
        lda $d7
        clc
        rts
clear:  ldx #0
        lda #$20
:       sta $0400,x
        sta $0500,x
        sta $0600,x
        sta $06e8,x
        inx
        bne :-
        stx $d1
        stx $d3
        stx $d6
        lda #4
        sta $d2
        rts

getin:  lda $c6
        beq :++
        dec $c6
        lda $0277
        pha
        ldx #0
:       lda $0278,x
        sta $0277,x
        inx
        cpx #9
        bne :-
        pla
:       rts

; --- beginning and interrupts -----------------------------------------------
irq:    pha
        jmp ($0314)
jiffy:  inc $a2
        lda $dc0d
        pla
nmi:    rti
reset:  sei
        ldx #$ff
        txs
        cld
        lda #$e7
        sta $01
        lda #$2f
        sta $00
        ldx #0
        txa
:       sta $02,x
        sta $0200,x
        sta $0300,x
        inx
        bne :-
        lda #<jiffy
        sta $0314
        lda #>jiffy
        sta $0315
        lda #4
        sta $0288
        lda #$1b
        sta $d011
        lda #$15
        sta $d018
        lda #$25
        sta $dc04
        lda #$40
        sta $dc05
        lda #$81
        sta $dc0d
        lda #$11
        sta $dc0e
        jsr clear
        cli
        jmp main

        .res $ffd2 - *, $02
        jmp chrout              ; $ffd2
        .res 15, $02
        jmp getin               ; $ffe4
        .res 19, $02
        .word nmi, reset, irq
