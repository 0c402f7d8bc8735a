/**
 * Finds the house's coins by a seed and a node alone, where journal and backups are gone: addresses are tried in their order until so many in
 * a row hold nothing. Chains whose nodes tell what an address holds are asked; of Bitcoin all blocks are read.
 */
import { type AdapterSettings, keyFormOf } from '../adapters.ts'
import type { BlockHead, ChainPort } from '../port.ts'
import { KeyFilter } from '../watch/filter.ts'
import { ACCOUNT_OF_PLACE, type KeyPurpose, keyPlaceOf } from './protocol.ts'
import type { Keys } from './read-intent.ts'

export interface FoundHolding {
  readonly purpose: KeyPurpose
  readonly addressId: number
  readonly address: string
  /** Null: the chain's own coin. */
  readonly token: string | null
  /** In the smallest unit. */
  readonly amount: bigint
}

export interface FindWishes {
  readonly keys: Keys
  readonly settings: AdapterSettings
  readonly port: ChainPort
  /** Contracts to ask for, besides the chain's own coin. */
  readonly tokens: readonly string[]
  /** Addresses in a row that hold nothing, after which no more are tried. */
  readonly gap: number
}

const PURPOSES = Object.keys(ACCOUNT_OF_PLACE) as KeyPurpose[]
/** Room for the numbers of one purpose among the handles of a filter. */
const ROOM = 1 << 29

/** @throws ChainFault */
export async function findHoldings(wishes: FindWishes): Promise<readonly FoundHolding[]> {
  const { settings, port } = wishes
  const head = await port.head()
  const reached = settings.kind === 'bitcoin' ? await readAllBlocks(wishes, head) : new Map<KeyPurpose, number>()
  const found: FoundHolding[] = []
  for (const purpose of PURPOSES) found.push(...(await findOfPurpose(wishes, purpose, reached.get(purpose) ?? 0, head)))
  return found
}

/** @param least addresses that are tried in any case */
async function findOfPurpose(
  { keys, port, tokens, gap }: FindWishes,
  purpose: KeyPurpose,
  least: number,
  head: BlockHead,
): Promise<FoundHolding[]> {
  const found: FoundHolding[] = []
  for (let from = 0, empty = 0; from < least || empty < gap; from += gap) {
    const questions = Array.from({ length: gap }, (_, step) => from + step).flatMap((addressId) =>
      [null, ...tokens].map((token) => ({ addressId, address: keys.addressAt(keyPlaceOf(purpose, addressId)), token })),
    )
    const amounts = await port.holdings(questions, head)
    const held = questions.flatMap((question, index) => {
      const amount = amounts[index] ?? 0n
      return amount > 0n ? [{ purpose, ...question, amount }] : []
    })
    found.push(...held)
    empty = held.length > 0 ? 0 : empty + gap
  }
  return found
}

/** The port remembers the outputs that its blocks brought. @returns how many addresses of each purpose have to be asked for */
async function readAllBlocks({ keys, settings, port, gap }: FindWishes, head: BlockHead): Promise<ReadonlyMap<KeyPurpose, number>> {
  const addresses = new KeyFilter(await keyFormOf(settings))
  const watched = new Map<KeyPurpose, number>()
  const watchUpTo = (purpose: KeyPurpose, count: number): void => {
    for (let addressId = watched.get(purpose) ?? 0; addressId < count; addressId += 1)
      addresses.add(keys.addressAt(keyPlaceOf(purpose, addressId)), ACCOUNT_OF_PLACE[purpose] * ROOM + addressId)
    watched.set(purpose, Math.max(count, watched.get(purpose) ?? 0))
  }
  for (const purpose of PURPOSES) watchUpTo(purpose, gap)
  for (let height = 0; height <= head.height; height += 1) {
    const block = await port.blockAt(height)
    const read = block && (await port.read(block, { addresses, tokens: new Set(), own: new Set() }))
    for (const { watched: handle } of read?.arrivals ?? []) {
      const purpose = PURPOSES.find((each) => ACCOUNT_OF_PLACE[each] === Math.floor(handle / ROOM))
      if (purpose !== undefined) watchUpTo(purpose, (handle % ROOM) + 1 + gap)
    }
  }
  return watched
}
