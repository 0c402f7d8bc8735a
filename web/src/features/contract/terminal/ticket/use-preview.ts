/**
 * What the server says about the order as it is typed: cost, fees, margin, prices of liquidation and bankruptcy, and why it would be
 * refused. Asked for when the typing rests, and again while the ticket stays as it is, since the market moves. Until the next answer the
 * last one stands and says that it is old.
 */
import { useEffect, useState } from 'react'
import { CallError } from '../../../../data/call-error.ts'
import type { OrderBody, previewContractOrder } from '../../../../data/contract/contract-actions.ts'
import { doubtConfig } from '../../../../data/contract/contract-config.ts'

/** Rest of the keyboard before the first question, and pause between questions, ms. */
const REST_MS = 250
const AGAIN_MS = 2000

export type ContractPreview = Awaited<ReturnType<typeof previewContractOrder>>

export interface PreviewAnswer {
  readonly preview: ContractPreview | undefined
  /** The largest size that opens, whole contracts; empty until it is known. */
  readonly most: string
  /** It is about an order that is no longer the one in the ticket. */
  readonly stale: boolean
  /** Why the server would refuse the order now, in the user's language. */
  readonly refusal: string | undefined
  readonly refusedAs: string
}

interface Told {
  readonly about: string
  readonly most: string
  readonly preview: ContractPreview | undefined
  readonly refusal: string | undefined
  readonly refusedAs: string
}

const calls = () => import('../../../../data/contract/contract-actions.ts')

export async function ask(body: OrderBody, about: string, isProbe: boolean): Promise<Told | undefined> {
  try {
    const preview = await (await calls()).previewContractOrder(body)
    return { about, preview: isProbe ? undefined : preview, most: preview.maxVolume, refusal: undefined, refusedAs: '' }
  } catch (error) {
    if (!(error instanceof CallError)) return undefined
    doubtConfig(error.errorName)
    return { about, preview: undefined, most: '', refusal: isProbe ? undefined : error.message, refusedAs: isProbe ? '' : error.errorName }
  }
}

/** Figures of an order stand, old, until the next ones come; behind an order that is no more they go. */
const next = (before: Told | undefined, answer: Told, isProbe: boolean): Told => ({
  ...answer,
  preview: isProbe ? undefined : (answer.preview ?? before?.preview),
  most: answer.most === '' ? (before?.most ?? '') : answer.most,
})

/**
 * @param body undefined while nothing can be asked
 * @param isProbe it asks only how large an order may be: what the answer says of this one is nothing that somebody typed
 */
export function useContractPreview(body: OrderBody | undefined, isProbe: boolean): PreviewAnswer {
  const [told, setTold] = useState<Told>()
  const about = body === undefined ? '' : JSON.stringify(body)
  useEffect(() => {
    if (about === '') return undefined
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    const question: OrderBody = JSON.parse(about)
    const turn = async () => {
      const answer = document.hidden ? undefined : await ask(question, about, isProbe)
      if (gone) return
      // A refusal keeps the figures of the order before: they say what is still true of the account.
      if (answer !== undefined) setTold((before) => next(before, answer, isProbe))
      timer = setTimeout(turn, AGAIN_MS)
    }
    timer = setTimeout(turn, REST_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [about, isProbe])
  const fresh = told !== undefined && told.about === about
  return {
    preview: told?.preview,
    most: told?.most ?? '',
    stale: !fresh || told.refusal !== undefined,
    refusal: fresh ? told.refusal : undefined,
    refusedAs: fresh ? told.refusedAs : '',
  }
}
