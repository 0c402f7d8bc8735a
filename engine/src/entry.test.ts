import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { decodeEntry, encodeEntry, entryLength } from './entry.ts'
import { asAssetId, asInstrumentId, asListingId, asOrderId, asOrderListId, asUserId } from './ids/id.ts'
import { PLAIN_PAIR, PLAIN_TERMS } from './plain-terms.ts'

const userId = asUserId(100_001)
const admin = { actor: 'ops', why: 'because' }
/** A document that an API key can give. */
const withdrawal: Command = {
  kind: 'requestWithdrawal',
  userId,
  listingId: asListingId(1),
  amount: 150_000_000n,
  receiverId: asUserId(0),
  limit: 10n ** 11n,
  windowMs: 86_400_000,
  isVerified: true,
  reviews: [],
  document: { address: '0x1' },
}
const commands: readonly Command[] = [
  withdrawal,
  {
    kind: 'placeOrder',
    userId,
    instrumentId: asInstrumentId(3),
    terms: { ...PLAIN_TERMS, price: 2 ** 53 - 1, quantity: 7 },
    selfTrade: 'decrement',
    source: 'web',
    child: null,
  },
  {
    kind: 'placeOrder',
    userId,
    instrumentId: asInstrumentId(3),
    terms: {
      ...PLAIN_TERMS,
      side: 'sell',
      type: 'trailingStop',
      timeInForce: 'ioc',
      quantity: 5,
      activationPrice: 9,
      trailingBps: 100,
      expireAt: 12,
    },
    selfTrade: 'none',
    source: 'api',
    child: { ...PLAIN_TERMS, type: 'market', quoteAmount: 2n ** 62n - 1n },
  },
  { kind: 'cancelOrder', userId, orderId: asOrderId(0), clientOrderId: 'abc.d:1', orderListId: asOrderListId(24) },
  { kind: 'amendOrder', userId, orderId: asOrderId(80), clientOrderId: '', price: 1, quantity: 2, triggerPrice: 3 },
  {
    kind: 'amendOrder',
    userId,
    orderId: asOrderId(0),
    clientOrderId: 'o-80',
    originOrderId: asOrderId(80),
    price: 1,
    quantity: 2,
    triggerPrice: 3,
    caller: 7,
  },
  { kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(0) },
  { kind: 'setCancelAllTimer', userId, instrumentId: asInstrumentId(2), timeoutMs: 5000 },
  { kind: 'tick' },
  { kind: 'registerUser', accountKey: 'k', document: { name: 'Zoë – 測試', deep: { list: [1, null, true] } }, role: 'maker' },
  { kind: 'setUserStatus', userId, status: 'frozen', ...admin },
  { kind: 'setUserStatus', userId, status: 'disabled', ...admin, note: { collection: 'closure', id: '100001', document: { at: 1 } } },
  { kind: 'setUserTerms', userId, feeLevel: null, payFeeInFeeAsset: true },
  { kind: 'defineAsset', symbol: 'BTC', scale: 8, document: {} },
  { kind: 'defineInstrument', terms: { ...PLAIN_PAIR, notionalMax: 2n ** 61n } },
  { kind: 'changeInstrument', instrumentId: asInstrumentId(1), terms: PLAIN_PAIR, ...admin },
  { kind: 'setInstrumentStatus', instrumentId: asInstrumentId(1), status: 'halt', ...admin },
  {
    kind: 'setFeeSchedule',
    levels: [{ volumeMin: 10n ** 18n, makerFeeE8: 1, takerFeeE8: 2 }],
    feeAssetId: asAssetId(1),
    feeAssetDiscountE8: 3,
  },
  { kind: 'creditUser', userId, assetId: asAssetId(2), amount: 12n, cause: 'deposit', reference: 'r' },
  { kind: 'saveDocument', userId, collection: 'favorites', id: 'x', document: null, actor: '' },
  { kind: 'setInviter', userId, inviterId: asUserId(100_002) },
  { kind: 'setPerson', userId, withUserId: asUserId(100_002), ...admin },
  { kind: 'setEngineVersion', version: 2 },
  { kind: 'setFeeDirection', direction: 'quote', ...admin, note: { collection: 'kv', id: 'fee_direction', document: { value: 2 } } },
  { kind: 'setCommission', rateE8: 20_000_000, actor: 'olga', why: 'more friends' },
  { kind: 'changeAccountKeys', userId, bind: 'b', release: 'a', collection: 'security', id: 'c', document: { a: 1 }, actor: 'user' },
]

test('every command reads back as it was written, at any offset and with any key', () => {
  const into = new Uint8Array(8192)
  for (const command of commands) {
    for (const key of ['', 'a', 'abc-def:1234/567890.abcdefghijklmnop']) {
      const length = encodeEntry(into, 40, 9, 1_767_225_600_000, key, command)
      expect(length % 8).toBe(0)
      expect(entryLength(into, 40)).toBe(length)
      expect(decodeEntry(into, 40)).toEqual({ seq: 9, at: 1_767_225_600_000, key, command, byteLength: length })
    }
  }
})

test('a caller stands behind the key, and entries without one are the bytes that they always were', () => {
  const into = new Uint8Array(8192)
  for (const command of [...commands.slice(1, 5), withdrawal, { ...withdrawal, document: { address: 'Zoë' } }]) {
    for (const key of ['', 'abc', 'abcd', 'abc-def:1234/567890.abcdefghijklmnop']) {
      const plain = encodeEntry(into, 8, 9, 10, key, command)
      const bytes = into.slice(8, 8 + plain)
      expect(encodeEntry(into, 8, 9, 10, key, { ...command, caller: 0 } as Command)).toBe(plain)
      expect(into.slice(8, 8 + plain)).toEqual(bytes)
      for (const caller of [1, 65_535]) {
        const length = encodeEntry(into, 8, 9, 10, key, { ...command, caller } as Command)
        expect([length % 8, length - plain <= 8]).toEqual([0, true])
        expect(decodeEntry(into, 8)).toMatchObject({ key, command: { ...command, caller }, byteLength: length })
      }
    }
  }
  for (const caller of [-1, 65_536, 1.5]) {
    expect(() => encodeEntry(into, 0, 1, 1, '', { ...commands[0], caller } as Command)).toThrow(RangeError)
  }
  expect(() => encodeEntry(into, 0, 1, 1, '', { kind: 'tick', caller: 1 } as Command)).toThrow(RangeError)
})

test('documents of any content survive the codec', () => {
  const into = new Uint8Array(1 << 20)
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
      const plain = JSON.parse(JSON.stringify(document))
      encodeEntry(into, 0, 1, 1, '', { kind: 'saveDocument', userId, collection: 'kv', id: 'i', document: plain, actor: '' })
      expect(decodeEntry(into, 0).command).toMatchObject({ document: plain })
    }),
    { numRuns: 200 },
  )
})

test('an entry that does not fit, or a key that is too long or not ASCII, is a RangeError', () => {
  const tick: Command = { kind: 'tick' }
  expect(() => encodeEntry(new Uint8Array(24), 0, 1, 1, '', tick)).toThrow(RangeError)
  expect(() => encodeEntry(new Uint8Array(256), 0, 1, 1, 'x'.repeat(37), tick)).toThrow(RangeError)
  expect(() => encodeEntry(new Uint8Array(256), 0, 1, 1, 'ключ', tick)).toThrow(RangeError)
})
