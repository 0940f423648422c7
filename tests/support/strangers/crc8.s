; CRC-8 of polynomial x^8 + x^2 + x + 1, the highest bit first.

; ---------------------------------------------------------------------------
; crc8 -- takes one more byte into a checksum
;
; In      A         the byte                                    (any)
;         crc       of the bytes before                         (any)
; Out     crc       = ((A ^ crc) ^ (A ^ crc) << 1 ^ (A ^ crc) << 2
;                   ^ (A ^ crc) >> 7 ^ (A ^ crc) >> 7 << 1 ^ (A ^ crc) >> 7 << 2
;                   ^ (A ^ crc) >> 6 ^ (A ^ crc) >> 6 << 1 ^ (A ^ crc) >> 6 << 2) & $ff
; Uses    A, X
; Time    95..103
; ---------------------------------------------------------------------------
crc8:
        eor crc
        ldx #8
@bit:
        asl a
        bcc @next
        eor #$07
@next:
        dex
        bne @bit
        sta crc
        rts

        .zeropage
crc:    .res 1
