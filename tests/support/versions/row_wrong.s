; Where a row of the screen begins, by shifts; wrong in the last row.

row:
        tya
        asl a
        asl a
        sta offset
        tya
        clc
        adc offset              ; 5 rows
        asl a                   ; 10
        ldx #0
        stx high
        asl a                   ; 20
        rol high
        asl a                   ; 40
        rol high
        ldx high
        cpy #24
        bne @done
        ldx #2
@done:
        rts

        .zeropage
offset: .res 1
high:   .res 1
