/**
 * A node of Tron that is none: it keeps balances and blocks, reads what it is handed by its bytes, and answers in the forms that the
 * documentation of Tron's HTTP API shows (developers.tron.network). What a real node says otherwise it does not know. For tests only.
 */
import { hex } from '@scure/base'
import { readVersioned, writeVersioned } from '../../address/base58.ts'
import type { BlockHead, Payment } from '../../port.ts'
import type { World } from '../../suite/world.ts'
import { KeyFilter } from '../../watch/filter.ts'
import type { Fields } from '../api.ts'
import { tronKeyForm } from '../key-form.ts'
import { readFields } from '../protobuf.ts'
import { idOf, readRaw, type TronTransaction } from '../raw-transaction.ts'
import { tronSigning } from '../signing.ts'
import { TRON_VERSION } from '../tron-address.ts'
import { TronPort } from '../tron-port.ts'

const BLOCK_MS = 3000
const FEE = 345_000n
const ENERGY = 13_000
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const digitsOf = (address: string): string => {
  const read = readVersioned(address)
  if (typeof read === 'string') throw new RangeError(`${address}: ${read}`)
  return hex.encode(read.payload)
}
const word = (digits: string): string => digits.padStart(64, '0')
const named = (digits: string): string => writeVersioned(TRON_VERSION, hex.decode(digits))
const addressAt = (place: number): string => named(place.toString(16).padStart(40, '0'))

interface Carried extends Pick<TronTransaction, 'payment'> {
  readonly from: string
  readonly tx: string
}

