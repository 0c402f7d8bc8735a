/** What the operator tells about the coin, and the rules of the pair. */
import { coinInfo } from '@agio/wire/market/market.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../../../data/http-client.ts'
import { formatDate, formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { SmartLink } from '../../../ui/smart-link.tsx'
import { NoData } from '../../../ui/states.tsx'
import { useDesk } from '../desk.ts'
import { PairRules } from '../ticket/pair-rules.tsx'

export function InfoPanel() {
  const t = useT()
  const { terms, base } = useDesk()
  const query = useQuery({
    queryKey: ['coinInfo', terms.base],
    staleTime: 3_600_000,
    queryFn: () => send(coinInfo, { coinName: terms.base }),
  })
  const info = query.data
  const facts: readonly (readonly [string, string])[] =
    info === undefined
      ? []
      : [
          [t('terminal:info.rank'), info.rank === null ? '—' : `#${info.rank}`],
          [t('terminal:info.issued'), info.issueTime === null ? '—' : formatDate(info.issueTime)],
          [t('terminal:info.circulation'), info.circulation === null ? '—' : formatNumber(info.circulation)],
          [t('terminal:info.supply'), info.totalSupply === null ? '—' : formatNumber(info.totalSupply)],
        ]
  const links = [
    [t('terminal:info.website'), info?.website],
    [t('terminal:info.paper'), info?.whitePaper],
    [t('terminal:info.explorer'), info?.explorerUrl],
  ] as const
  return (
    <div className="grid min-h-0 flex-1 content-start gap-6 overflow-auto p-4 lg:grid-cols-2">
      <div>
        <h3 className="mb-3 flex items-center gap-2 text-strong">
          <CoinLogo coin={terms.base} size={24} url={base.iconUrl} />
          {base.fullName} <span className="text-muted">{terms.base}</span>
        </h3>
        {query.isError && <NoData title={t('terminal:info.none')} />}
        <dl className="mb-3 text-dense">
          {facts.map(([name, value]) => (
            <div key={name} className="flex h-8 items-center justify-between border-b border-grid">
              <dt className="text-muted">{name}</dt>
              <dd className="num font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        {info?.intro !== null && <p className="text-dense text-muted">{info?.intro}</p>}
        <p className="mt-3 flex flex-wrap gap-4 text-dense">
          {links.map(
            ([name, url]) =>
              url !== null &&
              url !== undefined &&
              url !== '' && (
                <SmartLink key={name} to={url} className="font-medium text-theme-text hover:underline">
                  {name}
                </SmartLink>
              ),
          )}
        </p>
      </div>
      <PairRules />
    </div>
  )
}
