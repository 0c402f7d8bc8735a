/**
 * A transaction of a simulated network: text of one form alone, as hex. Read back it must write itself again to the letter, so that two
 * different bytes never mean the same payment.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex, utf8 } from '@scure/base'
import { checkAddress, checkTag } from '../address/check.ts'
import { SIMULATED_BYTES, writeSimulated } from '../address/simulated.ts'
import type { Payment } from '../port.ts'

export interface SimulatedTransaction {
  /** Prefix of the network's addresses: a signature for one network is invalid on another. */
  readonly network: string
  readonly from: string
  readonly nonce: number
  /** Units of the network's coin per unit of weight. */
  readonly rate: bigint
  readonly payments: readonly Payment[]
}

const OWN_WEIGHT = 10n
const PAYMENT_WEIGHT = 10n
const FORM = 1
const UNITS = /^[1-9][0-9]{0,38}$/
const RATE = /^(0|[1-9][0-9]{0,18})$/
const TOKEN = /^[A-Za-z0-9._:-]{1,64}$/
const ANY_TAG = { name: 'Tag', required: false }

/** What a transaction costs, mined or failed, in units of the network's coin. */
export const feeOf = (payments: number, rate: bigint): bigint => (OWN_WEIGHT + PAYMENT_WEIGHT * BigInt(payments)) * rate

export const hashOf = (text: string): string => hex.encode(sha256(utf8.decode(text)))
const toHex = (text: string): string => hex.encode(utf8.decode(text))

function fromHex(bytes: string): string {
  try {
    return utf8.encode(hex.decode(bytes))
  } catch {
    throw new RangeError('not the bytes of a transaction')
  }
}

/** Address of a public key. @param publicKey 33 bytes */
export function addressOfKey(network: string, publicKey: Uint8Array): string {
  return writeSimulated(network, sha256(publicKey).subarray(0, SIMULATED_BYTES))
}

function isAddress(network: string, text: string): boolean {
  const checked = checkAddress({ format: 'simulated', hrp: network }, text)
  return typeof checked !== 'string' && checked.address === text
}

function textOf({ network, from, nonce, rate, payments }: SimulatedTransaction): string {
  const rows = payments.map(({ to, tag, token, amount }) => [to, tag, token, String(amount)])
  return JSON.stringify([FORM, network, from, nonce, String(rate), rows])
}

/** @throws RangeError for addresses of another network, amounts that are not positive, tags and tokens of another form */
function check({ network, from, nonce, rate, payments }: SimulatedTransaction): void {
  const isGood = payments.every(
    ({ to, tag, token, amount }) =>
      isAddress(network, to) &&
      UNITS.test(String(amount)) &&
      (token === null || TOKEN.test(token)) &&
      typeof checkTag(ANY_TAG, tag ?? '') !== 'string' &&
      tag !== '',
  )
  if (!isGood || !isAddress(network, from) || !Number.isSafeInteger(nonce) || nonce < 0 || !RATE.test(String(rate)))
    throw new RangeError('no transaction of this network')
}

/** @returns its bytes as hex, without a signature */
export function writeTransaction(transaction: SimulatedTransaction): string {
  check(transaction)
  return toHex(textOf(transaction))
}

const isRow = (row: unknown): row is readonly [string, string | null, string | null, string] => Array.isArray(row) && row.length === 4

function parsed(text: string): SimulatedTransaction {
  const [form, network, from, nonce, rate, rows]: readonly unknown[] = JSON.parse(text)
  if (form !== FORM || !Array.isArray(rows) || !rows.every(isRow)) throw new RangeError('no transaction')
  const payments = rows.map(([to, tag, token, amount]) => ({
    to: String(to),
    tag: tag === null ? null : String(tag),
    token: token === null ? null : String(token),
    amount: BigInt(amount),
  }))
  return { network: String(network), from: String(from), nonce: Number(nonce), rate: BigInt(String(rate)), payments }
}

/** @throws RangeError for bytes that are not exactly one transaction */
export function readTransaction(bytes: string): SimulatedTransaction {
  const text = fromHex(bytes)
  let transaction: SimulatedTransaction
  try {
    transaction = parsed(text)
  } catch {
    throw new RangeError('not the bytes of a transaction')
  }
  check(transaction)
  if (textOf(transaction) !== text || toHex(text) !== bytes) throw new RangeError('a transaction in another form')
  return transaction
}

/** The signature is no part of the name: nobody can give one transaction two names. */
export const idOf = (unsigned: string): string => hashOf(`transaction ${unsigned}`)

/** @returns the bytes that a node takes */
export function signTransaction(unsigned: string, key: Uint8Array): string {
  const signature = secp256k1.sign(utf8.decode(unsigned), key)
  return toHex(JSON.stringify([unsigned, hex.encode(secp256k1.getPublicKey(key)), hex.encode(signature)]))
}

export interface SignedTransaction {
  readonly tx: string
  readonly transaction: SimulatedTransaction
}

/** @throws RangeError for bytes of another form and for a signature that is not the sender's */
export function readSigned(bytes: string, proof: 'proven' | 'believed' = 'proven'): SignedTransaction {
  try {
    const [unsigned, publicKey, signature] = (JSON.parse(fromHex(bytes)) as readonly unknown[]).map(String)
    if (unsigned === undefined || publicKey === undefined || signature === undefined) throw new RangeError('a part is missing')
    const transaction = readTransaction(unsigned)
    const key = hex.decode(publicKey)
    const isSenders = addressOfKey(transaction.network, key) === transaction.from
    if (!isSenders || (proof === 'proven' && !secp256k1.verify(hex.decode(signature), utf8.decode(unsigned), key)))
      throw new RangeError('not signed by its sender')
    return { tx: idOf(unsigned), transaction }
  } catch (error) {
    throw error instanceof RangeError ? error : new RangeError('not the bytes of a signed transaction')
  }
}
