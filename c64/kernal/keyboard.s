; The keyboard: scanning its matrix, decoding keys, repeating them.
        .include "kernal.inc"
        .include "delay.inc"
        .export scnkey, scanKeys, chooseTable
        .import plainKeys, shiftKeys, commodoreKeys, controlKeys

        .segment "KEYS"
; ---------------------------------------------------------------------------
; scnkey -- look at the keyboard, put a new key into the buffer ($ff9f)
;
; Out     SFDX      number of the key; 64: none
;         SHFLAG    shift keys that are down
;         column of STOP selected
; Uses    A, X, Y
; Time    68 with JSR $ff9f and no key down
scnkey:
scanKeys:
        lda #0
        sta SHFLAG
        ldx #noKey
        stx SFDX
        sta CIA1                ; all columns at once
        lda CIA1 + 1
        cmp #$ff
        bne @down
        nops 8
        stx LSTX
        nops 2
        ldy #0
        sty LSTSHF
        nops 5
        lda #$7f
        sta CIA1
        rts
@down:  lda #<plainKeys
        sta KEYTAB
        lda #>plainKeys
        sta KEYTAB + 1
        ldy #0                  ; the key's number
        lda #$fe
        sta CIA1
@column:
        ldx #8
:       lda CIA1 + 1
        cmp CIA1 + 1            ; until the contacts are at rest
        bne :-
@row:   lsr
        bcs @next
        pha
        lda plainKeys,y
        cmp #3                  ; STOP; 1 SHIFT, 2 C=, 4 CTRL
        beq @key
        cmp #5
        bcs @key
        ora SHFLAG
        sta SHFLAG
        bne @pulled
@key:   sty SFDX
@pulled:
        pla
@next:  iny
        dex
        bne @row
        cpy #64
        beq @done
        sec
        rol CIA1                ; as written: outputs read back
        bne @column
@done:  lda #$7f
        sta CIA1
        jmp (KEYLOG)

; ---------------------------------------------------------------------------
; chooseTable -- the decoding table that the shift keys ask for (vector $028f)
;
; SHIFT with C= changes the character set, once each time it is pressed.
chooseTable:
        ldx SHFLAG
        cpx #3
        bne @choose
        cpx LSTSHF
        beq @decode
        lda MODE
        bmi @decode
        lda VIC + $18
        eor #2
        sta VIC + $18
        jmp @decode
@choose:
        lda tableOf,x
        tax
        lda tables,x
        sta KEYTAB
        lda tables + 1,x
        sta KEYTAB + 1
@decode:
        ldx SHFLAG
        stx LSTSHF
        ldy SFDX
        lda (KEYTAB),y
        cpy LSTX
        beq @held
        ldx #16
        stx DELAY
        bne @store
@held:  cpy #noKey
        beq @end
        bit RPTFLG
        bmi @repeat
        bvs @end
        cmp #$14                ; DEL, space and the cursor keys repeat
        beq @repeat
        cmp #blank
        beq @repeat
        cmp #$1d
        beq @repeat
        cmp #$11
        beq @repeat
        cmp #$91
        beq @repeat
        cmp #$9d
        bne @end
@repeat:
        ldx DELAY
        beq :+
        dec DELAY
        bne @end
:       dec KOUNT
        bne @end
        ldx #4
        stx KOUNT
        ldx NDX                 ; repeated only while a program reads
        bne @end
@store: sty LSTX
        cmp #$ff
        beq @end
        ldx NDX
        cpx XMAX
        bcs @end
        sta KEYD,x
        inc NDX
@end:   rts
tableOf:
        .byte 0, 2, 4, 2, 6, 6, 6, 6
tables: .word plainKeys, shiftKeys, commodoreKeys, controlKeys
