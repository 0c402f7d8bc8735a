/** The state of the transfer dialog: what is chosen and typed, what both accounts have, and sending it once. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { transferAll, transferAvailable } from '@agio/wire/assets/transfers.ts'
import { ACCOUNT_TYPES } from '@agio/wire/assets/view.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../data/call-error.ts'
import { StickyKey } from '../../../data/client-key.ts'
import { send } from '../../../data/http-client.ts'
import { messageOf } from '../../../data/message-of.ts'
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
  isCertain,
  isEmpty,
  leaving,
  type Place,
  placeOf,
  type Route,
  reaching,
  sameTransfer,
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

/** Sends a transfer; one at a time, and the same one under the same key. */
function useSending(onDone: () => void) {
  const t = useT()
  const [keys] = useState(() => new StickyKey())
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
    try {
      await send(transferAll, {
        coinId: assetId,
        amount: of.amount,
        fromAccount: ACCOUNT_TYPES[of.from],
        toAccount: ACCOUNT_TYPES[of.to],
        clientId: keys.keyOf(sameTransfer(of)),
      })
      keys.settled()
      const amount = withUnit(formatNumber(of.amount), of.coin)
      toast({ kind: 'success', title: t(`transfer:done.${of.to}`, { amount }) })
      if (isOpen.current) onDone()
      return undefined
    } catch (error) {
      const name = error instanceof CallError ? error.errorName : ''
      if (isCertain(name)) keys.settled()
      const text = error instanceof CallError ? messageOf(error) : t('transfer:unknown')
      const place = placeOf(name)
      setRefused({ place, text, of })
      if (!isOpen.current) toast({ kind: 'error', title: text })
      return place
    } finally {
      running.current = false
      setBusy(false)
      // Also after a lost answer: the balances tell what became of it.
      spotChanged()
    }
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
