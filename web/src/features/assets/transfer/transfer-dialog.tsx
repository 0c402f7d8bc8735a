/** Moves coins between two accounts of the user, at once and free; what comes of it stands below before it is done. */
import { ChevronDown } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useContractAssets } from '../../../data/contract/contract-lists.ts'
import { useFiat } from '../../../data/fiat.ts'
import { worth } from '../../../data/shell/rate-model.ts'
import { type Asset, useAssets } from '../../../data/spot/pair-terms.ts'
import { formatNumber, isolated, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { typedNumber } from '../../../i18n/typed-text.ts'
import { Button } from '../../../ui/button.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { HIDDEN_AMOUNT, NumberText } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TypedField } from '../../../ui/text-field.tsx'
import type { BalanceRow } from '../assets-model.ts'
import { useEarnBalances } from '../assets-queries.ts'
import { AccountBox, ChoiceOver, Fault } from './account-box.tsx'
import { type Account, type Accounts, isOpenTo, type Place, type Route } from './transfer-model.ts'
import { useChoice, useTransfer } from './use-transfer.ts'

interface TransferDialogProps {
  /** The coin of the row that asked for it. */
  readonly coin: string | undefined
  readonly accounts: Accounts
  /** The account to leave first, where coins may leave it. */
  readonly from?: Account
  /** The account that coins of the spot account are meant for. */
  readonly to?: Account
  /** Balances of the spot account, the most valuable first. */
  readonly rows: readonly BalanceRow[]
  readonly onClose: () => void
}

export function TransferDialog(props: TransferDialogProps) {
  const t = useT()
  const assets = useAssets()
  return (
    <Dialog title={t('transfer:title')} onClose={props.onClose} width={480} sheet>
      {assets.data !== undefined ? (
        <TransferForm {...props} assets={assets.data} />
      ) : assets.isError ? (
        <ErrorPanel title={t('transfer:failed')} error={assets.error} onRetry={() => void assets.refetch()} />
      ) : (
        <SkeletonRows rows={6} height={52} />
      )}
    </Dialog>
  )
}

type Assets = ReadonlyMap<string, Asset>

/** The coins, those of the account that is left first; and what one is worth, where it is held. */
function useCoins(from: Account, assets: Assets, rows: readonly BalanceRow[]) {
  const saved = useEarnBalances()
  const contracts = useContractAssets(from === 'contract').data?.accountList ?? []
  const ofContracts = contracts.map(({ symbol, canTransferAmount }) => ({ asset: symbol, available: canTransferAmount }))
  const here = from === 'spot' ? rows : from === 'financial' ? (saved ?? []) : ofContracts
  const held = here.flatMap(({ asset, available }) => (/[1-9]/.test(available) && assets.has(asset) ? [asset] : []))
  const coins = [...new Set([...held, ...assets.keys()])]
  const priceOf = (coin: string): string | undefined => [...rows, ...(saved ?? [])].find(({ asset }) => asset === coin)?.usdtPrice
  return { coins, priceOf }
}

function TransferForm({ coin: first, from, to, accounts, rows, onClose, assets }: TransferDialogProps & { readonly assets: Assets }) {
  const t = useT()
  const visible = useBalancesVisible()
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const choice = useChoice(accounts, { coin: first, from, to })
  const { route, text } = choice
  const { coins, priceOf } = useCoins(route.from, assets, rows)
  const coin = choice.coin ?? coins[0] ?? ''
  /** From the first mark on it is an amount of this coin, whichever is the first one when other balances come. */
  const type = (amount: string) => {
    if (choice.coin === undefined && coin !== '') choice.setCoin(coin)
    choice.setText(amount)
  }
  const asset = assets.get(coin)
  const view = useTransfer(choice, asset, onClose)
  const focus = (place: Place) => form.current?.querySelector<HTMLElement>(`[name="${place}"]`)?.focus()
  const fault = useAmountFault(view, tried, coin, asset, visible)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (view.entry.kind !== 'amount' || view.tooMuch) return focus('amount')
    const place = await view.send()
    if (place !== undefined) focus(place)
  }
  const refusedAt = (place: Place) => (view.refusal?.place === place ? view.refusal.text : undefined)
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" data-transfer>
      <AccountBox
        route={route}
        accounts={accounts}
        fromBalance={<Has text="transfer:free" query={view.source} coin={coin} />}
        toBalance={<Has text="transfer:there" query={view.target} coin={coin} />}
        onLeave={choice.leave}
        onReach={choice.reach}
        fault={refusedAt('to')}
        busy={view.busy}
      />
      <CoinChoice coin={coin} coins={coins} assets={assets} onChange={choice.setCoin} fault={refusedAt('coin')} busy={view.busy} />
      <TypedField
        label={t('transfer:amount')}
        labelEnd={<Transferable query={view.source} />}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        height={52}
        large
        maxLength={40}
        readOnly={view.busy}
        data-focus={matchMedia('(pointer: coarse)').matches ? undefined : true}
        value={text}
        read={typedNumber}
        onTyped={type}
        end={
          <AmountEnd
            coin={coin}
            locked={view.busy || view.empty || view.source.data === undefined}
            onAll={() => type(view.source.data ?? '')}
          />
        }
        hint={<Estimate amount={view.amount} price={priceOf(coin)} />}
        fault={refusedAt('amount') ?? fault}
      />
      <Outcome route={route} after={view.after} coin={coin} />
      <Sending view={view} route={route} coin={coin} mayReturn={isOpenTo(route.from, accounts.switches)} />
    </form>
  )
}

