/**
 * Adapter of Tron over the HTTP API of a full node. Written after its documentation and tried against answers that were written after it,
 * not against a node.
 */
import { hex, utf8 } from '@scure/base'
import { readVersioned } from '../address/base58.ts'
import {
  type Arrival,
  type BlockHead,
  type BlockRef,
  ChainFault,
  type ChainPort,
  type Coin,
  type FeeQuote,
  type HoldingQuestion,
  type Payment,
  type Plan,
  type SendResult,
  type Signed,
  type Slot,
  type Unsigned,
  type WatchedBlock,
  type WatchWishes,
  type Whereabouts,
} from '../port.ts'
import { type AskTron, fieldsOf, hexOf, isEmpty, listOf, nonsense, numberOf, TronApi } from './api.ts'
import { arrivalsOf, hasSucceeded, headOf, namesOf } from './block.ts'
import { AGE_MS, buildTron } from './plans.ts'
import { callData } from './raw-transaction.ts'
import { TRON_VERSION } from './tron-address.ts'

/** Sun that a transfer of coins may cost: the receiver's account, made where it is missing, and bandwidth. */
const COIN_COST = 1_500_000n
/** Energy that is allowed beyond what was measured, in hundredths: the price of a contract moves from day to day. */
const ROOM = { times: 130n, hundred: 100n } as const
/** Sun for the bandwidth of a call, which is burned beside its energy. */
const CALL_BANDWIDTH = 500_000n
/** How long behind its end a transaction is given up, when solid blocks are that old. */
const DEAD_MS = 60_000

function digitsOf(address: string): string {
  const read = readVersioned(address)
  if (typeof read === 'string') throw new RangeError(`${address} is no address of Tron`)
  return hex.encode(Uint8Array.of(read.version, ...read.payload))
}

const REFUSALS: Readonly<Record<string, 'slotUsed' | 'noFunds' | 'expired'>> = {
  TRANSACTION_EXPIRATION_ERROR: 'expired',
  TAPOS_ERROR: 'expired',
  BANDWITH_ERROR: 'noFunds',
}

/** Codes after which the node has it or may have it. */
const UNSURE: readonly unknown[] = ['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED', 'OTHER_ERROR']

export interface TronOptions {
  readonly ask: AskTron
  readonly timeoutMs: number
  readonly version?: number
}

export class TronPort implements ChainPort {
  readonly kind = 'tron'
  readonly #api: TronApi
  readonly #version: number

  constructor({ ask, timeoutMs, version = TRON_VERSION }: TronOptions) {
    this.#api = new TronApi(ask, timeoutMs)
    this.#version = version
  }

