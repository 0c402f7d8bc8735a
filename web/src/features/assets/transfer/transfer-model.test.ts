import { describe, expect, it } from 'vitest'
import { readAmount } from '../../../data/typed-amount.ts'
import {
  type Account,
  type Accounts,
  balancesAfter,
  exceeds,
  firstRoute,
  leaving,
  mayLeave,
  mayTransfer,
  placeOf,
  reaching,
  targetOf,
  unitsOf,
} from './transfer-model.ts'

const accounts = (earn: boolean, contract: boolean, ...holds: Account[]): Accounts => ({
  switches: { financialSwitch: earn ? 1 : 2, flashConvertSwitch: 0, contractSwitch: contract, inviteSwitch: 0 },
  holds: new Set(holds),
})

describe('accounts of a transfer', () => {
  it('WAL-035 [part] coins move where an account is open, and out of a closed one while it holds something', () => {
    expect(mayTransfer(accounts(false, false, 'spot'))).toBe(false)
    expect([mayTransfer(accounts(true, false)), mayTransfer(accounts(false, true))]).toEqual([true, true])
    expect(firstRoute(accounts(true, true, 'spot'))).toEqual({ from: 'spot', to: 'financial' })
    expect(firstRoute(accounts(false, true, 'spot'))).toEqual({ from: 'spot', to: 'contract' })
    expect(firstRoute(accounts(true, false, 'spot', 'financial'), 'financial')).toEqual({ from: 'financial', to: 'spot' })
    expect(firstRoute(accounts(true, false, 'spot'), 'financial')).toEqual({ from: 'spot', to: 'financial' })
    const left = accounts(false, false, 'spot', 'financial')
    expect(mayTransfer(left)).toBe(true)
    expect(firstRoute(left)).toEqual({ from: 'financial', to: 'spot' })
    expect([mayLeave('spot', left), mayLeave('financial', left), mayLeave('contract', left)]).toEqual([false, true, false])
    expect(targetOf('spot', left)).toBeUndefined()
  })

  it('WAL-036 [part] no choice makes an account its own target, and none leads into a closed one', () => {
    const one = accounts(true, false, 'spot', 'contract')
    const out = { from: 'spot', to: 'financial' } as const
    expect(leaving('financial', out, one)).toEqual({ from: 'financial', to: 'spot' })
    expect(leaving('contract', out, one)).toEqual({ from: 'contract', to: 'financial' })
    expect(leaving('spot', { from: 'contract', to: 'spot' }, one)).toEqual({ from: 'spot', to: 'financial' })
    expect(reaching('spot', out)).toEqual({ from: 'financial', to: 'spot' })
    expect(reaching('contract', out)).toEqual({ from: 'spot', to: 'contract' })
  })
})

describe('amount of a transfer', () => {
  it.each([
    ['', 'empty'],
    ['2500', 2_500_000_000n],
    ['2500.', 2_500_000_000n],
    ['.5', 500_000n],
    ['007', 7_000_000n],
    ['0.0000010', 1n],
    ['0.0000010000000000', 1n],
    ['0.0000001', 'tooFine'],
    ['0.100000000000000001', 'tooFine'],
    ['0', 'nothing'],
    ['0.000', 'nothing'],
    ['-1', 'notANumber'],
    ['1e3', 'notANumber'],
    ['.', 'notANumber'],
    ['1,2,3', 'marks'],
  ])('WAL-036 [part] %j of a coin with six decimals is %s', (text, wanted) => {
    const entry = readAmount(text, 6)
    expect(entry.kind === 'amount' ? entry.value : entry.kind).toBe(wanted)
  })

  it('WAL-035 [part] the sum of both accounts stays, to the last unit of numbers that no float holds', () => {
    const from = unitsOf('9007199254740993.000000000000000001', 18)
    const to = unitsOf('0.1', 18)
    expect(balancesAfter(readAmount('0.2', 18), from, to, 18)).toEqual({ from: '9007199254740992.800000000000000001', to: '0.3' })
    expect(balancesAfter({ kind: 'empty' }, 10n, 5n, 0)).toEqual({ from: '10', to: '5' })
    expect(balancesAfter({ kind: 'amount', value: 4n }, 10n, undefined, 0)).toEqual({ from: '6' })
    expect(balancesAfter({ kind: 'marks' }, 10n, 5n, 0)).toEqual({})
  })

  it('WAL-036 [part] nothing is promised of more than there is', () => {
    const more = { kind: 'amount', value: 11n } as const
    expect([exceeds(more, 10n), exceeds(more, 11n), exceeds(more, undefined)]).toEqual([true, false, false])
    expect(balancesAfter(more, 10n, 5n, 0)).toEqual({})
  })

  it('a refusal stands where its cause is', () => {
    expect(['TRANSFER_CLOSED', 'DECIMAL_SCALE', 'BALANCE_INSUFFICIENT', 'COIN_NOT_FOUND', 'ACCOUNT_FROZEN', ''].map(placeOf)).toEqual([
      'to',
      'amount',
      'amount',
      'coin',
      'form',
      'form',
    ])
  })
})
