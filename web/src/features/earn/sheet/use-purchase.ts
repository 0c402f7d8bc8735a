/** The state of a purchase: what is chosen and typed, what bounds it, what it would earn, and sending it once. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { EarnOrder, Product } from '@agio/wire/earn/types.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText, sendDeed } from '../../../data/deed.ts'
import { useEarnChanged } from '../../../data/earn/my-earn.ts'
import { buy, loadEstimate, loadTerms } from '../../../data/earn/my-earn-calls.ts'
import { EARN_QUERIES } from '../../../data/earn/products.ts'
import { useSettled } from '../../../data/settled.ts'
import { SPOT_QUERIES } from '../../../data/spot/spot-changes.ts'
import { readAmount } from '../../../data/typed-amount.ts'
import { type Bounds, faultOf, isOfAmount } from './sheet-model.ts'

/** How long a finger rests between two digits. */
const TYPING_MS = 250

export type PayAccount = 'spot' | 'financial'
export type Renewal = 0 | 1 | 2

export const useTerms = (productId: string) =>
  useQuery({
    queryKey: [SPOT_QUERIES, 'earnTerms', productId],
    staleTime: 0,
    refetchInterval: 15_000,
    queryFn: () => loadTerms(productId),
  })
export type Terms = NonNullable<ReturnType<typeof useTerms>['data']>

/** What an amount would earn, by the exchange's own count; the last answer stays while the next is on its way. */
export function useEstimate(productId: string, amount: string | undefined) {
  const asked = useSettled(amount, TYPING_MS)
  const query = useQuery({
    queryKey: [EARN_QUERIES, 'estimate', productId, asked],
    enabled: asked !== undefined,
    placeholderData: (before) => before,
    queryFn: () => loadEstimate(productId, asked ?? ''),
  })
  return {
    estimate: amount === undefined ? undefined : query.data,
    isCurrent: asked === amount && !query.isPlaceholderData && !query.isFetching,
  }
}

/** What is chosen; the amount begins empty, and nothing is agreed to. */
export function useChoice() {
  const [text, setText] = useState('')
  const [account, setAccount] = useState<PayAccount>('spot')
  const [renewal, setRenewal] = useState<Renewal>(0)
  const [agreed, setAgreed] = useState(false)
  return { text, setText, account, setAccount, renewal, setRenewal, agreed, setAgreed }
}
export type Choice = ReturnType<typeof useChoice>

interface Refusal {
  readonly text: string
  readonly atAmount: boolean
  /** Of what. */
  readonly of: string
}

function useSending(onBought: (order: EarnOrder) => void) {
  const changed = useEarnChanged()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refusal>()
  const running = useRef(false)
  /** @returns whether it was refused for its amount */
  const purchase = async (product: Product, amount: string, { account, renewal, agreed }: Choice): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setRefused(undefined)
    const request = {
      productId: product.id,
      amount,
      autoPurchase: renewal,
      payAccount: account === 'spot' ? (1 as const) : (3 as const),
      agree: agreed ? (1 as const) : (0 as const),
    }
    const outcome = await sendDeed({ kind: 'savings', body: request, send: (body, clientId) => buy({ ...body, clientId }) })
    running.current = false
    setBusy(false)
    // Also after a lost answer: new balances clear the doubt.
    changed()
    if (outcome.kind === 'done') {
      onBought(outcome.answer)
      return false
    }
    const atAmount = outcome.kind === 'refused' && isOfAmount(outcome.error.errorName)
    setRefused({ text: failureText('savings', outcome.error), atAmount, of: amount })
    return atAmount
  }
  return { busy, refused, purchase }
}

/** Everything that the form shows of what is chosen. */
export function usePurchase(product: Product, terms: Terms, scale: number, onBought: (order: EarnOrder) => void) {
  const choice = useChoice()
  const { busy, refused, purchase } = useSending(onBought)
  const bounds: Bounds = {
    min: terms.min,
    max: terms.max,
    step: terms.step,
    userQuotaLeft: terms.userQuotaLeft,
    leftQuota: terms.product.leftQuota,
    balance: choice.account === 'spot' ? terms.balance : terms.financialBalance,
  }
  const entry = readAmount(choice.text, scale)
  const amount = entry.kind === 'amount' ? formatDecimal(entry.value, scale) : ''
  return {
    choice,
    bounds,
    amount,
    fault: faultOf(entry, amount, bounds),
    busy,
    /** Of exactly what is typed now. */
    refusal: refused?.of === amount ? refused : undefined,
    send: () => purchase(product, amount, choice),
  }
}
export type Purchase = ReturnType<typeof usePurchase>
