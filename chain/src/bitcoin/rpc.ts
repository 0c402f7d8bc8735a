/** JSON-RPC as Bitcoin Core speaks it. It knows no method: it sends, bounds the time, and tells apart what failed. */
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { ChainFault } from '../port.ts'

/** Sends the text of a request and gives back the text of the answer. @throws whatever kept the answer away */
export type Transport = (body: string) => Promise<string>

/** The node understood and refused; whoever does not expect that has a fault before him. Codes are Core's: −5 not found, −8 out of range, −25…−27 about a transaction, −32601 unknown method. */
export class NodeRefusal extends ChainFault {
  readonly code: number

  constructor(code: number, text: string) {
    super('nonsense', text)
    this.name = 'NodeRefusal'
    this.code = code
  }
}

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Requests in one body. Nodes bound its length, and answer nothing before they have all. */
const BATCH_MOST = 200

/** @param url with user and password where the node asks for them; they go into a header */
export function httpTransport(url: string, timeoutMs: number): Transport {
  const target = new URL(url)
  const headers: Record<string, string> = { 'content-type': 'application/json', connection: 'close' }
  if (target.username !== '') {
    const pair = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    target.username = ''
    target.password = ''
  }
  return async (body) => {
    const { status, text } = await post(target, headers, body, timeoutMs)
    // Core gives 404 and 500 to requests that it refuses, with the reason as JSON; 401, 403 and 503 come without.
    if (status !== 200 && !text.startsWith('{') && !text.startsWith('[')) throw new Error(`the node answered ${status}`)
    return text
  }
}

/** A connection for each request: one that a node closes while it is taken up again would fail a call that nobody may repeat blindly. */
function post(target: URL, headers: Record<string, string>, body: string, timeoutMs: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? secure : plain
    const options = { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(timeoutMs) }
    const request = send(target, options, (answer) => {
      const parts: Uint8Array[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

interface Answer {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string } | null
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null || !('id' in value)) return false
  if (!('error' in value) || value.error === null) return 'result' in value
  const error = value.error
  return typeof error === 'object' && error !== null && 'code' in error && Number.isInteger(error.code) && 'message' in error
}

export class BitcoinRpc {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** @throws NodeRefusal when the node says no; ChainFault when it says nothing, or nothing that makes sense */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const answer = await this.#ask({ id: 0, method, params })
    if (!isAnswer(answer)) throw new ChainFault('nonsense', `${method}: the node's answer is no answer`)
    return resultOf(answer)
  }

  /** Like `call`, but null where the node refuses with one of the codes. */
  async callUnless(codes: readonly number[], method: string, ...params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.call(method, ...params)
    } catch (error) {
      if (error instanceof NodeRefusal && codes.includes(error.code)) return null
      throw error
    }
  }

  /** Answers in the order of the calls; a refusal stands in its place. */
  async batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const results: unknown[] = []
    for (let from = 0; from < calls.length; from += BATCH_MOST) {
      const part = calls.slice(from, from + BATCH_MOST)
      results.push(...orderOf(await this.#ask(part.map((call, id) => ({ id, ...call }))), part.length))
    }
    return results
  }

  async #ask(body: unknown): Promise<unknown> {
    let text: string
    try {
      text = await this.#transport(JSON.stringify(body))
    } catch (error) {
      throw new ChainFault('unreachable', `the Bitcoin node does not answer: ${error instanceof Error ? error.message : String(error)}`)
    }
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new ChainFault('nonsense', 'the Bitcoin node answered something that is not JSON')
    }
  }
}

function resultOf(answer: Answer): unknown {
  if (answer.error !== null && answer.error !== undefined) throw new NodeRefusal(answer.error.code, String(answer.error.message))
  return answer.result
}

/** bcoin numbers the answers of a batch anew, in order; Core repeats the numbers, in any order. Both are told by the place of each number. */
function orderOf(answers: unknown, count: number): readonly unknown[] {
  if (!Array.isArray(answers) || answers.length !== count || !answers.every(isAnswer))
    throw new ChainFault('nonsense', 'the Bitcoin node answered a batch with something else')
  const inOrder = [...answers].sort((one, other) => Number(one.id) - Number(other.id))
  return inOrder.map((answer) => {
    const error = answer.error
    return error === null || error === undefined ? answer.result : new NodeRefusal(error.code, String(error.message))
  })
}
