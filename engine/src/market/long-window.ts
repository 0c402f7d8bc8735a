/** The longer window of a pair's circuit breaker as a snapshot keeps it: see `market/long-window.ts` of the kernel. */
import * as layout from '../../generated/layout.ts'
import * as market from '../schema/market.ts'

export interface LongWindow {
  /** Price at the start of the window, ticks; 0 = not known yet. */
  readonly base: number
  /** Later parts of it, oldest first: when each began, ms, and its last price. */
  readonly prices: readonly (readonly [from: number, price: number])[]
}

export function readLongWindow(memory: DataView, address: number): LongWindow {
  const first = memory.getUint32(address + layout.I_LONG_FIRST, true)
  const count = memory.getUint32(address + layout.I_LONG_COUNT, true)
  const prices = Array.from({ length: count }, (_, position) => {
    const slot = address + layout.I_LONG_RING + ((first + position) % market.L_SLOTS) * market.L_SLOT_BYTES
    return [memory.getFloat64(slot, true), memory.getFloat64(slot + 8, true)] as const
  })
  return { base: memory.getFloat64(address + layout.I_LONG_BASE, true), prices }
}

export function writeLongWindow(memory: DataView, address: number, { base, prices }: LongWindow): void {
  memory.setFloat64(address + layout.I_LONG_BASE, base, true)
  memory.setUint32(address + layout.I_LONG_FIRST, 0, true)
  memory.setUint32(address + layout.I_LONG_COUNT, prices.length, true)
  for (const [position, [from, price]] of prices.entries()) {
    const slot = address + layout.I_LONG_RING + position * market.L_SLOT_BYTES
    memory.setFloat64(slot, from, true)
    memory.setFloat64(slot + 8, price, true)
  }
}
