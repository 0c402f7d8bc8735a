/**
 * Which deposit addresses are swept into hot ones, and which need coins for the chain's fee first. Planned from balances at one block that
 * ledger and chain were equal at, less what a re-organisation may still take.
 */
import type { AddressId } from '@agio/engine/ids/id.ts'

/** Of one listing on one address of customers. */
export interface Balance {
  readonly addressId: AddressId
  /** In units of the chain. */
  readonly units: bigint
  /** Of it, in deposits that are not as deep as they need to be. */
  readonly shallow: bigint
}

export interface SweepTerms {
  /** Balances below it stay where they are, units of the chain. */
  readonly from: bigint
  /** Sweeps begun at once. */
  readonly most: number
  /** Of an address that serves many, to which coins always come, what is deep enough is moved alone. */
  readonly isShared?: boolean
}

/** What a token's sweep costs at most in the chain's own coin, and who has how much of that. */
export interface GasTerms {
  readonly need: bigint
  balanceOf(addressId: AddressId): bigint
}

export interface SweepPlan<Of extends Balance = Balance> {
  /** Addresses whose balance is moved, the largest first. */
  readonly sweeps: readonly Of[]
  /** Addresses that get this much of the chain's own coin first. */
  readonly topUps: readonly { readonly addressId: AddressId; readonly units: bigint }[]
}

/** Deep enough to be moved. */
export const settled = ({ units, shallow }: Balance): bigint => units - shallow

/**
 * @param busy addresses of which something is under way, which are left alone
 * @param gas of a token on a chain whose senders pay; undefined where nothing is needed
 */
export function planSweeps<Of extends Balance>(
  balances: readonly Of[],
  busy: ReadonlySet<AddressId>,
  { from, most, isShared = false }: SweepTerms,
  gas: GasTerms | undefined,
): SweepPlan<Of> {
  const worth = balances
    // Of what may still leave the chain nothing is moved; what lies beside it waits too, so that one sweep takes all.
    .filter(
      (balance) =>
        (isShared || balance.shallow === 0n) && settled(balance) > 0n && settled(balance) >= from && !busy.has(balance.addressId),
    )
    .sort((one, other) => (settled(one) === settled(other) ? one.addressId - other.addressId : settled(one) > settled(other) ? -1 : 1))
    .slice(0, most)
  if (gas === undefined) return { sweeps: worth, topUps: [] }
  const lacking = worth.flatMap(({ addressId }) => {
    const units = gas.need - gas.balanceOf(addressId)
    return units > 0n ? [{ addressId, units }] : []
  })
  const lack = new Set(lacking.map(({ addressId }) => addressId))
  return { sweeps: worth.filter(({ addressId }) => !lack.has(addressId)), topUps: lacking }
}
