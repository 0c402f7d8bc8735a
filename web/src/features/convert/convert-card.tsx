/** The card that converts: two boxes, the price between them, what it costs, and one action. */
import { ArrowUpDown } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { ratio, shortPrice, spoken } from '../../data/convert/spoken-price.ts'
import { useFiat } from '../../data/fiat.ts'
import type { UsdtPrices } from '../../data/market/usdt-prices.ts'
import { formatNumber, formatPrice, formatRate, isolated, withUnit } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { loginPath, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'
import { part } from '../../ui/part.tsx'
import { AmountBox } from './amount-box.tsx'
import { type Side, shownRate, spreadCost, usedPercent, worthIn } from './model/quote-model.ts'
import { PriceText, QuoteBox } from './quote-box.tsx'
import type { Coins } from './use-coins.ts'
import type { ConvertView } from './use-convert.ts'
import { rangeText } from './use-words.ts'

const CoinPicker = part(async () => (await import('./picker/coin-picker.tsx')).CoinPicker)

export interface Limits {
  readonly minTradeU: string
  readonly maxTradeU: string
  readonly seconds: number
  /** Limit of a day, USDT; "0": no limit. */
  readonly dailyLimitU: string
  readonly usedTodayU: string
}

interface CardProps {
  readonly view: ConvertView
  readonly coins: Coins
  readonly prices: UsdtPrices
  readonly limits: Limits
  readonly loggedIn: boolean
}

export function ConvertCard({ view, coins, prices, limits, loggedIn }: CardProps) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  const { phase, chosen } = view
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const amount = form.current?.querySelector<HTMLInputElement>(`[name="${chosen.side}"]`)
    // Enter in a box leads to the action: nothing is converted by the key that ends a number.
    if (document.activeElement instanceof HTMLInputElement) return action.current?.focus()
    if (phase === 'quoted' && !view.tooMuch) view.confirm()
    else if (phase === 'doubt') view.confirm()
    else if (phase === 'expired' || phase === 'refused') view.again()
    else amount?.focus()
  }
  const range = rangeText(t, limits.minTradeU, limits.maxTradeU)
  return (
    <form ref={form} noValidate onSubmit={submit} className="card p-6 max-md:p-4" data-convert={phase}>
      <div className="mb-4 flex min-h-6 items-baseline justify-between gap-3">
        <h2 className="text-strong">{t('convert:title')}</h2>
        <span className="text-end text-dense text-muted">{range}</span>
      </div>
      <Boxes view={view} coins={coins} prices={prices} loggedIn={loggedIn} />
      <div className="mt-5">
        <QuoteBox view={view} seconds={limits.seconds} guess={<Guess view={view} prices={prices} />} />
      </div>
      <Costs view={view} limits={limits} />
      <Action view={view} loggedIn={loggedIn} action={action} />
      <p className="mt-3 text-center text-small text-balance text-muted">{t('convert:rule')}</p>
      <Announcement view={view} />
    </form>
  )
}

