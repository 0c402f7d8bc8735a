/** Coins, fees and change as properties: of whatever coins and payments, nobody pays too little, and nothing is lost in dust. */
import { hexToBytes } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Coin, Payment } from '../port.ts'
import { buildTransaction } from './build.ts'
import { bumped, childPlan, INCREMENTAL_RELAY_RATE } from './fee-raise.ts'
import { REGTEST } from './network.ts'
import { readPsbt } from './psbt-reader.ts'
import { addressOf, DUST, kindOf, scriptOf } from './script.ts'
import { BATCH_MOST, batchesOf, selectCoins } from './select.ts'
import { feeOf, inputWeight, rateOf, vsizeOf, weightOf } from './size.ts'

const program = (first: number, length: number): Uint8Array => new Uint8Array(length).fill(first & 0xff, 1).fill(first >> 8, 0, 1)
const p2wpkh = (seed: number): string => addressOf(Uint8Array.of(0, 20, ...program(seed, 20)), REGTEST) ?? ''
/** The x of the generator: a key that is a point. */
const P2TR = addressOf(hexToBytes('512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'), REGTEST) ?? ''
const CHANGE = p2wpkh(7)

const coinsOf = (amounts: readonly bigint[], address: (index: number) => string): readonly Coin[] =>
  amounts.map((amount, index) => ({ tx: index.toString(16).padStart(64, '0'), output: index, amount, address: address(index), height: 1 }))

const amounts = fc.array(fc.bigInt({ min: 300n, max: 3_000_000n }), { minLength: 1, maxLength: 40 })
const paid = fc.array(fc.bigInt({ min: 546n, max: 1_500_000n }), { minLength: 1, maxLength: 8 })
const rates = fc.bigInt({ min: 1000n, max: 200_000n })
const payments = (sums: readonly bigint[]): readonly Payment[] =>
  sums.map((amount, index) => ({ to: index % 2 === 0 ? p2wpkh(index) : P2TR, tag: null, token: null, amount }))

const worst = (coins: readonly Coin[], outputs: readonly Uint8Array[]): number =>
  vsizeOf(
    weightOf(
      coins.map(({ address }) => scriptOf(address, REGTEST)),
      outputs,
    ),
  )

