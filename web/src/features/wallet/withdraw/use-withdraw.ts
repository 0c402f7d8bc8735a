/** The state of the withdrawal form: coin, destination, network, amount, and what the server says of all of it. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Address, CoinExt } from '@agio/wire/wallet/types.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../../data/call-error.ts'
import { readAmount } from '../../../data/typed-amount.ts'
import { useCoinNetworks, useWithdrawCoins } from '../../../data/wallet/networks.ts'
import { useSearchParams } from '../../../ui/navigation.tsx'
import type { Inspection } from '../guard/inspect.ts'
import { type Guard, useBook, useGuard } from '../guard/use-guard.ts'
import { isPaused, networkOf } from '../model/network-model.ts'
import { amountFault } from '../model/withdraw-model.ts'
import { previewQuery } from './preview-query.ts'

/** What was chosen and typed; kept while the coin stays. */
interface Draft {
  readonly coin: string
  readonly place: 'book' | 'new' | undefined
  readonly entryId: string | undefined
  readonly address: string
  readonly memo: string
  readonly protocolType: string | undefined
  readonly amount: string
  readonly remark: string
}

const emptyDraft = (coin: string): Draft => ({
  ...{ coin, place: undefined, entryId: undefined, address: '', memo: '', protocolType: undefined, amount: '', remark: '' },
})

/** Where it goes: an entry of the book, or what was typed. */
export interface Destination {
  readonly address: string
  readonly memo: string
  readonly entry: Address | undefined
  readonly inspection: Inspection | undefined
}

function destinationOf(draft: Draft, entry: Address | undefined, guard: Guard, open: readonly CoinExt[]): Destination {
  const text = entry?.address ?? draft.address.trim()
  const wanted = open.map(({ protocolType }) => protocolType)
  return {
    address: text,
    memo: entry === undefined ? draft.memo.trim() : (entry.memo ?? ''),
    entry,
    inspection: text === '' ? undefined : guard.inspect?.(text, wanted),
  }
}

/** The networks over which it may go: those that the address fits, or the one of the entry. */
function fittingOf({ entry, inspection }: Destination, open: readonly CoinExt[]): readonly CoinExt[] {
  if (inspection?.kind !== 'fits') return []
  return open.filter(({ protocolType }) =>
    entry === undefined ? inspection.networks.includes(protocolType) : entry.protocolType === protocolType,
  )
}

/** The coin that the address names, as far as it can be withdrawn, else the first that can. */
function useCoin() {
  const [search, setSearch] = useSearchParams()
  const coins = useWithdrawCoins()
  const named = search.get('coin')?.toUpperCase()
  const coin = coins.data?.find(({ coinName }) => coinName === named) ?? (named === undefined ? coins.data?.[0] : undefined)
  const pick = (symbol: string) => {
    const next = new URLSearchParams(search)
    next.set('coin', symbol)
    setSearch(next, { replace: true })
  }
  return { coins, coin, named, pick }
}

export function useWithdraw() {
  const { coins, coin, named, pick } = useCoin()
  const networks = useCoinNetworks(coin?.coinId)
  const book = useBook()
  const [kept, setDraft] = useState(() => emptyDraft(''))
  const draft = kept.coin === coin?.coinName ? kept : emptyDraft(coin?.coinName ?? '')
  const guard = useGuard(draft.address !== '' || draft.entryId !== undefined)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const entries = book.data?.filter(({ coinId }) => coinId === coin?.coinId) ?? []
  const place = draft.place ?? (entries.length > 0 ? 'book' : 'new')
  const entry = place === 'book' ? entries.find(({ id }) => id === draft.entryId) : undefined
  const open = networks.data?.filter((network) => !isPaused(network, 'withdrawal')) ?? []
  const destination = destinationOf(place === 'book' && entry === undefined ? { ...draft, address: '' } : draft, entry, guard, open)
  const fitting = fittingOf(destination, open)
  const network = networkOf(fitting, draft.protocolType)
  const scale = network?.withdrawScale ?? coin?.scale ?? 0
  const typed = readAmount(draft.amount, scale)
  const amount = typed.kind === 'amount' ? formatDecimal(typed.value, scale) : undefined
  // Bounds and fee stand before there is an address: those of the first network then.
  const asked = network ?? open[0]
  const address = network !== undefined && destination.inspection?.kind === 'fits' ? destination.address : undefined
  const preview = useQuery(previewQuery({ coinId: coin?.coinId, protocolType: asked?.protocolType, address, amount }))
  const refusal = preview.error instanceof CallError && preview.error.errorName === 'ADDRESS_INVALID' ? preview.error : undefined
  return {
    ...{ coins, coin, named, pick, networks, open, guard, book, entries, draft, change, place },
    ...{ destination, fitting, network, scale, typed, amount, preview, addressRefusal: refusal },
    amountFault: amountFault(typed, preview.data, scale),
  }
}

export type Withdraw = ReturnType<typeof useWithdraw>

/** The answer for what is typed now; none while nothing can be said. */
export const outcomeOf = ({ amount, amountFault, preview }: Withdraw) =>
  amount === undefined || amountFault !== undefined || preview.isPlaceholderData ? undefined : preview.data
