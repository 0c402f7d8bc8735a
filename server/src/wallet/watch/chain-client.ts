/** A network's chain as others than its thread ask it: each question is a message, its answer another one. */
import { ChainFault } from '@agio/chain/port.ts'
import type { NetworkChain } from '../parts.ts'
import type { AskedCall, AskFault, FromWatch, Hand, ToWatch } from './messages.ts'

/** Beyond the adapters' own limits; whoever asks must not wait for ever. */
const WITHIN_MS = 60_000

interface Asked {
  resolve(value: unknown): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

function errorOf(fault: AskFault): Error {
  if (fault.name === 'ChainFault') return new ChainFault(fault.why, fault.text)
  return fault.name === 'RangeError' ? new RangeError(fault.text) : new Error(fault.text)
}

export class ChainClient {
  readonly #asked = new Map<number, Asked>()
  #lastAskId = 0
  /** Undefined while there is no thread. */
  #post: ((message: ToWatch) => void) | undefined

  /** The thread that answers from now on; undefined: none does, and what was asked is not answered any more. */
  attach(post: ((message: ToWatch) => void) | undefined): void {
    this.#post = post
    for (const askId of [...this.#asked.keys()])
      this.#settle(askId, ({ reject }) => reject(new ChainFault('unreachable', 'the thread of this network ended')))
  }

  take(message: Extract<FromWatch, { kind: 'answer' | 'fault' }>): void {
    this.#settle(message.askId, ({ resolve, reject }) =>
      message.kind === 'answer' ? resolve(message.value) : reject(errorOf(message.fault)),
    )
  }

  of(hand: Hand): NetworkChain {
    const ask =
      <Call extends AskedCall>(call: Call) =>
      (...args: Parameters<NetworkChain[Call]>): ReturnType<NetworkChain[Call]> =>
        this.#ask(hand, call, args) as ReturnType<NetworkChain[Call]>
    return {
      head: ask('head'),
      blockAt: ask('blockAt'),
      holdings: ask('holdings'),
      coins: ask('coins'),
      fee: ask('fee'),
      nextSlot: ask('nextSlot'),
      work: ask('work'),
      build: ask('build'),
      bump: ask('bump'),
      send: ask('send'),
      find: ask('find'),
    }
  }

  #ask(hand: Hand, call: AskedCall, args: readonly unknown[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (this.#post === undefined) {
      reject(new ChainFault('unreachable', 'no node is known for this network'))
      return promise
    }
    this.#lastAskId += 1
    const askId = this.#lastAskId
    const timer = setTimeout(() => this.#settle(askId, (asked) => asked.reject(new ChainFault('unreachable', 'no answer'))), WITHIN_MS)
    this.#asked.set(askId, { resolve, reject, timer: timer.unref() })
    this.#post({ kind: 'ask', askId, hand, call, args })
    return promise
  }

  #settle(askId: number, settle: (asked: Asked) => void): void {
    const asked = this.#asked.get(askId)
    if (asked === undefined) return
    this.#asked.delete(askId)
    clearTimeout(asked.timer)
    settle(asked)
  }
}