describe('selection of coins', () => {
  it('WAL-024 pays payments and the fee of its size in full, gives no dust back, and finds coins whenever they are there', () => {
    let without = 0
    const holds = fc.property(amounts, paid, rates, (held, sums, rate) => {
      const coins = coinsOf(held, (index) => (index % 3 === 0 ? P2TR : p2wpkh(index)))
      const question = { coins, payments: payments(sums), rate, change: CHANGE }
      const chosen = selectCoins(question, REGTEST)
      const total = sums.reduce((sum, amount) => sum + amount, 0n)
      const worth = coins.map(({ amount, address }) => amount - (BigInt(inputWeight(scriptOf(address, REGTEST))) * rate + 3999n) / 4000n)
      const most = worth.reduce((sum, value) => sum + (value > 0n ? value : 0n), 0n)
      if (chosen === null) {
        // 300 vB and each output: more than all that stands around the inputs.
        expect(most).toBeLessThan(total + feeOf(300 + 43 * sums.length, rate))
        return
      }
      for (const each of chosen) expect(worth[each.output]).toBeGreaterThan(0n)
      const unsigned = buildTransaction(
        { payments: question.payments, slot: { kind: 'coins', coins: chosen, change: CHANGE }, fee: { rate, tip: 0n }, work: 0n },
        REGTEST,
      )
      const { outputs } = readPsbt(hexToBytes(unsigned.bytes))
      expect(outputs.slice(0, sums.length).map(({ amount }) => amount)).toEqual(sums)
      expect(unsigned.feeMost).toBeGreaterThanOrEqual(
        feeOf(
          worst(
            chosen,
            outputs.map(({ script }) => script),
          ),
          rate,
        ),
      )
      const change = outputs[sums.length]
      if (change === undefined) without += 1
      else expect(change.amount).toBeGreaterThanOrEqual(DUST[kindOf(change.script)])
    })
    fc.assert(holds, { numRuns: 300, seed: 28 })
    // Both ways were walked.
    expect(without).toBeGreaterThan(5)
  })

  it('takes coins that need no change where there are such, and the largest first where not', () => {
    const rate = 1000n
    const input = 68n
    const ask = (held: readonly bigint[], sum: bigint): readonly bigint[] | null =>
      selectCoins({ coins: coinsOf(held, p2wpkh), payments: payments([sum]), rate, change: CHANGE }, REGTEST)?.map(
        ({ amount }) => amount,
      ) ?? null
    // 700 + 300 less the inputs and the frame is exactly what is paid.
    expect(ask([900_000n, 70_000n, 30_000n, 5_000n], 100_000n - 2n * input - 60n)).toEqual([70_000n, 30_000n])
    expect(ask([20_000n, 900_000n, 50_000n], 123_456n)).toEqual([900_000n])
    expect(ask([20_000n, 50_000n], 123_456n)).toBeNull()
    // A coin that costs more than it is worth stays where it is.
    expect(ask([60n, 200_000n], 100_000n)).toEqual([200_000n])
  })

  it('keeps the coins of what is replaced, and adds others only where they do not do', () => {
    const coins = coinsOf([10_000n, 40_000n, 90_000n], p2wpkh)
    const first = coins.slice(0, 1)
    const ask = (sum: bigint): readonly bigint[] | undefined =>
      selectCoins({ coins, payments: payments([sum]), rate: 1000n, change: CHANGE, required: first }, REGTEST)?.map(({ amount }) => amount)
    expect(ask(5_000n)).toEqual([10_000n])
    expect(ask(50_000n)?.[0]).toBe(10_000n)
    expect(ask(50_000n)).toHaveLength(2)
  })

  it('K3 puts 200 outputs into one transaction, and no more', () => {
    expect(batchesOf(Array.from({ length: 401 }, (_, index) => index)).map((batch) => batch.length)).toEqual([BATCH_MOST, BATCH_MOST, 1])
    expect(batchesOf([])).toEqual([])
  })

  it('refuses dust, coins twice, tokens and sums that the coins do not cover', () => {
    const [coin] = coinsOf([100_000n], p2wpkh)
    if (coin === undefined) throw new Error('a coin')
    const build = (sum: bigint, to = p2wpkh(1), coins: readonly Coin[] = [coin], token: string | null = null): unknown =>
      buildTransaction(
        {
          payments: [{ to, tag: null, token, amount: sum }],
          slot: { kind: 'coins', coins, change: CHANGE },
          fee: { rate: 1000n, tip: 0n },
          work: 0n,
        },
        REGTEST,
      )
    expect(() => build(294n)).not.toThrow()
    for (const wrong of [
      () => build(293n),
      () => build(329n, P2TR),
      () => build(1000n, p2wpkh(1), [coin, coin]),
      () => build(1000n, p2wpkh(1), [coin], 'USDT'),
      () => build(99_990n),
      () => build(1000n, p2wpkh(1), []),
    ])
      expect(wrong).toThrow(RangeError)
  })
})

describe('a transaction that waits', () => {
  it('WAL-025 is replaced for as much more as BIP-125 asks, at any size and rate', () => {
    const holds = fc.property(rates, rates, fc.integer({ min: 110, max: 20_000 }), (rate, market, vsize) => {
      const next = bumped({ rate, tip: 0n }, { rate: market, tip: 0n })
      const more = feeOf(vsize, next.rate) - feeOf(vsize, rate)
      expect(more).toBeGreaterThanOrEqual((BigInt(vsize) * INCREMENTAL_RELAY_RATE) / 1000n)
      expect(next.rate).toBeGreaterThanOrEqual(market)
    })
    fc.assert(holds, { numRuns: 200, seed: 28 })
  })

  it('is paid for by a child, so that both are worth the rate together', () => {
    const holds = fc.property(
      fc.integer({ min: 110, max: 8000 }),
      fc.bigInt({ min: 0n, max: 5000n }),
      rates,
      fc.boolean(),
      (vsize, fee, rate, isTaproot) => {
        const [coin] = coinsOf([100_000_000n], () => (isTaproot ? P2TR : p2wpkh(1)))
        if (coin === undefined) throw new Error('a coin')
        const plan = childPlan({ vsize, fee, coin, to: CHANGE, rate }, REGTEST)
        const child = buildTransaction(plan, REGTEST)
        const own = worst([coin], [scriptOf(CHANGE, REGTEST)])
        expect(fee + child.feeMost).toBeGreaterThanOrEqual(feeOf(vsize + own, rate))
        expect(rateOf(child.feeMost, own)).toBeGreaterThanOrEqual(rate)
      },
    )
    fc.assert(holds, { numRuns: 200, seed: 28 })
  })
})
