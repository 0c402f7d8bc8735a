/** What the help says in figures of contracts and withdrawals, against what the exchange does. */

import { readFileSync } from 'node:fs'
import { LONG_LOCK_MS, SHORT_LOCK_MS } from '@agio/engine/wallet/security-lock.ts'
import { WHITELIST_REST_MS } from '@agio/wire/wallet/address-book.ts'
import { expect, it } from 'vitest'
import { wordsOf } from '../content/inform/clean-html.ts'
import { ownInformText } from '../content/inform/inform-texts.ts'
import { DEFAULT_POLICY } from '../wallet/request/policy.ts'
import { LISTED_CONTRACTS, listedTerms } from './contracts/contract-list.ts'

const HOUR_MS = 3_600_000
const E8 = 100_000_000
const E12 = 1e12
const IDS = new Map([...LISTED_CONTRACTS.map(({ base }) => base), 'USDT'].map((asset, at) => [asset, at + 1]))
const text = (id: string): string => wordsOf(ownInformText('en_US', `help.${id}.content`) ?? '').replace(/\s+/g, ' ')

/** A constant of the kernel, which no test imports. */
function constant(file: string, name: string): number {
  const source = readFileSync(new URL(`../../../engine/kernel/${file}`, import.meta.url), 'utf8')
  const value = new RegExp(`const ${name}: \\w+ = ([\\d_]+)`).exec(source)?.[1]
  if (value === undefined) throw new Error(`${file} has no ${name}`)
  return Number(value.replaceAll('_', ''))
}

const [bitcoin] = LISTED_CONTRACTS
if (bitcoin === undefined) throw new Error('no contract is listed')
const { contract, terms } = listedTerms(bitcoin, IDS)
const [tier] = contract.tiers
const lowest = (tier?.rateE8 ?? 0) / E8

it('PERP-014 PERP-015 [part] the help tells leverage, margin and fees as the contracts of the demo have them', () => {
  const says = text('contract-basics')
  expect([contract.maxLeverage, tier?.maxLeverage, tier?.upTo, lowest, (terms.takerFeeE8 ?? 0) / E8]).toEqual([
    125,
    125,
    50_000n * BigInt(E8),
    0.004,
    0.0005,
  ])
  for (const words of [
    '125× is possible up to 50,000 USDT',
    'maintenance rate of 0.4 %',
    'rate of 0.05 %, opening 6,000 USDT costs 3 USDT',
  ])
    expect(says).toContain(words)
  expect([bitcoin.multiplier / 10 ** bitcoin.quantityScale, 6_000 / 125]).toEqual([0.001, 48])
  // A long whose margin is its value ÷ leverage comes to its maintenance at (1/L − m) ÷ (1 − m), a short at (1/L − m) ÷ (1 + m).
  for (const [leverage, percent] of [
    [5, 19.6],
    [20, 4.6],
    [125, 0.4],
  ] as const) {
    const room = 1 / leverage - lowest
    const [long, short] = [(100 * room) / (1 - lowest), (100 * room) / (1 + lowest)]
    expect(Math.abs((long + short) / 2 - percent), String(leverage)).toBeLessThan(0.05)
    expect(says).toContain(`${leverage}× ${(6_000 / leverage).toLocaleString('en-US')} USDT ${percent} %`)
  }
  // c of decision 65 is at most half of the lowest rate.
  expect(lowest / 2).toBeLessThanOrEqual(0.002)
  expect(says).toContain('less than 0.2 % on E-BTC-USDT')
})

it('PERP-030 PERP-031 [part] the help tells the times, the interest, the damper and the cap of funding', () => {
  const says = text('funding')
  expect([contract.fundingHours, contract.fundingStartHour, contract.interestE12 / E12]).toEqual([8, 0, 0.0001])
  expect(constant('perp/mark/rate.ts', 'DAMPER') / E12).toBe(0.0005)
  expect(contract.fundingCapE12 / E12 / lowest).toBeCloseTo(0.75)
  for (const words of [
    'Every 8 hours, at 00:00, 08:00 and 16:00 UTC',
    '0.01 % for 8 hours',
    '0.05 % at most',
    'three quarters of its lowest',
    '±0.3 %',
  ])
    expect(says).toContain(words)
})

it('PERP-041 PERP-053 [part] the help tells how long what was taken over is offered', () => {
  expect(constant('perp/risk/line.ts', 'LINE_MS')).toBe(30_000)
  expect(text('liquidation')).toContain('for 30 seconds, or up to 120 while it sells well')
  expect(text('deleveraging')).toContain('within 30 seconds (up to 120 while it sells well)')
  expect(contract.liquidationFeeE8 / E8).toBeLessThanOrEqual(lowest / 2)
})

it('WAL-017 [part] the help tells the locks, the bounds and the numbers of withdrawals', () => {
  const says = text('withdrawals')
  expect([LONG_LOCK_MS, SHORT_LOCK_MS, WHITELIST_REST_MS].map((ms) => ms / HOUR_MS)).toEqual([24, 6, 24])
  expect([DEFAULT_POLICY.openMost, DEFAULT_POLICY.dayMost]).toEqual([20, 50])
  expect([constant('user/bound.ts', 'EDGE_E8') / E8, 1 / constant('user/bound.ts', 'LOSS_PARTS')]).toEqual([0.01, 0.02])
  for (const words of [
    '20 withdrawals open and ask for 50 in 24 hours',
    'no worse than 1 % from the index',
    'may lose 2 % of the account',
    'can be used after 24 hours',
    'within 30 minutes',
  ])
    expect(says).toContain(words)
})
