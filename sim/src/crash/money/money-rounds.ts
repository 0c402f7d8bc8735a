/**
 * The kill rounds of conversion, savings and contracts: the process that `npm start` runs, killed while customers ask for them, and while its
 * clock is put ahead over instants of funding and rolls of the day. Whatever was answered is there after the restart, once, and is answered
 * again as it was; what was due meanwhile was done once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stateHash } from '@agio/engine/hash.ts'
import { LISTED_CONTRACTS } from '@agio/server/demo/contracts/contract-list.ts'
import { openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { devClock, devIndex } from '@agio/wire/dev.ts'
import { SessionClient } from '../../client/session-client.ts'
import { patiently } from '../http-answers.ts'
import { Judge } from '../judge.ts'
import type { Random } from '../memory-disk.ts'
import { Product } from '../product.ts'
import { MoneyMember } from './money-member.ts'
import { type Ids, openMoney, readIds } from './open-money.ts'

const MEMBERS = 4
/** What each of them has under way. */
const LANES = 3
const LIFE_MS = { least: 400, spread: 900 } as const
const FUNDING_MS = 8 * 3_600_000
/** Behind an instant, so that it is over. */
const BEHIND_MS = 1500
const SNAPSHOT_EVERY_MS = 150
const KILL_BEHIND_JUMP_MS = 600
/** A kill in a jump comes within that part of the time that the last one took. */
const JUMP_PART = 0.7
/** In the middle of each life the price gaps to the next: by more than a position of leverage 50 survives. */
const PRICES = [60_000, 58_700, 60_100, 61_500, 60_300, 59_000] as const
const KINDS = ['convert', 'purchase', 'redeem', 'transfer', 'order', 'cancel'] as const
/** A slow machine has so long until each of them was answered once. */
const MET_WITHIN_MS = 120_000

