/**
 * Leaves out scheduled work that breaks an exchange which no process runs: `due skip` then does itself what a start would. It takes the folder, brings
 * the state to what is due, and where that breaks the engine, decides and starts once more, so that the journal says it. Nothing else is taken.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describeDueRow } from '@agio/engine/due-row.ts'
import { nextDeadline } from '@agio/engine/state.ts'
import type { PoisonedDue } from './exchange.ts'
import { type LiveExchange, type OpenExchangeOptions, openExchange } from './open-exchange.ts'

/** Between two looks at what is due. */
const LOOK_MS = 5
/** What breaks in a later slice comes first after the next start. */
const STARTS_MOST = 2

export interface SkippedWork {
  /** What was left out, in words, and what the engine said; undefined where nothing breaks. */
  readonly what: string | undefined
  readonly error: string
  /** What breaks it behind that. */
  readonly next: string | undefined
}

const wordsOf = (poisoned: PoisonedDue | undefined): string | undefined => poisoned && describeDueRow(poisoned.row)

/** Opens it, and waits until nothing is due or the engine broke over it. */
async function openToDue(options: OpenExchangeOptions): Promise<LiveExchange> {
  let isBroken = false
  const exchange = await openExchange({ ...options, onBroken: () => (isBroken = true) })
  while (exchange.due.poisoned === undefined && !isBroken && nextDeadline(exchange.state) <= exchange.now()) await sleep(LOOK_MS)
  return exchange
}

/** @throws FolderLocked while a process runs the exchange, and what else a start is refused for */
export async function skipOnStopped(options: OpenExchangeOptions, actor: string, why: string): Promise<SkippedWork> {
  for (let start = 0; start < STARTS_MOST; start += 1) {
    const exchange = await openToDue(options)
    const { poisoned } = exchange.due
    if (poisoned !== undefined) exchange.due.setAside(actor, why)
    await exchange.stop()
    if (poisoned === undefined) continue
    const after = await openToDue(options)
    const next = wordsOf(after.due.poisoned)
    await after.stop()
    return { what: wordsOf(poisoned), error: poisoned.error, next }
  }
  return { what: undefined, error: '', next: undefined }
}