function Boxes({ view, coins, prices, loggedIn }: Omit<CardProps, 'limits'>) {
  const t = useT()
  const fiat = useFiat()
  const visible = useBalancesVisible()
  const [picking, setPicking] = useState<Side>()
  const { chosen, amounts, isGuess, trade } = view
  const fault = useEntryFault(view)
  const box = (side: Side, note: ReactNode) => {
    const value = worthIn(amounts[side], prices[chosen[side]])
    const isAnswer = chosen.side !== side
    return (
      <AmountBox
        side={side}
        coin={view[side]}
        symbol={chosen[side]}
        value={amounts[side]}
        isAnswer={isAnswer}
        isGuess={isAnswer && isGuess}
        isOver={isAnswer && view.phase === 'expired'}
        onType={(text) => view.type(side, text)}
        onPick={() => setPicking(side)}
        note={note}
        worth={value === '' ? ' ' : `≈ ${fiat(value)}`}
        fault={isAnswer ? (side === 'send' && view.tooMuch ? fault : undefined) : fault}
        locked={trade.busy}
      />
    )
  }
  const balance = view.send?.balance
  return (
    <div className="relative flex flex-col gap-4">
      {box('send', loggedIn && <Available view={view} balance={balance} visible={visible} />)}
      <button
        type="button"
        aria-label={t('convert:swap')}
        title={t('convert:swap')}
        disabled={trade.busy}
        onClick={view.swap}
        className="hit-area absolute start-1/2 top-1/2 flex size-10 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border border-line2 bg-panel transition-colors duration-(--fast) hover:bg-raised rtl:translate-x-1/2"
      >
        <Icon as={ArrowUpDown} size={16} />
      </button>
      {box('receive', view.phase === 'quoted' && t('convert:fixed'))}
      {picking !== undefined && (
        <Suspense>
          <CoinPicker
            title={t(picking === 'send' ? 'convert:give' : 'convert:get')}
            coins={coins[picking]}
            chosen={chosen[picking]}
            isClosed={(coin) => (picking === 'send' ? coins.isClosed(coin, chosen.receive) : coins.isClosed(chosen.send, coin))}
            onChoose={(coin) => {
              view.choose(picking, coin)
              setPicking(undefined)
            }}
            onClose={() => setPicking(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

function useEntryFault({ entry, tooMuch, chosen, send, receive }: ConvertView): string | undefined {
  const t = useT()
  const typed = chosen.side === 'send' ? send : receive
  if (entry.kind === 'tooFine') return t('convert:fault.tooFine', { coin: isolated(chosen[chosen.side]), decimals: typed?.scale ?? 0 })
  if (entry.kind === 'marks' || entry.kind === 'notANumber') return t('convert:fault.notANumber')
  return tooMuch ? t('convert:fault.tooMuch', { coin: isolated(chosen.send) }) : undefined
}

interface AvailableProps {
  readonly view: ConvertView
  readonly balance: string | undefined
  readonly visible: boolean
}

function Available({ view, balance, visible }: AvailableProps) {
  const t = useT()
  const amount = balance === undefined ? '…' : visible ? formatNumber(balance) : HIDDEN_AMOUNT
  return (
    <span className="inline-flex max-w-full items-baseline gap-2">
      <span className="truncate">{t('convert:available', { amount: isolated(amount) })}</span>
      <button
        type="button"
        disabled={balance === undefined || view.trade.busy}
        onClick={() => view.type('send', balance ?? '')}
        className="hit-area shrink-0 font-medium text-theme-text hover:underline disabled:text-faint"
        data-all
      >
        {t('convert:all')}
      </button>
    </span>
  )
}

/** The price by public prices; nothing while there is none. */
function Guess({ view, prices }: { readonly view: ConvertView; readonly prices: UsdtPrices }) {
  const t = useT()
  const { send, receive } = view.chosen
  const price = ratio(prices[send], prices[receive])
  const inverse = ratio(prices[receive], prices[send])
  // an element of its own: the browser may have put a translation in the place of its text
  if (price === '' || inverse === '') return <span>{t('convert:idle.title')}</span>
  const { one, other, price: each } = spoken({ sendCoin: send, receiveCoin: receive, price, inversePrice: inverse })
  return <PriceText one={one} other={other} price={shortPrice(each)} about />
}

function Costs({ view, limits }: { readonly view: ConvertView; readonly limits: Limits }) {
  const t = useT()
  const { quote, chosen } = view
  const cost = quote === undefined ? '' : spreadCost(quote)
  const hasLimit = /[1-9]/.test(limits.dailyLimitU)
  return (
    <dl className="my-4 text-dense">
      <Line name={t('convert:spread')}>
        {quote === undefined
          ? '—'
          : t('convert:spreadValue', {
              rate: isolated(formatRate(shownRate(quote.spread))),
              amount: withUnit(formatNumber(cost, { scale: 2, round: true }), 'USDT'),
            })}
      </Line>
      <Line name={t('convert:inverse')}>
        {quote === undefined ? '—' : <PriceText {...opposite(spoken(quote), quote.price, quote.inversePrice, chosen.send)} />}
      </Line>
      <Line name={t('convert:fee')}>{t('convert:fee.none')}</Line>
      <Line name={t('convert:arrives')}>{t('convert:arrives.text')}</Line>
      {hasLimit && (
        <Line name={t('convert:day')}>
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="h-[3px] w-10 overflow-hidden rounded-full bg-line2 max-sm:hidden">
              <span className="block h-full bg-fg" style={{ inlineSize: `${usedPercent(limits.usedTodayU, limits.dailyLimitU)}%` }} />
            </span>
            {t('convert:day.used', {
              used: isolated(formatNumber(limits.usedTodayU, { scale: 2 })),
              limit: isolated(formatNumber(limits.dailyLimitU)),
            })}
          </span>
        </Line>
      )}
    </dl>
  )
}

/** The same price the other way around. */
function opposite({ one, other }: { readonly one: string; readonly other: string }, price: string, inverse: string, send: string) {
  return { one: other, other: one, price: shortPrice(one === send ? inverse : price) }
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-2 py-0.5">
      <dt className="text-muted">{name}</dt>
      <dd className="max-w-2/3 shrink-0 text-end font-medium">{children}</dd>
    </div>
  )
}

function Action({
  view,
  loggedIn,
  action,
}: {
  readonly view: ConvertView
  readonly loggedIn: boolean
  readonly action: RefObject<HTMLButtonElement | null>
}) {
  const t = useT()
  const { phase, quote, trade, tooMuch, chosen } = view
  if (!loggedIn)
    return (
      <div data-visitor>
        <ButtonLink look="primary" size={52} wide to={loginPath(paths.convert)} data-action="login">
          {t('convert:login')}
        </ButtonLink>
      </div>
    )
  const isOver = phase === 'expired' || phase === 'refused'
  const label = isOver
    ? t(phase === 'expired' ? 'convert:useNew' : 'convert:again')
    : phase === 'doubt'
      ? t('convert:retry')
      : quote === undefined
        ? t('convert:title')
        : t('convert:submit', { amount: withUnit(formatNumber(quote.sendAmount), quote.sendCoin) })
  return (
    <Button
      ref={action}
      type="submit"
      look="primary"
      size={52}
      wide
      sending={trade.busy || phase === 'asking'}
      lockedBecause={tooMuch && phase === 'quoted' ? t('convert:fault.tooMuch', { coin: isolated(chosen.send) }) : undefined}
      data-action={isOver ? 'again' : 'convert'}
    >
      {label}
    </Button>
  )
}

/** Said once when a price comes and once when it is over; the seconds between are for eyes. */
function Announcement({ view }: { readonly view: ConvertView }) {
  const t = useT()
  const { phase, quote } = view
  const said = () => {
    if (phase === 'expired') return t('convert:expired.title')
    if (phase !== 'quoted' || quote === undefined) return ''
    const { one, other, price } = spoken(quote)
    return `1 ${one} = ${formatPrice(price)} ${other}. ${t('convert:fixed')}`
  }
  return (
    <p role="status" className="visually-hidden">
      {said()}
    </p>
  )
}