type View = ReturnType<typeof useTransfer>

interface SendingProps {
  readonly view: View
  readonly route: Route
  readonly coin: string
  /** Whether coins may go the same way back. */
  readonly mayReturn: boolean
}

function Sending({ view, route, coin, mayReturn }: SendingProps) {
  const t = useT()
  const amount = withUnit(formatNumber(view.amount), coin)
  const refused = view.refusal?.place === 'form' ? view.refusal.text : undefined
  return (
    <div>
      <Button
        type="submit"
        look="primary"
        size={52}
        wide
        sending={view.busy}
        lockedBecause={view.empty ? t(`transfer:nothing.${route.from}`, { coin: isolated(coin) }) : undefined}
      >
        {view.amount === '' ? t('transfer:title') : t(`transfer:submit.${route.to}`, { amount })}
      </Button>
      <div role="alert">{refused !== undefined && <Fault text={refused} />}</div>
      {route.from === 'contract' && (
        <p className="mt-2 text-center text-small text-balance text-muted" data-profit-stays>
          {t('transfer:profit')}
        </p>
      )}
      <p className="mt-2 text-center text-small text-balance text-muted">{t(mayReturn ? 'transfer:note' : 'transfer:oneWay')}</p>
    </div>
  )
}

/** What is wrong with the typed amount. A field nobody has finished is not told off for being empty. */
function useAmountFault(view: View, tried: boolean, coin: string, asset: Asset | undefined, visible: boolean): string | undefined {
  const t = useT()
  const { kind } = view.entry
  if (kind === 'amount') {
    const free = visible ? formatNumber(view.source.data ?? '') : HIDDEN_AMOUNT
    return view.tooMuch ? t('transfer:fault.tooMuch', { free: withUnit(free, coin) }) : undefined
  }
  if (kind === 'tooFine') return t('transfer:fault.tooFine', { coin, decimals: asset?.scale ?? 0 })
  if (kind === 'marks' || kind === 'notANumber') return t(`transfer:fault.${kind}`)
  return tried ? t('transfer:fault.nothing') : undefined
}

/** Amount and words of what an account has; a dash stands where it is not known. */
function Has({
  text,
  query,
  coin,
}: {
  readonly text: 'transfer:free' | 'transfer:there'
  readonly query: View['source']
  readonly coin: string
}) {
  const t = useT()
  const visible = useBalancesVisible()
  const amount = visible ? formatNumber(query.data ?? '') : HIDDEN_AMOUNT
  // A sentence runs as its language does; the amount in it keeps its own order.
  return <span className="tabular-nums">{query.isPending ? '…' : t(text, { amount: withUnit(amount, coin) })}</span>
}

