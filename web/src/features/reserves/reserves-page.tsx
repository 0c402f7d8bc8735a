/** `/proofOfReserves`: what customers have of each coin beside what the house holds, and the addresses that prove it. */
import type { Reserve, ReserveTotal } from '@agio/wire/wallet/reserves.ts'
import { Scale } from 'lucide-react'
import { useReserves, useReserveTotals } from '../../data/reserves.ts'
import { formatDate, formatNumber, formatTime, inPercent, isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { NumberText } from '../../ui/number-text.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SignedText } from './signed-text.tsx'

export function ReservesPage() {
  const t = useT()
  const [totals, addresses] = [useReserveTotals(), useReserves()]
  const failed = totals.isError ? totals : addresses.isError ? addresses : undefined
  return (
    <div className="page-column pb-16">
      <div className="mb-6 pt-8 max-md:mb-4 max-md:pt-4">
        <h1 className="text-title">{t('reserves:title')}</h1>
        <p className="mt-1 text-base text-muted">{t('reserves:text')}</p>
      </div>
      {failed !== undefined ? (
        <div className="card">
          <ErrorPanel title={t('reserves:failed')} error={failed.error} onRetry={() => void failed.refetch()} />
        </div>
      ) : totals.data === undefined || addresses.data === undefined ? (
        <div className="card">
          <SkeletonRows rows={6} height={52} />
        </div>
      ) : addresses.data === null ? (
        <div className="card">
          <EmptyState icon={Scale} size="page" title={t('reserves:none')} text={t('reserves:noneText')} />
        </div>
      ) : (
        <>
          {totals.data !== null && <Totals {...totals.data} />}
          <Addresses rows={addresses.data} />
        </>
      )}
    </div>
  )
}

const HEAD = 'h-9 px-2 text-small font-normal text-faint'

interface TotalsProps {
  readonly time: number
  readonly ledgerHeight: string
  readonly assets: readonly ReserveTotal[]
}

function Totals({ time, ledgerHeight, assets }: TotalsProps) {
  const t = useT()
  const asOf = t('reserves:asOf', { time: isolated(`${formatDate(time)} ${formatTime(time, false)}`), entry: isolated(ledgerHeight) })
  return (
    <section aria-label={t('reserves:title')} className="card mb-6 overflow-x-auto" data-totals>
      <p className="px-5 pt-4 text-dense text-muted">{asOf}</p>
      <table className="w-full border-collapse text-dense">
        <caption className="visually-hidden">{asOf}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${HEAD} ps-5 text-start`}>
              {t('reserves:coin')}
            </th>
            {(['held', 'owed', 'ratio'] as const).map((name) => (
              <th key={name} scope="col" className={`${HEAD} text-end last:pe-5`}>
                {t(`reserves:${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {assets.map(({ coinName, reserves, liabilities, ratio }) => (
            <tr key={coinName} className="h-13 border-b border-line last:border-0" data-coin={coinName}>
              <th scope="row" className="px-2 ps-5 text-start font-semibold">
                <span className="flex items-center gap-2">
                  <CoinLogo coin={coinName} size={24} />
                  <bdi>{coinName}</bdi>
                </span>
              </th>
              {[reserves, liabilities].map((amount, index) => (
                <td key={index === 0 ? 'held' : 'owed'} className="px-2 text-end">
                  <NumberText value={amount} />
                </td>
              ))}
              <td className="px-2 pe-5 text-end font-medium">
                {ratio === null ? (
                  <span className="text-muted">–</span>
                ) : (
                  <bdi className="num">{inPercent(formatNumber(ratio, { scale: 2 }))}</bdi>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-5 pt-2 pb-4 text-small text-muted">{t('reserves:note')}</p>
    </section>
  )
}

function Addresses({ rows }: { readonly rows: readonly Reserve[] }) {
  const t = useT()
  const byAddress = [...Map.groupBy(rows, ({ chain, address }) => `${chain} ${address}`).values()]
  return (
    <section aria-labelledby="own-addresses" className="card" data-addresses>
      <div className="border-b border-line px-5 py-4">
        <h2 id="own-addresses" className="text-strong">
          {t('reserves:addresses')}
        </h2>
        <p className="mt-1 text-dense text-muted">{t('reserves:addressesText')}</p>
      </div>
      <ul>
        {byAddress.map((coins) => {
          const [first] = coins
          return first === undefined ? null : (
            <li
              key={`${first.chain} ${first.address}`}
              className="border-b border-line px-5 py-4 last:border-0"
              data-address={first.address}
            >
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <bdi className="code min-w-0 break-all">{first.address}</bdi>
                <span className="text-small text-muted">
                  <bdi>{first.chain}</bdi> · {t('reserves:block')} <bdi className="num">{first.blockHeight}</bdi>
                </span>
              </div>
              <p className="mt-1 flex flex-wrap gap-x-4 text-dense">
                {coins.map(({ coinName, balance }) => (
                  <NumberText key={coinName} value={balance} unit={coinName} />
                ))}
              </p>
              <SignedText message={first.message} signature={first.signature} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
