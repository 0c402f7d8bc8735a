/** Single pieces of scheduled work: which one comes next, and how one that breaks the engine is left out. */
import { HALT } from '../generated/vocabularies.ts'
import {
  DUE_BOUND,
  DUE_CANCEL_ALL,
  DUE_DAY,
  DUE_EARN_DAY,
  DUE_EARN_MATURITY,
  DUE_EXPIRY,
  DUE_FUNDING,
  DUE_HEDGE,
  DUE_INDEX,
  DUE_PRODUCT,
  DUE_QUOTE,
  DUE_RISK,
  DUE_SAMPLE,
  DUE_STATUS,
  DUE_TAKER,
  DUE_WITHDRAWAL,
  DUE_WITHDRAWAL_DAY,
  DUE_WITHDRAWAL_PAST,
  DUE_WORK,
} from './schema/due.ts'
import type { State } from './state.ts'

export interface DueRow {
  readonly at: number
  /** Class: see `schema/due.ts`, which says what id and detail are. */
  readonly due: number
  readonly id: number
  readonly detail: number
}

/** All that is scheduled but the day, in no order. */
export function* dueRows({ dues }: State): Generator<DueRow> {
  for (const row of dues.live()) {
    const { at, detail, id, work: due } = dues.at(row)
    yield { at, due, id, detail }
  }
}

/** The scheduled work that was begun last: after a throw, what threw. Undefined when none was since the state was made. */
export function begunDueRow({ scalars }: State): DueRow | undefined {
  const { begunAt: at, begunDetail: detail, begunId: id, begunWork: due } = scalars
  return at === 0 ? undefined : { at, due, id, detail }
}

/**
 * Takes a piece of scheduled work out, as if it had never been scheduled; of a day its change of levels and no more. Nothing when it is not
 * there at that time.
 */
export function skipDueRow({ dues, instruments, kernel, nextDay, scalars }: State, { at, due, id, detail }: DueRow): void {
  if (due === DUE_DAY) {
    if (nextDay === at) kernel.skipDay()
    return
  }
  if (due === DUE_WORK) {
    const instrument = instruments[id - 1]
    if (instrument !== undefined) kernel.stopWork(instrument.address, HALT)
    return
  }
  const row = kernel.findDue(due, id, detail)
  if (row === 0 || dues.at(row).at !== at) return
  kernel.clearDue(due, id, detail)
  if (due !== DUE_EARN_DAY && due !== DUE_EARN_MATURITY) return
  // what orders have missed the run of the next day makes up for
  scalars.earnHand = 0
  kernel.setDue(at + DAY_MS, due, id, detail)
}

const DAY_MS = 86_400_000

const WORDS: Readonly<Record<number, (id: number, detail: number) => string>> = {
  [DUE_DAY]: () => 'the change of levels at the end of a day',
  [DUE_EXPIRY]: (id) => `expiry of order ${id}`,
  [DUE_CANCEL_ALL]: (id, detail) =>
    `cancel-all timer of user ${id} at ${detail === 0 ? 'all pairs' : detail === -1 ? 'all contracts' : `pair ${detail}`}`,
  [DUE_STATUS]: (id) => `change of status of pair ${id}`,
  [DUE_INDEX]: (id) => `a source of the index of asset ${id} gets too old`,
  [DUE_QUOTE]: (id) => `quote ${id} is forgotten`,
  [DUE_PRODUCT]: (id, detail) => `the sale of product ${id} ${detail === 1 ? 'begins' : 'ends'}`,
  [DUE_EARN_DAY]: () => 'interest of a day',
  [DUE_EARN_MATURITY]: () => 'the end of terms',
  [DUE_WITHDRAWAL]: (id, detail) => `withdrawal ${id} of user ${detail} runs out`,
  [DUE_SAMPLE]: () => 'samples of the bases of contracts',
  [DUE_FUNDING]: () => 'funding of contracts',
  [DUE_RISK]: (id) => `positions of contract ${id} that its mark came to`,
  [DUE_BOUND]: (id) => `prices of user ${id} are bounded no longer`,
  [DUE_WITHDRAWAL_DAY]: (id, detail) => `withdrawal number ${id + 1} of user ${detail} was asked for a day ago`,
  [DUE_WORK]: (id) => `what pair ${id} works at`,
  [DUE_TAKER]: (id, detail) => `conversions of asset ${detail} by person ${id} are forgotten`,
  [DUE_HEDGE]: (id) => `the desk hedges asset ${id}`,
  [DUE_WITHDRAWAL_PAST]: (id, detail) => `withdrawal ${id} of user ${detail} is forgotten`,
}

/** For people: `expiry of order 17`. */
export function describeDueRow({ due, id, detail }: DueRow): string {
  return WORDS[due]?.(id, detail) ?? `work ${due} of ${id}`
}