export interface MoneyKillReport {
  readonly rounds: number
  /** Kills while the clock was being put ahead, before that was answered. */
  readonly inJumps: number
  readonly answered: Readonly<Record<string, number>>
  readonly repeated: number
  /** Of what was under way at a kill, and was asked for again: done now, or then. */
  readonly settled: number
  readonly entries: number
  /** Instants of funding that the product's clock came over, as it told at each start: a kill may come before a jump is on the disk. */
  readonly instants: number
  readonly settlements: number
  readonly fundings: number
  /** Positions that were taken over, in part or whole. */
  readonly liquidated: number
  readonly interestLines: number
  /** Receipts that customers read after a restart. */
  readonly receipts: number
  /** Snapshots that were finished before the kill, and starts that were killed, beyond `rounds`. */
  readonly snapshots: number
  readonly startsKilled: number
  readonly doubled: number
  readonly wrongHashes: number
  readonly findings: readonly string[]
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

class World {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'agio-kill-money-'))
  readonly findings: string[] = []
  readonly members = Array.from({ length: MEMBERS }, (_, number) => new MoneyMember(number))
  inJumps = 0
  snapshots = 0
  startsKilled = 0
  readonly #random: Random
  #ids: Ids | undefined
  #step = 0
  /** Of funding: the last one before the first start, and before the newest. */
  #first: number | undefined
  #newest = 0
  /** How long the last jump took, and the last start. */
  #jumpMs = 300
  #startMs = 2000

  constructor(random: Random) {
    this.#random = random
  }

  get instants(): number {
    return this.#newest - (this.#first ?? this.#newest)
  }

  /** Whether kills met jumps, repeated requests and receipts. */
  get hasMet(): boolean {
    const total = (count: (member: MoneyMember) => number): number => this.members.reduce((sum, member) => sum + count(member), 0)
    return (
      Math.min(
        this.inJumps,
        total((member) => member.repeated),
        total((member) => member.receipts),
      ) > 0
    )
  }

  get #price(): number {
    return PRICES[this.#step % PRICES.length] ?? 0
  }

  /** Starts the product, and compares what is there with what was answered. */
  async open(): Promise<Product> {
    const begin = performance.now()
    const product = await Product.open(this.dataDir)
    this.#startMs = performance.now() - begin
    try {
      const visitor = new SessionClient(product.base)
      const { serverTime } = await visitor.call(devClock, { advance: 0 })
      const aheadMs = serverTime - Date.now()
      this.#newest = Math.floor(serverTime / FUNDING_MS)
      this.#first ??= this.#newest
      await this.#pin(visitor)
      const isFirst = this.#ids === undefined
      if (isFirst) await openMoney(product)
      await Promise.all(this.members.map((member) => member.enter(product, aheadMs)))
      const [someone] = this.members
      if (someone === undefined) throw new Error('nobody is there')
      const ids = await readIds(product, someone.hands.session)
      if (isFirst) await Promise.all(this.members.map((member) => member.settle(ids)))
      else for (const member of this.members) this.#find(await member.audit(ids))
      this.#ids = ids
    } catch (error) {
      await product.kill()
      throw error
    }
    return product
  }

  async #pin(visitor: SessionClient): Promise<void> {
    await patiently(() => visitor.call(devIndex, { coinName: 'BTC', price: String(this.#price) }))
  }

  #find(faults: readonly string[]): void {
    for (const fault of faults) process.stderr.write(`found: ${fault}\n`)
    this.findings.push(...faults)
  }

  /** A start that has what was due in a jump before it. */
  async killStart(): Promise<void> {
    const product = await Product.start(this.dataDir)
    await pause(this.#random() * this.#startMs)
    await product.kill()
    this.startsKilled += 1
  }

  /** One life under load: a gap of the price, then a jump over two instants of funding, and a kill in that or behind it. */
  async live(product: Product, inJump: boolean, makesSnapshot: boolean): Promise<void> {
    const lanes = Array.from({ length: LANES }, () => this.members).flat()
    const loading = Promise.all(lanes.map((member) => this.#load(product, member)))
    const ended = this.#end(product, inJump)
    const made = makesSnapshot ? this.#snapshots(product) : undefined
    await Promise.race([ended, loading]).finally(() => (product.ending ? product.gone() : product.kill()))
    await Promise.all([ended, loading, made])
  }

  /** One after the other: of what stands between two slices as well. */
  async #snapshots(product: Product): Promise<void> {
    while (!product.ending) {
      if (await product.snapshot()) this.snapshots += 1
      await pause(SNAPSHOT_EVERY_MS)
    }
  }

  async #end(product: Product, inJump: boolean): Promise<void> {
    const visitor = new SessionClient(product.base)
    await pause(LIFE_MS.least + this.#random() * LIFE_MS.spread)
    this.#step += 1
    await this.#pin(visitor)
    await pause(LIFE_MS.least + this.#random() * LIFE_MS.spread)
    for (const end = performance.now() + MET_WITHIN_MS; !this.#hasMetAll() && performance.now() < end; ) await pause(20)
    const { serverTime } = await visitor.call(devClock, { advance: 0 })
    const advance = (Math.floor(serverTime / FUNDING_MS) + 2) * FUNDING_MS + BEHIND_MS - serverTime
    for (const member of this.members) member.followClock(serverTime + advance - Date.now())
    const began = performance.now()
    let isOver = false
    const jumped = visitor.call(devClock, { advance }).then(
      () => {
        isOver = true
        this.#jumpMs = performance.now() - began
      },
      (error: unknown) => {
        if (!product.ending) throw error
      },
    )
    if (inJump) await Promise.race([jumped, pause(this.#random() * JUMP_PART * this.#jumpMs)])
    else {
      await jumped
      await pause(this.#random() * KILL_BEHIND_JUMP_MS)
    }
    if (!isOver) this.inJumps += 1
    await product.kill()
    await jumped
  }

  #hasMetAll(): boolean {
    return KINDS.every((kind) => this.members.some((member) => member.countOf(kind) > 0))
  }

  /** A customer asks for one thing after the other, until the process is told to end; whatever then fails was not answered. */
  async #load(product: Product, member: MoneyMember): Promise<void> {
    while (!product.ending) {
      try {
        if (this.#ids !== undefined) await member.act(this.#ids, this.#price, this.#random)
      } catch (error) {
        if (!product.ending) throw error
      }
    }
  }

  /** The journal: the state of recovery is that of a full replay, and books that were kept from its events agree with it. */
  async judge(): Promise<
    Pick<MoneyKillReport, 'entries' | 'settlements' | 'fundings' | 'liquidated' | 'interestLines' | 'doubled' | 'wrongHashes'>
  > {
    const dir = join(this.dataDir, 'agio', 'journal')
    const exchange = await openExchange({ tenantId: 'agio', dir })
    const recovered = stateHash(exchange.state)
    const entries = exchange.durableSeq
    await exchange.stop()
    const judge = new Judge()
    const wrongHashes = (await judge.readUpTo(dir, entries)) === recovered ? 0 : 1
    this.#find(judge.faults())
    const { contracts, interestLines } = judge.books
    const { settlements, fundings, steps } = contracts
    return { entries, settlements, fundings, liquidated: steps.partial + steps.full, interestLines, doubled: judge.doubled(), wrongHashes }
  }
}

/** Runs the rounds. @param random decides what is asked for and when to kill @param progress called after each round */
export async function moneyKillRounds(
  count: number,
  random: Random,
  progress: (round: number) => void = () => {},
): Promise<MoneyKillReport> {
  const world = new World(random)
  let rounds = 0
  try {
    // on a slow machine a kill may miss what it is for: then there are more of them
    for (; rounds < count || (rounds < 2 * count && !world.hasMet); rounds += 1) {
      await world.live(await world.open(), rounds % 2 === 1, rounds % 3 === 1)
      if (rounds % 4 === 3) await world.killStart()
      progress(rounds)
    }
    await (await world.open()).stop()
    return reportOf(world, rounds, await world.judge())
  } finally {
    rmSync(world.dataDir, { recursive: true, force: true })
  }
}

type Judged = Awaited<ReturnType<World['judge']>>

function reportOf(
  { members, inJumps, instants, snapshots, startsKilled, findings }: World,
  rounds: number,
  judged: Judged,
): MoneyKillReport {
  const total = (count: (member: MoneyMember) => number): number => members.reduce((sum, member) => sum + count(member), 0)
  const answered = Object.fromEntries(KINDS.map((kind) => [kind, total((member) => member.countOf(kind))]))
  const [repeated, settled] = [total((member) => member.repeated), total((member) => member.doneUnanswered)]
  const receipts = total((member) => member.receipts)
  return { rounds, inJumps, instants, snapshots, startsKilled, answered, repeated, settled, receipts, ...judged, findings }
}

/** Each contract has its settlement of each instant, a jump that was answered came over two, and of one that was not nobody knows. */
export const hasSettled = ({ rounds, inJumps, instants, settlements }: MoneyKillReport): boolean =>
  instants >= 2 * (rounds - inJumps) && settlements >= LISTED_CONTRACTS.length * instants

/** True when nothing was lost, doubled or left half done, and everything that the rounds are about was met. */
export const isProven = (report: MoneyKillReport): boolean => {
  const { findings, doubled, wrongHashes, ...met } = report
  if (findings.length + doubled + wrongHashes > 0 || !hasSettled(report)) return false
  if (!Object.values(met.answered).every((count) => count > 0)) return false
  return Math.min(met.fundings, met.liquidated, met.interestLines, met.repeated, met.inJumps, met.receipts) > 0
}
