; Copies eight bytes from above, but the first.

copy:
        ldx #7
@byte:
        lda from,x
        sta to,x
        dex
        bne @byte
        rts

        .bss
from:   .res 8
to:     .res 8
