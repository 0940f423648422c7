; From the reset button to an idle machine, the small calls, and the start of programs.
        .include "kernal.inc"
        .include "delay.inc"
        .export reset, ioinit, ramtas, restor, vector, cint, nmi
        .export idle, sys, sysReturned, guard, basicReady
        .export setnam, setlfs, readst, setmsg, settmo, memtop, membot
        .export iobase, screen
        .import editorInit, screenOut, jiffyIrq, restoreRegisters, seeStop

.macro in_reset place
        at place, $fce2, reset
.endmacro

; Cycles spent so that the machine is ready in the cycle, and with the beam in
; the place, that recorded figures rest on.
padSync  = 36
padReady = 87

        .segment "RESET"
; ---------------------------------------------------------------------------
; reset -- what the processor does first ($fce2)
;
; In      -
; Out     does not return: a cartridge at $8000 takes over, or the machine
;         idles with a clear screen and live interrupts
reset:  sei
        cld
        ldx #$ff
        txs
        jsr cartridge
        bne :+
        jmp ($8000)
:       jsr ramtas
        jsr ioinit
        jsr restor
        jsr cint
        cli
        jmp ready

; ---------------------------------------------------------------------------
; cartridge -- is there a program in the expansion port? ($fd02)
;
; Out     Z set     $8004 spells CBM80 with bit 7 set in its letters
; Uses    A, X
; Forced  by the text at $fd10, from which programs copy it, and 19 bytes
        in_reset $fd02
cartridge:
        ldx #5
:       lda cbm80 - 1,x
        cmp $8004 - 1,x
        bne :+
        dex
        bne :-
:       rts
cbm80:  .byte $c3, $c2, $cd, "80"

; ---------------------------------------------------------------------------
; restor -- the sixteen vectors at $0314 as they were ($ff8a, $fd15)
; vector -- carry set: copy them to X/Y; clear: take them from there ($ff8d),
;           where they are written, too: RESTOR changes the RAM below the ROM
;
; Uses    A, X, Y; $c3/$c4
        in_reset $fd15
restor: ldy #>vectors
        ldx #<vectors
        clc
        jmp vector              ; $fd1a
        in_reset $fd30
vectors:
        .word jiffyIrq, warmStart, nmiHandler
        .word $f34a, $f291, $f20e, $f250, $f333         ; OPEN ...
        .word $f157, $f1ca, $f6ed, $f13e, $f32f         ; CHRIN ...
        .word warmStart, $f4a5, $f5ed                   ; user, LOAD, SAVE

; ---------------------------------------------------------------------------
; ramtas -- work space cleared, RAM counted, screen at $0400 ($ff87, $fd50)
;
; Out     $0002-$0101, $0200-$03ff 0; MEMSTR $0800; MEMSIZ the first page of
;         which the first byte is not RAM; what is below it is $55
; Uses    A, X, Y; $c1/$c2
        in_reset $fd50
ramtas: lda #0
        tay
:       sta $0300,y
        sta $0200,y
        sta $0002,y
        dey
        bne :-
        ldx #$03
        stx TAPE1 + 1
        ldx #$3c
        stx TAPE1
        ldx #$08
        stx MEMSTR + 1
        ldx #$04
        stx HIBASE
        stx $c2
        bne @next               ; always
@page:  pla
        sta ($c1),y
@next:  inc $c2                 ; from the page after the screen's first
        lda ($c1),y
        pha
        lda #$55                ; is found below BASIC's ROM after that
        sta ($c1),y
        cmp ($c1),y
        bne @found
        asl
        sta ($c1),y
        cmp ($c1),y
        beq @page
@found: pla
        lda $c2
        sta MEMSIZ + 1
        sty MEMSIZ
        rts

; ---------------------------------------------------------------------------
; ioinit -- chips and processor port to their state after switching on ($ff84,
;           $fda3)
;
; Out     keyboard columns driven, jiffy interrupt running, SID silent, all
;         ROMs and I/O visible
; Uses    A, X
        in_reset $fda3
ioinit: ldy #$e7                ; data first: the pins never show another map
        sty CPUPORT
        ldy #$2f
        sty CPUDIR
        ldx #0
        stx SID + $18
        stx CIA2 + 3
        stx CIA1 + 3
        dex
        stx CIA1 + 2
        ldx #$7f                ; no interrupts, and the column of STOP
        stx CIA1
        stx CIA2 + $d
        stx CIA1 + $d
        lda #$08                ; timers stopped
        sta CIA2 + $f
        sta CIA2 + $e
        sta CIA1 + $f
        sta CIA1 + $e
        lda #$07                ; VIC-II sees $0000-$3fff
        sta CIA2
        lda #$3f
        sta CIA2 + 2

; ---------------------------------------------------------------------------
; startJiffies -- 60 interrupts a second from timer A of CIA 1 ($fddd)
;
; In      PALNTS    which clock drives it
; Uses    A, X
        .assert * - reset = $fddd - $fce2, error, "$fddd is elsewhere"
