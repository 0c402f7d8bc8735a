/** Questions to a node of Tron over its HTTP API, and the forms of its answers. */
import { ChainFault } from '../port.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Takes a question to a node. @param path `wallet/getnowblock`. @returns what stood in the JSON of its answer */
export type AskTron = (path: string, body: Fields, signal: AbortSignal) => Promise<unknown>

/** @param url of the node, with a slash at its end */
export function tronOverHttp(url: string): AskTron {
  return async (path, body, signal) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body), signal })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return answer.json()
  }
}

export class TronApi {
  readonly #ask: AskTron
  readonly #timeoutMs: number

  constructor(ask: AskTron, timeoutMs: number) {
    this.#ask = ask
    this.#timeoutMs = timeoutMs
  }

  /** @throws ChainFault also where the node says an error. What a node does not know it answers with an empty object. */
  async ask(path: string, body: Fields = {}): Promise<unknown> {
    let answer: unknown
    try {
      answer = await this.#ask(path, body, AbortSignal.timeout(this.#timeoutMs))
    } catch (error) {
      throw new ChainFault('unreachable', `${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (typeof answer === 'object' && answer !== null && 'Error' in answer)
      throw new ChainFault('unreachable', `${path}: ${String(answer.Error)}`)
    return answer
  }

  async fields(path: string, body: Fields = {}): Promise<Fields> {
    return fieldsOf(await this.ask(path, body), path)
  }
}

export const nonsense = (what: string): ChainFault => new ChainFault('nonsense', `${what}: an answer of another form`)

export function fieldsOf(answer: unknown, what: string): Fields {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw nonsense(what)
  return answer as Fields
}

/** Lists that are empty are left out of answers. */
export function listOf(answer: unknown, what: string): readonly unknown[] {
  if (answer === undefined) return []
  if (!Array.isArray(answer)) throw nonsense(what)
  return answer
}

/** Numbers that are 0 are left out of answers. */
export function numberOf(answer: unknown, what: string): number {
  if (answer === undefined) return 0
  if (!Number.isSafeInteger(answer) || Number(answer) < 0) throw nonsense(what)
  return Number(answer)
}

const HEX = /^([0-9a-f]{2})*$/

export function hexOf(answer: unknown, what: string): string {
  if (typeof answer !== 'string' || !HEX.test(answer)) throw nonsense(what)
  return answer
}

export const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0
