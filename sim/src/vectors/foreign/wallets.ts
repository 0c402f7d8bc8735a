/**
 * Addresses of chains and forms that this product has no adapter for. The catalogue names them; they are counted apart and prove nothing
 * about it beyond the libraries that derive keys.
 */
import { writeVersioned } from '@agio/chain/address/base58.ts'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58xrp, bech32, hex } from '@scure/base'
import { exact, format, unitsAt, whole } from '../exact.ts'

type Input = Readonly<Record<string, unknown>>
type AddressOf = (publicKey: Uint8Array) => string

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
const sum = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes)).subarray(0, 4)
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

const pubkeyHash =
  (version: number): AddressOf =>
  (publicKey) =>
    writeVersioned(version, hash160(publicKey))

/** A witness program of version 0 inside a script hash. */
const nested =
  (version: number): AddressOf =>
  (publicKey) =>
    writeVersioned(version, hash160(joined(Uint8Array.of(0, 20), hash160(publicKey))))

/** Base58check in the letters of XRP. */
function writeXrp(bytes: Uint8Array): string {
  return base58xrp.encode(joined(bytes, sum(bytes)))
}

function readXrp(text: string): Uint8Array {
  const bytes = base58xrp.decode(text)
  const body = bytes.subarray(0, -4)
  if (hex.encode(sum(body)) !== hex.encode(bytes.subarray(-4))) throw new Error(`${text} has a wrong checksum`)
  return body
}

const classic = (account: Uint8Array): string => writeXrp(joined(Uint8Array.of(0), account))

/** By the name that the catalogue gives a chain. @param publicKey 33 bytes */
export const FOREIGN_CHAINS: Readonly<Record<string, AddressOf>> = {
  'btc-p2pkh': pubkeyHash(0),
  'btc-p2sh-p2wpkh': nested(5),
  'btc-testnet-p2sh-p2wpkh': nested(196),
  'doge-p2pkh': pubkeyHash(30),
  xrp: (publicKey) => classic(hash160(publicKey)),
  cosmos: (publicKey) => bech32.encode('cosmos', bech32.toWords(hash160(publicKey))),
}

const MAIN = Uint8Array.of(0x05, 0x44)
const TEST = Uint8Array.of(0x04, 0x93)
const X_BYTES = 31

interface Packed {
  readonly prefix: Uint8Array
  readonly account: Uint8Array
  readonly tag: number | null
}

/** An X-address: prefix, account, a flag and the tag, little end first. */
function unpacked(text: string): Packed {
  const bytes = readXrp(text)
  const prefix = bytes.subarray(0, 2)
  const isKnown = [MAIN, TEST].some((known) => hex.encode(known) === hex.encode(prefix))
  const [flag = 0, ...tag] = bytes.subarray(22)
  const isTagGood = tag.slice(flag === 1 ? 4 : 0).every((byte) => byte === 0)
  if (bytes.length !== X_BYTES || !isKnown || flag > 1 || !isTagGood) throw new Error(`${text} is no X-address`)
  const found = flag === 0 ? null : new DataView(Uint8Array.from(tag).buffer).getUint32(0, true)
  return { prefix, account: bytes.subarray(2, 22), tag: found }
}

function packed({ prefix, account, tag }: Packed): string {
  const rest = new Uint8Array(9)
  rest[0] = tag === null ? 0 : 1
  new DataView(rest.buffer).setUint32(1, tag ?? 0, true)
  return writeXrp(joined(prefix, account, rest))
}

function xAddress({ x }: Input): Input {
  const found = unpacked(String(x))
  return { classic: classic(found.account), tag: found.tag, reencoded: packed(found) }
}

const FEE_SCALE = 8

/** What a network takes and a service on top, at least a smallest fee; rounded up. Fees are fixed or a share of the amount here. */
function serviceFee({ networkFeeU, serviceRate, minFeeU }: Input): Input {
  const at = (value: unknown, scale: number): bigint => unitsAt(exact(value), scale)
  const one = 10n ** BigInt(FEE_SCALE)
  const fee = (at(networkFeeU, FEE_SCALE) * (one + at(serviceRate, FEE_SCALE)) + one - 1n) / one
  const least = at(minFeeU, FEE_SCALE)
  return { fee: format(whole(fee > least ? fee : least, FEE_SCALE)) }
}

export const FOREIGN_WALLET_OPERATIONS = {
  'wallet.fee.service': serviceFee,
  'wallet.xrp.xAddress': xAddress,
  'wallet.xrp.decodeX': ({ x }: Input): Input => ({ classic: classic(unpacked(String(x)).account) }),
}
