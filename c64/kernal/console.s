; Input, output and the small calls: what goes to keyboard and screen.
        .include "kernal.inc"
        .include "delay.inc"
        .export chrout, chrin, getin, keyWanted, clrchn
        .export setmsg, readst, memtop, membot, iobase, screen
        .export nothing, noDevice
        .import screenOut, readScreen, hideCursor

        .segment "CALLS"
; ---------------------------------------------------------------------------
; chrout -- print the character A ($ffd2 through $0326)
;
; In      A         PETSCII
; Out     carry clear; A, X, Y unchanged
; Time    with the JSR: a printable character 260, a space 278 (screen.s)
; ---------------------------------------------------------------------------
chrout: pha
        lda DFLTO
        cmp #3
        bne :+
        pla
        jmp screenOut
:       pla
noDevice:
        lda #5                  ; DEVICE NOT PRESENT
        sec
        rts

; ---------------------------------------------------------------------------
; getin -- a key from the buffer, 0 when there is none ($ffe4 through $032a)
;
; Out     A         PETSCII; carry clear
; Uses    X, Y when there is a key
; Time    with the JSR: 30 without a key, 65 for the last one in the buffer
; ---------------------------------------------------------------------------
getin:  lda DFLTN
        bne chrin
keyWanted:                      ; whoever types looks here whether a key is read
        lda NDX
        beq @none
        php
        sei
        ldy KEYD
        ldx #0
        dec NDX
        beq @last
:       lda KEYD + 1,x
        sta KEYD,x
        inx
        cpx NDX
        bne :-
@last:  plp
        tya
        nops 11
@none:  clc
        rts

; ---------------------------------------------------------------------------
; chrin -- a character of a line of input ($ffcf through $0324)
;
; From the keyboard: the first call lets a line be edited on the screen until
; RETURN; then each call gives a character of it, the last one is 13. From the
; screen (device 3): characters from the cursor on.
;
; Out     A         PETSCII; carry clear
;         X, Y      unchanged
; ---------------------------------------------------------------------------
chrin:  stx $97
        tya
        pha
        lda CRSW
        bne @read
        lda DFLTN
        bne @fromScreen
        lda TBLX
        sta LXSP
        lda PNTR
        sta LXSP + 1
@edit:  lda #0
        sta BLNSW
        jsr keyWanted
        beq @edit
        pha
        jsr hideCursor
        pla
        cmp #13
        beq @line
        jsr screenOut
        jmp @edit
@fromScreen:
        lda TBLX
        sta LXSP
        lda PNTR
        sta LXSP + 1
@line:  jsr lineEnd
@read:  jsr readScreen
        sta DATA
        pla
        tay
        ldx $97
        lda DATA
        clc
        rts

; ---------------------------------------------------------------------------
; lineEnd -- find what was typed: from where the cursor was, if that is in
;            this line, without the blanks at the end
;
; Out     CRSW not 0, INDX column behind the last character, PNTR the first
; Uses    A, X, Y
; ---------------------------------------------------------------------------
lineEnd:
        ldy LNMX
:       lda (PNT),y
        cmp #blank
        bne :+
        dey
        bpl :-
:       iny
        sty INDX
        ldy #0
        lda LXSP
        cmp TBLX
        bne :+
        ldy LXSP + 1
:       sty PNTR
        lda #0
        sta QTSW
        inc CRSW
        rts

; ---------------------------------------------------------------------------
; clrchn -- input from the keyboard, output to the screen ($ffcc)
; setmsg, readst, memtop, membot, iobase, screen -- as the book says
; ---------------------------------------------------------------------------
clrchn: lda #3
        sta DFLTO
        lda #0
        sta DFLTN
nothing:
        clc
        rts
setmsg: sta MSGFLG
readst: lda STATUS
        rts
memtop: bcc :+
        ldx MEMSIZ
        ldy MEMSIZ + 1
:       stx MEMSIZ
        sty MEMSIZ + 1
        rts
membot: bcc :+
        ldx MEMSTR
        ldy MEMSTR + 1
:       stx MEMSTR
        sty MEMSTR + 1
        rts
iobase: ldx #<CIA1
        ldy #>CIA1
        rts
screen: ldx #columns
        ldy #rows
        rts
