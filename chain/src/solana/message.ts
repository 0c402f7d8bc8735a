/**
 * What a transaction of Solana says: instructions in one order, which follow from a plan alone. Read back, the plan that was found must make
 * the same bytes again; so nothing can stand in a message that is not told. Two plans that are alike are one transaction: whoever pays the same
 * sum to the same address twice under one blockhash tells them apart by a unit of work.
 */
import { equalBytes } from '@noble/curves/utils.js'
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  type CompiledTransactionMessage,
  compileTransaction,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { checkSolana } from '../address/solana.ts'
import type { Payment } from '../port.ts'
import { ASSOCIATED_PROGRAM, associatedAccount, TOKEN_PROGRAM } from './program-address.ts'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'

/** First bytes of instructions. */
const SET_UNITS = 2
const SET_PRICE = 3
const TRANSFER_COIN = 2
const TRANSFER_TOKEN = 3
const CREATE_IF_MISSING = 1

const U64_MOST = 2n ** 64n - 1n
const UNITS_MOST = 1_400_000n

export interface SolanaMessage {
  readonly from: string
  readonly blockhash: string
  readonly payments: readonly Payment[]
  /** Lamports a million units. */
  readonly rate: bigint
  /** Units at most. */
  readonly work: bigint
}

function numbers(...parts: readonly (readonly [bytes: 1 | 4 | 8, value: bigint | number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(parts.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of parts) {
    if (bytes === 1) view.setUint8(at, Number(value))
    else if (bytes === 4) view.setUint32(at, Number(value), true)
    else view.setBigUint64(at, BigInt(value), true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const { READONLY, WRITABLE, WRITABLE_SIGNER, READONLY_SIGNER } = AccountRole

function instruction(program: string, accounts: readonly (readonly [string, AccountRole])[], data: Uint8Array): Instruction {
  return { programAddress: address(program), accounts: accounts.map(([at, role]) => ({ address: address(at), role })), data }
}

/** A token is sent to the account that belongs to its receiver, which is made where it is missing: nothing arrives nowhere. */
function paymentInstructions(from: string, { to, token, amount }: Payment): readonly Instruction[] {
  if (token === null) {
    const roles = [
      [from, WRITABLE_SIGNER],
      [to, WRITABLE],
    ] as const
    return [instruction(SYSTEM_PROGRAM, roles, numbers([4, TRANSFER_COIN], [8, amount]))]
  }
  const [source, goal] = [associatedAccount(from, token), associatedAccount(to, token)]
  const made = [
    [from, WRITABLE_SIGNER],
    [goal, WRITABLE],
    [to, READONLY],
    [token, READONLY],
    [SYSTEM_PROGRAM, READONLY],
    [TOKEN_PROGRAM, READONLY],
  ] as const
  const moved = [
    [source, WRITABLE],
    [goal, WRITABLE],
    [from, READONLY_SIGNER],
  ] as const
  return [
    instruction(ASSOCIATED_PROGRAM, made, numbers([1, CREATE_IF_MISSING])),
    instruction(TOKEN_PROGRAM, moved, numbers([1, TRANSFER_TOKEN], [8, amount])),
  ]
}

const isAddress = (text: string): boolean => typeof checkSolana(text) !== 'string'

function check({ from, payments, rate, work }: SolanaMessage): void {
  const areGood = payments.every(
    ({ to, tag, token, amount }) =>
      isAddress(to) && tag === null && (token === null || isAddress(token)) && amount > 0n && amount <= U64_MOST,
  )
  if (!areGood || !isAddress(from) || rate < 0n || rate * 1_000_000n > U64_MOST || work < 0n || work > UNITS_MOST)
    throw new RangeError('no payments that Solana can carry')
}

/** @returns the bytes that are signed. @throws RangeError for tags, other addresses and amounts that do not fit */
export function writeMessage(plan: SolanaMessage): Uint8Array {
  check(plan)
  const { from, blockhash, payments, rate, work } = plan
  const instructions = [
    instruction(BUDGET_PROGRAM, [], numbers([1, SET_UNITS], [4, work])),
    instruction(BUDGET_PROGRAM, [], numbers([1, SET_PRICE], [8, rate])),
    ...payments.flatMap((payment) => paymentInstructions(from, payment)),
  ]
  const empty = setTransactionMessageFeePayer(address(from), createTransactionMessage({ version: 'legacy' }))
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const message = appendTransactionMessageInstructions(instructions, setTransactionMessageLifetimeUsingBlockhash(lifetime, empty))
  return Uint8Array.from(compileTransaction(message).messageBytes)
}

interface PlainInstruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: DataView
}

function plain(message: CompiledTransactionMessage): readonly PlainInstruction[] {
  if (!('staticAccounts' in message) || !('instructions' in message)) throw new RangeError('a message of another version')
  const { staticAccounts } = message
  const named = (index: number): string => {
    const found = staticAccounts[index]
    if (found === undefined) throw new RangeError('an account that is not there')
    return found
  }
  return message.instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => {
    const bytes = Uint8Array.from(data)
    return { program: named(programAddressIndex), accounts: accountIndices.map(named), data: new DataView(bytes.buffer) }
  })
}

/** Payments in the order of their instructions. What is in between and does not belong there makes other bytes. */
function paymentsOf(instructions: readonly PlainInstruction[]): Payment[] {
  const payments: Payment[] = []
  let receiver: { readonly to: string; readonly token: string } | null = null
  for (const { program, accounts, data } of instructions) {
    const [, second = '', third = '', fourth = ''] = accounts
    if (program === SYSTEM_PROGRAM) payments.push({ to: second, tag: null, token: null, amount: data.getBigUint64(4, true) })
    else if (program === ASSOCIATED_PROGRAM) receiver = { to: third, token: fourth }
    else if (program === TOKEN_PROGRAM && receiver !== null) {
      payments.push({ to: receiver.to, tag: null, token: receiver.token, amount: data.getBigUint64(1, true) })
      receiver = null
    } else if (program !== BUDGET_PROGRAM) throw new RangeError(`an instruction of ${program}`)
  }
  return payments
}

function found(bytes: Uint8Array): SolanaMessage {
  const message = getCompiledTransactionMessageDecoder().decode(bytes)
  const instructions = plain(message)
  const [units, price] = instructions
  const from = 'staticAccounts' in message ? message.staticAccounts[0] : undefined
  if (units === undefined || price === undefined || from === undefined) throw new RangeError('a part is missing')
  const [work, rate] = [BigInt(units.data.getUint32(1, true)), price.data.getBigUint64(1, true)]
  return { from, blockhash: message.lifetimeToken, payments: paymentsOf(instructions), rate, work }
}

/** @throws RangeError for bytes that `writeMessage` does not make */
export function readMessage(bytes: Uint8Array): SolanaMessage {
  let message: SolanaMessage
  try {
    message = found(bytes)
  } catch {
    throw new RangeError('not the bytes of a message')
  }
  if (!equalBytes(writeMessage(message), bytes)) throw new RangeError('a message in another form')
  return message
}
