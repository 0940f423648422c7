; Printing: what each character does to the screen.
        .include "kernal.inc"
        .include "delay.inc"
        .export screenOut
        .export doNothing, doHome, doClear, doColour, doRvsOn
        .export doRvsOff, doRight, doLeft, doDown, doUp, doDelete, doInsert
        .export doLower, doUpper, doLock, doUnlock
        .export quote, show, showOnly
        .import newLine, openLine, setLine, scroll, deleteChar, insertChar
        .import clearScreen, home, previousLine, colourAddress
        .import actionLow, actionHigh, colourOf

; What each path waits, so that CHROUT takes the time it takes on a C64.
waitHome    = 219
waitColour  = 34
waitRvs     = 214
waitCase    = 204
waitLock    = 218
waitNothing = 220
waitRight   = 2
waitLeft    = 41
waitDown    = 42

        .segment "SCREEN"
; ---------------------------------------------------------------------------
; screenOut -- print the character A where the cursor stands
;
; Printable codes become screen codes, in reverse after RVS ON; control codes
; act, or are shown in reverse inside quotes and in inserted columns.
;
; In      A         PETSCII
; Out     carry clear; A, X, Y unchanged; interrupts live, as on a C64
; Time    through CHROUT, with the JSR: a character 278, with bit 7 set 260, in
;         the last column 355, RETURN 231, HOME 449, a colour 194 to 359, cursor
;         right 190, left 195, down 290, up 246; tests/c64/kernal has them all
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
        beq control
        lda DATA
        bmi upper
        cmp #$60
        bcc :+
        eor #$20                ; $60-$7f look like $40-$5f of the other half
        bcs :++
:       and #$3f
:       nops 6
        jsr quote
        nops 3
put:    ldy RVS
        beq shown
        ora #$80
shown:  ldy INSRT
        beq :+
        dec INSRT
:       ldx COLOR
        jsr show
        jsr advance
controlDone:
        pla
        tay
        nops 6
        pla
        tax
        pla
        cli                     ; an interrupt may come, even if it was masked
        clc
return: rts

upper:  cmp #$ff
        bne :+
        lda #$de                ; pi
:       ora #$40                ; $a0-$bf and $e0-$fe are the same characters
        and #$7f
        nops 2
        jmp put

; In quotes DEL still acts, in inserted columns INST; RETURN always does.
control:
        lda DATA
        cmp #13
        beq doReturn
        tax
        bmi high
        lda QTSW
        ora INSRT
        beq act
        cpx #20
        beq @delete
@show:  lda DATA
        ora #$80
        bmi shown
@delete:
        lda INSRT
        bne @show
act:    lda actionHigh,x
        pha
        lda actionLow,x
        pha
        rts
high:   cmp #$8d
        bne :+
        nops 3
        jmp doReturn
:       lda QTSW
        ora INSRT
        beq act
        cpx #$94
        bne :+
        lda INSRT
        bne act
:       txa
        ora #$40
        jmp shown

doReturn:
        ldx #0
        stx INSRT
        stx QTSW
        stx RVS
        stx PNTR
        jsr newLine
        jmp controlDone

; ---------------------------------------------------------------------------
; advance -- the cursor one column on, after a character
;
; A line of 40 columns goes on in the next row, one of 80 ends.
; Uses    A, X, Y
advance:
        jsr nextColumn
        inc PNTR
        lda LNMX
        cmp PNTR
        bcs return              ; into another page, so it takes 4
        .assert >return <> >*, lderror, "one cycle less"
        cmp #columns
        bcs @end
        nops 4
        jmp openLine
@end:   dec TBLX
        jsr newLine
        lda #0
        sta PNTR
        rts

; Counts the row, if the cursor stands in the last column of one.
nextColumn:
        nops 2
        lda PNTR
        cmp #columns - 1
        beq @row
        nops 10
        cmp #2 * columns - 1
        beq @row
        nops 8
        rts
@row:   nops 7
        inc TBLX
        rts

; ---------------------------------------------------------------------------
; The control codes. Entered with everything saved; X is the code.
doNothing:
        delay waitNothing
        jmp controlDone

doHome: delay waitHome
        jsr home
        jmp controlDone
doClear:
        jsr clearScreen
        jmp controlDone

doColour:
        lda colourOf,x
        sta COLOR
        eor #$0f                ; the brighter, the sooner
        tay
:       nops 6
        dey
        bpl :-
        delay waitColour
        jmp controlDone

doRvsOn:
        nops 2
        bne :+
doRvsOff:
        nops 5
        ldx #0
:       stx RVS                 ; $12 is on
        delay waitRvs
        jmp controlDone

doRight:
        jsr nextColumn
        inc PNTR
        lda LNMX
        cmp PNTR
        bcc @next
        delay waitRight
        jmp controlDone
@next:  dec TBLX
        ldx #0
        stx PNTR
        jsr newLine
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

; The cursor's column on the screen instead of in the logical line.
.macro toFirstRow
        lda PNTR
        cmp #columns
        bcc :+
        sbc #columns
        sta PNTR
:
.endmacro

doDown: delay waitDown
        toFirstRow
        tay
        beq :+                  ; column 0: six cycles less, as on a C64
        nops 7
:       ldx TBLX
        inx
        cpx #rows
        bne :+
        jsr scroll
:       stx TBLX
        jsr setLine
        jmp controlDone

doUp:   ldx TBLX
        beq @stay
        toFirstRow
        dec TBLX
        jsr setLine
@stay:  jmp controlDone

doDelete:
        lda PNTR
        ora TBLX
        bne :+
        jmp controlDone
:       jsr deleteChar
        jmp controlDone
doInsert:
        jsr insertChar
        jmp controlDone

doLower:
        lda VIC + $18
        ora #2
        bne :+
doUpper:
        nops 5
        lda VIC + $18
        and #$fd
:       sta VIC + $18
        delay waitCase
        jmp controlDone
doLock: lda #$80
        bne :+
doUnlock:
        lda #0
        nops 5
:       sta MODE
        delay waitLock
        jmp controlDone

; ---------------------------------------------------------------------------
; quote -- the character A, before it is printed or when it has been read: a
;          quotation mark begins or ends quotes
quote:  cmp #$22
        bne :+
        lda #1
        eor QTSW
        sta QTSW
        lda #$22
:       rts

; ---------------------------------------------------------------------------
; show -- the screen code A in the colour X at the cursor, which blinks anew
; showOnly -- the same, only that; USER is right
;
; Uses    A, Y
; Time    60; showOnly 23
show:   tay
        lda #2
        sta BLNCT
        jsr colourAddress
        tya
showOnly:
        ldy PNTR
        sta (PNT),y
        txa
        sta (USER),y
        rts
