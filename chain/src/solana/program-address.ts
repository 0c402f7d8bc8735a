/** Addresses that belong to programs: hashes that are no point of the curve, so that no key is theirs. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, utf8 } from '@scure/base'
import { isOnCurve } from '../address/solana.ts'

/** Programs of Solana that are part of it, and the same on all its networks. */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

const MARKER = utf8.decode('ProgramDerivedAddress')

/** Addresses follow from these by hashing alone; a few thousand are asked for again and again. */
function derived(seeds: readonly Uint8Array[], program: string): string {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const parts = [...seeds, Uint8Array.of(bump), base58.decode(program), MARKER]
    const hash = sha256(Uint8Array.from(parts.flatMap((part) => [...part])))
    if (!isOnCurve(hash)) return base58.encode(hash)
  }
  throw new RangeError('no address outside the curve')
}

/** Where an owner's tokens of a mint lie. @param program which the mint belongs to */
export function associatedAccount(owner: string, mint: string, program = TOKEN_PROGRAM): string {
  return derived([owner, program, mint].map(base58.decode), ASSOCIATED_PROGRAM)
}
