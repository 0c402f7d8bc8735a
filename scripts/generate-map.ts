/** Where everything stands in an exchange's memory: places for the rooms that `engine/src/schema/capacities.ts` lists. Part of `npm run kernel`. */
import { MEMORY_BYTES, PAGE_BYTES } from '../engine/src/memory/map.ts'
import { PROMISED, type Promised, ROOMS, type Room } from '../engine/src/schema/capacities.ts'

/** As far as the compiler lets an offset go. */
export const OFFSET_END = 2 ** 31
/** Pages of the system. */
const ALIGNMENT = 0x1000
const MiB = 2 ** 20

const spaceOf = ({ rows, rowBytes, spare }: Room): number => Math.ceil(((rows + spare) * rowBytes) / ALIGNMENT) * ALIGNMENT

/** One behind the other; returns where the last one ends. */
function place(rooms: readonly Room[], from: number, numbers: Record<string, number>): number {
  let at = from
  for (const room of rooms) {
    const space = spaceOf(room)
    numbers[room.name] = at
    numbers[`${room.name}_SPACE`] = space
    if (room.rowBytes > 1) numbers[`${room.name}_MOST`] = room.rows
    at += space
  }
  return at
}

/**
 * Bases, spaces and most rows by their names, with FREE between what is low and what is high. The last page stays empty, so that the end
 * of everything is an address too.
 *
 * @throws RangeError when it does not fit: in all, below 2^31 what is low, above it what is high, and what products to come were promised
 */
export function mapOf(rooms: readonly Room[], promised: Readonly<Partial<Record<string, Promised>>>): Readonly<Record<string, number>> {
  const numbers: Record<string, number> = {}
  const free = place(
    rooms.filter(({ stands }) => stands === 'low'),
    0,
    numbers,
  )
  if (free > OFFSET_END) throw new RangeError(`what is low ends ${free - OFFSET_END} bytes above 2^31`)
  const high = rooms.filter(({ stands }) => stands === 'high')
  const behind = MEMORY_BYTES - PAGE_BYTES - high.reduce((sum, room) => sum + spaceOf(room), 0)
  if (behind < OFFSET_END) throw new RangeError(`what is high begins ${OFFSET_END - behind} bytes below 2^31`)
  place(high, behind, numbers)
  const parts = Object.values(promised).flatMap((part) => (part === undefined ? [] : [part]))
  const hot = parts.reduce((sum, part) => sum + part.hot, 0) * MiB
  const all = parts.reduce((sum, part) => sum + part.hot + part.cold, 0) * MiB
  if (free + hot > OFFSET_END) throw new RangeError(`products to come were promised ${free + hot - OFFSET_END} bytes too many below 2^31`)
  if (free + all > behind) throw new RangeError(`products to come were promised ${free + all - behind} bytes too many`)
  return { ...numbers, FREE: free, FREE_SPACE: behind - free }
}

export const mapNumbers = (): Readonly<Record<string, number>> => mapOf(ROOMS, PROMISED)

const inMiB = (bytes: number): string => (bytes / MiB).toFixed(1)

/** The lines of `map.ts`. */
export function mapSource(): string {
  const numbers = mapNumbers()
  const at = (name: string): number => numbers[name] ?? 0
  const lines = [...ROOMS, { name: 'FREE', rowBytes: 1, product: 'products to come' }].map(({ name, rowBytes, product }) => {
    const most = rowBytes > 1 ? `export const ${name}_MOST = ${at(`${name}_MOST`)}\n` : ''
    const base = `export const ${name} = 0x${at(name).toString(16)}\nexport const ${name}_SPACE = 0x${at(`${name}_SPACE`).toString(16)}\n`
    return [at(name), `\n// ${product}: ${inMiB(at(`${name}_SPACE`))} MiB\n${base}${most}`] as const
  })
  return lines
    .sort(([one], [other]) => one - other)
    .map(([, text]) => text)
    .join('')
}
