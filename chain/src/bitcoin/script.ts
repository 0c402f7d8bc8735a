/** Between addresses and the scripts that stand in outputs, with what depends on the kind of a script: dust and size. */
import { bytesToHex, equalBytes, hexToBytes } from '@noble/curves/utils.js'
import { Address, OutScript } from '@scure/btc-signer'
import type { BitcoinNetwork } from './network.ts'

/** @throws RangeError for text that is no address of this network */
export function scriptOf(address: string, network: BitcoinNetwork): Uint8Array {
  try {
    return OutScript.encode(Address(network).decode(address))
  } catch {
    throw new RangeError(`${address} is no address of this Bitcoin network`)
  }
}

/** @returns null for a script that wallets show no address of */
export function addressOf(script: Uint8Array, network: BitcoinNetwork): string | null {
  try {
    const address = Address(network).encode(OutScript.decode(script))
    // What cannot be paid by its address is nobody's address.
    return equalBytes(scriptOf(address, network), script) ? address : null
  } catch {
    return null
  }
}

/** @param hex of a script, as nodes write it */
export function addressOfHex(hex: string, network: BitcoinNetwork): string | null {
  return /^([0-9a-f]{2})+$/.test(hex) ? addressOf(hexToBytes(hex), network) : null
}

export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** By the first bytes and the length, as nodes tell them apart. */
const KINDS: readonly (readonly [ScriptKind, string, number])[] = [
  ['p2wpkh', '0014', 22],
  ['p2tr', '5120', 34],
  ['p2wsh', '0020', 34],
  ['p2pkh', '76a914', 25],
  ['p2sh', 'a914', 23],
]

/** @throws RangeError for a script of any other kind */
export function kindOf(script: Uint8Array): ScriptKind {
  const start = bytesToHex(script.subarray(0, 3))
  const found = KINDS.find(([, prefix, length]) => script.length === length && start.startsWith(prefix))
  if (found === undefined) throw new RangeError('an output of no kind that is paid')
  return found[0]
}

/** Satoshi below which nodes do not relay an output: what spending it would cost at 3 satoshi a vB. */
export const DUST: Readonly<Record<ScriptKind, bigint>> = { p2wpkh: 294n, p2tr: 330n, p2wsh: 330n, p2sh: 540n, p2pkh: 546n }
