/** What stands between customers and chains by the word of an operator: halts, and addresses that nobody deals with. */
import { LiveDocuments } from '../projections/live-documents.ts'
import { HALTS, Halts } from './halts.ts'
import type { WalletParts } from './parts.ts'
import { RECONCILIATIONS } from './reconcile/documents.ts'
import { SANCTIONS, Sanctions } from './request/sanctions.ts'
import { UntracedBlocks } from './watch/untraced.ts'

export interface Guards {
  /** Since when payments rest. */
  readonly halts: Halts
  /** Whom nobody may send to; coins that come from there wait for a person. */
  readonly sanctions: Sanctions
  /** Blocks that were booked without the calls inside them. */
  readonly untraced: UntracedBlocks
}

export function openGuards(parts: Pick<WalletParts, 'exchange' | 'models'>): Guards & { stop(): void } {
  const haltNotes = new LiveDocuments(parts, HALTS)
  const sanctionParts = new LiveDocuments(parts, SANCTIONS)
  const notes = new LiveDocuments(parts, RECONCILIATIONS)
  const halts = new Halts(parts.exchange, haltNotes)
  return {
    halts,
    sanctions: new Sanctions(sanctionParts),
    untraced: new UntracedBlocks(parts.exchange, notes),
    stop() {
      for (const part of [halts, haltNotes, sanctionParts, notes]) part.stop()
    },
  }
}
