/** Takes a quote, once: a press after a lost answer is the same conversion under the same key. */
import type { Quote } from '@agio/wire/convert/types.ts'
import { useRef, useState } from 'react'
import { CallError } from '../../data/call-error.ts'
import { StickyKey } from '../../data/client-key.ts'
import type { Conversion } from '../../data/convert/convert-calls.ts'
import { spotChanged } from '../../data/spot/spot-changes.ts'
import { moreThan } from './model/quote-model.ts'
import { isInDoubt } from './model/refusals.ts'

export interface Done {
  readonly conversion: Conversion
  /** What came beyond what the price had shown, '' where nothing did. */
  readonly more: string
}

export interface Trade {
  readonly busy: boolean
  /** Why the last try for this quote did not end in a conversion. */
  readonly error: unknown
  /** No answer came, or none that says what became of it. */
  readonly inDoubt: boolean
  readonly done: Done | undefined
  accept(): Promise<void>
  /** Leaves what was done behind. */
  clear(): void
}

export function useTrade(quote: Quote | undefined): Trade {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ readonly quoteId: string; readonly error: unknown }>()
  const [done, setDone] = useState<Done>()
  const [key] = useState(() => new StickyKey())
  const running = useRef(false)
  const accept = async () => {
    if (quote === undefined || running.current) return
    const { quoteId, sendCoin, receiveCoin, sendAmount } = quote
    running.current = true
    setBusy(true)
    setFailed(undefined)
    try {
      const calls = await import('../../data/convert/convert-calls.ts')
      const conversion = await calls.acceptQuote({ quoteId, sendCoin, receiveCoin, sendAmount, clientId: key.keyOf(quoteId) })
      setDone({ conversion, more: moreThan(quote.receiveAmount, conversion.receiveAmount) })
    } catch (error) {
      setFailed({ quoteId, error })
    } finally {
      running.current = false
      setBusy(false)
      // Also after a lost answer: balances and records tell what became of it.
      spotChanged()
    }
  }
  const mine = failed?.quoteId === quote?.quoteId ? failed : undefined
  return {
    busy,
    error: mine?.error,
    inDoubt: mine !== undefined && isInDoubt(mine.error instanceof CallError ? mine.error.errorName : ''),
    done,
    accept,
    clear: () => setDone(undefined),
  }
}
