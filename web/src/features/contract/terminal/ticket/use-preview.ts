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
  /** Order, without its size, that `most` was told of; empty until it is known. */
  readonly mostOf: string
  /** Why not even one contract of the order can be sent, where only that was asked. */
  readonly refusedAtAll: string | undefined
  /** It is about an order that is no longer the one in the ticket. */
  readonly stale: boolean
  /** Why the server would refuse the order now, in the user's language. */
  readonly refusal: string | undefined
  readonly refusedAs: string
}

interface Told {
  readonly about: string
  readonly isProbe: boolean
  readonly most: string
  readonly mostOf: string
  readonly preview: ContractPreview | undefined
  readonly refusal: string | undefined
  readonly refusedAs: string
}

const calls = () => import('../../../../data/contract/contract-actions.ts')

export async function ask(body: OrderBody, about: string, isProbe: boolean, unsized: string): Promise<Told | undefined> {
  try {
    const preview = await (await calls()).previewContractOrder(body)
    const most = { most: preview.maxVolume, mostOf: unsized }
    return { about, isProbe, preview: isProbe ? undefined : preview, ...most, refusal: undefined, refusedAs: '' }
  } catch (error) {
    if (!(error instanceof CallError)) return undefined
    doubtConfig(error.errorName)
    return { about, isProbe, preview: undefined, most: '', mostOf: '', refusal: error.message, refusedAs: error.errorName }
  }
}

/** Figures of an order stand, old, until the next ones come; behind an order that is no more they go. */
const next = (before: Told | undefined, answer: Told, isProbe: boolean): Told => ({
  ...answer,
  preview: isProbe ? undefined : (answer.preview ?? before?.preview),
  ...(answer.most === '' && { most: before?.most ?? '', mostOf: before?.mostOf ?? '' }),
})

/**
 * @param body undefined while nothing can be asked
 * @param isProbe it asks only how large an order may be: what the answer says of this one is nothing that somebody typed
 * @param unsized the order without its size, by which the largest size is known again
 */
export function useContractPreview(body: OrderBody | undefined, isProbe: boolean, unsized: string): PreviewAnswer {
  const [told, setTold] = useState<Told>()
  const about = body === undefined ? '' : JSON.stringify(body)
  useEffect(() => {
    if (about === '') return undefined
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    const question: OrderBody = JSON.parse(about)
    const turn = async () => {
      const answer = document.hidden ? undefined : await ask(question, about, isProbe, unsized)
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
  }, [about, isProbe, unsized])
  const fresh = told !== undefined && told.about === about && told.isProbe === isProbe
  return {
    preview: told?.preview,
    most: told?.most ?? '',
    mostOf: told?.mostOf ?? '',
    stale: !fresh || told.refusal !== undefined,
    refusal: fresh && !isProbe ? told.refusal : undefined,
    refusedAs: fresh && !isProbe ? told.refusedAs : '',
    refusedAtAll: fresh && isProbe ? told.refusal : undefined,
  }
}
