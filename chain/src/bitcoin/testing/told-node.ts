/** A node in a test that says what it is told to say, written after Bitcoin Core's documentation of its RPC. */
import { BitcoinRpc } from '../rpc.ts'

/** A refusal, as Core makes it. */
export class Refuse extends Error {
  readonly code: number

  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

type Said = (params: readonly unknown[]) => unknown

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

export interface ToldNode {
  readonly rpc: BitcoinRpc
  /** Methods that were called. */
  readonly asked: string[]
}

/** @param said answers by method; a method that is not there is unknown to the node */
export function toldNode(said: Readonly<Record<string, Said>>): ToldNode {
  const asked: string[] = []
  const answer = ({ id, method, params }: Call): unknown => {
    asked.push(method)
    const say = said[method]
    if (say === undefined) return { id, result: null, error: { code: -32601, message: 'Method not found' } }
    try {
      return { id, result: say(params), error: null }
    } catch (error) {
      if (!(error instanceof Refuse)) throw error
      return { id, result: null, error: { code: error.code, message: error.message } }
    }
  }
  const rpc = new BitcoinRpc(async (body) => {
    const call = JSON.parse(body) as Call | readonly Call[]
    // Core answers a batch in any order.
    return JSON.stringify(Array.isArray(call) ? call.map(answer).reverse() : answer(call as Call))
  })
  return { rpc, asked }
}
