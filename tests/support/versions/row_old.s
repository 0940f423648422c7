; Where a row of the screen begins, by additions.

row:
        sty left
        lda #0
        tax
        dec left
        bmi @done
@row:
        clc
        adc #40
        bcc @same
        inx
@same:
        dec left
        bpl @row
@done:
        rts

        .zeropage
left:   .res 1
