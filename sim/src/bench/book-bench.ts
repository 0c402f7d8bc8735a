/**
 * Matching alone, through the public functions of the book: rows, index, queues and ladders that the engine itself trades on, without
 * users, money, fees or events. The loop below is what a matching-only book would do with them.
 */
import { changeShown, joinQueue, leaveQueue, reportLevels } from '@agio/engine/book/queue.ts'
import { EventBuffer } from '@agio/engine/event-buffer.ts'
import * as layout from '@agio/engine/layout.ts'
import { ASKS, BIDS, type Instrument } from '@agio/engine/market/instrument.ts'
import { mixId } from '@agio/engine/memory/handle-index.ts'
import { findOrder } from '@agio/engine/spot/order.ts'
import { createState, type State } from '@agio/engine/state.ts'
import type { PeerCommand } from './core-workload.ts'

const { LEVEL_HEAD, LEVEL_PRICE, ORDER_ID, ORDER_PRICE, ORDER_QUANTITY, ORDER_REMAINING } = layout

/** Orders as numbers: kind (0 limit, 1 IOC, 2 cancel), id, side (0 buy), price, size. */
export interface BookCommands {
  readonly cells: Float64Array
  readonly count: number
}

const CELLS = 5

/** Decodes commands beforehand, as the peer's objects are. Ids are numbered in order of appearance. */
export function bookCommands(commands: readonly PeerCommand[], ids: Map<string, number>): BookCommands {
  const cells = new Float64Array(commands.length * CELLS)
  commands.forEach((command, index) => {
    const known = ids.get(command.id) ?? ids.size + 1
    ids.set(command.id, known)
    const isLimit = command.kind === 'limit'
    cells.set(
      [
        isLimit ? (command.isIoc ? 1 : 0) : 2,
        known,
        isLimit && command.side === 'sell' ? 1 : 0,
        isLimit ? command.price : 0,
        isLimit ? command.size : 0,
      ],
      index * CELLS,
    )
  })
  return { cells, count: commands.length }
}

/** A book and nothing else. */
export class PlainBook {
  readonly state: State = createState()
  readonly out = new EventBuffer()
  readonly instrument: Instrument
  trades = 0

  constructor(instrument: Instrument) {
    this.instrument = instrument
  }

  run(commands: BookCommands): void {
    const { cells, count } = commands
    for (let at = 0; at < count * CELLS; at += CELLS) {
      const kind = cells[at] ?? 0
      if (kind === 2) this.cancel(cells[at + 1] ?? 0)
      else this.limit(cells[at + 1] ?? 0, cells[at + 2] ?? 0, cells[at + 3] ?? 0, cells[at + 4] ?? 0, kind === 1)
      this.out.reset()
      reportLevels(this.state, this.out)
    }
  }

  limit(id: number, side: number, price: number, size: number, isIoc: boolean): void {
    const rest = this.take(side, price, size)
    if (rest === 0 || isIoc) return
    const { state } = this
    const order = state.orders.allocate()
    const row = state.orders.view
    row.setFloat64(order + ORDER_ID, id, true)
    row.setFloat64(order + ORDER_PRICE, price, true)
    row.setFloat64(order + ORDER_REMAINING, rest, true)
    row.setFloat64(order + ORDER_QUANTITY, size, true)
    state.orderIndex.add(mixId(id), order)
    joinQueue(state, this.instrument, side === 0 ? BIDS : ASKS, price, order, rest)
  }

  cancel(id: number): void {
    const order = findOrder(this.state, id)
    if (order === 0) return
    const remaining = this.state.orders.view.getFloat64(order + ORDER_REMAINING, true)
    leaveQueue(this.state, this.instrument, order, remaining)
    this.forget(order, id)
  }

  forget(order: number, id: number): void {
    this.state.orderIndex.remove(mixId(id), order)
    this.state.orders.release(order)
  }

  take(side: number, price: number, size: number): number {
    const { state, instrument } = this
    const opposite = side === 0 ? instrument.asks : instrument.bids
    let rest = size
    while (rest > 0) {
      const level = opposite.best
      if (level === 0) return rest
      const best = state.levels.view.getFloat64(level + LEVEL_PRICE, true)
      if (side === 0 ? best > price : best < price) return rest
      const maker = state.levels.view.getInt32(level + LEVEL_HEAD, true)
      const orders = state.orders.view
      const remaining = orders.getFloat64(maker + ORDER_REMAINING, true)
      const quantity = Math.min(rest, remaining)
      rest -= quantity
      this.trades += 1
      orders.setFloat64(maker + ORDER_REMAINING, remaining - quantity, true)
      if (quantity < remaining) changeShown(state, level, -quantity)
      else {
        leaveQueue(state, instrument, maker, quantity)
        this.forget(maker, orders.getFloat64(maker + ORDER_ID, true))
      }
    }
    return 0
  }
}
