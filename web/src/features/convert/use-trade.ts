/** Takes a quote, once. */
import type { Quote } from '@agio/wire/convert/types.ts'
import { useRef, useState } from 'react'
import type { Conversion } from '../../data/convert/convert-calls.ts'
import { type FailedDeed, sendDeed } from '../../data/deed.ts'
import { spotChanged } from '../../data/spot/spot-changes.ts'
import { moreThan } from './model/quote-model.ts'

export interface Done {
  readonly conversion: Conversion
  /** What came beyond what the price had shown, '' where nothing did. */
  readonly more: string
}

export interface Trade {
  readonly busy: boolean
  /** Why the last try for this quote did not end in a conversion. */
  readonly error: unknown
  /** The conversion may have happened. */
  readonly inDoubt: boolean
  readonly done: Done | undefined
  accept(): Promise<void>
  /** Leaves what was done behind. */
  clear(): void
}

export function useTrade(quote: Quote | undefined): Trade {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ readonly quoteId: string; readonly failed: FailedDeed }>()
  const [done, setDone] = useState<Done>()
  const running = useRef(false)
  const accept = async () => {
    if (quote === undefined || running.current) return
    const { quoteId, sendCoin, receiveCoin, sendAmount } = quote
    running.current = true
    setBusy(true)
    setFailed(undefined)
    const outcome = await sendDeed({
      ...{ kind: 'conversion', body: { quoteId, sendCoin, receiveCoin, sendAmount } },
      send: async (body, clientId) => (await import('../../data/convert/convert-calls.ts')).acceptQuote({ ...body, clientId }),
    })
    if (outcome.kind !== 'done') setFailed({ quoteId, failed: outcome })
    else setDone({ conversion: outcome.answer, more: moreThan(quote.receiveAmount, outcome.answer.receiveAmount) })
    running.current = false
    setBusy(false)
    // Also after a lost answer: new balances clear the doubt.
    spotChanged()
  }
  const mine = failed?.quoteId === quote?.quoteId ? failed?.failed : undefined
  return {
    busy,
    error: mine?.error,
    inDoubt: mine?.kind === 'doubt',
    done,
    accept,
    clear: () => setDone(undefined),
  }
}
