/** Memory for what grows, as the kernel gives it out: from one end, in lines of the cache, never back. */
import { S_ARENA } from '../../generated/layout.ts'
import { ARENA } from '../../generated/map.ts'

const LINE = 64

/** Makes the arena of a new memory empty. */
export function openArena(scalars: DataView): void {
  scalars.setUint32(S_ARENA, ARENA, true)
}

/** Address of so many zeroed bytes. */
export function takeFromArena(scalars: DataView, bytes: number): number {
  const at = scalars.getUint32(S_ARENA, true)
  scalars.setUint32(S_ARENA, at + Math.ceil(bytes / LINE) * LINE, true)
  return at
}
