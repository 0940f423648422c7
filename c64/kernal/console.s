; Input, output and files: keyboard and screen, and what the host does for a drive: it takes over at
; the labels that end in `Drive`, if there is a diskette in it.
        .include "kernal.inc"
        .include "delay.inc"
        .export chrout, chrin, getin, keyWanted, keyFromBuffer, clrchn, clall
        .export load, save, nothing
        .import screenOut, readScreen, hideCursor, noDevice, failed

.macro in_channels place
        at place, $f13e, getin
.endmacro

; ---------------------------------------------------------------------------
; getin -- a key from the buffer, 0 when there is none ($ffe4 through $032a)
;
; Out     A         PETSCII; carry clear
; Uses    X, Y when there is a key
; Time    with the JSR: 30 without a key, 65 for the last one in the buffer
        .segment "CHANNELS"
getin:  lda DFLTN
        bne chrin
keyWanted:                      ; the host looks here whether a key is read
        lda NDX
        beq @none
        jmp keyFromBuffer
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
        in_channels $f157
chrinDrive:
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
; chrout -- print the character A ($ffd2 through $0326)
;
; In      A         PETSCII
; Out     carry clear; A, X, Y unchanged
; Time    screenOut's are through this call
        in_channels $f1ca
chrout: pha
        lda DFLTO
        cmp #3
        bne :+
        pla
        jmp screenOut
:       pla
chroutDrive:
        jmp noDevice

; ---------------------------------------------------------------------------
; chkin  -- input from the file X from now on ($ffc6 through $031e)
; chkout -- output to the file X ($ffc9 through $0320)
;
; Out     carry set, A: 3 FILE NOT OPEN, 7 NOT OUTPUT FILE
; Uses    A, X
        in_channels $f20e
chkin:  jsr findFile
        bne notOpen
        jsr takeFile
chkinDrive:
        lda FA
        sta DFLTN
        clc
        rts
notOpen:
        lda #3
        jmp failed

        in_channels $f250
chkout: jsr findFile
        bne notOpen
        jsr takeFile
chkoutDrive:
        lda FA
        beq :+
        sta DFLTO
        clc
        rts
:       lda #7
        jmp failed

; ---------------------------------------------------------------------------
; close -- forget the file A ($ffc3 through $031c)
;
; Out     carry clear
; Uses    A, X, Y
        in_channels $f291
closeDrive:
close:  jsr findNumber
        bne :+
        dec LDTND               ; the last one takes its place
        ldy LDTND
        lda SAT,y
        sta SAT,x
        lda FAT,y
        sta FAT,x
        lda LAT,y
        sta LAT,x
:       clc
        rts

; ---------------------------------------------------------------------------
; findFile -- the file X ($f30f; $f314: the file A)
; takeFile -- what is known of the file at X in the tables ($f31f)
;
; Out     Z set     it is open; X where in the tables
;         LA, FA, SA
; Uses    A, X
        in_channels $f30f
findFile:
        lda #0
        sta STATUS
        txa
findNumber:
        ldx LDTND
:       dex
        bmi :+
        cmp LAT,x
        bne :-
:       rts
takeFile:
        .assert * - getin = $f31f - $f13e, error, "$f31f is elsewhere"
        lda SAT,x
        sta SA
        lda FAT,x
        sta FA
        lda LAT,x
        sta LA
        rts

; ---------------------------------------------------------------------------
; clall -- no file is open ($ffe7 through $032c)
; clrchn -- input from the keyboard, output to the screen ($ffcc through $0322)
clall:  lda #0
        sta LDTND
clrchnDrive:
clrchn: .assert * - getin = $f333 - $f13e, error, "$f333 is elsewhere"
        nops 10
        ldx #3
        stx DFLTO
        lda #0
        sta DFLTN
        sec
        rts
nothing:
        clc
        rts

; ---------------------------------------------------------------------------
; open -- the file that SETLFS has named ($ffc0 through $031a)
;
; Out     carry set, A: 1 TOO MANY FILES, 2 FILE OPEN, 5 DEVICE NOT PRESENT
; Uses    A, X
        in_channels $f34a
open:   ldx LA
        jsr findFile
        beq isOpen
        ldx LDTND
        cpx #files
        bcs tooMany
        lda FA
        beq openTable
        cmp #3
        bne openDrive
openTable:
        inc LDTND
        sta FAT,x
        lda LA
        sta LAT,x
        lda SA
        sta SAT,x
        clc
        rts
isOpen: lda #2
        jmp failed
tooMany:
        lda #1
        jmp failed
openDrive:
        jmp noDevice

; ---------------------------------------------------------------------------
; load -- A 0: load, 1: verify; X/Y where to ($ffd5 through $0330)
; save -- from where the zero page word at A says to X/Y ($ffd8 through $0332)
;
; Out     carry set, A 5: DEVICE NOT PRESENT, if the vectors are ours
        in_channels $f49e
load:   stx MEMUSS
        sty MEMUSS + 1
        jmp (ILOAD)
        in_channels $f4a5
        pha
        ldx #searchingText - texts
        jsr sayName
        pla
findDrive:
        jmp noDevice
foundFile:                      ; A: load or verify
        pha
        ldx #loadingText - texts
        jsr say
        pla
loadDrive:
        jmp noDevice

; ---------------------------------------------------------------------------
; say -- the text at X of `texts`, if SETMSG has asked for messages
; sayName -- the same, and the file's name
;
; Uses    A, X, Y
say:    bit MSGFLG
        bpl @quiet
@next:  lda texts,x
        beq @quiet
        jsr $ffd2
        inx
        bne @next               ; always
@quiet: rts
sayName:
        lda FNLEN
        beq @none
        jsr say
        bit MSGFLG
        bpl @none
        ldy #0
@next:  lda (FNADR),y
        jsr $ffd2
        iny
        cpy FNLEN
        bne @next
@none:  rts
texts:
searchingText: .byte 13, "SEARCHING FOR ", 0
loadingText:   .byte 13, "LOADING", 0
savingText:    .byte 13, "SAVING ", 0
        in_channels $f5dd
save:   sty EAL + 1
        stx EAL
        tax
        lda $01,x
        sta STAL + 1
        lda $00,x
        sta STAL
        jmp (ISAVE)
        in_channels $f5ed
        ldx #savingText - texts
        jsr sayName
saveDrive:
        jmp noDevice

; ---------------------------------------------------------------------------
; keyFromBuffer -- the first key, which is there ($e5b4)
; Out     A         PETSCII; carry clear
; Uses    X, Y
        .segment "TAPE"
keyFromBuffer:
        sei
        ldx #0
        ldy KEYD
        dec NDX
:       lda KEYD + 1,x
        sta KEYD,x
        cpx NDX
        inx
        bcc :-
        tya
        cli
        clc
        rts

; ---------------------------------------------------------------------------
; lineEnd -- find what was typed: from where the cursor was, if that is in
;            this line, without the blanks at the end
;
; Out     CRSW not 0, INDX column after the last character, PNTR the first
; Uses    A, X, Y
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
