/**
 * That the house has the keys of its addresses, and what lies on them: each hot, warm and cold address signs a text that names a block, and
 * stands with its balances at that block. Addresses of customers sign nothing and are not listed.
 */
import { SignerAway, type SignerPort } from '@agio/chain/signer/protocol.ts'
import type { JsonObject } from '@agio/engine/command.ts'
import { customerSums } from '@agio/engine/ledger/customer-sums.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import * as z from 'zod/mini'
import { type Compared, isCompared, type NotCompared } from '../reconcile/compare-network.ts'

/** Decimals of no chain's unit are more. */
const SCALE_MOST = 36
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

/** Of an asset: what the listed addresses hold, and what customers have; decimal text, whole coins. */
const totalRow = z.object({ coinName: z.string(), reserves: z.string(), liabilities: z.string() })
export type TotalRow = z.output<typeof totalRow>

const totals = z.object({
  /** Of the entry of the journal after which customers had that. */
  ledgerHeight: z.int(),
  /** ms */
  time: z.int(),
  assets: z.array(totalRow),
})
export type ReserveTotals = z.output<typeof totals>

/** Documents of before say no totals. */
export const reservesDocument = z.object({ rows: z.array(reserveRow), totals: z.optional(totals) })
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

/**
 * What customers have beside what the addresses that signed hold. Coins on addresses of customers count for nothing until they are swept.
 * @param time ms
 */
export function totalsOf(state: State, { rows }: Proof, time: number): ReserveTotals {
  const sums = customerSums(state)
  const listed = new Set(rows.map(({ coinName }) => coinName))
  const assets = assetsOf(state).flatMap(({ assetId, symbol, scale }) => {
    const owed = sums.get(assetId) ?? 0n
    if (!listed.has(symbol) && owed === 0n) return []
    const held = rows.filter(({ coinName }) => coinName === symbol).reduce((sum, { balance }) => sum + scaledUp(balance), 0n)
    return [{ coinName: symbol, reserves: formatDecimal(held, SCALE_MOST), liabilities: formatDecimal(owed, scale) }]
  })
  return { ledgerHeight: state.seq, time, assets }
}

/** In the finest unit of any chain. @throws RangeError for text that no balance is */
function scaledUp(balance: string): bigint {
  const amount = parseDecimal(balance, SCALE_MOST)
  if (typeof amount === 'string') throw new RangeError(`${balance} is no balance`)
  return amount
}

/** Reserves in hundredths of a hundredth of liabilities, rounded down; undefined where nobody has any. */
export function shareOf({ reserves, liabilities }: TotalRow): bigint | undefined {
  const owed = scaledUp(liabilities)
  return owed === 0n ? undefined : (scaledUp(reserves) * 10_000n) / owed
}

export const proofDocument = ({ rows }: Proof, { assets, ...at }: ReserveTotals): JsonObject => ({
  rows: rows.map((row) => ({ ...row })),
  totals: { ...at, assets: assets.map((row) => ({ ...row })) },
})

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
