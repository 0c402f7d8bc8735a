/** Every order type placed, seen, changed and cancelled by keyboard alone, and by touch on a phone, against the real server. */
import { describe, test } from 'vitest'
import { byKeyboard, byTouch, CASES } from './hands.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()

describe.skipIf(base === '')('order types by keyboard', () => {
  test.each(CASES)('A11Y-002 SPOT-002 SPOT-003 [part] $type by keyboard alone', (one) => byKeyboard(stage, one))
})

describe.skipIf(base === '')('order types by touch', () => {
  test.each(CASES)('SPOT-002 SPOT-003 [part] $type by touch on a phone', (one) => byTouch(stage, one))
})
