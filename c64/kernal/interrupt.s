; The interrupt, the clock that it keeps, and the error numbers.
        .include "kernal.inc"
        .include "delay.inc"
        .export irq, jiffyIrq, restoreRegisters
        .export udtim, settim, rdtim, stop, seeStop, noDevice, failed
        .import scanKeys, chooseTable, clrchn

; ---------------------------------------------------------------------------
; jiffyIrq -- sixty times a second: clock, cursor, cassette motor, keyboard
;             ($ea31; $ea7e acknowledges, $ea81 restores the registers)
;
; In      A, X, Y on the stack, as `irq` leaves them
; Time    219 with no key down and no cursor, from the interrupt's first cycle
;         to the last of RTI
        .segment "JIFFY"
motorAndKeys = 22               ; bytes
jiffyIrq:
        jsr $ffea
        lda BLNSW
        bne motor
        dec BLNCT
        bne motor
        jsr blink
        jmp motor
        .res $4d - (* - jiffyIrq) - motorAndKeys, $02
motor:  lda CPUPORT             ; no key on the cassette: its motor stops
        and #$10
        beq @keys
        ldy #0
        sty CAS1
        lda CPUPORT
        ora #$20
        nops 3
        sta CPUPORT
@keys:  jsr scanKeys
acknowledge:
        .assert acknowledge - motor = motorAndKeys, lderror, "motorAndKeys"
        .assert acknowledge = $ea7e, lderror, "$ea7e is elsewhere"
        lda CIA1 + $d
restoreRegisters:
        pla                     ; $ea81
        tay
        pla
        tax
        pla
        rti

        at $ea87, $ea31, jiffyIrq
        jmp scanKeys
        at $eb48, $ea31, jiffyIrq
        jmp chooseTable

; ---------------------------------------------------------------------------
; blink -- the cursor changes between shown and hidden
;
; Out     BLNCT 20; GDBLN, GDCOL what is under the cursor while it is shown
; Uses    A, X, Y
        .segment "LINES"
blink:  lda #20
        sta BLNCT
        ldy PNTR
        lda BLNON
        eor #1
        sta BLNON
        beq @hide
        lda (PNT),y
        sta GDBLN
        lda (USER),y
        sta GDCOL
        lda COLOR
        sta (USER),y
        lda GDBLN
        eor #$80
        sta (PNT),y
        rts
@hide:  lda GDCOL
        sta (USER),y
        lda GDBLN
        sta (PNT),y
        rts

; ---------------------------------------------------------------------------
; irq -- where $fffe points: IRQ through $0314, BRK through $0316
;
; Time    29 from the handler's first cycle to the handler that the vector names,
;         the processor's own 7 not counted
; Forced  by those cycles, the order in which $ea81 takes the registers back,
;         and the stack's fifth byte, which says whether it was BRK
        .segment "IRQ"
irq:    pha
        txa
        pha
        tya
        pha
        tsx
        lda $0104,x
        and #$10
        beq :+
        jmp (CBINV)
:       jmp (CINV)

; ---------------------------------------------------------------------------
; udtim -- a jiffy has passed, and is STOP down? ($ffea)
;
; Out     TIME      one more; $4f1a01 jiffies are a day
;         STKEY     the row of STOP, if the scan left that column selected
; Uses    A, X
; Time    63 with JSR $ffea, most of the time
        .segment "CLOCK"
udtim:  ldx TIME + 2
        inx
        stx TIME + 2
        bne :+
        inc TIME + 1
        bne :+
        inc TIME
:       ldx #0                  ; what is left of the day
        cpx TIME + 2
        lda #$1a
        sbc TIME + 1,x          ; a cycle more
        lda #$4f
        sbc TIME
        bcs seeStop
        stx TIME + 2
        stx TIME + 1
        stx TIME
seeStop:
        lda CIA1 + 1
        cmp CIA1 + 1            ; twice the same: the contacts are at rest
        bne seeStop
        tax
        bmi :+
        ldx #$bd                ; STOP with a SHIFT or C= does not count
        stx CIA1
        ldx CIA1 + 1
        ldy #$7f
        sty CIA1
        inx
        bne @shifted
:       sta STKEY
@shifted:
        rts

        at $f6dd, $f69b, udtim
        jmp rdtim
        at $f6e4, $f69b, udtim
        jmp settim

; ---------------------------------------------------------------------------
; stop -- is STOP down? ($ffe1 through $0328)
;
; Out     Z set     yes: channels closed, keyboard buffer emptied
;         A         STKEY
; Time    25 with the JSR, when it is not
        at $f6ed, $f69b, udtim
stop:   lda STKEY
        cmp #$7f
        bne :+
        php
        jsr clrchn
        sta NDX
        plp
:       rts

; ---------------------------------------------------------------------------
; failed -- the error A: channels closed, carry set; before it the errors 1 to
;           9, three bytes each: too many files, file open, file not open, file
;           not found, device not present, not input file, not output file,
;           missing file name, illegal device number
;
; Out     A         the error
        .assert * - udtim = $60, error, "$f6fb is elsewhere"
        ldx #1
        .repeat 8, i
        .byte $2c               ; BIT: the next two bytes do nothing
        .if i = 3
noDevice:
        .endif
        ldx #i + 2
        .endrepeat
        txa
failed: pha
        jsr clrchn
        pla
        sec
        rts

        .segment "TAPE"
; ---------------------------------------------------------------------------
; rdtim -- the clock in A (low), X, Y (high) ($ffde)
; settim -- set it to that ($ffdb)
;
; Time    rdtim 39 with the JSR
rdtim:  sei
        lda TIME + 2
        ldx TIME + 1
        ldy TIME
settim: sei
        sty TIME
        stx TIME + 1
        sta TIME + 2
        cli
        rts