  async head(): Promise<BlockHead> {
    return headOf(await this.#api.fields('wallet/getnowblock'))
  }

  async blockAt(height: number): Promise<BlockHead | null> {
    const block = await this.#api.fields('wallet/getblockbynum', { num: height })
    if (isEmpty(block)) return null
    const head = headOf(block)
    if (head.height !== height) throw nonsense('wallet/getblockbynum')
    return head
  }

  async read({ height, hash }: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null> {
    const block = await this.#api.fields('wallet/getblockbynum', { num: height })
    if (isEmpty(block) || headOf(block).hash !== hash) return null
    const infos = listOf(await this.#api.ask('wallet/gettransactioninfobyblocknum', { num: height }), 'infos')
    const names = namesOf(block)
    // the two answers are of two moments: a re-organisation between them tells results of other transactions
    const known = new Set(names)
    const isSame = infos.length === names.length && infos.every((info) => known.has(hexOf(fieldsOf(info, 'infos').id, 'infos')))
    if (!isSame) throw new ChainFault('nonsense', `results of block ${height} are of another one`)
    const own = names.filter((tx) => wishes.own.has(tx))
    return { ...headOf(block), arrivals: arrivalsOf(block, infos, wishes, this.#version), own }
  }

  waiting(): Promise<readonly Arrival[]> {
    return Promise.resolve([])
  }

  /** Nodes know current balances alone: they are believed when the block is the newest before and after the questions. */
  async holdings(questions: readonly HoldingQuestion[], { hash }: BlockRef): Promise<readonly bigint[]> {
    const isNewest = async (): Promise<boolean> => (await this.head()).hash === hash
    if (!(await isNewest())) throw new ChainFault('noHistory', 'not the newest block')
    const found: bigint[] = []
    for (const question of questions) found.push(await this.#balance(question))
    if (!(await isNewest())) throw new ChainFault('noHistory', 'a block came while balances were asked for')
    return found
  }

  async #balance({ address, token }: HoldingQuestion): Promise<bigint> {
    if (token === null) {
      const { balance } = await this.#api.fields('wallet/getaccount', { address: digitsOf(address) })
      return BigInt(numberOf(balance, 'wallet/getaccount'))
    }
    const { constant_result: words } = await this.#call(address, token, 'balanceOf(address)', digitsOf(address).slice(2).padStart(64, '0'))
    const [word] = listOf(words, 'balanceOf')
    return BigInt(`0x${hexOf(word, 'balanceOf') || '0'}`)
  }

  async #call(from: string, token: string, selector: string, parameter: string): Promise<Readonly<Record<string, unknown>>> {
    const body = { owner_address: digitsOf(from), contract_address: digitsOf(token), function_selector: selector, parameter }
    const answer = await this.#api.fields('wallet/triggerconstantcontract', body)
    if (fieldsOf(answer.result, selector).result !== true) throw new ChainFault('nonsense', `${selector} failed`)
    return answer
  }

  coins(): Promise<readonly Coin[]> {
    return Promise.resolve([])
  }

  /** Prices are the network's, and nobody is overtaken for more: what a transaction may cost stands in its work. */
  fee(): Promise<FeeQuote> {
    return Promise.resolve({ rate: 0n, tip: 0n })
  }

  /** Refers to a solid block, which stays. */
  async nextSlot(from: string): Promise<Slot> {
    const { height, hash, time } = headOf(await this.#api.fields('walletsolidity/getnowblock'))
    const number = height.toString(16).padStart(16, '0')
    return { kind: 'blockhash', from, blockhash: number.slice(-4) + hash.slice(16, 32), lastHeight: time + AGE_MS }
  }

  async work(from: string, payment: Payment): Promise<bigint> {
    if (payment.token === null) return COIN_COST
    const parameter = hex.encode(callData(payment)).slice(8)
    const { energy_used: energy } = await this.#call(from, payment.token, 'transfer(address,uint256)', parameter)
    const measured = BigInt(numberOf(energy, 'energy')) * (await this.#energyPrice())
    return (measured * ROOM.times) / ROOM.hundred + CALL_BANDWIDTH
  }

  async #energyPrice(): Promise<bigint> {
    const { chainParameter } = await this.#api.fields('wallet/getchainparameters')
    const rows = listOf(chainParameter, 'parameters').map((row) => fieldsOf(row, 'parameters'))
    const price = rows.find(({ key }) => key === 'getEnergyFee')
    if (price === undefined) throw nonsense('wallet/getchainparameters')
    return BigInt(numberOf(price.value, 'getEnergyFee'))
  }

  build(plan: Plan): Unsigned {
    return buildTron(plan)
  }

  bump(paid: FeeQuote): FeeQuote {
    return paid
  }

  async send({ tx, bytes }: Signed): Promise<SendResult> {
    let answer: Readonly<Record<string, unknown>>
    try {
      answer = await this.#api.fields('wallet/broadcasthex', { transaction: bytes })
    } catch (error) {
      if (error instanceof ChainFault) return { outcome: 'unknown' }
      throw error
    }
    const { result, code, message, txid } = answer
    if (result === true) return { outcome: txid === undefined || txid === tx ? 'sent' : 'unknown' }
    if (code === 'DUP_TRANSACTION_ERROR') return { outcome: 'alreadyKnown' }
    if (typeof code !== 'string' || UNSURE.includes(code)) return { outcome: 'unknown' }
    const text = readable(message)
    const why = REFUSALS[code] ?? (/not sufficient|insufficient/i.test(text) ? 'noFunds' : 'invalid')
    return { outcome: 'refused', why, text: `${code} ${text}` }
  }

  async find(tx: string, slot: Slot): Promise<Whereabouts> {
    // asked first: what no solid block has that is this old can be in none any more
    const solid = headOf(await this.#api.fields('walletsolidity/getnowblock'))
    const info = await this.#api.fields('wallet/gettransactioninfobyid', { value: tx })
    if (!isEmpty(info)) {
      const height = numberOf(info.blockNumber, 'info')
      const block = await this.blockAt(height)
      if (block === null) throw new ChainFault('nonsense', `no block ${height}`)
      const fee = BigInt(numberOf(info.fee, 'info'))
      return { state: 'mined', block: { height, hash: block.hash }, succeeded: hasSucceeded(info), fee }
    }
    if (!isEmpty(await this.#api.fields('wallet/gettransactionbyid', { value: tx }))) return { state: 'waiting' }
    const isOver = slot.kind === 'blockhash' && solid.time > slot.lastHeight + DEAD_MS
    return { state: isOver ? 'dead' : 'unseen' }
  }
}

/** Nodes write their messages in hex. */
function readable(message: unknown): string {
  try {
    return utf8.encode(hex.decode(String(message)))
  } catch {
    return String(message)
  }
}
