/** A customer of the money rounds: converts, saves, trades contracts, and knows what he was answered. */
import { faucet, userBalanceAll } from '@agio/wire/assets/assets.ts'
import { transferAll } from '@agio/wire/assets/transfers.ts'
import { createCoId, levelEdit, marginModelEdit } from '@agio/wire/futures/user.ts'
import { FuturesClient } from '../../client/futures-client.ts'
import { Refusal, SessionClient } from '../../client/session-client.ts'
import { patiently } from '../http-answers.ts'
import type { Random } from '../memory-disk.ts'
import type { Product } from '../product.ts'
import { compareDeeds, compareSums } from './compare.ts'
import { type Deed, type Hands, type Scene, someDeed } from './deeds.ts'
import { Finals } from './finals.ts'
import { readHistories } from './histories.ts'
import { FLEXIBLE, type Ids } from './open-money.ts'

const PASSWORD = 'Nothing-Lost-7'
/** USDT that he begins contracts with; who has a high leverage has little, and loses it. */
const STAKES = { cross: '20000', isolated: '3000' } as const
/** Things answered in the life before that are asked for again after a restart. The clock jumps by 16 hours in each life, and keys are known for 24. */
const REPEATED = 12
const CHOICES = 24
/** What is held against lines is read so often before it counts: what was taken over may be sold meanwhile. */
const READS = 10
const READ_AGAIN_MS = 1000

const BUSY = 'ENGINE_BUSY'
/** Refusals that only say that this could not be had now. */
const ORDINARY: ReadonlySet<string> = new Set([
  'BALANCE_INSUFFICIENT',
  'MARGIN_INSUFFICIENT',
  'TRANSFER_EXCEEDS',
  'QUOTE_MOVED',
  'QUOTE_EXPIRED',
  'QUOTE_NOT_FOUND',
  'CONVERT_INVENTORY',
  'CONVERT_AMOUNT_RANGE',
  'CONVERT_PAUSED',
  'CONVERT_STOCK_KEPT',
  'CONVERT_PERSON_LIMIT',
  'CONVERT_QUOTES_OPEN',
  'CONVERT_DAILY_LIMIT',
  'INDEX_UNAVAILABLE',
  'REDEEM_RANGE',
  'EARN_ORDER_CLOSED',
  'EARN_ORDER_LIMIT',
  'CO_ORDER_NOT_FOUND',
  'CO_ORDER_CLOSED',
  'CO_ORDER_LIMIT',
  'CO_NO_LIQUIDITY',
  'CO_TRIGGER_WOULD_FIRE',
  'NOTHING_TO_CLOSE',
  'CO_PRICE_RANGE',
  'LEVERAGE_TIER_LIMIT',
  'WOULD_LIQUIDATE',
  'POSITION_IN_LIQUIDATION',
  'SECURITY_PAYLOAD_STALE',
  'SESSION_EXPIRED',
  BUSY,
])
const isOrdinary = (error: unknown): boolean => error instanceof Refusal && ORDINARY.has(error.errorName)

export class MoneyMember {
  /** His keys begin with it. */
  readonly #name: string
  readonly #email: string
  readonly #marginModel: 1 | 2
  #hands: Hands | undefined
  #count = 0
  #life = 0
  /** What was answered, and what was under way at a kill. */
  readonly #answered = new Map<string, { readonly deed: Deed; readonly fact: string; readonly life: number }>()
  readonly #inDoubt = new Map<string, Deed>()
  readonly #finals = new Finals()
  repeated = 0
  /** Of what was under way at a kill. */
  doneUnanswered = 0

  constructor(number: number) {
    this.#name = `money-${number}`
    this.#email = `${this.#name}@example.com`
    this.#marginModel = number % 2 === 0 ? 1 : 2
  }

  get receipts(): number {
    return this.#finals.receipts
  }

