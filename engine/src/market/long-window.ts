/** The longer window of a pair's circuit breaker as a snapshot keeps it: see `market/long-window.ts` of the kernel. */
import * as map from '../memory/map.ts'

export interface LongWindow {
  /** Price at the start of the window, ticks; 0 = not known yet. */
  readonly base: number
  /** Later parts of it, oldest first: when each began, ms, and its last price. */
  readonly prices: readonly (readonly [from: number, price: number])[]
}

export function readLongWindow(memory: DataView, address: number): LongWindow {
  const first = memory.getUint32(address + map.L_FIRST, true)
  const count = memory.getUint32(address + map.L_COUNT, true)
  const prices = Array.from({ length: count }, (_, position) => {
    const slot = address + map.L_RING + ((first + position) % map.L_SLOTS) * map.L_SLOT_BYTES
    return [memory.getFloat64(slot, true), memory.getFloat64(slot + 8, true)] as const
  })
  return { base: memory.getFloat64(address + map.L_BASE, true), prices }
}

export function writeLongWindow(memory: DataView, address: number, { base, prices }: LongWindow): void {
  memory.setFloat64(address + map.L_BASE, base, true)
  memory.setUint32(address + map.L_FIRST, 0, true)
  memory.setUint32(address + map.L_COUNT, prices.length, true)
  for (const [position, [from, price]] of prices.entries()) {
    const slot = address + map.L_RING + position * map.L_SLOT_BYTES
    memory.setFloat64(slot, from, true)
    memory.setFloat64(slot + 8, price, true)
  }
}
