/** Asks for a price once somebody stops typing, and again only when asked to: a price that ran out is never replaced by itself. */
import type { Quote } from '@agio/wire/convert/types.ts'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../data/call-error.ts'
import { pageTime, serverNow } from '../../data/clock.ts'
import type { Ask } from '../../data/convert/convert-calls.ts'
import { leftOf } from './model/quote-model.ts'
import { waitOf } from './model/refusals.ts'

/** Somebody who types on is not asked for. */
const TYPING_MS = 350
/** How often the ring moves. */
const TICK_MS = 100

interface Answer {
  /** The asking that it answers. */
  readonly of: string
  readonly quote?: Quote
  readonly error?: unknown
  /** Page time at which it came. */
  readonly at: number
}

export interface Asked {
  /** Nothing has been answered yet. */
  readonly asking: boolean
  readonly quote: Quote | undefined
  readonly error: unknown
  /** Page time at which the answer came. */
  readonly at: number
  /** Asks for another price for the same. */
  again(): void
}

/** @param ask undefined while there is nothing to ask for */
export function useQuote(ask: Ask | undefined): Asked {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer>()
  const asked = useRef(round)
  const of = ask === undefined ? '' : JSON.stringify({ ...ask, round })
  useEffect(() => {
    if (of === '') return undefined
    const stop = new AbortController()
    const put = (what: Omit<Answer, 'of' | 'at'>): void => {
      if (!stop.signal.aborted) setAnswer({ of, at: pageTime(), ...what })
    }
    const load = async () => {
      try {
        const calls = await import('../../data/convert/convert-calls.ts')
        put({ quote: await calls.loadQuote(JSON.parse(of) as Ask, stop.signal) })
      } catch (error) {
        put({ error })
      }
    }
    const timer = setTimeout(() => void load(), round === asked.current ? TYPING_MS : 0)
    asked.current = round
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [of, round])
  const mine = answer?.of === of ? answer : undefined
  return {
    asking: of !== '' && mine === undefined,
    quote: mine?.quote,
    error: mine?.error,
    at: mine?.at ?? 0,
    again: () => setRound((before) => before + 1),
  }
}

/** Seconds until a price that was refused for a moment is asked for again, by itself: nobody was shown one. 0 where nothing waits. */
export function useWait({ error, at, again }: Asked): number {
  const seconds = error instanceof CallError ? waitOf(error.errorName, error.params) : 0
  const until = at + seconds * 1000
  const [now, setNow] = useState(0)
  const ask = useRef(again)
  useEffect(() => {
    ask.current = again
  })
  useEffect(() => {
    if (seconds === 0) return undefined
    const timer = setInterval(() => {
      setNow(pageTime())
      if (pageTime() < until) return
      clearInterval(timer)
      ask.current()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [seconds, until])
  return seconds === 0 ? 0 : Math.min(seconds, Math.max(1, Math.ceil((until - Math.max(now, at)) / 1000)))
}

/** Time that a quote still holds by the server's clock, ms, also while nobody looks at the page; 0 without one. */
export function useLeft(quote: Quote | undefined): number {
  const read = () => (quote === undefined ? 0 : leftOf(quote, serverNow()))
  const [seen, setSeen] = useState({ quote, left: read() })
  useEffect(() => {
    if (quote === undefined) return undefined
    const timer = setInterval(look, TICK_MS)
    function look() {
      const left = quote === undefined ? 0 : leftOf(quote, serverNow())
      setSeen({ quote, left })
      if (left === 0) clearInterval(timer)
    }
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [quote])
  return seen.quote === quote ? seen.left : read()
}
