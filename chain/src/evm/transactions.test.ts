import { mnemonicToSeedSync } from '@scure/bip39'
import { SigningKey, Transaction, verifyMessage } from 'ethers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FeeQuote, Payment, Plan, Unsigned } from '../port.ts'
import { bumpFee, effectiveGasPrice, feeFor, nextBaseFee } from './fees.ts'
import { evmSigning } from './signing.ts'
import { buildTransaction } from './transactions.ts'

const CHAIN = 1n
const signing = evmSigning(CHAIN)
/** The words of every development node, whose addresses are known to all. */
const SEED = mnemonicToSeedSync('test test test test test test test test test test test junk')
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

function plan(change: Partial<Plan> = {}): Plan {
  const payments: readonly Payment[] = [{ to: TO, tag: null, token: null, amount: 5n }]
  return { payments, slot: { kind: 'nonce', from: FROM, nonce: 3 }, fee: { rate: 100n, tip: 2n }, work: 21_000n, ...change }
}

it('derives the addresses that wallets derive of the same words', () => {
  const account = signing.publicAccount(SEED, 0, 0, 0)
  expect([0, 1].map((index) => signing.addressOf(account, 0, index))).toEqual([FROM, TO])
  expect(signing.path({ account: 0, branch: 0, index: 7 })).toBe("m/44'/60'/0'/0/7")
  const key = signing.privateKey(SEED, { account: 0, branch: 0, index: 0 })
  expect(Buffer.from(key).toString('hex')).toBe('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  expect(verifyMessage('It is ours.', signing.signText('It is ours.', key))).toBe(FROM)
})

it('reads back every plan that it builds', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
  const payment = fc.record({ to: fc.constantFrom(TO, FROM), tag: fc.constant(null), token: fc.constantFrom(null, TOKEN), amount })
  const price = fc
    .bigInt({ min: 0n, max: 2n ** 64n })
    .chain((rate) => fc.record({ rate: fc.constant(rate), tip: fc.bigInt({ min: 0n, max: rate }) }))
  fc.assert(
    fc.property(
      fc.array(payment, { maxLength: 1 }),
      fc.nat(),
      price,
      fc.bigInt({ min: 0n, max: 2n ** 40n }),
      (payments, nonce, fee, work) => {
        const made = plan({ payments, slot: { kind: 'nonce', from: FROM, nonce }, fee, work })
        const unsigned = buildTransaction(CHAIN, made)
        expect(signing.read(unsigned, new Set())).toEqual(made)
        expect(unsigned.feeMost).toBe(work * fee.rate)
      },
    ),
    { numRuns: 100 },
  )
})

it('WAL-025 refuses a plan that is none: another slot, two payments, no amount, a tag, a tip above the price', () => {
  const payment = (change: Partial<Payment>): Partial<Plan> => ({ payments: [{ to: TO, tag: null, token: null, amount: 5n, ...change }] })
  const bad: readonly Partial<Plan>[] = [
    { slot: { kind: 'blockhash', from: FROM, blockhash: 'x', lastHeight: 1 } },
    { payments: [...plan().payments, ...plan().payments] },
    payment({ amount: 0n }),
    payment({ amount: -1n }),
    payment({ amount: 2n ** 256n }),
    payment({ tag: '7' }),
    payment({ to: TO.toLowerCase().replace('c5', 'C5') }),
    payment({ to: `0x${'0'.repeat(40)}` }),
    payment({ token: '0x12' }),
    { fee: { rate: 1n, tip: 2n } },
    { slot: { kind: 'nonce', from: FROM, nonce: -1 } },
    { slot: { kind: 'nonce', from: FROM, nonce: 2 ** 53 } },
  ]
  for (const change of bad) expect(() => buildTransaction(CHAIN, plan(change)), JSON.stringify(Object.keys(change))).toThrow(RangeError)
})

