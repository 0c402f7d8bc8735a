/**
 * JSON-RPC over HTTP: batches, a time limit, several nodes of which the next one is asked when one does not answer. What a node *says* is
 * an answer, also when it is an error: only silence and nonsense go to the next node.
 */
import { ChainFault } from '../port.ts'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** An error of the node, in its own words. */
export interface RpcError {
  readonly code: number
  readonly message: string
}

export type RpcAnswer = { readonly result: unknown } | { readonly error: RpcError }

export interface RpcOptions {
  /** In the order of preference. */
  readonly urls: readonly string[]
  readonly timeoutMs: number
  /** Calls in one request at most; nodes refuse more than some hundred. */
  readonly batchMost?: number
  /** Bytes of one answer at most. */
  readonly bytesMost?: number
}

const BATCH_MOST = 100
const BYTES_MOST = 256 * 1024 * 1024

export class Rpc {
  readonly #options: RpcOptions
  readonly #batchMost: number
  /** The node that answered last is asked first. */
  #current = 0

  constructor(options: RpcOptions) {
    if (options.urls.length === 0) throw new RangeError('a chain needs the URL of a node')
    this.#options = options
    this.#batchMost = options.batchMost ?? BATCH_MOST
  }

  /** How many there are. */
  get nodes(): number {
    return this.#options.urls.length
  }

  /** Another node is asked first from now on: the one that answered last said what cannot be used. */
  turn(): void {
    this.#current = (this.#current + 1) % this.#options.urls.length
  }

  /** @throws ChainFault also for an error of the node */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const [result] = await this.results([{ method, params }])
    return result
  }

  /** Results in the order of the calls. @throws ChainFault also when one of them is an error of the node */
  async results(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const answers = await this.answers(calls)
    return answers.map((answer, index) => resultOf(answer, calls[index]?.method ?? ''))
  }

  /** Calls of one batch are answered by one node. */
  async answers(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const answers: RpcAnswer[] = []
    for (let at = 0; at < calls.length; at += this.#batchMost)
      answers.push(...(await this.#anyNode((url) => this.#batch(url, calls.slice(at, at + this.#batchMost)))))
    return answers
  }

  async #anyNode<Result>(ask: (url: string) => Promise<Result>): Promise<Result> {
    const { urls } = this.#options
    const faults: ChainFault[] = []
    for (let tried = 0; tried < urls.length; tried += 1) {
      const index = (this.#current + tried) % urls.length
      try {
        const result = await ask(urls[index] ?? '')
        this.#current = index
        return result
      } catch (error) {
        if (!(error instanceof ChainFault)) throw error
        faults.push(error)
      }
    }
    const last = faults.at(-1)
    throw faults.length === 1 && last !== undefined
      ? last
      : new ChainFault(last?.why ?? 'unreachable', faults.map(({ message }) => message).join('; '))
  }

  async #batch(url: string, calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const body = JSON.stringify(calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })))
    const text = await this.#post(url, body)
    return answersIn(text, calls.length, hostOf(url))
  }

  async #post(url: string, body: string): Promise<string> {
    const { timeoutMs, bytesMost = BYTES_MOST } = this.#options
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const text = await textOf(response, bytesMost)
      // Some nodes answer a refused call with status 4xx and say in the body why; a proxy's page is no JSON.
      if (!response.ok && !text.startsWith('[')) throw new Error(`status ${response.status}`)
      return text
    } catch (error) {
      throw new ChainFault('unreachable', `${hostOf(url)}: ${wordsOf(error)}`)
    }
  }
}

/** @throws Error when there are more bytes */
async function textOf(response: Response, bytesMost: number): Promise<string> {
  if (response.body === null) return ''
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.length
    if (size > bytesMost) throw new Error(`an answer of more than ${bytesMost} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** URLs carry keys: only the host is told. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'a node without a URL'
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}

/** Answers of a batch in the order of its calls. @param who answered, for the words of a fault. @throws ChainFault for what answers no batch */
export function answersIn(text: string, count: number, who: string): readonly RpcAnswer[] {
  const nonsense = (what: string): ChainFault => new ChainFault('nonsense', `${who} ${what}`)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw nonsense('answered what is no JSON')
  }
  if (!Array.isArray(parsed)) throw nonsense('did not answer a batch with a batch')
  const answers = new Array<RpcAnswer | undefined>(count)
  for (const entry of parsed as readonly unknown[]) {
    if (typeof entry !== 'object' || entry === null) throw nonsense('answered a call with no object')
    const { id, result, error } = entry as { id?: unknown; result?: unknown; error?: unknown }
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= count) throw nonsense('answered a call that was not made')
    if (error !== undefined && error !== null) answers[id] = { error: errorOf(error) }
    else if (result !== undefined) answers[id] = { result }
  }
  // What was never answered is a hole, which `map` would pass over.
  return Array.from(answers, (answer) => {
    if (answer === undefined) throw nonsense('left a call without an answer')
    return answer
  })
}

function errorOf(error: unknown): RpcError {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'number' ? code : 0, message: typeof message === 'string' ? message : 'an error without words' }
}

/** Words with which nodes say that they do not keep, or do not know, the state or the block asked for. */
const NO_HISTORY =
  /not found|missing trie node|unknown block|header for hash|pruned|historical|not canonical|state .*(unavailable|not available)|distance to target|is not available|required historical|block ?out ?of ?range/i

export function isNoHistory({ message }: RpcError): boolean {
  return NO_HISTORY.test(message)
}

/** @throws ChainFault for an error of the node */
export function resultOf(answer: RpcAnswer, method: string): unknown {
  if ('result' in answer) return answer.result
  const { message, code } = answer.error
  throw new ChainFault(isNoHistory(answer.error) ? 'noHistory' : 'nonsense', `${method}: ${message} (${code})`)
}
