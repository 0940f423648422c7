; The jump table at $ff81 and the processor's vectors at $fffa.
        .import cint, ioinit, ramtas, restor, vector, setmsg, memtop, membot
        .import scnkey, readst, udtim, settim, rdtim, screen, plot, iobase
        .import setnam, setlfs, load, save, settmo
        .import noDevice, nmi, reset, irq

        .segment "JUMPS"
        jmp cint                ; $ff81
        jmp ioinit              ; $ff84
        jmp ramtas              ; $ff87
        jmp restor              ; $ff8a
        jmp vector              ; $ff8d
        jmp setmsg              ; $ff90
        jmp noDevice            ; $ff93 SECOND: no serial bus
        jmp noDevice            ; $ff96 TKSA
        jmp memtop              ; $ff99
        jmp membot              ; $ff9c
        jmp scnkey              ; $ff9f
        jmp settmo              ; $ffa2
        jmp noDevice            ; $ffa5 ACPTR
        jmp noDevice            ; $ffa8 CIOUT
        jmp noDevice            ; $ffab UNTLK
        jmp noDevice            ; $ffae UNLSN
        jmp noDevice            ; $ffb1 LISTEN
        jmp noDevice            ; $ffb4 TALK
        jmp readst              ; $ffb7
        jmp setlfs              ; $ffba
        jmp setnam              ; $ffbd
        jmp ($031a)             ; $ffc0 OPEN
        jmp ($031c)             ; $ffc3 CLOSE
        jmp ($031e)             ; $ffc6 CHKIN
        jmp ($0320)             ; $ffc9 CHKOUT
        jmp ($0322)             ; $ffcc CLRCHN
        jmp ($0324)             ; $ffcf CHRIN
        jmp ($0326)             ; $ffd2 CHROUT
        jmp load                ; $ffd5
        jmp save                ; $ffd8
        jmp settim              ; $ffdb
        jmp rdtim               ; $ffde
        jmp ($0328)             ; $ffe1 STOP
        jmp ($032a)             ; $ffe4 GETIN
        jmp ($032c)             ; $ffe7 CLALL
        jmp udtim               ; $ffea
        jmp screen              ; $ffed
        jmp plot                ; $fff0
        jmp iobase              ; $fff3
        .res 4, $02
        .word nmi, reset, irq