it('reads back no transaction but those it builds', () => {
  const good = {
    type: 2,
    chainId: CHAIN,
    nonce: 3,
    gasLimit: 21_000n,
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 2n,
    to: TO,
    value: 5n,
    data: '0x',
  }
  const transfer = `0xa9059cbb${'0'.repeat(24)}${TO.slice(2).toLowerCase()}${'0'.repeat(63)}5`
  const unsigned = (change: object, feeMost = 2_100_000n): Unsigned => {
    const bytes = Transaction.from({ ...good, ...change }).unsignedSerialized.slice(2)
    return { bytes, from: FROM, coins: [], feeMost }
  }
  expect(signing.read(unsigned({}), new Set())).toEqual(plan())
  expect(signing.read(unsigned({ to: TOKEN, value: 0n, data: transfer }), new Set()).payments[0]).toMatchObject({
    to: TO,
    token: TOKEN,
    amount: 5n,
  })
  const signed = Transaction.from(good)
  signed.signature = new SigningKey(`0x${'1'.repeat(64)}`).sign(signed.unsignedHash)
  const bad: Readonly<Record<string, Unsigned>> = {
    'another chain': unsigned({ chainId: 2n }),
    'a contract': unsigned({ to: null, data: '0x60' }),
    'a list of accesses': unsigned({ accessList: [{ address: TO, storageKeys: [] }] }),
    'an older type': unsigned({ type: 0, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: 100n }),
    'coins with a call': unsigned({ to: TOKEN, data: transfer }),
    'an approval': unsigned({ to: TOKEN, value: 0n, data: transfer.replace('a9059cbb', '095ea7b3') }),
    'more data': unsigned({ to: TOKEN, value: 0n, data: `${transfer}00` }),
    'dirt before the receiver': unsigned({ to: TOKEN, value: 0n, data: transfer.replace('0'.repeat(24), `1${'0'.repeat(23)}`) }),
    'another cost': unsigned({}, 1n),
    'nobody who pays': { ...unsigned({}), from: null },
    'signatures already': { ...unsigned({}), bytes: signed.serialized.slice(2) },
    'capitals in the bytes': { ...unsigned({}), bytes: unsigned({}).bytes.toUpperCase() },
  }
  for (const [what, bytes] of Object.entries(bad)) expect(() => signing.read(bytes, new Set()), what).toThrow(RangeError)
})

it('signs with no key but that of the address that pays', () => {
  const unsigned = buildTransaction(CHAIN, plan())
  const key = (index: number) => () => signing.privateKey(SEED, { account: 0, branch: 0, index })
  const { tx, bytes } = signing.sign(unsigned, key(0))
  expect(Transaction.from(`0x${bytes}`)).toMatchObject({ from: FROM, hash: tx })
  expect(() => signing.sign(unsigned, key(1))).toThrow(RangeError)
})

it.each([
  // The vectors of the improvement proposal's tests: base fee, used, limit, next.
  [1_000_000_000n, 10_000_000n, 20_000_000n, 1_000_000_000n],
  [1_000_000_000n, 9_000_000n, 20_000_000n, 987_500_000n],
  [1_000_000_000n, 11_000_000n, 20_000_000n, 1_012_500_000n],
  [1_000_000_000n, 0n, 20_000_000n, 875_000_000n],
  [1_000_000_000n, 20_000_000n, 20_000_000n, 1_125_000_000n],
  [7n, 10_000_001n, 20_000_000n, 8n],
  [0n, 20_000_000n, 20_000_000n, 1n],
])('after a base fee of %s, %s of %s used, comes %s', (baseFee, used, limit, next) => {
  expect(nextBaseFee(baseFee, used, limit)).toBe(next)
})

it('WAL-025 bumps both parts by a tenth at least, and never has a tip above the price', () => {
  const wei = fc.bigInt({ min: 0n, max: 10n ** 15n })
  const quote = fc.tuple(wei, wei).map(([one, other]): FeeQuote => (one > other ? { rate: one, tip: other } : { rate: other, tip: one }))
  fc.assert(
    fc.property(quote, quote, (paid, market) => {
      const { rate, tip } = bumpFee(paid, market)
      for (const [next, before] of [
        [rate, paid.rate],
        [tip, paid.tip],
      ] as const) {
        expect(next * 10n >= before * 11n).toBe(true)
        expect(next > before).toBe(true)
      }
      expect([tip <= rate, rate >= market.rate, tip >= market.tip]).toEqual([true, true, true])
    }),
  )
  expect(bumpFee({ rate: 101n, tip: 9n }, { rate: 1n, tip: 1n })).toEqual({ rate: 112n, tip: 10n })
})

it('pays the base fee and the tip, and at most what was offered', () => {
  expect(effectiveGasPrice({ rate: 100n, tip: 2n }, 90n)).toBe(92n)
  expect(effectiveGasPrice({ rate: 100n, tip: 2n }, 99n)).toBe(100n)
  expect([0, 1, 2].map((speed) => feeFor(speed as 0 | 1 | 2, 101n, 5n).rate)).toEqual([132n, 207n, 308n])
})
