/** Blocks of regtest with the transactions that a test wants, in its order: bcoin makes them of its memory pool alone. */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Transaction } from '@scure/btc-signer'
import type { BlockHead } from '../../port.ts'

/** SegWit's mark of the output that commits to the witnesses. */
const COMMITMENT = '6a24aa21a9ed'
/** The easiest target: every second hash is below it. */
const BITS = 0x207f_ffff
const VERSION = 0x2000_0000
const FINAL = 'ffffffff'
const ZEROS = new Uint8Array(32)

const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))

function uint32(value: number): string {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytesToHex(bytes)
}

const reversed = (hash: string): Uint8Array => hexToBytes(hash).reverse()

function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes
  while (row.length > 1)
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) => {
      const left = row[2 * pair] ?? ZEROS
      return twice(concatBytes(left, row[2 * pair + 1] ?? left))
    })
  return row[0] ?? ZEROS
}

/** The height as a script pushes it (BIP-34), for heights above 16. */
function heightPush(height: number): string {
  const digits: number[] = []
  for (let left = height; left > 0; left >>= 8) digits.push(left & 0xff)
  if ((digits.at(-1) ?? 0) > 0x7f) digits.push(0)
  return bytesToHex(Uint8Array.of(digits.length, ...digits))
}

/** Takes no subsidy and no fees: nobody needs them, and so nothing must be summed up. @param salt makes blocks alike differ */
function coinbase(height: number, commitment: Uint8Array, salt: number): { readonly stripped: string; readonly whole: string } {
  const script = `${heightPush(height)}04${uint32(salt)}`
  const size = (script.length / 2).toString(16).padStart(2, '0')
  const input = `01${'00'.repeat(32)}${FINAL}${size}${script}${FINAL}`
  // 38 bytes; an amount of nothing before them.
  const output = `01${'00'.repeat(8)}26${COMMITMENT}${bytesToHex(commitment)}`
  const stripped = `02000000${input}${output}00000000`
  const whole = `020000000001${input}${output}0120${'00'.repeat(32)}00000000`
  return { stripped, whole }
}

/** @param transactions as hex with witnesses, in an order in which each finds what it spends */
export function makeBlock(parent: BlockHead, transactions: readonly string[], salt: number): string {
  const raw = transactions.map((hex) => hexToBytes(hex))
  const witnessRoot = merkleRoot([ZEROS, ...raw.map(twice)])
  const { stripped, whole } = coinbase(parent.height + 1, twice(concatBytes(witnessRoot, ZEROS)), salt)
  const ids = raw.map((bytes) => reversed(Transaction.fromRaw(bytes, { allowUnknownInputs: true, allowUnknownOutputs: true }).id))
  const root = merkleRoot([twice(hexToBytes(stripped)), ...ids])
  const time = Math.max(parent.time / 1000 + 1, Math.floor(Date.now() / 1000))
  const start = concatBytes(hexToBytes(uint32(VERSION)), reversed(parent.hash), root, hexToBytes(uint32(time) + uint32(BITS)))
  for (let nonce = 0; ; nonce += 1) {
    const header = concatBytes(start, hexToBytes(uint32(nonce)))
    if ((twice(header)[31] ?? 255) > 0x7f) continue
    const count = (transactions.length + 1).toString(16).padStart(2, '0')
    return `${bytesToHex(header)}${count}${whole}${transactions.join('')}`
  }
}
