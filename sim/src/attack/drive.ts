/**
 * Gives commands to the engine alone, keeps them as steps that the reference can be told too, and lets time pass together with what happens
 * in the world by itself.
 */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { lastOutcome, readEvents } from '@agio/engine/event-buffer.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { namesOrder } from '@agio/engine/schema/commands.ts'
import { EVENT_KINDS, EVENTS, type EventByKind, type EventKind } from '@agio/engine/schema/events.ts'
import { kindsIn } from '@agio/engine/schema/handlers.ts'
import { PERP_EVENTS } from '@agio/engine/schema/perp-events.ts'
import { nextDeadline, type State } from '@agio/engine/state.ts'
import { encode, withBounds } from '../engine-driver.ts'
import { type SimStep, START_MS } from '../workload.ts'
import { houseLegs } from './eyes.ts'

/** Events of contracts and of orders. */
const KINDS: ReadonlySet<EventKind> = new Set([...kindsIn(PERP_EVENTS), ...EVENT_KINDS.filter((kind) => EVENTS[kind].form === 'order')])
/** More than is ever due, so that what a command leaves is looked at in one piece, as the reference does. */
const WHOLE = 2 ** 30
/** Ticks that one stretch of time may take: while the house has something to get rid of, and while it has nothing. */
const TICKS_MOST = { busy: 60, quiet: 6 } as const

export interface Happened {
  readonly seq: number
  readonly at: number
  readonly command: Command
  readonly reason: Reason
  readonly orderId: number
  readonly fills: readonly EventByKind['contractFilled'][]
  readonly liquidated: readonly EventByKind['liquidated'][]
  readonly insurance: readonly EventByKind['insuranceChanged'][]
  /** What customers got as funding of a position, or paid. */
  readonly funding: readonly { readonly userId: number; readonly amount: bigint }[]
  /** Funding of a contract was settled, or reached a position. */
  readonly isFunded: boolean
  /** Orders that a fill ended, or cut, because their owner could not bear it. */
  readonly unborne: number
}

/** What the world does without the attacker, in the order of its times. */
export interface Nature {
  /** When the next thing happens, ms; Infinity = never. */
  readonly next: () => number
  readonly take: () => Command
}

export const STILL: Nature = { next: () => Infinity, take: () => ({ kind: 'tick' }) }

/** Thrown when the commands of an episode are used up: patterns need not ask. */
export class Enough extends Error {}

export class Drive {
  readonly state: State = withBounds(createState(), WHOLE)
  readonly steps: SimStep[] = []
  readonly told: Happened[] = []
  readonly counts = { fills: 0, takenOver: 0, reduced: 0, deleveraged: 0, fundings: 0, unborne: 0 }
  nature: Nature = STILL
  /** Looks at every command behind it. */
  watcher: (happened: Happened) => void = () => {}
  /** Commands that the world did not give by itself, and how many of them there may be before `Enough` is thrown. */
  own = 0
  most = Infinity
  clock = START_MS

  get seq(): number {
    return this.steps.length
  }

  /** Gives one command, so many milliseconds after the last one. */
  give(command: Command, elapsedMs = 0, isNatural = false): Happened {
    if (!isNatural && this.own >= this.most) throw new Enough()
    if (!isNatural) this.own += 1
    const { state } = this
    this.clock += elapsedMs
    const seq = this.seq + 1
    this.steps.push({ id: seq, elapsedMs, key: '', command, target: targetOf(command) })
    state.out.reset()
    apply(state, encode(seq, this.clock, '', command))
    const happened = this.read(seq, command)
    this.told.push(happened)
    this.watcher(happened)
    return happened
  }

  private read(seq: number, command: Command): Happened {
    const { out } = this.state
    const { reason, orders } = lastOutcome(out)
    const fills: EventByKind['contractFilled'][] = []
    const liquidated: EventByKind['liquidated'][] = []
    const insurance: EventByKind['insuranceChanged'][] = []
    const funding: { readonly userId: number; readonly amount: bigint }[] = []
    let [isFunded, unborne] = [false, 0]
    for (const { event } of readEvents(out.bytes(), KINDS)) {
      if (event.kind === 'contractFilled') fills.push(event)
      else if (event.kind === 'liquidated') liquidated.push(event)
      else if (event.kind === 'insuranceChanged') insurance.push(event)
      else if (event.kind === 'fundingSettled') isFunded = true
      else if (event.kind === 'positionChanged' && event.change === 'funded') funding.push(event)
      else if (event.kind === 'orderClosed' && event.order.closeReason === 'insufficientBalance') unborne += 1
    }
    this.count(fills.length, liquidated, isFunded, unborne)
    const found = { fills, liquidated, insurance, funding, isFunded: isFunded || funding.length > 0, unborne }
    return { seq, at: this.clock, command, reason, orderId: orders[0]?.orderId ?? 0, ...found }
  }

  private count(fills: number, liquidated: readonly EventByKind['liquidated'][], isFunded: boolean, unborne: number): void {
    const { counts } = this
    counts.fills += fills
    counts.unborne += unborne
    if (isFunded) counts.fundings += 1
    for (const { step, isDone } of liquidated) {
      if (isDone) continue
      if (step === 'full') counts.takenOver += 1
      else if (step === 'partial') counts.reduced += 1
      else if (step === 'adl') counts.deleveraged += 1
    }
  }

  /**
   * Lets time pass. What is due is done at its own time, or, where `isLazy`, when the time is over or the world does something: both happen to
   * an exchange.
   */
  pass(elapsedMs: number, isLazy = false): void {
    const until = this.clock + elapsedMs
    const most = houseLegs(this.state).length > 0 ? TICKS_MOST.busy : TICKS_MOST.quiet
    for (let ticks = 0; ticks < most; ticks += 1) {
      const due = isLazy ? Infinity : Math.max(this.clock, nextDeadline(this.state))
      const next = Math.max(this.clock, this.nature.next())
      if (Math.min(due, next) > until) break
      if (next <= due) this.give(this.nature.take(), next - this.clock, true)
      else this.give({ kind: 'tick' }, due - this.clock)
    }
    this.catchUp(until)
  }

  private catchUp(until: number): void {
    for (let next = this.nature.next(); next <= until; next = this.nature.next())
      this.give(this.nature.take(), Math.max(0, next - this.clock), true)
    this.give({ kind: 'tick' }, Math.max(0, until - this.clock))
    for (let left = 8; left > 0 && nextDeadline(this.state) <= this.clock; left -= 1) this.give({ kind: 'tick' })
  }
}

/** Names an order by the step that made it, so that a shorter list of steps still means it. */
function targetOf(command: Command): SimStep['target'] {
  if (!namesOrder(command) || command.orderId === 0) return null
  return { step: Math.floor(command.orderId / 8), leg: command.orderId % 8, by: 'order' }
}
