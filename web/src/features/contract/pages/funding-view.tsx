/** Settled funding of a contract: the newest hundred as bars and as a table, and what would be settled next. */
import type { ContractInfo } from '@agio/wire/futures/types.ts'
import { useState } from 'react'
import { units } from '../../../data/amounts.ts'
import { useContractMarket, useFundingRates } from '../../../data/contract/public-facts.ts'
import { formatDay, formatDayTime, formatMomentUtc, formatPriceAt, formatShare } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { FactGrid } from './fact-grid.tsx'
import { fundingPicture } from './funding-model.ts'

/** A rate in percent with four decimals and its sign, as funding is told: `+0.0100%`. */
export const rateText = (fraction: string): string => formatShare(fraction, { scale: 4, sign: 'always' })

/** `±0.3000%` where both are as far away. */
const boundsText = ({ fundingFloor, fundingCap }: ContractInfo): string =>
  units(fundingFloor) === -units(fundingCap)
    ? `±${formatShare(fundingCap, { scale: 4 })}`
    : `${rateText(fundingFloor)} … ${rateText(fundingCap)}`

/** Ten days of three settlements. */
const FIRST = 30

type Rows = NonNullable<ReturnType<typeof useFundingRates>['data']>

export function FundingView({ contract }: { readonly contract: ContractInfo }) {
  const t = useT()
  const rates = useFundingRates(contract.id)
  const market = useContractMarket(contract.id).data
  const [shown, setShown] = useState(FIRST)
  const columns: readonly Column<Rows[number]>[] = [
    {
      key: 'time',
      head: t('orders:head.time'),
      className: 'ps-5 max-md:ps-4',
      cell: ({ ctime }) => <bdi className="num text-muted">{formatDayTime(ctime)}</bdi>,
    },
    { key: 'rate', head: t('perpetual:funding.rate'), end: true, cell: ({ fundingRate }) => <Rate rate={fundingRate} /> },
    {
      key: 'who',
      head: t('perpetual:funding.who'),
      className: 'ps-8 max-md:hidden',
      cell: ({ fundingRate }) => <span className="text-muted">{t(`perpetual:funding.${payerOf(fundingRate)}`)}</span>,
    },
    {
      key: 'mark',
      head: t('perpetual:fact.mark'),
      end: true,
      className: 'pe-5 max-md:pe-4',
      cell: ({ tagPrice }) => <bdi className="num">{formatPriceAt(tagPrice, contract.coinResultVo.symbolPricePrecision)}</bdi>,
    },
  ]
  return (
    <div className="flex flex-col gap-6 max-md:gap-3">
      <FactGrid
        facts={[
          [t('perpetual:funding.last'), market === undefined ? '--' : rateText(market.currentFundRate)],
          [t('perpetual:funding.next'), market === undefined ? '--' : rateText(market.nextFundRate)],
          [t('perpetual:funding.at'), market === undefined ? '--' : formatMomentUtc(market.nextSettlementTime)],
          [t('perpetual:funding.cap'), boundsText(contract)],
        ]}
      />
      <p className="max-w-3xl text-dense text-muted">{`${t('perpetual:funding.text')} ${t('perpetual:funding.less')}`}</p>
      <section className="card overflow-x-auto" aria-label={t('perpetual:data.funding')} data-funding={rates.data?.length}>
        {rates.data === undefined ? (
          rates.isError ? (
            <ErrorPanel title={t('perpetual:data.failed')} error={rates.error} onRetry={() => void rates.refetch()} />
          ) : (
            <SkeletonRows rows={6} />
          )
        ) : (
          <>
            {rates.data.length > 1 && <Bars rates={rates.data} />}
            <Table
              caption={t('perpetual:data.funding')}
              columns={columns}
              rows={rates.data.slice(0, shown)}
              rowKey={({ ctime }) => String(ctime)}
              empty={<NoData title={t('perpetual:funding.none')} />}
            />
            <p className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-t border-line px-5 py-2 text-small text-muted max-md:px-4">
              <span>{t('orders:foot', { count: rates.data.length })}</span>
              {rates.data.length > shown && (
                <Button size={28} onClick={() => setShown(rates.data.length)} className="hit-area" data-more>
                  {t('orders:more')}
                </Button>
              )}
            </p>
          </>
        )}
      </section>
    </div>
  )
}

const LOOKS = { longs: 'text-up-text', shorts: 'text-down-text', nobody: '' } as const

/** Who paid whom at a rate. */
function payerOf(rate: string): keyof typeof LOOKS {
  if (!/[1-9]/.test(rate)) return 'nobody'
  return rate.startsWith('-') ? 'shorts' : 'longs'
}

const Rate = ({ rate }: { readonly rate: string }) => <bdi className={`num font-medium ${LOOKS[payerOf(rate)]}`}>{rateText(rate)}</bdi>

/** The same as pictures; the table below says it in figures. */
function Bars({ rates }: { readonly rates: Rows }) {
  const { bars, zero, highest, lowest } = fundingPicture(rates)
  const [oldest, newest] = [rates.at(-1), rates[0]]
  const width = 0.8 / bars.length
  // The names of edges and of zero need room between them.
  const edges = [{ rate: highest, at: 0 }, ...(zero > 0.15 && zero < 0.85 ? [{ rate: '0', at: zero }] : []), { rate: lowest, at: 1 }]
  return (
    <div dir="ltr" aria-hidden="true" className="border-b border-line px-5 pt-5 pb-3 text-small text-faint max-md:px-4">
      <div className="flex gap-3">
        <div className="relative h-36 min-w-0 flex-1 max-md:h-28">
          {edges.map(({ at }) => (
            <span
              key={at}
              className={`absolute inset-x-0 border-t ${at === zero ? 'border-line2' : 'border-dashed border-grid'}`}
              style={{ top: `${at * 100}%` }}
            />
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className="relative size-full" data-bars={bars.length}>
            {bars.map(({ at, x, y, height, isPaid }) => (
              <rect
                key={at}
                x={x * 100}
                y={y * 100}
                width={width * 100}
                height={height * 100}
                className={isPaid ? 'fill-up' : 'fill-down'}
              />
            ))}
          </svg>
        </div>
        <div className="relative w-[7.5ch] shrink-0">
          {edges.map(({ rate, at }) => (
            <bdi key={at} className="num absolute end-0 -translate-y-1/2" style={{ top: `${at * 100}%` }}>
              {/[1-9]/.test(rate) ? rateText(rate) : '0%'}
            </bdi>
          ))}
        </div>
      </div>
      <p className="mt-3 flex justify-between pe-[calc(7.5ch+0.75rem)]">
        <bdi>{oldest === undefined ? '' : formatDay(oldest.ctime)}</bdi>
        <bdi>{newest === undefined ? '' : formatDay(newest.ctime)}</bdi>
      </p>
    </div>
  )
}
