/**
 * Matching alone, through the public functions of the book: rows, index, queues and ladders that the engine itself trades on, without
 * users, money, fees or events. The loop below is what a matching-only book would do with them; each of its steps is a call into the
 * compiled kernel.
 */
import type { InstrumentTerms } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import type { Kernel } from '@agio/engine/generated/kernel.ts'
import { ASKS, BIDS, Instrument } from '@agio/engine/market/instrument.ts'
import type { State } from '@agio/engine/state.ts'
import type { PeerCommand } from './core-workload.ts'

/** Orders as numbers: kind (0 limit, 1 IOC, 2 cancel), id, side (0 buy), price, size. */
export interface BookCommands {
  readonly cells: Float64Array
  readonly count: number
}

const CELLS = 5
/** Commands whose level records are taken together. */
const COMMANDS_A_BATCH = 100

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
  readonly kernel: Kernel = this.state.kernel
  readonly instrument: Instrument
  trades = 0

  constructor(terms: InstrumentTerms) {
    this.instrument = new Instrument(this.state, 1, terms, 8, 8, true)
  }

  run(commands: BookCommands): void {
    const { cells, count } = commands
    for (let at = 0; at < count * CELLS; at += CELLS) {
      const kind = cells[at] ?? 0
      if (kind === 2) this.cancel(cells[at + 1] ?? 0)
      else this.limit(cells[at + 1] ?? 0, cells[at + 2] ?? 0, cells[at + 3] ?? 0, cells[at + 4] ?? 0, kind === 1)
      this.kernel.reportLevels()
      if (at % (COMMANDS_A_BATCH * CELLS) === 0) this.state.out.reset()
    }
  }

  limit(id: number, side: number, price: number, size: number, isIoc: boolean): void {
    const rest = this.take(side, price, size)
    if (rest === 0 || isIoc) return
    const order = this.kernel.openPlain(id, price, rest, size)
    this.kernel.joinQueue(this.instrument.address, side === 0 ? BIDS : ASKS, price, order, rest)
  }

  cancel(id: number): void {
    const order = this.kernel.findOrder(id)
    if (order === 0) return
    this.kernel.leaveQueue(this.instrument.address, order, this.state.orders.at(order).remaining)
    this.kernel.closePlain(order)
  }

  take(side: number, price: number, size: number): number {
    const { state, kernel, instrument } = this
    const opposite = side === 0 ? ASKS : BIDS
    let rest = size
    while (rest > 0) {
      const level = instrument.best(opposite)
      if (level === 0) return rest
      const { head, price: best } = state.levels.at(level)
      if (side === 0 ? best > price : best < price) return rest
      const maker = state.orders.edit(head)
      const { remaining } = maker
      const quantity = Math.min(rest, remaining)
      rest -= quantity
      this.trades += 1
      maker.remaining = remaining - quantity
      if (quantity < remaining) kernel.changeShown(level, -quantity)
      else {
        kernel.leaveQueue(instrument.address, head, quantity)
        kernel.closePlain(head)
      }
    }
    return 0
  }
}
