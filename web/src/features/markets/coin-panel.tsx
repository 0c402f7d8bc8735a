/** What a coin is, beside the list: price, a week, facts, description, links, one way on. */
import { coinInfo } from '@agio/wire/market/market.ts'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallError } from '../../data/call-error.ts'
import { priceAbout, useFiat } from '../../data/fiat.ts'
import { send } from '../../data/http-client.ts'
import type { MarketRow } from '../../data/market/market-model.ts'
import { useSparklines } from '../../data/market/sparklines.ts'
import { useLoggedIn } from '../../data/session.ts'
import { formatCompact, formatDate, formatRate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { spotTerminalPath } from '../../paths.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ChangeText, NumberText } from '../../ui/number-text.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SmartLink } from '../../ui/smart-link.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { NoData } from '../../ui/states.tsx'

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <dt className="text-dense text-muted">{label}</dt>
      <dd className="text-end text-dense font-medium">{children}</dd>
    </div>
  )
}

function Facts({ row }: { readonly row: MarketRow }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['coin', row.base],
    meta: { public: true },
    staleTime: 600_000,
    queryFn: async () => {
      try {
        return await send(coinInfo, { coinName: row.base }, { anonymous: true })
      } catch (error) {
        // An unknown coin is an answer, not a failure.
        if (error instanceof CallError && error.errorName === 'COIN_NOT_FOUND') return null
        throw error
      }
    },
  })
  if (query.isError) return <ErrorPanel title={t('markets:coin.none')} error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === null) return <NoData title={t('markets:coin.none')} text={t('markets:coin.noneText')} />
  if (query.data === undefined) return <SkeletonRows rows={4} height={32} />
  const coin = query.data
  const links = [
    { url: coin.website, text: t('markets:coin.website') },
    { url: coin.explorerUrl, text: t('markets:coin.explorer') },
    { url: coin.whitePaper, text: t('markets:coin.paper') },
  ].filter((link) => link.url !== null && link.url !== '')
  return (
    <>
      <dl className="border-b border-line px-5 py-2">
        {coin.circulation !== null && (
          <Fact label={t('markets:coin.circulating')}>
            <bdi className="num">{`${formatCompact(coin.circulation)} ${row.base}`}</bdi>
          </Fact>
        )}
        {coin.totalSupply !== null && (
          <Fact label={t('markets:coin.total')}>
            <bdi className="num">{`${formatCompact(coin.totalSupply)} ${row.base}`}</bdi>
          </Fact>
        )}
        {coin.issueTime !== null && <Fact label={t('markets:coin.issued')}>{formatDate(coin.issueTime)}</Fact>}
        {coin.rank !== null && (
          <Fact label={t('markets:coin.rank')}>
            <bdi className="num">{coin.rank}</bdi>
          </Fact>
        )}
        <Fact label={t('markets:coin.fee')}>
          <bdi className="num">{`${formatRate(row.makerFee)} / ${formatRate(row.takerFee)}`}</bdi>
        </Fact>
      </dl>
      {(coin.intro !== null && coin.intro !== '') || links.length > 0 ? (
        <div className="px-5 pt-4">
          {coin.intro !== null && (
            <p dir="auto" className="line-clamp-3 text-dense text-muted">
              {coin.intro}
            </p>
          )}
          <ul className="mt-2 flex flex-wrap gap-2">
            {links.map((link) => (
              <li key={link.text}>
                <SmartLink
                  to={link.url}
                  className="inline-flex h-6 items-center gap-1.5 rounded-chip border border-line2 bg-field px-2 text-small font-medium hover:bg-hover"
                >
                  <span>{link.text}</span>
                  <Icon as={ExternalLink} size={12} directional />
                </SmartLink>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

export function CoinPanel({ row, onClose }: { readonly row: MarketRow; readonly onClose: () => void }) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const toFiat = useFiat()
  const closes = useSparklines()(row.symbol)
  return (
    <aside aria-label={t('markets:coin.open', { coin: row.base })} className="card pb-5 xl:sticky xl:top-20">
      <div className="flex items-center gap-3 px-5 pt-5">
        <CoinLogo coin={row.base} size={40} />
        <h2 className="min-w-0 flex-1 text-strong">
          <bdi dir="ltr">{row.symbol}</bdi>
        </h2>
        <IconButton label={t('markets:coin.close')} onClick={onClose}>
          <Icon as={X} size={16} />
        </IconButton>
      </div>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2 px-5">
        <NumberText
          value={row.quoted?.price ?? ''}
          scale={row.priceScale}
          className="text-[28px] leading-8 font-semibold tracking-[-0.02em]"
        />
        <ChangeText percent={row.quoted?.changePercent} arrow className="text-base" />
      </p>
      <p className="px-5 text-dense text-muted">
        <bdi className="num">{row.quoted === undefined ? '' : priceAbout(toFiat, row.quoted.usdtPrice)}</bdi>
      </p>
      <div className="border-b border-line px-5 pt-3 pb-4">
        <Sparkline closes={closes} width={254} height={84} baseline />
        <p dir="ltr" className="mt-1 flex justify-between text-small text-muted">
          <span>{t('markets:coin.week')}</span>
          <span>{t('markets:today')}</span>
        </p>
      </div>
      <Facts row={row} />
      <div className="px-5 pt-4">
        <ButtonLink look="primary" wide to={spotTerminalPath(row.symbol, loggedIn)}>
          {t('markets:coin.trade', { coin: row.base })}
        </ButtonLink>
      </div>
    </aside>
  )
}
