/**
 * Transactions of type 2 in two forms: a payment of the coin, and a call `transfer` of a token. Nothing else is built and nothing else is
 * read back. All pure.
 */
import { type Signature, SigningKey, Transaction } from 'ethers'
import type { Payment, Plan, Unsigned } from '../port.ts'
import { readEvmAddress } from './addresses.ts'

/** First four bytes of keccak256 of transfer(address,uint256) */
const TRANSFER_CALL = '0xa9059cbb'
const CALL_CHARACTERS = 2 + 2 * (4 + 32 + 32)
const WORD_DIGITS = 64
const ZERO_DIGITS = '0'.repeat(24)
const UINT256_MOST = (1n << 256n) - 1n
const TYPE = 2

/** @throws RangeError for a plan that no transaction of this kind can be */
export function buildTransaction(chainId: bigint, { payments, slot, fee, work }: Plan): Unsigned {
  if (slot.kind !== 'nonce') throw new RangeError('an EVM transaction has a nonce')
  if (payments.length > 1) throw new RangeError('an EVM transaction pays one address')
  if (fee.tip < 0n || fee.tip > fee.rate) throw new RangeError(`a tip of ${fee.tip} within ${fee.rate}`)
  if (!Number.isSafeInteger(slot.nonce) || slot.nonce < 0) throw new RangeError(`${slot.nonce} is no nonce`)
  const from = addressIn(slot.from)
  const [payment] = payments
  const { to, value, data } = payment === undefined ? { to: from, value: 0n, data: '0x' } : bodyOf(payment)
  const transaction = Transaction.from({
    type: TYPE,
    chainId,
    nonce: slot.nonce,
    gasLimit: work,
    maxFeePerGas: fee.rate,
    maxPriorityFeePerGas: fee.tip,
    to,
    value,
    data,
  })
  return { bytes: transaction.unsignedSerialized.slice(2), from, coins: [], feeMost: work * fee.rate }
}

/** What a payment is to a node: for an estimate, and in a transaction. @throws RangeError for a payment that cannot be */
export function bodyOf({ to, tag, token, amount }: Payment): { to: string; value: bigint; data: string } {
  if (tag !== null) throw new RangeError('EVM chains have no tags')
  if (amount <= 0n || amount > UINT256_MOST) throw new RangeError(`${amount} is no amount to pay`)
  const receiver = addressIn(to)
  if (token === null) return { to: receiver, value: amount, data: '0x' }
  const words = `${ZERO_DIGITS}${receiver.slice(2).toLowerCase()}${amount.toString(16).padStart(WORD_DIGITS, '0')}`
  return { to: addressIn(token), value: 0n, data: `${TRANSFER_CALL}${words}` }
}

function addressIn(text: string): string {
  const address = readEvmAddress(text)
  if (address === null) throw new RangeError(`${text} is no address of an EVM chain`)
  return address
}

/** @throws RangeError for bytes that are not exactly one transaction that `buildTransaction` makes for this chain */
export function readTransaction(chainId: bigint, unsigned: Unsigned): Plan {
  const from = unsigned.from === null ? null : readEvmAddress(unsigned.from)
  if (from === null) throw new RangeError('an EVM transaction needs to know who pays')
  const transaction = parse(unsigned.bytes)
  if (transaction.chainId !== chainId) throw new RangeError(`a transaction for chain ${transaction.chainId}`)
  const { maxFeePerGas, maxPriorityFeePerGas, gasLimit, nonce } = transaction
  if (maxFeePerGas === null || maxPriorityFeePerGas === null) throw new RangeError('a transaction without its price')
  const plan: Plan = {
    payments: paymentsOf(transaction, from),
    slot: { kind: 'nonce', from, nonce },
    fee: { rate: maxFeePerGas, tip: maxPriorityFeePerGas },
    work: gasLimit,
  }
  // Whatever this reading left out is no transaction that is made here.
  if (buildTransaction(chainId, plan).bytes !== unsigned.bytes) throw new RangeError('a transaction of another form')
  if (unsigned.feeMost !== gasLimit * maxFeePerGas) throw new RangeError('a transaction that costs something else')
  return plan
}

function parse(bytes: string): Transaction {
  try {
    return Transaction.from(`0x${bytes}`)
  } catch {
    throw new RangeError('no transaction')
  }
}

function paymentsOf({ to, value, data }: Transaction, from: string): readonly Payment[] {
  if (to === null) throw new RangeError('a transaction that makes a contract')
  if (data === '0x') return to === from && value === 0n ? [] : [{ to, tag: null, token: null, amount: value }]
  if (!data.startsWith(TRANSFER_CALL) || data.length !== CALL_CHARACTERS || value !== 0n) throw new RangeError('a call that is no transfer')
  const receiver = readEvmAddress(`0x${data.slice(34, 74)}`)
  if (receiver === null || data.slice(10, 34) !== ZERO_DIGITS) throw new RangeError('a transfer to no address')
  return [{ to: receiver, tag: null, token: to, amount: BigInt(`0x${data.slice(74)}`) }]
}

/** @returns the signed bytes and their hash; the same for the same key */
export function signTransaction({ bytes }: Unsigned, key: Uint8Array): { readonly tx: string; readonly bytes: string } {
  const transaction = parse(bytes)
  const signature: Signature = new SigningKey(key).sign(transaction.unsignedHash)
  transaction.signature = signature
  if (transaction.hash === null) throw new RangeError('a transaction that has no hash')
  return { tx: transaction.hash, bytes: transaction.serialized.slice(2) }
}
