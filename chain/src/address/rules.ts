/**
 * What an address of a network looks like, as data that an operator edits. Formats are compiled in, networks are not: two networks of one
 * format differ by these fields alone.
 */

/** What kind of receiver an address names. `key`: one key, `derived`: a place of a program (Solana), such as a token account. */
export type AddressForm = 'account' | 'key' | 'derived' | 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** A number that says, beside an address that serves many, whose coins came. */
export interface TagRules {
  /** What wallets of the network call it: tag, memo. */
  readonly name: string
  /** Coins without it cannot be told apart and wait for a person. */
  readonly required: boolean
}

export type AddressRules =
  /** 20 bytes as hex with EIP-55's capitals. The same on every EVM network. */
  | { readonly format: 'evm' }
  | {
      readonly format: 'bitcoin'
      /** Prefix of segwit addresses, lower case. */
      readonly hrp: string
      /** First byte of base58check addresses. */
      readonly pubkeyHash: number
      readonly scriptHash: number
      /** Forms that the network's nodes know; without it all. */
      readonly forms?: readonly AddressForm[]
    }
  | { readonly format: 'solana' }
  | {
      readonly format: 'tron'
      /** First byte: 0x41 on all public networks. */
      readonly version: number
    }
  | { readonly format: 'simulated'; readonly hrp: string }

/**
 * Why a text is no address of a network. `otherNetwork`: a good address of another one. `formNotTaken`: of this one, in a form that its nodes
 * do not know. `mixedCase`: capitals and small letters where the format has one or the other. `nobody`: all zero, or of a
 * key that cannot be: nobody can spend what goes there.
 */
export type AddressFault = 'empty' | 'spaces' | 'letters' | 'format' | 'mixedCase' | 'checksum' | 'otherNetwork' | 'formNotTaken' | 'nobody'

export interface CheckedAddress {
  /** As the network's wallets show it: two texts of one address give the same. */
  readonly address: string
  readonly form: AddressForm
}

const isByte = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
const HRP = /^[a-z]{1,20}$/
const isHrp = (value: unknown): value is string => typeof value === 'string' && HRP.test(value)
const FORMS: readonly unknown[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr'] satisfies readonly AddressForm[]
const isForms = (value: unknown): value is readonly AddressForm[] => Array.isArray(value) && value.every((form) => FORMS.includes(form))

/** @returns the rules that a document of a network holds; undefined when it holds none */
export function readAddressRules(value: unknown): AddressRules | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { format, hrp, pubkeyHash, scriptHash, forms, version } = value as Readonly<Record<string, unknown>>
  if (format === 'evm' || format === 'solana') return { format }
  if (format === 'tron') return isByte(version) ? { format, version } : undefined
  if (format === 'simulated') return isHrp(hrp) ? { format, hrp } : undefined
  if (format !== 'bitcoin' || !isHrp(hrp) || !isByte(pubkeyHash) || !isByte(scriptHash)) return undefined
  if (forms === undefined) return { format, hrp, pubkeyHash, scriptHash }
  return isForms(forms) ? { format, hrp, pubkeyHash, scriptHash, forms } : undefined
}
