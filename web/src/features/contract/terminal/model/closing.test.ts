import { expect, it } from 'vitest'
import { position, TERMS } from '../../../../testing-contract/terms.ts'
import { closeSizeOf, closingOf, sharedOf } from './closing.ts'
import { type ContractDraft, changeContractTicket, EMPTY_CONTRACT_DRAFT } from './draft.ts'
import { readContractTicket } from './read-ticket.ts'

const LONG = position({ volume: '650', closable: '400' })
const closing = (change: Partial<ContractDraft>, positions = [LONG]) => {
  const draft = { ...EMPTY_CONTRACT_DRAFT, price: '67380', size: '2', side: 'sell' as const, closes: true, ...change }
  return closingOf(readContractTicket(draft, TERMS, 674_000n), positions, TERMS.contractId)
}

it('PERP-022 [part] an order that closes more than there is to close says what it comes to', () => {
  expect(closing({ kind: 'market' })).toEqual({ contracts: 650n, asked: 2000n, waits: false })
  // What stands in orders that close it already is no more there for a limit.
  expect(closing({ kind: 'limit' })).toEqual({ contracts: 400n, asked: 2000n, waits: false })
  expect(closing({ kind: 'trigger', trigger: '68000' })).toEqual({ contracts: 650n, asked: 2000n, waits: true })
  expect(closing({ kind: 'trailing', callback: '1' })).toMatchObject({ contracts: 650n, waits: true })
})

it('PERP-022 [part] nothing is said of an order that is not trimmed', () => {
  expect(closing({ size: '0.4' })).toBeUndefined()
  expect(closing({ size: '0.401' })).toMatchObject({ contracts: 400n, asked: 401n })
  expect(closing({ closes: false })).toBeUndefined()
  // The exchange refuses these: there is nothing to close.
  expect(closing({ side: 'buy' })).toBeUndefined()
  expect(closing({}, [])).toBeUndefined()
  expect(closing({}, [position({ volume: '650', closable: '0' })])).toBeUndefined()
  expect(closing({}, [{ ...LONG, contractId: '15' }])).toBeUndefined()
})

it('PERP-022 [part] of a long and a short beside each other the one is meant that the side closes', () => {
  const both = [LONG, position({ positionId: '8', isShort: true, volume: '120', closable: '120' })]
  expect(closing({ side: 'buy' }, both)?.contracts).toBe(120n)
  expect(closing({ side: 'sell' }, both)?.contracts).toBe(400n)
})

it('PERP-022 [part] a share of an order that closes is one of what there is to close, not of what could be opened', () => {
  const shared = (change: Partial<ContractDraft>, positions = [LONG]) =>
    sharedOf({ ...EMPTY_CONTRACT_DRAFT, side: 'sell', closes: true, ...change }, positions, TERMS.contractId, '3852')
  expect([shared({ kind: 'market' }), shared({ kind: 'limit' }), shared({ kind: 'trigger' })]).toEqual(['650', '400', '650'])
  expect(shared({ closes: false })).toBe('3852')
  expect([shared({ side: 'buy' }), shared({}, [])]).toEqual(['', ''])
  // Half of what can be opened is no half any more once the order closes; the size stays as it is.
  const half = { ...EMPTY_CONTRACT_DRAFT, size: '1926', share: 50 }
  const turned = changeContractTicket(half, { kind: 'set', values: { closes: true } })
  expect([turned.share, turned.size]).toEqual([undefined, '1926'])
  expect(changeContractTicket(half, { kind: 'set', values: { protects: true } }).share).toBe(50)
})

it('PERP-025 [part] at market all of a position can be closed, though orders wait to close it; at a limit what they leave', () => {
  const whole = { closable: 650n, contracts: 650n, taken: 250n }
  expect(closeSizeOf(LONG, true, 100)).toEqual(whole)
  expect(closeSizeOf(LONG, true, 50)).toEqual({ closable: 650n, contracts: 325n, taken: 0n })
  expect(closeSizeOf(LONG, false, 100)).toEqual({ closable: 400n, contracts: 400n, taken: 0n })
  expect(closeSizeOf({ volume: '650', closable: '0' }, true, 100)).toEqual({ ...whole, taken: 650n })
  expect(closeSizeOf({ volume: '650', closable: '0' }, false, 100)).toEqual({ closable: 0n, contracts: 0n, taken: 0n })
  // Half of one contract is that one.
  expect(closeSizeOf({ volume: '1', closable: '1' }, true, 50).contracts).toBe(1n)
  expect(closeSizeOf(LONG, true, 0).contracts).toBe(0n)
})
