/** The state of a redemption: how much, where to, what it brings by the exchange's own count, and sending it once. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { EarnOrder } from '@agio/wire/earn/types.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText, sendDeed } from '../../../data/deed.ts'
import { useEarnChanged } from '../../../data/earn/my-earn.ts'
import { loadFixedRedemption, loadRedemption, takeOut } from '../../../data/earn/my-earn-calls.ts'
import { useSettled } from '../../../data/settled.ts'
import { SPOT_QUERIES } from '../../../data/spot/spot-changes.ts'
import { readAmount } from '../../../data/typed-amount.ts'
import { formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { toast } from '../../../ui/toast-store.ts'

const TYPING_MS = 250
export type Account = 'spot' | 'financial'

export const useFixedTerms = (orderNo: string) =>
  useQuery({ queryKey: [SPOT_QUERIES, 'earnFixedRedemption', orderNo], staleTime: 0, queryFn: () => loadFixedRedemption(orderNo) })

/** @param amount of a flexible order; without it all of it */
export function useFlexibleTerms(orderNo: string, amount: string | undefined) {
  const asked = useSettled(amount, TYPING_MS)
  return useQuery({
    queryKey: [SPOT_QUERIES, 'earnRedemption', orderNo, asked],
    staleTime: 0,
    placeholderData: (before) => before,
    queryFn: () => loadRedemption(orderNo, asked),
  })
}

/** What is typed. @param scale decimals of the coin */
export function useTypedAmount(scale: number) {
  const [text, setText] = useState('')
  const entry = readAmount(text, scale)
  return { text, setText, entry, amount: entry.kind === 'amount' ? formatDecimal(entry.value, scale) : undefined }
}

export function useRedeeming(order: EarnOrder, onDone: () => void) {
  const t = useT()
  const changed = useEarnChanged()
  const [account, setAccount] = useState<Account>('spot')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const running = useRef(false)
  /** @param amount of a flexible order; without it all of it */
  const redeem = async (amount: string | undefined) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setRefused(undefined)
    const toAccount = account === 'spot' ? (1 as const) : (3 as const)
    const request = { orderNo: order.orderNo, ...(amount !== undefined && { amount }), toAccount }
    const outcome = await sendDeed({
      ...{ kind: 'savings', body: request, about: `redeem ${order.principal} ${JSON.stringify(request)}` },
      send: (body, clientId) => takeOut({ ...body, clientId }),
    })
    running.current = false
    setBusy(false)
    // Also after a lost answer: new balances clear the doubt.
    changed()
    if (outcome.kind !== 'done') return setRefused(failureText('savings', outcome.error))
    const amountText = withUnit(formatNumber(outcome.answer.receive), order.coinName)
    toast({ kind: 'success', title: t('savings:redeem.done', { amount: amountText }) })
    onDone()
  }
  return { account, setAccount, busy, refused, redeem }
}
export type Redeeming = ReturnType<typeof useRedeeming>
