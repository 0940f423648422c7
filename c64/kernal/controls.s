; The control codes $00-$1f and $80-$9f: what each does, colours by number.
        .include "kernal.inc"
        .export actionLow, actionHigh, colourOf, linkOf
        .import doNothing, doHome, doClear, doColour, doRvsOn
        .import doRvsOff, doRight, doLeft, doDown, doUp, doDelete, doInsert
        .import doLower, doUpper, doLock, doUnlock

; Entered by RTS, which adds 1.
.define actions0 doNothing-1, doNothing-1, doNothing-1, doNothing-1
.define actions1 doNothing-1, doColour-1, doNothing-1, doNothing-1
.define actions2 doLock-1, doUnlock-1, doNothing-1, doNothing-1
.define actions3 doNothing-1, doNothing-1, doLower-1, doNothing-1
.define actions4 doNothing-1, doDown-1, doRvsOn-1, doHome-1
.define actions5 doDelete-1, doNothing-1, doNothing-1, doNothing-1
.define actions6 doNothing-1, doNothing-1, doNothing-1, doNothing-1
.define actions7 doColour-1, doRight-1, doColour-1, doColour-1
.define actions8 doNothing-1, doColour-1, doNothing-1, doNothing-1
.define actions9 doNothing-1, doNothing-1, doNothing-1, doNothing-1
.define actionsa doNothing-1, doNothing-1, doNothing-1, doNothing-1
.define actionsb doNothing-1, doNothing-1, doUpper-1, doNothing-1
.define actionsc doColour-1, doUp-1, doRvsOff-1, doClear-1
.define actionsd doInsert-1, doColour-1, doColour-1, doColour-1
.define actionse doColour-1, doColour-1, doColour-1, doColour-1
.define actionsf doColour-1, doLeft-1, doColour-1, doColour-1

; One page, so that the code is the index: $00-$1f from here, $80-$9f half a page on.
        .segment "KEYS"
        .assert <* = 0, lderror, "the tables cross a page"
colourOf:                       ; black 0, white 1, red 2, cyan 3, purple 4, ...
        .byte 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        .byte 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5, 6
actionLow:
        .lobytes actions0
        .lobytes actions1
        .lobytes actions2    ; $08
        .lobytes actions3
        .lobytes actions4    ; $10
        .lobytes actions5
        .lobytes actions6    ; $18
        .lobytes actions7
actionHigh:
        .hibytes actions0
        .hibytes actions1
        .hibytes actions2    ; $08
        .hibytes actions3
        .hibytes actions4    ; $10
        .hibytes actions5
        .hibytes actions6    ; $18
        .hibytes actions7
linkOf: .repeat rows + 1, row   ; of each row: a line of its own, in that page of the screen
        .byte >(row * columns) | $80
        .endrepeat
        .res colourOf + $80 - *
        .byte 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        .byte 0, 0, 0, 0, 0, 9, 10, 11, 12, 13, 14, 15, 4, 0, 7, 3
        .lobytes actions8    ; $80
        .lobytes actions9
        .lobytes actionsa    ; $88
        .lobytes actionsb
        .lobytes actionsc    ; $90
        .lobytes actionsd
        .lobytes actionse    ; $98
        .lobytes actionsf
        .hibytes actions8    ; $80
        .hibytes actions9
        .hibytes actionsa    ; $88
        .hibytes actionsb
        .hibytes actionsc    ; $90
        .hibytes actionsd
        .hibytes actionse    ; $98
        .hibytes actionsf
