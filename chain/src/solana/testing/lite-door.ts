/** A door in the form of a node's RPC before `LiteChain`: ours, written after Solana's documentation, with the answers that the adapter asks for. */
import { base64 } from '@scure/base'
import type { RpcTransport } from '@solana/kit'
import type { NodeFault } from '../../suite/world.ts'
import type { Held, LiteBlock, LiteChain, LiteTransaction } from './lite-chain.ts'

interface Call {
  readonly id: string
  readonly method: string
  readonly params: readonly unknown[]
}

class DoorError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

function tokenRows(held: readonly Held[]): unknown[] {
  return held.flatMap(({ token }, accountIndex) =>
    token === null
      ? []
      : [{ accountIndex: BigInt(accountIndex), mint: token.mint, owner: token.owner, uiTokenAmount: { amount: String(token.amount) } }],
  )
}

function metaOf({ error, fee, before, after }: LiteTransaction): unknown {
  const coins = (held: readonly Held[]): bigint[] => held.map(({ lamports }) => lamports)
  return {
    err: error,
    fee,
    preBalances: coins(before),
    postBalances: coins(after),
    preTokenBalances: tokenRows(before),
    postTokenBalances: tokenRows(after),
    loadedAddresses: { readonly: [], writable: [] },
  }
}

function blockAnswer({ hash, parent, time, transactions }: LiteBlock, details: unknown): unknown {
  const head = { blockhash: hash, previousBlockhash: parent, blockTime: BigInt(time) }
  if (details === 'none') return head
  const rows = transactions.map((row) => ({ transaction: { signatures: [row.tx], message: { accountKeys: row.keys } }, meta: metaOf(row) }))
  return { ...head, transactions: rows }
}

export class LiteDoor {
  readonly #chain: LiteChain
  #fault: NodeFault | null = null

  constructor(chain: LiteChain) {
    this.#chain = chain
  }

  break(fault: NodeFault | null): void {
    this.#fault = fault
  }

  /** As Kit's transports. */
  readonly transport = (async ({ payload, signal }: { payload: unknown; signal?: AbortSignal }): Promise<unknown> => {
    const call = payload as Call
    const answer = { jsonrpc: '2.0', id: call.id }
    if (this.#fault === 'nonsense') return { ...answer, result: { weather: 'fine' } }
    if (this.#fault === 'error') return { ...answer, error: { code: -32_603, message: 'Internal error' } }
    if (this.#fault === 'silent') await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    try {
      return { ...answer, result: this.#answer(call) }
    } catch (error) {
      if (!(error instanceof DoorError)) throw error
      return { ...answer, error: { code: error.code, message: error.message, data: error.data } }
    }
  }) as RpcTransport

  #answer({ method, params }: Call): unknown {
    const chain = this.#chain
    const context = { slot: BigInt(chain.slot) }
    switch (method) {
      case 'getSlot':
        return context.slot
      case 'getBlockHeight':
        return BigInt(chain.height)
      case 'getLatestBlockhash':
        return { context, value: chain.latestBlockhash() }
      case 'getRecentPrioritizationFees':
        return [0n, 1_000n, 2_000n, 50_000n].map((prioritizationFee) => ({ slot: context.slot, prioritizationFee }))
      case 'getBlock':
        return this.#block(params)
      case 'getBlocks':
        return this.#blocks(Number(params[0]), Number(params[1]))
      case 'getMultipleAccounts':
        return { context, value: (params[0] as readonly string[]).map((key) => this.#account(key)) }
      case 'getSignatureStatuses':
        return { context, value: (params[0] as readonly string[]).map((tx) => this.#status(tx)) }
      case 'getTransaction':
        return this.#transaction(String(params[0]))
      case 'sendTransaction':
        return this.#send(base64.decode(String(params[0])))
      default:
        throw new DoorError(-32_601, `Method not found: ${method}`)
    }
  }

  #block([slot, how]: readonly unknown[]): unknown {
    const block = this.#chain.blocks[Number(slot)]
    if (block === undefined) throw new DoorError(-32_004, `Block not available for slot ${String(slot)}`)
    if (block === null) throw new DoorError(-32_007, `Slot ${String(slot)} was skipped`)
    return blockAnswer(block, (how as { readonly transactionDetails?: unknown }).transactionDetails)
  }

  #blocks(from: number, to: number): unknown {
    const slots = this.#chain.blocks.flatMap((block, slot) => (block !== null && slot >= from && slot <= to ? [BigInt(slot)] : []))
    return slots
  }

  #account(key: string): unknown {
    const { lamports, data, program } = this.#chain.finalized(key)
    return lamports === 0n ? null : { lamports, owner: program, data: [base64.encode(data), 'base64'] }
  }

  #place(tx: string): { readonly slot: number; readonly row: LiteTransaction } | null {
    for (const [slot, block] of this.#chain.blocks.entries()) {
      const row = block?.transactions.find((other) => other.tx === tx)
      if (row !== undefined) return { slot, row }
    }
    return null
  }

  #status(tx: string): unknown {
    const found = this.#place(tx)
    if (found !== null) return { slot: BigInt(found.slot), err: found.row.error, confirmationStatus: 'finalized' }
    const isOpen = this.#chain.open.some((row) => row.tx === tx)
    return isOpen ? { slot: BigInt(this.#chain.slot + 1), err: null, confirmationStatus: 'processed' } : null
  }

  #transaction(tx: string): unknown {
    const found = this.#place(tx)
    if (found === null) return null
    return { slot: BigInt(found.slot), meta: metaOf(found.row), transaction: [base64.encode(found.row.bytes), 'base64'] }
  }

  #send(bytes: Uint8Array): string {
    const err = this.#chain.preflight(bytes)
    if (err !== null) throw new DoorError(-32_002, 'Transaction simulation failed', { err, logs: [] })
    return this.#chain.run(bytes)
  }
}
