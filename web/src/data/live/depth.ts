/** The live order book of a pair, for the terminal and for whoever shows a few levels of it. */
import { Book, type BookLevel, type BookScales, readDepth } from './book.ts'
import { createTopic, type Topic, useTopic } from './topic.ts'

export interface DepthView {
  /** False before the first snapshot and between a gap and the next one: nothing is shown then, rather than something wrong. */
  readonly ready: boolean
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  readonly seq: number
  /** Server clock of the newest message, ms. */
  readonly time: number
}

const topics = new Map<string, Topic<DepthView>>()

/** The state of a depth channel, for either line. */
export function depthState(scales: BookScales) {
  const book = new Book(scales)
  let seq = 0
  let time = 0
  return {
    push(push: { readonly type: string; readonly seq: number; readonly time: number; readonly data: unknown }): boolean {
      const message = readDepth(push.data)
      if (message === undefined) return false
      seq = push.seq
      time = push.time
      return book.apply(push.type === 'snapshot' ? 'snapshot' : 'delta', message)
    },
    reset: () => book.clear(),
    forget: () => book.clear(),
    view: (): DepthView => Object.freeze({ ready: book.ready, bids: book.bids.slice(), asks: book.asks.slice(), seq, time }),
  }
}

export function depthTopic(symbol: string, scales: BookScales): Topic<DepthView> {
  const key = `${symbol} ${scales.priceScale} ${scales.quantityScale}`
  const topic = topics.get(key) ?? createTopic(`depth:${symbol}`, depthState(scales))
  topics.set(key, topic)
  return topic
}

/** Levels in ticks and lots, best first. */
export function useDepth(symbol: string, scales: BookScales): DepthView {
  return useTopic(depthTopic(symbol, scales))
}
