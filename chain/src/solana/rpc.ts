/** Questions to a node of Solana, and the forms of its answers. All whole numbers come as bigint: lamports do not fit into a double. */
import type { RpcTransport } from '@solana/kit'
import { ChainFault } from '../port.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The node answered with an error. */
export class NodeError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.name = 'NodeError'
    this.code = code
    this.data = data
  }
}

export class SolanaRpc {
  readonly #transport: RpcTransport
  readonly #timeoutMs: number
  #id = 0

  constructor(transport: RpcTransport, timeoutMs: number) {
    this.#transport = transport
    this.#timeoutMs = timeoutMs
  }

  /** @throws NodeError, ChainFault */
  async ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    this.#id += 1
    const payload = { jsonrpc: '2.0', id: String(this.#id), method, params }
    let answer: unknown
    try {
      answer = await this.#transport({ payload, signal: AbortSignal.timeout(this.#timeoutMs) })
    } catch (error) {
      throw new ChainFault('unreachable', `${method}: ${error instanceof Error ? error.message : String(error)}`)
    }
    const { error, result } = fieldsOf(answer, method)
    if (typeof error === 'object' && error !== null) {
      const { code, message, data } = error as Fields
      throw new NodeError(Number(code), String(message), data)
    }
    if (result === undefined) throw nonsense(method)
    return result
  }

  /** As `ask`; an error of the node is a fault. */
  async must(method: string, ...params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.ask(method, ...params)
    } catch (error) {
      throw error instanceof NodeError ? new ChainFault('unreachable', `${method}: ${error.message}`) : error
    }
  }
}

export function nonsense(what: string): ChainFault {
  return new ChainFault('nonsense', `${what}: an answer of another form`)
}

export function fieldsOf(answer: unknown, what: string): Fields {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw nonsense(what)
  return answer as Fields
}

export function listOf(answer: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(answer)) throw nonsense(what)
  return answer
}

export function textOf(answer: unknown, what: string): string {
  if (typeof answer !== 'string') throw nonsense(what)
  return answer
}

/** A whole number, not negative. */
export function amountOf(answer: unknown, what: string): bigint {
  const isWhole = typeof answer === 'bigint' || Number.isSafeInteger(answer) || (typeof answer === 'string' && /^[0-9]{1,20}$/.test(answer))
  const amount = isWhole ? BigInt(answer as bigint) : -1n
  if (amount < 0n) throw nonsense(what)
  return amount
}

export function heightOf(answer: unknown, what: string): number {
  const height = Number(amountOf(answer, what))
  if (!Number.isSafeInteger(height)) throw nonsense(what)
  return height
}
