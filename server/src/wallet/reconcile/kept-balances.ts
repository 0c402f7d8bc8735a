/**
 * What lay on customers' addresses of a network, of its own coin, at blocks at which ledger and chain were equal: what was booked there, by
 * address, which the ledger itself knows in sum alone. On the disk as soft state, a line for each block: whoever finds a difference after a
 * start knows at which address. The newest block may leave the chain; then the one before counts again.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type AddressId, asAddressId, asPaymentId, type PaymentId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'

/** One comparison that was equal. */
export interface EqualMark {
  readonly height: number
  readonly hash: string
  /** The last entry of the journal then. */
  readonly seq: number
  /** Payments of the house under way then. */
  readonly underWay: readonly PaymentId[]
}

/** So many blocks can be gone back; deeper than any rule of confirmations, at one a minute. */
const MARKS_KEPT = 200
const LINES_MOST = 5_000

const line = z.union([
  z.object({
    height: z.int(),
    hash: z.string(),
    seq: z.int(),
    underWay: z.array(z.pipe(z.int(), z.transform(asPaymentId))),
    changed: z.array(z.tuple([z.pipe(z.int(), z.transform(asAddressId)), z.string().check(z.regex(/^\d{1,78}$/))])),
  }),
  z.object({ left: z.string() }),
])

interface Kept {
  readonly mark: EqualMark
  /** What lay there before, of addresses on which something else lay then. */
  readonly before: ReadonlyMap<AddressId, bigint>
}

export class KeptBalances {
  readonly #path: string
  readonly #balances = new Map<AddressId, bigint>()
  readonly #marks: Kept[] = []
  /** In the file; 0 = nobody knows what it has, and it is written anew. */
  #lines = 0

  constructor(path: string) {
    this.#path = path
    this.#read()
  }

  /** Undefined when nothing is known. */
  get newest(): EqualMark | undefined {
    return this.#marks.at(-1)?.mark
  }

  /** At the newest mark, in units of the chain. */
  balanceOf(addressId: AddressId): bigint {
    return this.#balances.get(addressId) ?? 0n
  }

  /** @param balances of all addresses that count. @throws what the file system does not do: in memory it is noted all the same */
  note(mark: EqualMark, balances: ReadonlyMap<AddressId, bigint>): void {
    const changed: (readonly [AddressId, bigint])[] = []
    for (const [addressId, units] of balances) if (units !== this.balanceOf(addressId)) changed.push([addressId, units])
    for (const addressId of this.#balances.keys()) if (!balances.has(addressId)) changed.push([addressId, 0n])
    if (changed.length === 0 && mark.hash === this.newest?.hash) return
    this.#take(mark, changed)
    this.#write({ ...mark, changed: changed.map(([addressId, units]) => [addressId, String(units)]) })
  }

  /** The newest mark's block is not on the chain any more. @throws as `note` */
  leave(): void {
    const left = this.#undo()
    if (left !== undefined) this.#write({ left: left.hash })
  }

  #take(mark: EqualMark, changed: readonly (readonly [AddressId, bigint])[]): void {
    const before = new Map(changed.map(([addressId]) => [addressId, this.balanceOf(addressId)]))
    for (const [addressId, units] of changed) this.#set(addressId, units)
    this.#marks.push({ mark, before })
    if (this.#marks.length > MARKS_KEPT) this.#marks.shift()
  }

  #undo(): EqualMark | undefined {
    const last = this.#marks.pop()
    for (const [addressId, units] of last?.before ?? []) this.#set(addressId, units)
    // Behind the last mark nothing is known, whatever still stands there.
    if (this.#marks.length === 0) this.#balances.clear()
    return last?.mark
  }

  #set(addressId: AddressId, units: bigint): void {
    if (units === 0n) this.#balances.delete(addressId)
    else this.#balances.set(addressId, units)
  }

  /** Lines up to the first that cannot be read: a kill may have torn the last one, and the next is written behind it. */
  #read(): void {
    let text: string
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch {
      // Nothing is known then, as of a file that is not there.
      return
    }
    for (const row of text.split('\n')) {
      const known = parsedLine(row)
      if (known === undefined) break
      if ('left' in known) this.#undo()
      else {
        const { changed, ...mark } = known
        const units = changed.map(([addressId, digits]) => [addressId, BigInt(digits)] as const)
        this.#take(mark, units)
      }
    }
  }

  #write(added: object): void {
    const lines = this.#lines
    // Until it is written nobody knows what the file has.
    this.#lines = 0
    if (lines === 0 || lines >= LINES_MOST) this.#writeAnew()
    else appendFileSync(this.#path, `${JSON.stringify(added)}\n`)
    this.#lines = lines === 0 || lines >= LINES_MOST ? Math.max(1, this.#marks.length) : lines + 1
  }

  /** In a file beside it that takes its place. */
  #writeAnew(): void {
    const at = new Map(this.#balances)
    const lines: string[] = []
    for (const [index, { mark, before }] of [...this.#marks.entries()].reverse()) {
      const names = index === 0 ? at.keys() : before.keys()
      lines.unshift(JSON.stringify({ ...mark, changed: [...names].map((addressId) => [addressId, String(at.get(addressId) ?? 0n)]) }))
      for (const [addressId, units] of before) at.set(addressId, units)
    }
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const beside = `${this.#path}.new`
    writeFileSync(beside, lines.map((row) => `${row}\n`).join(''), { mode: 0o600 })
    renameSync(beside, this.#path)
  }
}

function parsedLine(row: string): z.output<typeof line> | undefined {
  try {
    const known = z.safeParse(line, JSON.parse(row))
    return known.success ? known.data : undefined
  } catch {
    return undefined
  }
}
