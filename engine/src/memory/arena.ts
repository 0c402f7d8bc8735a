/** Memory for what grows, as the kernel gives it out: from one end, in lines of the cache, never back. */
import { ARENA } from '../../generated/map.ts'
import type { StateRow } from '../../generated/views.ts'

const LINE = 64

/** Makes the arena of a new memory empty. */
export function openArena(scalars: StateRow): void {
  scalars.arena = ARENA
}

/** Address of so many zeroed bytes. */
export function takeFromArena(scalars: StateRow, bytes: number): number {
  const at = scalars.arena
  scalars.arena = at + Math.ceil(bytes / LINE) * LINE
  return at
}