startJiffies:
        ldx PALNTS
        lda jiffyLow,x
        sta CIA1 + 4
        lda jiffyHigh,x
        sta CIA1 + 5
        lda #$81
        sta CIA1 + $d
        lda #$11
        sta CIA1 + $e
        rts

; ---------------------------------------------------------------------------
; setnam, setlfs -- name, and number, device and secondary address of a file
;                   ($ffbd, $ffba)
; readst, setmsg, settmo, memtop, membot, iobase, screen -- as the book says
        in_reset $fdf9
setnam: sty FNADR + 1
        stx FNADR
        sta FNLEN
        rts
setlfs: sty SA                  ; $fe00
        stx FA
        sta LA
        rts
readst: nops 14                 ; $fe07
        lda STATUS
        rts
        in_reset $fe18
setmsg: sta MSGFLG
        lda #0
        ora STATUS              ; $fe1c
        sta STATUS
        rts
        in_reset $fe21
settmo: sta $0285
        rts
        in_reset $fe25
memtop: bcc :+
        ldy MEMSIZ + 1
        ldx MEMSIZ
:       sty MEMSIZ + 1
        stx MEMSIZ
        rts
        in_reset $fe34
membot: bcc :+
        ldy MEMSTR + 1
        ldx MEMSTR
:       sty MEMSTR + 1
        stx MEMSTR
        rts

; ---------------------------------------------------------------------------
; nmi -- where $fffa points: through $0318 ($fe43)
; nmiHandler -- RESTORE alone: nothing; with RUN/STOP: warm start. An interrupt
;               of CIA 2 is acknowledged and goes without effect. ($fe47)
; warmStart -- BRK, and RUN/STOP with RESTORE: everything but memory anew
;              ($fe66)
        in_reset $fe43
nmi:    sei
        jmp (NMINV)
nmiHandler:
        pha
        txa
        pha
        tya
        pha
        ldx #$7f
        stx CIA2 + $d
        lda CIA2 + $d
        bmi leave
        jsr cartridge
        bne :+
        jmp ($8002)
:       jsr seeStop
        jsr $ffe1
        bne leave
warmStart:
        .assert * - reset = $fe66 - $fce2, error, "$fe66 is elsewhere"
        jsr restor
        jsr ioinit
        jsr cint
        ldx #$ff
        txs
        cld
        cli
        jmp ready
leave:  lda ENABL
        ora #$80
        sta CIA2 + $d
        jmp restoreRegisters
        in_reset $febc
        jmp restoreRegisters

; ---------------------------------------------------------------------------
; cint -- screen, keyboard and cursor as after switching on ($ff81)
;
; Out     PALNTS    by the last line that the beam reaches
; Uses    A, X, Y
        .segment "CINT"
cint:   jsr fresh
:       bit VIC + $11           ; wait for line $100 ...
        bmi :-
:       bit VIC + $11
        bpl :-
:       lda VIC + $12           ; ... and follow the beam to its last line
        bit VIC + $11
        bpl :+
        tax
        jmp :-
:       cpx #$20                ; $137 or $106
        lda #0
        rol
        sta PALNTS
        jmp startJiffies

        .segment "TAPE"
fresh:  delay padSync
        lda #0
        sta CRSW
        sta QTSW
        sta INSRT
        sta RVS
        lda #noKey
        sta LSTX
        jmp editorInit

vector: stx $c3
        sty $c4
        ldy #31
@next:  lda ($c3),y
        bcc :+
        lda CINV,y
:       sta CINV,y
        sta ($c3),y
        dey
        bpl @next
        rts
iobase: ldx #<CIA1
        ldy #>CIA1
        rts
screen: ldx #columns
        ldy #rows
        rts
jiffyLow:  .byte <17045, <16421
jiffyHigh: .byte >17045, >16421

ready:  delay padReady
        ldx #0
:       lda banner,x
        beq idle
        jsr screenOut
        inx
        bne :-
idle:   jmp idle
banner: .byte "**** RYG ****", 13, 13, "READY.", 13, 0

; ---------------------------------------------------------------------------
; sys -- start the program at LINNUM as BASIC's SYS does
;
; In      LINNUM        where
;         $030c-$030f   A, X, Y and P for the program
; Out     $030c-$030f   A, X, Y and P at its RTS; the machine idles
sys:    ldx #$fa
        txs
        jsr call
sysReturned:
        php
        sty $030e
        stx $030d
        sta $030c
        pla
        sta $030f
        jmp idle
call:   ldy $030e
        ldx $030d
        lda $030f
        pha
        lda $030c
        plp
        jmp (LINNUM)

; ---------------------------------------------------------------------------
; basicReady -- the program ends by going to BASIC, as if it returned
basicReady:
        ldx #$fa
        txs
        cli
        jmp sysReturned

; Where a routine that a debugger calls returns to.
guard:  jmp guard
