/** How far a deposit is, by the blocks on top of it. */

export type DepositDepth = 'detected' | 'confirming' | 'credited' | 'unlocked' | 'reorged'

/** What an operator set for a network. */
export interface DepositTerms {
  /** Confirmations at which it can be traded; at least 1. */
  readonly creditAt: number
  /** Confirmations at which it can be withdrawn; not below `creditAt`. */
  readonly unlockAt: number
}

/**
 * Nothing is credited without a block, whatever the terms say.
 *
 * @param confirmations blocks from its own on, 0 while none has it
 * @param orphaned its block left the chain
 */
export function depositState(confirmations: number, { creditAt, unlockAt }: DepositTerms, orphaned: boolean): DepositDepth {
  if (orphaned) return 'reorged'
  if (confirmations < 1) return 'detected'
  if (confirmations < creditAt) return 'confirming'
  return confirmations < unlockAt ? 'credited' : 'unlocked'
}
