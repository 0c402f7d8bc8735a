/**
 * Slots around litesvm, which runs transactions as Solana does and is no node: it knows neither slots nor history. What is here of both is
 * ours, and proves the adapter against the programs of Solana, not against its nodes.
 */
import { base58, hex } from '@scure/base'
import { address, getCompiledTransactionMessageDecoder, getTransactionDecoder, lamports, type MaybeEncodedAccount } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { hashOf } from '../../simulated/transaction.ts'
import { TOKEN_PROGRAM } from '../program-address.ts'

const SECOND = 1_000
const FIRST_TIME = Date.UTC(2026, 0, 15, 12) / SECOND
/** Blocks that a blockhash holds. */
export const BLOCKHASH_BLOCKS = 150

export interface LiteTransaction {
  readonly tx: string
  readonly bytes: Uint8Array
  readonly keys: readonly string[]
  readonly error: unknown
  readonly fee: bigint
  readonly before: readonly Held[]
  readonly after: readonly Held[]
}

export interface LiteBlock {
  readonly hash: string
  readonly parent: string
  readonly time: number
  readonly transactions: readonly LiteTransaction[]
}

/** What an account holds of coins and, where it is an account of tokens, of those. */
export interface Held {
  readonly lamports: bigint
  readonly token: { readonly mint: string; readonly owner: string; readonly amount: bigint } | null
  readonly data: Uint8Array
  readonly program: string
}

export const TOKEN_BYTES = 165
export const EMPTY: Held = { lamports: 0n, token: null, data: new Uint8Array(), program: '1'.repeat(32) }

function heldOf(account: MaybeEncodedAccount): Held {
  if (!account.exists) return EMPTY
  const data = Uint8Array.from(account.data)
  const [mint, owner] = [data.slice(0, 32), data.slice(32, 64)].map((part) => base58.encode(part))
  const isToken = account.programAddress === TOKEN_PROGRAM && data.length === TOKEN_BYTES
  const amount = isToken ? new DataView(data.buffer).getBigUint64(64, true) : 0n
  const token = isToken && mint !== undefined && owner !== undefined ? { mint, owner, amount } : null
  return { lamports: account.lamports, token, data, program: account.programAddress }
}

/** Errors without fields, by their number in litesvm. */
const ERRORS: Readonly<Record<number, string>> = {
  2: 'AccountNotFound',
  4: 'InsufficientFundsForFee',
  6: 'AlreadyProcessed',
  7: 'BlockhashNotFound',
}

function errorOf(failed: FailedTransactionMetadata): unknown {
  const error = failed.err()
  if (typeof error === 'number') return ERRORS[error] ?? `Error${error}`
  if (!('err' in error)) return { InsufficientFundsForRent: { account_index: 0 } }
  const inner = error.err()
  return { InstructionError: [error.index, typeof inner === 'object' && 'code' in inner ? { Custom: inner.code } : 'Other'] }
}

/** Of a message with a budget in its first two instructions, as ours are. */
function feeOf(signatures: number, instructions: readonly { readonly data?: { readonly buffer: ArrayBufferLike } }[]): bigint {
  const [units, price] = instructions.map(({ data }) => Uint8Array.from((data ?? new Uint8Array()) as Uint8Array))
  if (units === undefined || price === undefined) return BigInt(signatures) * 5_000n
  const bought = BigInt(new DataView(units.buffer).getUint32(1, true)) * new DataView(price.buffer).getBigUint64(1, true)
  return BigInt(signatures) * 5_000n + (bought + 999_999n) / 1_000_000n
}

export class LiteChain {
  readonly svm = new LiteSVM()
  /** By slot; null: the slot has no block. */
  readonly blocks: (LiteBlock | null)[] = []
  /** Of the slot that is not over. */
  #open: LiteTransaction[] = []
  /** What accounts that it changed held before it. */
  readonly #finalized = new Map<string, Held>()
  #height = 0
  #expiresAt = BLOCKHASH_BLOCKS

  constructor() {
    this.mine()
  }

  get slot(): number {
    return this.blocks.length - 1
  }

  /** Blocks so far: slots without one do not count. */
  get height(): number {
    return this.#height
  }

  get open(): readonly LiteTransaction[] {
    return this.#open
  }

  latestBlockhash(): { blockhash: string; lastValidBlockHeight: number } {
    return { blockhash: this.svm.latestBlockhash(), lastValidBlockHeight: this.#expiresAt }
  }

  /** What an account held when the newest block was over. */
  finalized(account: string): Held {
    return this.#finalized.get(account) ?? this.held(account)
  }

  held(account: string): Held {
    return heldOf(this.svm.getAccount(address(account)))
  }

  set(account: string, program: string, held: bigint, data: Uint8Array): void {
    const space = BigInt(data.length)
    this.svm.setAccount({
      address: address(account),
      programAddress: address(program),
      lamports: lamports(held),
      data,
      executable: false,
      space,
    })
  }

  /** @returns the error that a node would name, null when it would take it */
  preflight(bytes: Uint8Array): unknown {
    const result = this.svm.simulateTransaction(getTransactionDecoder().decode(bytes))
    return result instanceof FailedTransactionMetadata ? errorOf(result) : null
  }

  /** Runs a transaction in the open slot. @returns its name */
  run(bytes: Uint8Array): string {
    const transaction = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    if (!('staticAccounts' in message) || !('instructions' in message)) throw new Error('a message of another version')
    const keys = message.staticAccounts.map(String)
    const before = keys.map((key) => this.held(key))
    const result = this.svm.sendTransaction(transaction)
    const error = result instanceof FailedTransactionMetadata ? errorOf(result) : null
    if (typeof error === 'string') throw new Error(error)
    const after = keys.map((key) => this.held(key))
    for (const [index, key] of keys.entries()) if (!this.#finalized.has(key)) this.#finalized.set(key, before[index] ?? EMPTY)
    const tx = base58.encode(bytes.slice(1, 65))
    const fee = feeOf(message.header.numSignerAccounts, message.instructions)
    this.#open.push({ tx, bytes, keys, error, fee, before, after })
    return tx
  }

  /** Ends the open slot with a block. */
  mine(): void {
    const last = this.blocks.findLast((block) => block !== null)
    const slot = this.blocks.length
    const hash = base58.encode(hex.decode(hashOf(`slot ${slot}`)))
    this.blocks.push({ hash, parent: last?.hash ?? hash, time: FIRST_TIME + slot, transactions: this.#open })
    this.#open = []
    this.#finalized.clear()
    this.#height += 1
  }

  /** A slot whose leader made no block. */
  skip(): void {
    this.blocks.push(null)
  }

  /** So many blocks that no transaction with a current blockhash is good any more. */
  expire(): void {
    for (let block = 0; block < BLOCKHASH_BLOCKS + 10; block += 1) this.mine()
    this.svm.expireBlockhash()
    this.#expiresAt = this.#height + BLOCKHASH_BLOCKS
  }
}
