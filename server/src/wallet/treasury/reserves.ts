/**
 * That the house has the keys of its addresses, and what lies on them: each hot, warm and cold address signs a text that names a block, and
 * stands with its balances at that block. Addresses of customers sign nothing and are not listed.
 */
import { SignerAway, type SignerPort } from '@agio/chain/signer/protocol.ts'
import type { JsonObject } from '@agio/engine/command.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import * as z from 'zod/mini'
import { type Compared, isCompared, type NotCompared } from '../reconcile/compare-network.ts'

export const RESERVES = 'reserves'
/** The one document of the collection: the newest; older ones are its versions. */
export const LATEST = 'latest'

const reserveRow = z.object({
  coinName: z.string(),
  chain: z.string(),
  place: z.enum(['hot', 'warm', 'cold']),
  address: z.string(),
  message: z.string(),
  signature: z.string(),
  /** Decimal text, whole coins, to the unit of the chain. */
  balance: z.string(),
  blockHeight: z.number(),
  /** ms */
  time: z.number(),
})
export type ReserveRow = z.output<typeof reserveRow>

export const reservesDocument = z.object({ rows: z.array(reserveRow) })
export type ReservesDocument = z.output<typeof reservesDocument>

export interface ReserveParts {
  readonly tenantId: string
  /** As customers know the house. */
  readonly name: string
  readonly signer: Pick<SignerPort, 'signText'>
  /** ms */
  now(): number
}

export interface Proof {
  readonly rows: readonly ReserveRow[]
  /** What could not be shown, with why. */
  readonly missing: readonly string[]
}

/** Of networks as they were compared just now. */
export async function proveReserves(parts: ReserveParts, networks: readonly (Compared | NotCompared)[]): Promise<Proof> {
  const rows: ReserveRow[] = []
  const missing: string[] = []
  for (const result of networks) {
    const { name } = result.network.document
    if (!isCompared(result)) {
      missing.push(`${name}: ${result.why}`)
      continue
    }
    try {
      rows.push(...(await rowsOf(parts, result)))
    } catch (error) {
      if (!(error instanceof SignerAway)) throw error
      missing.push(`${name}: the signer does not answer`)
    }
  }
  return { rows, missing }
}

export const proofDocument = ({ rows }: Proof): JsonObject => ({ rows: rows.map((row) => ({ ...row })) })

async function rowsOf({ tenantId, name, signer, now }: ReserveParts, compared: Compared): Promise<readonly ReserveRow[]> {
  const { network, block, addresses, balances, findings } = compared
  const { document, networkId } = network
  const time = now()
  const rows: ReserveRow[] = []
  for (const { place, addressId, text: address } of addresses) {
    if (place === 'addresses') continue
    const message = `${name} holds ${address}. ${document.name} block ${block.height} ${block.hash}, ${new Date(time).toISOString()}`
    const signature = await signer.signText({ tenant: tenantId, network: networkId, settings: document.adapter }, place, addressId, message)
    for (const { listing } of findings) {
      const units = balances.get(listing.listingId)?.get(address) ?? 0n
      const balance = formatDecimal(units, listing.chainScale)
      rows.push({
        coinName: listing.symbol,
        chain: document.chain,
        place,
        address,
        message,
        signature,
        balance,
        blockHeight: block.height,
        time,
      })
    }
  }
  return rows
}
