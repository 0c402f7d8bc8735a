/** Keys of Bitcoin addresses in a filter: the kind of script and what stands in it, 36 bytes with the filling. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { KeyForm } from '../watch/filter.ts'
import type { BitcoinNetwork } from './network.ts'

/** 1 byte for the kind, 32 for the longest program, and what makes it whole words. */
const WIDTH = 36
const base58check = createBase58check(sha256)

/** First bytes of keys. 0 and 1 are versions of SegWit; 2 and 3 stand for older kinds. */
const PUBKEY_HASH = 2
const SCRIPT_HASH = 3

/** Groups of five bits into bytes. @returns false when the groups are no whole bytes */
function pack(words: readonly number[], into: Uint8Array, from: number): boolean {
  const program = bech32.fromWordsUnsafe([...words])
  if (!program || (program.length !== 20 && program.length !== 32)) return false
  into.set(program, from)
  // A program of 20 bytes and one of 32 that begins alike and ends in zeros are two addresses.
  into[WIDTH - 1] = program.length
  return true
}

function writeSegwit(address: string, hrp: string, into: Uint8Array): boolean {
  const old = bech32.decodeUnsafe(address)
  const found = old ?? bech32m.decodeUnsafe(address)
  if (!found || found.prefix !== hrp) return false
  const [version = 0xff, ...words] = found.words
  if (version > 16 || (old !== undefined) !== (version === 0)) return false
  into[0] = version === 0 ? 0 : version === 1 ? 1 : version + 2
  return pack(words, into, 1)
}

function writeOlder(address: string, network: BitcoinNetwork, into: Uint8Array): boolean {
  let bytes: Uint8Array
  try {
    bytes = base58check.decode(address)
  } catch {
    return false
  }
  const version = bytes[0]
  if (bytes.length !== 21 || (version !== network.pubKeyHash && version !== network.scriptHash)) return false
  into[0] = version === network.pubKeyHash ? PUBKEY_HASH : SCRIPT_HASH
  into.set(bytes.subarray(1), 1)
  into[WIDTH - 1] = 20
  return true
}

export function bitcoinKeyForm(network: BitcoinNetwork): KeyForm {
  const start = `${network.bech32}1`
  return {
    width: WIDTH,
    write: (address, into) => {
      into.fill(0)
      return address.toLowerCase().startsWith(start)
        ? writeSegwit(address.toLowerCase(), network.bech32, into)
        : writeOlder(address, network, into)
    },
  }
}