  countOf(kind: Deed['kind']): number {
    return [...this.#answered.values()].filter(({ deed }) => deed.kind === kind).length
  }

  get hands(): Hands {
    if (this.#hands === undefined) throw new Error(`${this.#email} has not come in`)
    return this.#hands
  }

  /** ms that the clock of the product is ahead of this machine's. */
  followClock(aheadMs: number): void {
    this.hands.session.aheadMs = aheadMs
  }

  /** Registers, or goes on with his session, or logs in again where that has ended. */
  async enter(product: Product, aheadMs: number): Promise<void> {
    this.#life += 1
    const known = this.#hands?.session
    const session = new SessionClient(product.base, known?.identity)
    session.aheadMs = aheadMs
    session.token = known?.token
    this.#hands = { session, futures: new FuturesClient(product.futuresBase, session) }
    if (known === undefined) return session.register(this.#email, PASSWORD)
    try {
      await session.call(userBalanceAll, {})
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      session.token = undefined
      await session.login(this.#email, PASSWORD)
    }
  }

  get #leverage(): number {
    return this.#marginModel === 1 ? 10 : 50
  }

  /** Coins, a contract account, and how he trades. */
  async settle(ids: Ids): Promise<void> {
    const { session, futures } = this.hands
    for (const coinName of ['USDT', 'BTC']) await session.call(faucet, { coinName })
    await futures.call(createCoId, {})
    const amount = this.#marginModel === 1 ? STAKES.cross : STAKES.isolated
    const key = `${this.#name}-stake`
    const body = { coinId: ids.usdt, amount, fromAccount: 1, toAccount: 2, clientId: key } as const
    const send = async (hands: Hands): Promise<string> => (await hands.session.call(transferAll, body)).id
    await this.#do({ kind: 'transfer', key, about: '', send })
    await futures.call(marginModelEdit, { contractId: ids.contract, marginModel: this.#marginModel })
    await futures.call(levelEdit, { contractId: ids.contract, nowLevel: this.#leverage })
  }

  /** Asks for one thing more. */
  async act(ids: Ids, price: number, random: Random): Promise<void> {
    this.#count += 1
    const last = [...this.#answered.values()].slice(-CHOICES)
    const scene: Scene = {
      ids,
      price,
      marginModel: this.#marginModel,
      leverage: this.#leverage,
      orders: last.flatMap(({ deed }) => (deed.kind === 'order' ? [deed.key] : [])),
      savings: [...this.#answered.values()].flatMap(({ deed, fact }) =>
        deed.kind === 'purchase' && deed.about === FLEXIBLE ? [fact] : [],
      ),
    }
    try {
      await this.#do(await someDeed(`${this.#name}-${this.#count}`, scene, this.hands, random))
    } catch (error) {
      if (!isOrdinary(error)) throw error
    }
  }

  /** @throws whatever came instead of an answer: then nobody knows; who is told that it is busy may have been served, and not told what came of it */
  async #do(deed: Deed): Promise<void> {
    this.#inDoubt.set(deed.key, deed)
    try {
      const fact = await deed.send(this.hands)
      this.#answered.set(deed.key, { deed, fact, life: this.#life })
    } catch (error) {
      if (error instanceof Refusal && error.errorName !== BUSY) this.#inDoubt.delete(deed.key)
      throw error
    }
    this.#inDoubt.delete(deed.key)
  }

  /** After a restart: asks again for what was under way and for what was answered last, and reads everything. @returns what is wrong */
  async audit({ receiptKeys }: Ids): Promise<string[]> {
    await this.#settleDoubts()
    const faults = await this.#repeat()
    for (let read = 1; ; read += 1) {
      const histories = await readHistories(this.hands)
      const found = [...compareDeeds(this.#answered, histories), ...compareSums(histories)]
      if (found.length === 0 || read === READS) {
        const changed = this.#finals.compare(histories, receiptKeys)
        return [...faults, ...found, ...changed].map((fault) => `${this.#name}: ${fault}`)
      }
      await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS))
    }
  }

  /** A cancel is not asked for again: whether it was done is no matter. */
  async #settleDoubts(): Promise<void> {
    for (const deed of [...this.#inDoubt.values()]) {
      if (deed.kind === 'cancel') this.#inDoubt.delete(deed.key)
      else if (await this.#done(deed)) this.doneUnanswered += 1
    }
  }

  async #done(deed: Deed): Promise<boolean> {
    try {
      await patiently(() => this.#do(deed))
      return true
    } catch (error) {
      if (!isOrdinary(error)) throw error
      return false
    }
  }

  async #repeat(): Promise<string[]> {
    const faults: string[] = []
    const known = [...this.#answered.values()].filter(({ deed, life }) => deed.kind !== 'cancel' && life === this.#life - 1)
    for (const { deed, fact } of known.slice(-REPEATED)) {
      this.repeated += 1
      const again = await patiently(() => deed.send(this.hands)).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return error.message
      })
      if (again !== fact) faults.push(`${deed.kind} ${deed.key}: ${fact}, then ${again}`)
    }
    return faults
  }
}
