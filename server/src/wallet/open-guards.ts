/** What stands between customers and chains by the word of an operator: halts, and addresses that nobody deals with. */
import { HALTS, Halts } from './halts.ts'
import { LiveDocuments } from './live-documents.ts'
import type { WalletParts } from './parts.ts'
import { SANCTIONS, Sanctions } from './request/sanctions.ts'

export interface Guards {
  /** Since when payments rest. */
  readonly halts: Halts
  /** Whom nobody may send to; coins that come from there wait for a person. */
  readonly sanctions: Sanctions
}

export function openGuards(parts: Pick<WalletParts, 'exchange' | 'models'>): Guards & { stop(): void } {
  const haltNotes = new LiveDocuments(parts, HALTS)
  const sanctionParts = new LiveDocuments(parts, SANCTIONS)
  const halts = new Halts(parts.exchange, haltNotes)
  return {
    halts,
    sanctions: new Sanctions(sanctionParts),
    stop() {
      for (const part of [halts, haltNotes, sanctionParts]) part.stop()
    },
  }
}
