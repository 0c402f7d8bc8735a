/** Which codes a withdrawal waits for: as it was answered when it was asked for, or as the account says after the page was loaded anew. */
import type { ProofMethod } from '../../../proof/proof-model.ts'

export interface CodesAsked {
  readonly methods: readonly ProofMethod[]
  readonly masks: { readonly email?: string | undefined; readonly phone?: string | undefined }
  /** ms. */
  readonly expireTime: number
}

/** Place in the cache of what was asked for. */
export const codesKey = (id: string) => ['withdrawCodes', id] as const

/** Codes that did not come in this time end a withdrawal. */
export const CODES_MS = 30 * 60_000

/** `28:40`. @param seconds whole */
export const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
