/** Units of a chain in the ledger. */
import { pow10 } from '@agio/engine/money/decimal.ts'

/** Minor units of the ledger, and units of the chain that are less than one of them. */
export interface Measured {
  readonly amount: bigint
  readonly dust: bigint
}

/** Rounded down: what is cut off is the dust. */
export function measured(units: bigint, chainScale: number, scale: number): Measured {
  if (chainScale <= scale) return { amount: units * pow10(scale - chainScale), dust: 0n }
  const unit = pow10(chainScale - scale)
  return { amount: units / unit, dust: units % unit }
}
