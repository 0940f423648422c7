; Where a row of the screen begins, from a table.

; ---------------------------------------------------------------------------
; row -- the address of a row of the screen, less $0400
;
; In      Y         the row                                     ($00..$18)
; Out     A         40 * Y, low byte
;         X         high byte                                   ($00..$03)
; Uses    -
; Time    14..14
; ---------------------------------------------------------------------------
row:
        ldx high,y
        lda low,y
        rts

        .rodata
        .define offsets 0, 40, 80, 120, 160, 200, 240, 280, 320, 360, 400, 440, 480, 520, 560, 600, 640, 680, 720, 760, 800, 840, 880, 920, 960
low:    .lobytes offsets
high:   .hibytes offsets