export class ToldTronWorld implements World {
  readonly signing = tronSigning()
  readonly seed = new Uint8Array(64).fill(11)
  readonly tokens = { listed: addressAt(0x7001), unlisted: addressAt(0x7002) }
  readonly unit = 1_000_000n
  readonly port = new TronPort({ ask: (path, body) => this.#ask(path, body), timeoutMs: 300 })
  readonly #outside = addressAt(0x9001)
  readonly #balances = new Map<string, bigint>()
  readonly #blocks: { readonly time: number; readonly carried: readonly Carried[] }[] = []
  /** What waits, by its id. */
  readonly #pool = new Map<string, Carried>()
  #time = Date.now()
  #count = 0
  #isSilent = false
  /** Answers of the next broadcasts, in the place of its own. */
  readonly told: Fields[] = []

  constructor() {
    for (const token of [null, this.tokens.listed]) this.#balances.set(`${this.#outside} ${token}`, 10n ** 16n)
    this.#blocks.push({ time: this.#time, carried: [] })
  }

  newFilter(): KeyFilter {
    return new KeyFilter(tronKeyForm(TRON_VERSION))
  }

  stranger(): string {
    this.#count += 1
    return addressAt(0xa000 + this.#count)
  }

  async pay(payment: Payment): Promise<string> {
    this.#count += 1
    const tx = this.#count.toString(16).padStart(64, 'e')
    this.#pool.set(tx, { tx, from: this.#outside, payment })
    return tx
  }

  async mine(blocks = 1): Promise<BlockHead> {
    for (let block = 0; block < blocks; block += 1) {
      this.#time += BLOCK_MS
      const carried = [...this.#pool.values()]
      this.#pool.clear()
      for (const { from, payment } of carried) this.#move(from, payment)
      this.#blocks.push({ time: this.#time, carried })
    }
    return await this.port.head()
  }

  /** Long enough that no block takes what refers to one of before. */
  async expireSlots(): Promise<void> {
    this.#pool.clear()
    this.#time += 700_000
  }

  break(fault: Parameters<World['break']>[0]): void {
    this.#isSilent = fault !== null
  }

  payMany(): Promise<string> {
    return Promise.reject(new Error('a transaction of Tron makes one payment'))
  }

  payInVain(): Promise<string> {
    return Promise.reject(new Error('nothing fails here'))
  }

  reorganise(): Promise<BlockHead> {
    return Promise.reject(new Error('solid blocks stay'))
  }

  async close(): Promise<void> {
    this.#pool.clear()
  }

  #move(from: string, { to, token, amount }: Payment): void {
    const add = (address: string, of: string | null, more: bigint): void =>
      void this.#balances.set(`${address} ${of}`, (this.#balances.get(`${address} ${of}`) ?? 0n) + more)
    add(from, token, -amount)
    add(to, token, amount)
    if (from !== this.#outside) add(from, null, -FEE)
  }

  async #ask(path: string, body: Fields): Promise<unknown> {
    if (this.#isSilent) throw new Error('connect refused')
    switch (path) {
      case 'wallet/getnowblock':
      case 'walletsolidity/getnowblock':
        return this.#block(this.#blocks.length - 1)
      case 'wallet/getblockbynum':
        return this.#block(Number(body.num))
      case 'wallet/gettransactioninfobyblocknum':
        return (this.#blocks[Number(body.num)]?.carried ?? []).map((carried) => infoOf(carried, Number(body.num)))
      case 'wallet/gettransactioninfobyid':
        return this.#info(String(body.value))
      case 'wallet/gettransactionbyid':
        return this.#pool.has(String(body.value)) ? { txID: body.value } : {}
      case 'wallet/getaccount':
        return { address: body.address, balance: Number(this.#balances.get(`${named(String(body.address).slice(2))} null`) ?? 0n) }
      case 'wallet/triggerconstantcontract':
        return this.#constant(body)
      case 'wallet/getchainparameters':
        return { chainParameter: [{ key: 'getMemoFee' }, { key: 'getEnergyFee', value: 100 }] }
      case 'wallet/broadcasthex':
        return this.told.shift() ?? this.#take(String(body.transaction))
      default:
        return {}
    }
  }

  #block(height: number): Fields {
    const block = this.#blocks[height]
    if (block === undefined) return {}
    const raw = { number: height, parentHash: hashAt(height - 1), timestamp: block.time }
    const transactions = block.carried.map(transactionOf)
    return { blockID: hashAt(height), block_header: { raw_data: raw }, ...(transactions.length > 0 && { transactions }) }
  }

  #info(tx: string): Fields {
    const height = this.#blocks.findIndex(({ carried }) => carried.some((one) => one.tx === tx))
    const carried = this.#blocks[height]?.carried.find((one) => one.tx === tx)
    return carried === undefined ? {} : infoOf(carried, height)
  }

  #constant({ owner_address: owner, contract_address: contract, function_selector: selector }: Fields): Fields {
    if (selector !== 'balanceOf(address)') return { result: { result: true }, energy_used: ENERGY, constant_result: [word('1')] }
    const held = this.#balances.get(`${named(String(owner).slice(2))} ${named(String(contract).slice(2))}`) ?? 0n
    return { result: { result: true }, constant_result: [word(held.toString(16))] }
  }

  #take(bytes: string): Fields {
    const raw = readFields(hex.decode(bytes)).get(1)
    if (!(raw instanceof Uint8Array)) return { code: 'SIGERROR' }
    const { from, payment, expiration } = readRaw(raw, TRON_VERSION)
    const tx = idOf(raw)
    if (this.#pool.has(tx) || this.#info(tx).id !== undefined) return { code: 'DUP_TRANSACTION_ERROR' }
    if (expiration <= this.#time) return { code: 'TRANSACTION_EXPIRATION_ERROR' }
    this.#pool.set(tx, { tx, from, payment })
    return { result: true, txid: tx }
  }
}

const hashAt = (height: number): string => Math.max(0, height).toString(16).padStart(16, '0') + 'ab'.repeat(24)

function transactionOf({ tx, from, payment: { to, token, amount } }: Carried): Fields {
  const owner = { owner_address: `41${digitsOf(from)}` }
  const [type, value] =
    token === null
      ? ['TransferContract', { ...owner, to_address: `41${digitsOf(to)}`, amount: Number(amount) }]
      : ['TriggerSmartContract', { ...owner, contract_address: `41${digitsOf(token)}`, data: 'a9059cbb' }]
  return { ret: [{ contractRet: 'SUCCESS' }], txID: tx, raw_data: { contract: [{ type, parameter: { value } }] } }
}

function infoOf({ tx, from, payment: { to, token, amount } }: Carried, height: number): Fields {
  const common = { id: tx, blockNumber: height, fee: Number(FEE) }
  if (token === null) return { ...common, receipt: { net_usage: 268 } }
  const topics = [TRANSFER, word(digitsOf(from)), word(digitsOf(to))]
  return { ...common, receipt: { result: 'SUCCESS' }, log: [{ address: digitsOf(token), topics, data: word(amount.toString(16)) }] }
}
