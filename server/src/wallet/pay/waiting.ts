import type { SignRefusalReason } from '@agio/chain/signer/protocol.ts'

/** Why something is not paid now. The word is for pages and alarms, the text for an operator. */
export type PayWhy =
  /** Payments of the network or of the coin are halted. */
  | 'halted'
  /** History, documents or public keys are not read yet. */
  | 'starting'
  | 'noNode'
  /** A node does not answer, or what it says cannot be. */
  | 'nodeTrouble'
  | 'noSigner'
  | 'signerAway'
  | 'signerLocked'
  | 'signerRefused'
  /** No address has enough of the coin, or of what the chain takes its fee in. */
  | 'noFunds'
  | 'noGas'
  /** As many payments wait for a block as may. */
  | 'full'
  /** The node does not take what was signed. */
  | 'sendRefused'
  /** Nobody looks for the transaction in blocks yet, or the chain cannot be followed now. */
  | 'notWatched'
  /** Nobody may send to its address. */
  | 'sanctioned'
  /** No transaction can be made of it. */
  | 'cannotBuild'

export interface Waiting {
  readonly why: PayWhy
  readonly text: string
  /** The signer's word, of what it refused. */
  readonly refusal?: SignRefusalReason | undefined
}

export const waiting = (why: PayWhy, text: string): Waiting => ({ why, text })

export const refusedBySigner = (refusal: SignRefusalReason, text: string): Waiting => ({
  ...waiting(refusal === 'locked' ? 'signerLocked' : 'signerRefused', `${refusal}: ${text}`),
  refusal,
})
