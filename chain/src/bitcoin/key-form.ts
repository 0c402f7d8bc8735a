/**
 * Keys of Bitcoin addresses in a filter: the kind of script and what stands in it, 36 bytes with the filling. A block has thousands of
 * outputs that nobody watches, so texts of SegWit are read in one pass here, checksum and all, instead of by the library.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { KeyForm } from '../watch/filter.ts'
import type { BitcoinNetwork } from './network.ts'

/** 1 byte for the kind, 32 for the longest program, and what makes it whole words. */
const WIDTH = 36
const base58check = createBase58check(sha256)

/** First bytes of keys. Versions of SegWit stand for themselves; these two for older kinds. */
const PUBKEY_HASH = 0xf0
const SCRIPT_HASH = 0xf1

/** Value of a digit of bech32 by its character code; 255 for any other character. */
const DIGITS = new Uint8Array(128).fill(255)
for (const [value, digit] of [...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'].entries()) DIGITS[digit.charCodeAt(0)] = value

/** What the top five bits of a checksum add to it (BIP-173), for each of their values. */
const FOLDS = Int32Array.from({ length: 32 }, (_, top) =>
  [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].reduce((sum, part, bit) => ((top >> bit) & 1 ? sum ^ part : sum), 0),
)
const CHECKSUM = 6
/** What is left of the checksum of version 0 (BIP-173), and of those above (BIP-350). */
const LEFT_OLD = 1
const LEFT_NEW = 0x2bc830a3
const LONGEST = 90

const folded = (checksum: number, value: number): number => ((checksum & 0x1ff_ffff) << 5) ^ value ^ (FOLDS[checksum >> 25] ?? 0)

/** Checksum after the part in front, which is the same in all addresses of a network. */
function checksumOf(prefix: string): number {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)].reduce(folded, 1)
}

/** @param from where the digits begin. @param checksum of what stands before them */
function writeSegwit(address: string, from: number, checksum: number, into: Uint8Array): boolean {
  const end = address.length - CHECKSUM
  const version = DIGITS[address.charCodeAt(from)] ?? 255
  if (end <= from || address.length > LONGEST || version > 16) return false
  let sum = folded(checksum, version)
  let bits = 0
  let held = 0
  let length = 0
  for (let at = from + 1; at < address.length; at += 1) {
    const value = DIGITS[address.charCodeAt(at)] ?? 255
    if (value > 31) return false
    sum = folded(sum, value)
    if (at >= end) continue
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    length += 1
    if (length <= 32) into[length] = (held >> bits) & 0xff
  }
  // A program of 20 bytes and one of 32 that begins alike and ends in zeros are two addresses.
  into[0] = version
  into[WIDTH - 1] = length
  const isWhole = bits < 5 && (held & ((1 << bits) - 1)) === 0
  return isWhole && (length === 20 || length === 32) && sum === (version === 0 ? LEFT_OLD : LEFT_NEW)
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

/** A text all in capitals is the same address; one in mixed case is none at all. */
function inSmall(address: string, start: string): string | null {
  if (address.startsWith(start)) return address
  return address.startsWith(start.toUpperCase()) && address === address.toUpperCase() ? address.toLowerCase() : null
}

export function bitcoinKeyForm(network: BitcoinNetwork): KeyForm {
  const start = `${network.bech32}1`
  const checksum = checksumOf(network.bech32)
  return {
    width: WIDTH,
    write: (address, into) => {
      into.fill(0)
      const segwit = inSmall(address, start)
      return segwit === null ? writeOlder(address, network, into) : writeSegwit(segwit, start.length, checksum, into)
    },
  }
}
