/** Where the price comes from: its middle, the spread, the same trade on spot, half an hour of it, and the sources that it is made of. */
import type { Quote } from '@agio/wire/convert/types.ts'
import { Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ratio, shortPrice, spoken } from '../../../data/convert/spoken-price.ts'
import { usePresentConnection } from '../../../data/live/present.ts'
import { useTicker } from '../../../data/live/tickers.ts'
import type { UsdtPrices } from '../../../data/market/usdt-prices.ts'
import { useLoggedIn } from '../../../data/session.ts'
import { useAllTerms, useFees } from '../../../data/spot/pair-terms.ts'
import { formatRate, formatTime, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { spotTerminalPath } from '../../../paths.ts'
import { Segmented } from '../../../ui/choice.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { NumberText, QuotedPrice } from '../../../ui/number-text.tsx'
import { shownRate, spotPrice } from '../model/quote-model.ts'
import { UNIT } from '../use-coins.ts'
import { HalfHour } from './half-hour.tsx'
import { SourceTable, useIndex } from './sources.tsx'

interface PanelProps {
  readonly send: string
  readonly receive: string
  readonly quote: Quote | undefined
  readonly prices: UsdtPrices
}

export function PricePanel({ send, receive, quote, prices }: PanelProps) {
  const t = useT()
  const [asked, setAsked] = useState<string>()
  const coins = [send, receive].filter((coin) => coin !== UNIT)
  const coin = coins.find((one) => one === asked) ?? coins[0] ?? UNIT
  const index = useIndex(coin).data
  const guidance = {
    sendCoin: send,
    receiveCoin: receive,
    price: ratio(prices[send], prices[receive]),
    inversePrice: ratio(prices[receive], prices[send]),
  }
  const { one, other } = spoken(quote ?? guidance)
  const isFrozen = index !== undefined && index.live === 0
  const connection = usePresentConnection()?.state
  const isOld = connection === 'offline' || connection === 'ended'
  return (
    <>
      <section className="card" aria-labelledby="convert-source" data-price-panel>
        <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line px-5 max-md:px-4">
          <h2 id="convert-source" className="text-base font-semibold">
            {t('convert:source.title')}
          </h2>
          {index !== undefined && (
            <span
              className={`inline-flex shrink-0 items-center gap-1.5 text-small ${isFrozen ? 'text-warning-text' : isOld ? 'text-muted' : 'text-up-text'}`}
              data-old={isOld || undefined}
            >
              <span aria-hidden="true" className={`size-1.5 rounded-full ${isFrozen ? 'bg-warning' : isOld ? 'bg-ctl' : 'bg-up'}`} />
              {isFrozen ? t('convert:source.still') : t('convert:source.asOf', { time: isolated(formatTime(index.at)) })}
            </span>
          )}
        </div>
        <div className="p-5 max-md:p-4">
          <Facts one={one} other={other} send={send} quote={quote} guidance={guidance} />
          <HalfHour one={one} other={other} />
          <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
            <h3 className="text-dense font-semibold">{t('convert:source.of', { coin: isolated(coin) })}</h3>
            {coins.length > 1 && (
              <div className="w-44">
                <Segmented
                  label={t('convert:source.which')}
                  height={28}
                  value={coin}
                  onChange={setAsked}
                  options={coins.map((value) => ({ value, label: value }))}
                />
              </div>
            )}
          </div>
          <SourceTable coin={coin} />
        </div>
      </section>
      <SpotNote one={one} other={other} />
    </>
  )
}

interface FactsProps {
  readonly one: string
  readonly other: string
  readonly send: string
  readonly quote: Quote | undefined
  readonly guidance: Pick<Quote, 'sendCoin' | 'receiveCoin' | 'price' | 'inversePrice'>
}

function Facts({ one, other, send, quote, guidance }: FactsProps) {
  const t = useT()
  const middle = quote === undefined ? guidance.price : quote.midPrice
  const shown = one === send ? middle : ratio('1', middle)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('convert:source.middle'), <QuotedPrice key="middle" price={shown === '' ? '' : shortPrice(shown)} />],
    [
      t('convert:source.spread'),
      <bdi key="spread" className="num">
        {quote === undefined ? '—' : formatRate(shownRate(quote.spread))}
      </bdi>,
    ],
    [t('convert:source.yours'), <QuotedPrice key="yours" price={quote === undefined ? '' : spoken(quote).price} />],
    [t('convert:source.spot'), <SpotPrice key="spot" one={one} other={other} isBuy={one !== send} />],
  ]
  return (
    <dl className="mb-5 grid grid-cols-2 gap-y-3 sm:grid-cols-4">
      {facts.map(([name, value], index) => (
        <div
          key={name}
          className={`min-w-0 pe-3 ${index % 2 === 0 ? 'max-sm:ps-0' : 'max-sm:border-s max-sm:border-line max-sm:ps-3'} ${index > 0 ? 'sm:border-s sm:border-line sm:ps-4' : ''}`}
        >
          <dt className="text-small text-muted">{name}</dt>
          <dd className="text-[15px] font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What a market order would come to on the spot market at its best price, the taker's fee counted; a dash where there is no such pair. */
function SpotPrice({ one, other, isBuy }: { readonly one: string; readonly other: string; readonly isBuy: boolean }) {
  const terms = useAllTerms().data?.get(`${one}/${other}`)
  return terms === undefined ? <span>—</span> : <PairPrice symbol={terms.symbol} isBuy={isBuy} />
}

function PairPrice({ symbol, isBuy }: { readonly symbol: string; readonly isBuy: boolean }) {
  const terms = useAllTerms().data?.get(symbol)
  const fees = useFees(terms)
  const ticker = useTicker(symbol)
  const best = (isBuy ? ticker?.bestAsk : ticker?.bestBid) ?? ''
  const fee = fees.takerFeeE8 ?? (isBuy ? fees.buyFeeE8 : fees.sellFeeE8)
  const scale = terms?.priceScale ?? 2
  return <NumberText value={spotPrice(best, fee, isBuy, scale)} scale={scale} />
}

function SpotNote({ one, other }: { readonly one: string; readonly other: string }) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const symbol = `${one}/${other}`
  const terms = useAllTerms().data?.get(symbol)
  if (terms === undefined) return null
  const fee = terms.makerFeeE8 ?? terms.sellFeeE8
  return (
    <p className="flex items-start gap-3 rounded-control border border-line bg-field px-4 py-3 text-dense text-muted">
      <Icon as={Scale} size={16} className="mt-0.5" />
      <span>
        {t('convert:spot.text', { pair: isolated(symbol), fee: isolated(formatRate(rateText(fee))) })}{' '}
        <Link to={spotTerminalPath(symbol, loggedIn)} className="font-medium text-theme-text hover:underline">
          {t('convert:spot.link')}
        </Link>
      </span>
    </p>
  )
}

/** A rate of 1e-8 as a decimal. */
const rateText = (rateE8: number): string => `0.${String(rateE8).padStart(8, '0')}`
