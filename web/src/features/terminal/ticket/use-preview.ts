/**
 * What the server says about the order as it is typed: its exact fee, and why it would be refused. Asked for when the typing rests, and
 * again while the ticket stays as it is, since the book moves. Silence changes nothing: without an answer the card shows its own estimate.
 */
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import { useEffect, useState } from 'react'
import { CallError } from '../../../data/call-error.ts'
import { serverNow } from '../../../data/clock.ts'
import { previewPlacing } from '../../../data/spot/order-actions.ts'
import type { TicketContext } from '../model/context.ts'
import { orderBody } from '../model/order-request.ts'
import type { Ticket } from '../model/resolve.ts'
import type { DiscountedFee, Preview } from '../model/told-fee.ts'

/** Rest of the keyboard before the first question, and pause between questions, ms. */
const REST_MS = 250
const AGAIN_MS = 2000

export interface PreviewAnswer {
  readonly preview: Preview | undefined
  /** Why the server would refuse the order now, in the user's language. */
  readonly refusal: string | undefined
  /** Prices between which orders of a locked account trade; undefined while nothing bounds them. */
  readonly bound?: { readonly low: string; readonly high: string } | undefined
}

const NOTHING: PreviewAnswer = { preview: undefined, refusal: undefined }

type Body = ReturnType<typeof orderBody>

function discountOf(coin: string | null, fee: string | null, worthText: string | null, quoteScale: number): DiscountedFee | undefined {
  if (coin === null || fee === null || worthText === null) return undefined
  const worth = parseDecimal(worthText, quoteScale)
  return typeof worth === 'bigint' ? { coin, fee, worth } : undefined
}

async function ask(body: Body, context: Pick<TicketContext, 'terms' | 'baseScale' | 'quoteScale'>): Promise<PreviewAnswer> {
  const { terms } = context
  try {
    const answer = await previewPlacing(body)
    const lots = parseDecimal(answer.estAmount ?? '0', terms.quantityScale)
    const fee = parseDecimal(answer.estFee, answer.feeCoin === terms.base ? context.baseScale : context.quoteScale)
    const value = parseDecimal(answer.estValue ?? '0', context.quoteScale)
    if (typeof lots !== 'bigint' || typeof fee !== 'bigint' || typeof value !== 'bigint') return NOTHING
    const { discountCoin, estDiscountFee, estDiscountWorth, estWholeDiscountFee, estWholeDiscountWorth } = answer
    const discounted = discountOf(discountCoin, estDiscountFee, estDiscountWorth, context.quoteScale)
    const whole = discountOf(discountCoin, estWholeDiscountFee, estWholeDiscountWorth, context.quoteScale)
    const { boundLow, boundHigh } = answer
    const bound = boundLow === null || boundHigh === null ? undefined : { low: boundLow, high: boundHigh }
    return { preview: { taken: lots, value, fee, discounted, whole }, refusal: undefined, bound }
  } catch (error) {
    return error instanceof CallError ? { preview: undefined, refusal: error.message } : NOTHING
  }
}

/** @param wanted false while the ticket cannot be sent anyway: nothing is asked then */
export function usePreview(ticket: Ticket, context: TicketContext, wanted: boolean): PreviewAnswer {
  const [told, setTold] = useState<{ readonly about: string; readonly answer: PreviewAnswer }>()
  const { terms, baseScale, quoteScale } = context
  // The life of a good-till-date order starts when it is sent; for the question any moment in the future does.
  const about = wanted ? JSON.stringify(orderBody(ticket, context, 'preview', 0)) : ''
  useEffect(() => {
    if (about === '') return undefined
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    const question: Body = JSON.parse(about)
    const turn = async () => {
      const body = question.expireTime === undefined ? question : { ...question, expireTime: Math.round(serverNow()) + question.expireTime }
      const answer = document.hidden ? undefined : await ask(body, { terms, baseScale, quoteScale })
      if (gone) return
      if (answer !== undefined) setTold({ about, answer })
      timer = setTimeout(turn, AGAIN_MS)
    }
    timer = setTimeout(turn, REST_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [about, terms, baseScale, quoteScale])
  return told?.about === about ? told.answer : NOTHING
}
