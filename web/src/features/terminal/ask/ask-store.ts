/** One question at a time about a price; whoever asks waits for the answer. */
import type { Through } from '../model/through.ts'

export interface Question {
  readonly through: Through
  readonly deed: 'place' | 'change'
  readonly pair: { readonly priceScale: number; readonly quote: string }
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

let asked: Asked | undefined
const listeners = new Set<() => void>()

function put(next: Asked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Answers whether to go on; no when another question comes or nobody can answer. */
export function ask(question: Question): Promise<boolean> {
  asked?.answer(false)
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    put({
      ...question,
      answer(yes) {
        put(undefined)
        resolve(yes)
      },
    })
  })
}

export function onAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) asked?.answer(false)
  }
}

export const presentQuestion = (): Asked | undefined => asked
