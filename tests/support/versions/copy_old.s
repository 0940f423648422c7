; Copies eight bytes from above.

copy:
        ldx #7
@byte:
        lda from,x
        sta to,x
        dex
        bpl @byte
        rts

        .bss
to:     .res 8
from:   .res 8
