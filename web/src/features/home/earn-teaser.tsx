/** Coins that earn, four of them, with the way to all; nothing where savings are closed, empty or did not answer. */
import type { Product } from '@agio/wire/earn-types.ts'
import { useProductGroups } from '../../data/earn/products.ts'
import { bestOf, topRate } from '../../data/earn/top-rate.ts'
import { formatDays, formatNumber, formatYearlyRate, withUnit } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { Link } from '../../ui/link.tsx'
import { useNear } from '../../ui/near.ts'

const SHOWN = 4

export function EarnTeaser() {
  const t = useT()
  const { element, near } = useNear<HTMLElement>('600px')
  const groups = useProductGroups(near).data ?? []
  // The best of each coin that can be bought now.
  const products = groups.flatMap((group) => bestOf(group.products.filter(({ status }) => status === 1)) ?? []).slice(0, SHOWN)
  if (products.length === 0) return <section ref={element} aria-hidden="true" />
  return (
    <section ref={element} aria-labelledby="earn-teaser" className="page-column pb-11 lg:pb-18" data-earn-teaser>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 id="earn-teaser" className="text-h2 max-md:text-h2-phone">
            {t('earn:teaser.title')}
          </h2>
          <p className="mt-2 text-[16px] leading-[26px] text-muted">{t('earn:text')}</p>
        </div>
        <ButtonLink to={paths.earn}>{t('earn:teaser.all')}</ButtonLink>
      </div>
      <ul className="card grid overflow-hidden sm:grid-cols-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none lg:divide-x lg:divide-line">
        {products.map((product) => (
          <Cell key={product.id} product={product} />
        ))}
      </ul>
    </section>
  )
}

function Cell({ product }: { readonly product: Product }) {
  const t = useT()
  const { coinId, coinName, termDays, payoutMode, userMin } = product
  return (
    <li className="min-w-0 max-lg:not-first:border-t max-lg:border-line sm:max-lg:nth-2:border-t-0 sm:max-lg:even:border-s">
      <Link to={`${paths.earn}?coin=${coinId}`} className="block p-6 -outline-offset-2 hover:bg-hover max-md:p-4">
        <span className="flex items-center gap-3">
          <CoinLogo coin={coinName} size={28} url={product.iconUrl} />
          <span>
            <span className="block font-semibold">{coinName}</span>
            <span className="block text-dense text-muted">
              {termDays === 0 ? t('earn:type.flexible') : t('earn:teaser.kind', { term: formatDays(termDays) })}
            </span>
          </span>
        </span>
        <span className="mt-4 flex flex-wrap items-baseline gap-x-2">
          <bdi className="num text-[34px] leading-10 font-semibold tracking-[-0.02em]">{formatYearlyRate(topRate(product))}</bdi>
          <span className="text-small text-muted">{t(product.rateType === 1 ? 'earn:rate.fixed' : 'earn:rate.current')}</span>
        </span>
        <span className="mt-3 block text-dense">
          {t(termDays === 0 ? 'earn:teaser.anyTime' : payoutMode === 1 ? 'earn:teaser.daily' : 'earn:teaser.end')}
        </span>
        <span className="block text-small text-muted">{t('earn:teaser.from', { amount: withUnit(formatNumber(userMin), coinName) })}</span>
      </Link>
    </li>
  )
}
