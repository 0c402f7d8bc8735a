import { expect, it } from 'vitest'
import { CONFIG, TERMS } from '../../../../testing-contract/terms.ts'
import { contractBody } from './body.ts'
import { type ContractDraft, EMPTY_CONTRACT_DRAFT } from './draft.ts'
import { readContractTicket } from './read-ticket.ts'
import { shareOf, unsizedOf, waitsForFigures } from './share.ts'

const unsized = (change: Partial<ContractDraft>, leverage = CONFIG.leverage, sent = 0): string => {
  const draft = { ...EMPTY_CONTRACT_DRAFT, price: '67380', ...change }
  return unsizedOf(contractBody(readContractTicket(draft, TERMS, 674_000n), TERMS, { ...CONFIG, leverage }, 'preview'), sent)
}

it('a share waits for figures of the very order: its type, price, side, leverage, and what was sent before', () => {
  const of = unsized({})
  const asked = { share: 25, sharedOf: of }
  // A size does not change how large an order may be, nor does the unit it is typed in.
  expect(waitsForFigures(asked, unsized({ size: '5', unit: 'contracts' }))).toBe(false)
  expect(waitsForFigures(asked, unsized({ protects: true, takeProfit: '68000' }))).toBe(false)
  for (const other of [
    { kind: 'market' },
    { price: '67381' },
    { side: 'sell' },
    { closes: true },
    { kind: 'trigger', trigger: '68000' },
  ] as const)
    expect([other, waitsForFigures(asked, unsized(other))]).toEqual([other, true])
  expect(waitsForFigures(asked, unsized({}, CONFIG.leverage + 1))).toBe(true)
  expect(waitsForFigures(asked, unsized({}, CONFIG.leverage, 1))).toBe(true)
  expect(waitsForFigures({ share: 25, sharedOf: '' }, '')).toBe(true)
  expect(waitsForFigures({ share: undefined, sharedOf: '' }, of)).toBe(false)
})

it('PERP-025 [part] a share is whole contracts, rounded down, and never none of what there is', () => {
  expect([shareOf(829n, 25), shareOf(829n, 100), shareOf(3n, 25), shareOf(1n, 50)]).toEqual(['207', '829', '1', '1'])
  expect([shareOf(829n, 0), shareOf(0n, 50)]).toEqual(['', ''])
})
