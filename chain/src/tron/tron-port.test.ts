/** Against answers that were written after the documentation of Tron's HTTP API (developers.tron.network), not against a node. */
import { hex, utf8 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { readVersioned } from '../address/base58.ts'
import type { WatchWishes } from '../port.ts'
import { KeyFilter } from '../watch/filter.ts'
import type { Fields } from './api.ts'
import { tronKeyForm } from './key-form.ts'
import { TronPort } from './tron-port.ts'

const OURS = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
const OTHER = 'TW1dU4L3eNm7Lw8WvieLKEHpXWAussRG9Z'
const TOKEN = 'THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV'
const STRANGE = 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK'
const [GOOD, FAILED, CALL] = ['a1', 'a2', 'a3'].map((start) => start.padEnd(64, '0')) as [string, string, string]
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

function bytesOf(address: string): string {
  const read = readVersioned(address)
  if (typeof read === 'string') throw new Error(read)
  return hex.encode(read.payload)
}
const full = (address: string): string => `41${bytesOf(address)}`
const word = (digits: string): string => digits.padStart(64, '0')

const hashAt = (height: number): string => height.toString(16).padStart(16, '0') + 'ab'.repeat(24)

function block(height: number, more: Fields = {}): Fields {
  const raw = { number: height, parentHash: hashAt(height - 1), timestamp: 1_700_000_000_000 + height * 3_000 }
  return { blockID: hashAt(height), block_header: { raw_data: raw, witness_signature: '00' }, ...more }
}

function coin(txID: string, to: string, amount: number, contractRet = 'SUCCESS'): Fields {
  const value = { amount, owner_address: full(OTHER), to_address: full(to) }
  const contract = [{ type: 'TransferContract', parameter: { value, type_url: 'type.googleapis.com/protocol.TransferContract' } }]
  return { ret: [{ contractRet }], txID, raw_data: { contract }, raw_data_hex: '' }
}

function call(txID: string): Fields {
  const value = { owner_address: full(OTHER), contract_address: full(TOKEN), data: 'a9059cbb' }
  return { ret: [{ contractRet: 'SUCCESS' }], txID, raw_data: { contract: [{ type: 'TriggerSmartContract', parameter: { value } }] } }
}

const log = (token: string, to: string, amount: bigint): Fields => ({
  address: bytesOf(token),
  topics: [TRANSFER, word(bytesOf(OTHER)), word(bytesOf(to))],
  data: word(amount.toString(16)),
})

/** A node that answers what stands under a path, and knows nothing else. */
function portOf(answers: Readonly<Record<string, unknown>>): TronPort {
  const ask = async (path: string, body: Fields): Promise<unknown> => {
    const answer = answers[path] ?? {}
    return typeof answer === 'function' ? answer(body) : answer
  }
  return new TronPort({ ask, timeoutMs: 100 })
}

function wishes(own: readonly string[] = []): WatchWishes {
  const addresses = new KeyFilter(tronKeyForm(0x41))
  addresses.add(OURS, 7)
  return { addresses, tokens: new Set([TOKEN]), own: new Set(own) }
}

describe('Tron, by its documentation', () => {
  it('tells blocks, and none above the head', async () => {
    const port = portOf({ 'wallet/getnowblock': block(9), 'wallet/getblockbynum': ({ num }: Fields) => (num === 9 ? block(9) : {}) })
    const head = await port.head()
    expect(head).toEqual({ height: 9, hash: hashAt(9), parent: hashAt(8), time: 1_700_000_027_000 })
    expect([await port.blockAt(9), await port.blockAt(10)]).toEqual([head, null])
  })

  it('WAL-014 [part] brings coins, listed tokens and coins of calls of what succeeded, each with its position', async () => {
    const transactions = [coin(GOOD, OURS, 5), coin(FAILED, OURS, 6, 'OUT_OF_ENERGY'), call(CALL)]
    const inner = (amount: number, rejected?: boolean): Fields => ({
      caller_address: full(TOKEN),
      transferTo_address: full(OURS),
      callValueInfo: [{ callValue: amount }],
      ...(rejected === undefined ? {} : { rejected }),
    })
    const infos = [
      { id: GOOD, fee: 100, receipt: { net_usage: 268 } },
      { id: FAILED, result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' }, log: [log(TOKEN, OURS, 8n)] },
      {
        id: CALL,
        receipt: { result: 'SUCCESS' },
        log: [log(STRANGE, OURS, 9n), log(TOKEN, OTHER, 9n), log(TOKEN, OURS, 10n ** 20n)],
        internal_transactions: [inner(3, true), inner(4)],
      },
    ]
    const port = portOf({ 'wallet/getblockbynum': block(9, { transactions }), 'wallet/gettransactioninfobyblocknum': infos })
    const read = await port.read({ height: 9, hash: hashAt(9) }, wishes([CALL]))
    const brought = { to: OURS, tag: null, watched: 7 }
    expect(read?.arrivals).toEqual([
      { tx: GOOD, position: 'v', from: OTHER, token: null, amount: 5n, ...brought },
      { tx: CALL, position: 'l2', from: OTHER, token: TOKEN, amount: 10n ** 20n, ...brought },
      { tx: CALL, position: 'c1.0', from: TOKEN, token: null, amount: 4n, ...brought },
    ])
    expect(read?.own).toEqual([CALL])
    expect(await port.read({ height: 9, hash: hashAt(8) }, wishes())).toBeNull()
    const mixed = portOf({ 'wallet/getblockbynum': block(9, { transactions }), 'wallet/gettransactioninfobyblocknum': infos.slice(1) })
    await expect(mixed.read({ height: 9, hash: hashAt(9) }, wishes())).rejects.toMatchObject({ why: 'nonsense' })
  })

  it('knows balances of the newest block alone', async () => {
    const answers = {
      'wallet/getnowblock': block(9),
      'wallet/getaccount': { address: full(OURS), balance: 12 },
      'wallet/triggerconstantcontract': { result: { result: true }, constant_result: [word('ff')] },
    }
    const questions = [null, TOKEN].map((token) => ({ address: OURS, token }))
    expect(await portOf(answers).holdings(questions, { height: 9, hash: hashAt(9) })).toEqual([12n, 255n])
    await expect(portOf(answers).holdings(questions, { height: 8, hash: hashAt(8) })).rejects.toMatchObject({ why: 'noHistory' })
    const heads = [9, 10]
    const moving = { ...answers, 'wallet/getnowblock': () => block(heads.shift() ?? 0) }
    await expect(portOf(moving).holdings(questions, { height: 9, hash: hashAt(9) })).rejects.toMatchObject({ why: 'noHistory' })
    expect(await portOf({ ...answers, 'wallet/getaccount': {} }).holdings(questions.slice(0, 1), { height: 9, hash: hashAt(9) })).toEqual([
      0n,
    ])
  })

  it('takes a slot of a solid block, and bounds a call by what the node measured', async () => {
    const port = portOf({
      'walletsolidity/getnowblock': block(0x7b3b),
      'wallet/triggerconstantcontract': { result: { result: true }, energy_used: 13_000, constant_result: [word('1')] },
      'wallet/getchainparameters': { chainParameter: [{ key: 'getMemoFee' }, { key: 'getEnergyFee', value: 100 }] },
    })
    const slot = await port.nextSlot(OURS)
    expect(slot).toEqual({
      kind: 'blockhash',
      from: OURS,
      blockhash: `7b3b${'ab'.repeat(8)}`,
      lastHeight: 1_700_000_000_000 + 0x7b3b * 3_000 + 600_000,
    })
    const payment = { to: OTHER, tag: null, token: TOKEN, amount: 1n }
    const work = await port.work(OURS, payment)
    expect(work).toBe(13_000n * 130n + 500_000n)
    expect(port.build({ payments: [payment], slot, fee: await port.fee(), work }).feeMost).toBe(work)
  })

  it('WAL-025 [part] says of a transaction that was handed over what the node said, and nothing that it did not', async () => {
    const said = (answer: Fields) => portOf({ 'wallet/broadcasthex': answer }).send({ tx: GOOD, bytes: '0a' })
    const text = hex.encode(utf8.decode('Validate TransferContract error, balance is not sufficient.'))
    expect(await said({ result: true, txid: GOOD })).toEqual({ outcome: 'sent' })
    expect(await said({ result: true, txid: CALL })).toEqual({ outcome: 'unknown' })
    expect(await said({ code: 'DUP_TRANSACTION_ERROR' })).toEqual({ outcome: 'alreadyKnown' })
    expect(await said({ code: 'TRANSACTION_EXPIRATION_ERROR' })).toMatchObject({ outcome: 'refused', why: 'expired' })
    expect(await said({ code: 'CONTRACT_VALIDATE_ERROR', message: text })).toMatchObject({ outcome: 'refused', why: 'noFunds' })
    expect(await said({ code: 'SIGERROR' })).toMatchObject({ outcome: 'refused', why: 'invalid' })
    for (const answer of [{ code: 'SERVER_BUSY' }, {}, { Error: 'class java.lang.NullPointerException' }])
      expect(await said(answer)).toEqual({ outcome: 'unknown' })
  })

  it('WAL-025 [part] finds a transaction, and calls it dead when solid blocks are past its end and none has it', async () => {
    const slot = { kind: 'blockhash', from: OURS, blockhash: '', lastHeight: 1_700_000_000_000 + 600_000 } as const
    const at = (solid: number, more: Readonly<Record<string, unknown>> = {}) =>
      portOf({ 'walletsolidity/getnowblock': block(solid), 'wallet/getblockbynum': block(9), ...more }).find(GOOD, slot)
    expect(await at(220)).toEqual({ state: 'unseen' })
    expect(await at(221)).toEqual({ state: 'dead' })
    expect(await at(221, { 'wallet/gettransactionbyid': { txID: GOOD } })).toEqual({ state: 'waiting' })
    const info = { id: GOOD, blockNumber: 9, fee: 345_000, receipt: { result: 'OUT_OF_ENERGY' }, result: 'FAILED' }
    expect(await at(221, { 'wallet/gettransactioninfobyid': info })).toEqual({
      state: 'mined',
      block: { height: 9, hash: hashAt(9) },
      succeeded: false,
      fee: 345_000n,
    })
  })

  it('names a node that is silent or speaks nonsense', async () => {
    const silent = new TronPort({ ask: () => Promise.reject(new Error('connect refused')), timeoutMs: 100 })
    await expect(silent.head()).rejects.toMatchObject({ why: 'unreachable' })
    for (const answer of [[], 'x', { blockID: 7 }, block(9, { blockID: 'zz' })])
      await expect(portOf({ 'wallet/getnowblock': answer }).head()).rejects.toMatchObject({ why: 'nonsense' })
  })
})
