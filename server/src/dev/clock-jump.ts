/**
 * The clock of the whole process put ahead by a tester. How far it is ahead is a document in the journal of every tenant: the engine's time
 * is the stamp of its entries and needs no rule for a jump, so that what has to last is one number, which documents keep already and which
 * every journal of an older build opens without. It is read when the process opens; a journal whose last stamp is later still wins, since
 * time never goes back and a kill may fall between the jump and its document.
 */
import { asUserId } from '@agio/engine/ids/id.ts'
import { nextDeadline, stateTime } from '@agio/engine/state.ts'
import * as z from 'zod/mini'
import type { Log } from '../core/log.ts'
import type { IndexPrices } from '../index/open-index.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'

const CLOCK = 'clock'
const AHEAD = 'ahead'
const HOUSE = asUserId(0)
const REACHED_WITHIN_MS = 60_000
/** A first start writes half a year of history, and nothing may run by a clock that is not known yet: however slow the machine is. */
const REACHED_AT_START_MS = 900_000

const aheadSchema = z.object({ ms: z.int().check(z.minimum(0)) })

/** The process's one clock. */
export interface JumpingClock {
  now(): number
  /** ms that it is ahead of the machine's. */
  readonly aheadMs: number
  /** Forward only. */
  advance(byMs: number): void
}

type Kept = Pick<Exchange, 'state' | 'durableSeq'>

/** What of a tenant follows the clock at once; the rest asks it when it is asked itself. */
export interface JumpingTenant {
  readonly tenantId: string
  readonly exchange: Exchange<'customer' | 'system'>
  readonly models: Pick<ReadModels, 'reached'>
  readonly index: Pick<IndexPrices, 'refresh'>
  readonly inform: { readonly followClock: () => void }
}

/** Puts the clock ahead by as much as it was when the journals were written. */
export async function restoreJump(
  clock: JumpingClock,
  tenants: readonly { readonly exchange: Kept; readonly models: Pick<ReadModels, 'reached' | 'documents'> }[],
): Promise<void> {
  const kept = await Promise.all(
    tenants.map(async ({ exchange, models }) => {
      await models.reached(exchange.durableSeq, REACHED_AT_START_MS)
      const documents = await models.documents(HOUSE, CLOCK)
      const found = z.safeParse(aheadSchema, documents.find(({ id }) => id === AHEAD)?.document)
      return found.success ? found.data.ms : 0
    }),
  )
  clock.advance(Math.max(0, ...kept) - clock.aheadMs)
  clock.advance(Math.max(0, ...tenants.map(({ exchange }) => Math.ceil(stateTime(exchange.state)) - clock.now())))
}

/** One jump after the other; each is over when everything that was due until then is done and durable. */
export class ClockJumps {
  readonly #clock: JumpingClock
  readonly #tenants: readonly JumpingTenant[]
  readonly #log: Log
  #last: Promise<unknown> = Promise.resolve()

  constructor(clock: JumpingClock, tenants: readonly JumpingTenant[], log: Log) {
    this.#clock = clock
    this.#tenants = tenants
    this.#log = log
  }

  /** @param byMs ≥ 0; 0 only waits for jumps that are under way @returns the time now @throws Refused when an exchange takes nothing */
  advance(byMs: number): Promise<number> {
    const jump = this.#last.then(() => this.#jump(byMs))
    this.#last = jump.catch(() => undefined)
    return jump
  }

  async #jump(byMs: number): Promise<number> {
    if (byMs > 0) {
      this.#clock.advance(byMs)
      await Promise.all(this.#tenants.map((tenant) => this.#follow(tenant)))
    }
    return this.#clock.now()
  }

  async #follow({ tenantId, exchange, models, index, inform }: JumpingTenant): Promise<void> {
    const document = { ms: this.#clock.aheadMs }
    await exchange.submit({ kind: 'saveDocument', userId: HOUSE, collection: CLOCK, id: AHEAD, document, actor: 'system' })
    // Each entry does a slice of what is due, the earliest first.
    while (nextDeadline(exchange.state) <= exchange.now()) await exchange.submit({ kind: 'tick' })
    // The last slice may be the exchange's own, and on its way to the disk still: what comes behind it says when it is there.
    await exchange.submit({ kind: 'tick' })
    inform.followClock()
    const toWarn = (what: string) => (error: unknown) => this.#log.warn(what, { tenant: tenantId, error: String(error) })
    await index.refresh().catch(toWarn('the sources of the index were not read after a jump of the clock'))
    await models.reached(exchange.durableSeq, REACHED_WITHIN_MS).catch(toWarn('history is late after a jump of the clock'))
  }
}
