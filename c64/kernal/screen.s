; Printing: what each character does to the screen.
        .include "kernal.inc"
        .include "delay.inc"
        .export screenOut
        .export doNothing, doReturn, doHome, doClear, doColour, doRvsOn
        .export doRvsOff, doRight, doLeft, doDown, doUp, doDelete, doInsert
        .export doLower, doUpper, doLock, doUnlock
        .import newLine, openLine, setLine, scroll, deleteChar, insertChar
        .import clearScreen, home, previousLine
        .import actionLow, actionHigh, colourOf

; What each path waits, so that CHROUT takes the time it takes on a C64.
waitPrint   = 85
waitSpace   = 18
waitWrap    = 27
waitReturn  = 3
waitHome    = 247
waitColour  = 213
waitRvs     = 225
waitRight   = 51
waitLeft    = 58
waitDown    = 66
waitUp      = 24
waitDelete  = 10

        .segment "SCREEN"
; ---------------------------------------------------------------------------
; screenOut -- print the character A where the cursor stands
;
; Printable codes become screen codes, in reverse after RVS ON; control codes
; act, or are shown in reverse inside quotes and in inserted columns.
;
; In      A         PETSCII
; Out     carry clear; A, X, Y unchanged; interrupts live, as on a C64
; Time    through CHROUT, with the JSR: a character 260, a space 278, the last
;         column 337, RETURN 231, HOME 449, colour 342, RVS 354, cursor right
;         190, left 195, down 290, up 246
; ---------------------------------------------------------------------------
screenOut:
        sta DATA
        pha
        txa
        pha
        tya
        pha
        lda #0
        sta CRSW
        lda DATA
        and #$60
        bne printable
control:
        lda DATA
        bpl :+
        eor #$a0                ; $80-$9f follow $00-$1f
:       tax
        lda QTSW
        ora INSRT
        bne literal
act:    lda actionHigh,x
        pha
        lda actionLow,x
        pha
        rts

; In quotes RETURN and DEL still act, in inserted columns RETURN and INST.
literal:
        lda DATA
        and #$7f
        cmp #$0d
        beq act
        cmp #$14
        bne @show
        lda DATA
        asl                     ; carry: INST
        lda INSRT
        beq :+
        bcs act
        bcc @show
:       bcc act
@show:  lda DATA
        bpl :+
        and #$1f
        ora #$40
:       ora #$80
        jmp stored

printable:
        lda DATA
        cmp #blank
crossing:
        bne convert             ; taken: 4, it leaves the page
        delay waitSpace + 2
convert:
        .assert >(crossing + 2) <> >convert, lderror, "waitSpace: one less"
        lda DATA
        cmp #$ff
        bne :+
        lda #$de                ; pi
:       sta DATA
        lsr
        lsr
        lsr
        lsr
        lsr
        tax
        lda DATA
        clc
        adc toScreen,x
        cmp #$22
        bne put
        lda QTSW
        eor #1
        sta QTSW
        lda #$22
put:    ldx RVS
        beq stored
        ora #$80
stored: ldx INSRT
        beq :+
        dec INSRT
:       ldy PNTR
        sta (PNT),y
        lda COLOR
        sta (USER),y
        cpy LNMX
        beq lineFull
        iny
        sty PNTR
        cpy #columns
        bne :+
        inc TBLX
:       delay waitPrint
controlDone:
        pla
        tay
        pla
        tax
        pla
        cli                     ; an interrupt may come, even if it was masked
        clc
        rts

; The last column of a logical line: a line of 40 goes on below, one of 80 ends.
lineFull:
        cpy #columns - 1
        bne @end
        delay waitWrap
        jsr openLine
        jmp controlDone
@end:   jsr newLine
        jmp controlDone

toScreen:                       ; by bits 7 to 5 of the code
        .byte 0, 0, 256 - $40, 256 - $20, 0, 256 - $40, 256 - $80, 256 - $80

; ---------------------------------------------------------------------------
; The control codes. Entered with everything saved; X is the code's index.
; ---------------------------------------------------------------------------
doReturn:
        delay waitReturn
        jsr newLine
        lda #0
        sta RVS
        sta QTSW
        sta INSRT
doNothing:
        jmp controlDone

doHome: delay waitHome
        jsr home
        jmp controlDone
doClear:
        jsr clearScreen
        jmp controlDone

doColour:
        delay waitColour
        lda colourOf,x
        sta COLOR
        jmp controlDone

doRvsOn:
        lda #1
        bne :+
doRvsOff:
        lda #0
        nops 3
:       sta RVS
        delay waitRvs
        jmp controlDone

doRight:
        ldy PNTR
        cpy LNMX
        beq @next
        iny
        sty PNTR
        cpy #columns
        bne :+
        inc TBLX
:       delay waitRight
        jmp controlDone
@next:  jsr newLine
        jmp controlDone

doLeft: ldy PNTR
        beq @previous
        dey
        sty PNTR
        cpy #columns - 1
        bne :+
        dec TBLX
:       delay waitLeft
        jmp controlDone
@previous:
        jsr previousLine
        jmp controlDone

doDown: delay waitDown
        jsr column
        ldx TBLX
        inx
        cpx #rows
        bne :+
        jsr scroll
        ldx #rows - 1
:       stx TBLX
        jsr setLine
        jmp controlDone

doUp:   ldx TBLX
        beq @stay
        delay waitUp
        jsr column
        dec TBLX
        jsr setLine
@stay:  jmp controlDone

; The cursor's column on the screen instead of in the logical line.
column: lda PNTR
        cmp #columns
        bcc :+
        sbc #columns
        sta PNTR
:       rts

doDelete:
        lda PNTR
        ora TBLX
        beq @home
        jsr deleteChar
        jmp controlDone
@home:  delay waitDelete
        jmp controlDone
doInsert:
        jsr insertChar
        jmp controlDone

doLower:
        lda VIC + $18
        ora #2
        bne :+
doUpper:
        lda VIC + $18
        and #$fd
:       sta VIC + $18
        jmp controlDone
doLock: lda #$80
        bne :+
doUnlock:
        lda #0
:       sta MODE
        jmp controlDone
