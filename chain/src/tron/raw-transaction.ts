/**
 * What a transaction of Tron says: one transfer of coins, or one call of a token's `transfer`. Read back, it must write itself again to the
 * byte. Its name is the hash of these bytes.
 */
import { equalBytes } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex, utf8 } from '@scure/base'
import { readVersioned, writeVersioned } from '../address/base58.ts'
import { checkAddress } from '../address/check.ts'
import type { Payment } from '../port.ts'
import { type Field, readFields, writeFields } from './protobuf.ts'

export interface TronTransaction {
  readonly from: string
  readonly payment: Payment
  /** A recent block: two bytes of its number and eight of its hash, as hex. */
  readonly reference: string
  /** ms since 1970, after which no block takes it. */
  readonly expiration: number
  readonly timestamp: number
  /** Sun that a call may burn. */
  readonly feeLimit: bigint
}

const REFERENCE = /^[0-9a-f]{20}$/
const COIN_TRANSFER = 'TransferContract'
const CALL = 'TriggerSmartContract'
const KINDS: Readonly<Record<string, bigint>> = { [COIN_TRANSFER]: 1n, [CALL]: 31n }
const TYPE_URL = 'type.googleapis.com/protocol.'

/** `transfer(address,uint256)` */
const SELECTOR = 'a9059cbb'
const WORD_DIGITS = 64
const CALL_BYTES = 68

const U63 = 2n ** 63n

/** Version and 20 bytes. @throws RangeError for what is no address of base58check */
function bytesOf(address: string): Uint8Array {
  const read = readVersioned(address)
  if (typeof read === 'string') throw new RangeError(`${address} is no address of Tron`)
  return Uint8Array.of(read.version, ...read.payload)
}

const addressOf = (bytes: Uint8Array): string => writeVersioned(bytes[0] ?? 0, bytes.subarray(1))
const word = (digits: string): string => digits.padStart(WORD_DIGITS, '0')

/** What a token's contract is called with. The 20 bytes alone: contracts of our days refuse more in an address. */
export function callData({ to, amount }: Payment): Uint8Array {
  return hex.decode(SELECTOR + word(hex.encode(bytesOf(to).subarray(1))) + word(amount.toString(16)))
}

function contractOf(from: string, payment: Payment): readonly [kind: string, fields: readonly Field[]] {
  const { to, token, amount } = payment
  if (token === null) {
    const fields: Field[] = [
      [1, bytesOf(from)],
      [2, bytesOf(to)],
      [3, amount],
    ]
    return [COIN_TRANSFER, fields]
  }
  const fields: Field[] = [
    [1, bytesOf(from)],
    [2, bytesOf(token)],
    [4, callData(payment)],
  ]
  return [CALL, fields]
}

function isPayment({ tag, token, amount }: Payment): boolean {
  return tag === null && amount > 0n && amount < (token === null ? U63 : 2n ** 256n)
}

/** @returns the bytes that are signed. @throws RangeError for tags, amounts that do not fit, and texts that are no addresses */
export function writeRaw({ from, payment, reference, expiration, timestamp, feeLimit }: TronTransaction): Uint8Array {
  const areTimes = [expiration, timestamp].every((time) => Number.isSafeInteger(time) && time > 0)
  if (!isPayment(payment) || !REFERENCE.test(reference) || !areTimes) throw new RangeError('no transaction that Tron can carry')
  const [kind, fields] = contractOf(from, payment)
  const parameter = writeFields([
    [1, utf8.decode(TYPE_URL + kind)],
    [2, writeFields(fields)],
  ])
  const contract = writeFields([
    [1, KINDS[kind] ?? 0n],
    [2, parameter],
  ])
  return writeFields([
    [1, hex.decode(reference.slice(0, 4))],
    [4, hex.decode(reference.slice(4))],
    [8, BigInt(expiration)],
    [11, contract],
    [14, BigInt(timestamp)],
    [18, feeLimit],
  ])
}

export const idOf = (raw: Uint8Array): string => hex.encode(sha256(raw))

function bytesField(fields: ReadonlyMap<number, bigint | Uint8Array>, number: number): Uint8Array {
  const value = fields.get(number)
  if (!(value instanceof Uint8Array)) throw new RangeError(`no bytes in field ${number}`)
  return value
}

function numberField(fields: ReadonlyMap<number, bigint | Uint8Array>, number: number): bigint {
  const value = fields.get(number) ?? 0n
  if (typeof value !== 'bigint') throw new RangeError(`no number in field ${number}`)
  return value
}

function paymentOf(kind: string, fields: ReadonlyMap<number, bigint | Uint8Array>): Payment {
  const second = addressOf(bytesField(fields, 2))
  if (kind === COIN_TRANSFER) return { to: second, tag: null, token: null, amount: numberField(fields, 3) }
  const data = bytesField(fields, 4)
  if (data.length !== CALL_BYTES) throw new RangeError('another call')
  const [version] = bytesField(fields, 1)
  const to = writeVersioned(version ?? 0, data.subarray(16, 36))
  return { to, tag: null, token: second, amount: BigInt(`0x${hex.encode(data.subarray(36))}`) }
}

function found(raw: Uint8Array): TronTransaction {
  const fields = readFields(raw)
  const parameter = readFields(bytesField(readFields(bytesField(fields, 11)), 2))
  const kind = utf8.encode(bytesField(parameter, 1)).slice(TYPE_URL.length)
  const contract = readFields(bytesField(parameter, 2))
  return {
    from: addressOf(bytesField(contract, 1)),
    payment: paymentOf(kind, contract),
    reference: hex.encode(bytesField(fields, 1)) + hex.encode(bytesField(fields, 4)),
    expiration: Number(numberField(fields, 8)),
    timestamp: Number(numberField(fields, 14)),
    feeLimit: numberField(fields, 18),
  }
}

/** @param version of the network's addresses. @throws RangeError for bytes that `writeRaw` does not make, or of another network */
export function readRaw(raw: Uint8Array, version: number): TronTransaction {
  let transaction: TronTransaction
  try {
    transaction = found(raw)
  } catch {
    throw new RangeError('not the bytes of a transaction')
  }
  if (!equalBytes(writeRaw(transaction), raw)) throw new RangeError('a transaction in another form')
  const { from, payment } = transaction
  const all = payment.token === null ? [from, payment.to] : [from, payment.to, payment.token]
  if (all.some((address) => typeof checkAddress({ format: 'tron', version }, address) === 'string'))
    throw new RangeError('an address of another network')
  return transaction
}