function Transferable({ query }: { readonly query: View['source'] }) {
  const t = useT()
  const visible = useBalancesVisible()
  if (query.isError && query.data === undefined)
    return (
      <button
        type="button"
        className="hit-area text-small font-medium text-theme-text hover:underline"
        onClick={() => void query.refetch()}
      >
        {t('transfer:notLoaded')}
      </button>
    )
  return (
    <span className="text-small text-muted tabular-nums" aria-busy={query.isPending}>
      {t('transfer:transferable', { amount: query.isPending ? '…' : isolated(visible ? formatNumber(query.data ?? '') : HIDDEN_AMOUNT) })}
    </span>
  )
}

function AmountEnd({ coin, locked, onAll }: { readonly coin: string; readonly locked: boolean; readonly onAll: () => void }) {
  const t = useT()
  return (
    <span className="flex items-center gap-2.5">
      <bdi className="text-base text-muted">{coin}</bdi>
      <Button size={28} disabled={locked} onClick={onAll} className="hit-area">
        {t('transfer:all')}
      </Button>
    </span>
  )
}

function Estimate({ amount, price }: { readonly amount: string; readonly price: string | undefined }) {
  const fiat = useFiat()
  const value = amount === '' || price === undefined || !/[1-9]/.test(price) ? undefined : worth(amount, price)
  return <bdi className="num">{value === undefined ? '\u00a0' : `≈ ${fiat(value)}`}</bdi>
}

interface CoinChoiceProps {
  readonly coin: string
  readonly coins: readonly string[]
  readonly assets: Assets
  readonly onChange: (coin: string) => void
  readonly fault: string | undefined
  readonly busy: boolean
}

function CoinChoice({ coin, coins, assets, onChange, fault, busy }: CoinChoiceProps) {
  const t = useT()
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-dense font-medium">
        {t('transfer:coin')}
      </p>
      <div
        className={`relative flex h-11 items-center gap-2.5 rounded-control border bg-field px-3.5 has-[select:focus-visible]:outline-2 has-[select:focus-visible]:-outline-offset-1 has-[select:focus-visible]:outline-fg ${fault === undefined ? 'border-line2' : 'border-down-text outline-1 -outline-offset-1 outline-down-text'}`}
      >
        <CoinLogo coin={coin} size={20} url={assets.get(coin)?.iconUrl} />
        <bdi className="text-base font-medium">{coin}</bdi>
        <span className="min-w-0 flex-1 truncate text-base text-muted">{assets.get(coin)?.fullName}</span>
        <Icon as={ChevronDown} size={14} className="text-muted" />
        <ChoiceOver name="coin" label={t('transfer:coin')} value={coin} onChange={onChange} invalid={fault !== undefined} disabled={busy}>
          {coins.map((one) => (
            <option key={one} value={one}>
              {`${one} · ${assets.get(one)?.fullName ?? ''}`}
            </option>
          ))}
        </ChoiceOver>
      </div>
      <div aria-live="polite">{fault !== undefined && <Fault text={fault} />}</div>
    </div>
  )
}

/** Four lines: what it costs, when it is there, what both accounts have free afterwards. */
function Outcome({ route, after, coin }: { readonly route: Route; readonly after: View['after']; readonly coin: string }) {
  const t = useT()
  const visible = useBalancesVisible()
  const line = (name: string, value: ReactNode, mark?: string) => (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-semibold" data-after={mark}>
        {value}
      </dd>
    </div>
  )
  const rest = (value: string | undefined) => <NumberText value={value ?? ''} unit={coin} hidden={!visible && value !== undefined} />
  return (
    <dl className="rounded-control bg-hover px-3.5 py-2 text-dense">
      {line(t('transfer:fee'), t('transfer:fee.none'))}
      {line(t('transfer:arrives'), t('transfer:arrives.now'))}
      {line(t(`transfer:after.${route.from}`), rest(after.from), 'from')}
      {line(t(`transfer:after.${route.to}`), rest(after.to), 'to')}
    </dl>
  )
}
