/** The state of the transfer dialog: what is chosen and typed, what both accounts have, and sending it once. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { transferAll, transferAvailable } from '@agio/wire/assets/transfers.ts'
import { ACCOUNT_TYPES } from '@agio/wire/assets/view.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureText, sendDeed } from '../../../data/deed.ts'
import { send } from '../../../data/http-client.ts'
import type { Asset } from '../../../data/spot/pair-terms.ts'
import { SPOT_QUERIES, spotChanged } from '../../../data/spot/spot-changes.ts'
import { readAmount } from '../../../data/typed-amount.ts'
import { formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { toast } from '../../../ui/toast-store.ts'
import {
  type Account,
  type Accounts,
  balancesAfter,
  exceeds,
  firstRoute,
  isEmpty,
  leaving,
  type Place,
  placeOf,
  type Route,
  reaching,
  type Transfer,
  unitsOf,
} from './transfer-model.ts'

const OFTEN_MS = 10_000

/** What may be transferred out of an account. Each coin and account has an answer of its own: one that comes late is never taken for another. */
export const useAvailable = (asset: Asset | undefined, account: Account) =>
  useQuery({
    queryKey: [SPOT_QUERIES, 'transferable', asset?.assetId, account],
    enabled: asset !== undefined,
    staleTime: 0,
    refetchInterval: OFTEN_MS,
    queryFn: async () => (await send(transferAvailable, { coinId: asset?.assetId ?? '', fromAccount: ACCOUNT_TYPES[account] })).available,
  })

export interface Refusal {
  readonly place: Place
  readonly text: string
}

interface First {
  readonly coin: string | undefined
  readonly from?: Account | undefined
  /** Where coins of the spot account are meant to go. */
  readonly to?: Account | undefined
}

/** What may be chosen; the first values are chosen once, when the dialog opens. */
export function useChoice(accounts: Accounts, first: First) {
  const [route, setRoute] = useState<Route>(() =>
    first.to === undefined ? firstRoute(accounts, first.from) : { from: 'spot', to: first.to },
  )
  const [coin, setCoin] = useState(first.coin)
  const [text, setText] = useState('')
  return {
    route,
    coin,
    text,
    setCoin,
    setText,
    leave: (from: Account) => setRoute(leaving(from, route, accounts)),
    reach: (to: Account) => setRoute(reaching(to, route)),
  }
}

const accountsOf = ({ from, to }: Transfer) => ({ fromAccount: ACCOUNT_TYPES[from], toAccount: ACCOUNT_TYPES[to] })

/** Sends a transfer, one at a time. */
function useSending(onDone: () => void) {
  const t = useT()
  const [refused, setRefused] = useState<Refusal & { readonly of: Transfer }>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const transfer = async (of: Transfer, assetId: string): Promise<Place | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setRefused(undefined)
    const outcome = await sendDeed({
      ...{ kind: 'transfer', body: { ...accountsOf(of), coinId: assetId, amount: of.amount } },
      send: (body, clientId) => send(transferAll, { ...body, clientId }),
    })
    running.current = false
    setBusy(false)
    // Also after a lost answer: new balances clear the doubt.
    spotChanged()
    if (outcome.kind === 'done') {
      const amount = withUnit(formatNumber(of.amount), of.coin)
      toast({ kind: 'success', title: t(`transfer:done.${of.to}`, { amount }) })
      if (isOpen.current) onDone()
      return undefined
    }
    const text = failureText('transfer', outcome.error)
    const place = placeOf(outcome.kind === 'refused' ? outcome.error.errorName : '')
    setRefused({ place, text, of })
    if (!isOpen.current) toast({ kind: 'error', title: text })
    return place
  }
  return { busy, refused, transfer }
}

/** Everything that the dialog shows of what is chosen. */
export function useTransfer(choice: ReturnType<typeof useChoice>, asset: Asset | undefined, onDone: () => void) {
  const { from, to } = choice.route
  const scale = asset?.scale ?? 0
  const source = useAvailable(asset, from)
  const target = useAvailable(asset, to)
  const sending = useSending(onDone)
  const available = unitsOf(source.data, scale)
  const entry = readAmount(choice.text, scale)
  const amount = entry.kind === 'amount' ? formatDecimal(entry.value, scale) : ''
  const transfer: Transfer = { coin: asset?.symbol ?? '', from, to, amount }
  const { refused } = sending
  const same = refused !== undefined && JSON.stringify(refused.of) === JSON.stringify(transfer)
  return {
    source,
    target,
    entry,
    amount,
    available,
    busy: sending.busy,
    empty: isEmpty(available),
    tooMuch: exceeds(entry, available),
    after: balancesAfter(entry, available, unitsOf(target.data, scale), scale),
    /** Of exactly what is chosen now. */
    refusal: same ? refused : undefined,
    send: () => (asset === undefined ? Promise.resolve(undefined) : sending.transfer(transfer, asset.assetId)),
  }
}
