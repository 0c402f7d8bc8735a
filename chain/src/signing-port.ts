/**
 * What the signer asks of a kind of chain. Everything here is pure: bytes in, bytes out, no clock, no network. Only the signer's process
 * calls what takes a seed or a key; whoever may know addresses alone calls `addressOf`.
 */
import type { Plan, Signed, Unsigned } from './port.ts'

/**
 * What the signer gives away of a seed, per purpose of its accounts: an extended public key from which addresses follow (secp256k1), or a
 * run of addresses made ahead (ed25519, which has no public derivation).
 */
export type PublicAccount =
  | { readonly form: 'xpub'; readonly xpub: string }
  | { readonly form: 'addresses'; readonly first: number; readonly addresses: readonly string[] }

/** Which key of a seed: account (hardened), chain of addresses (0 deposits, 1 change) and index. */
export interface KeyPlace {
  readonly account: number
  readonly branch: 0 | 1
  readonly index: number
}

export interface SigningPort {
  readonly kind: string
  /** Text of the derivation path (BIP-44 and its kin, SLIP-10 for ed25519), for a screen and a log. */
  path(place: KeyPlace): string
  /** @param count addresses made ahead; ignored where an xpub is given */
  publicAccount(seed: Uint8Array, account: number, first: number, count: number): PublicAccount
  /** @throws RangeError for an index that was not made ahead */
  addressOf(account: PublicAccount, branch: 0 | 1, index: number): string
  /** 32 bytes, padded. */
  privateKey(seed: Uint8Array, place: KeyPlace): Uint8Array

  /**
   * Reads a transaction back from its bytes, by a parser that does not trust who built it. What it pays, from which slot, and what it costs
   * at most; an output to an address of `change` is told as change and not as a payment.
   * @throws RangeError for bytes that are not exactly one transaction of the kinds that `build` makes
   */
  read(unsigned: Unsigned, change: ReadonlySet<string>): Plan
  /** @param keyOf private key of an address that pays. @returns the same bytes for the same keys: signatures are deterministic */
  sign(unsigned: Unsigned, keyOf: (address: string) => Uint8Array): Signed
  /** Signature of a text by an address, in the form wallets of the chain check: proof that the house has it. */
  signText(text: string, key: Uint8Array): string
}
