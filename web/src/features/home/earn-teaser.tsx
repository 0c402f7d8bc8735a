/** Coins that earn, four of them, with the way to all; nothing where savings are closed, empty or did not answer. */
import type { Product } from '@agio/wire/earn/types.ts'
import { useProductGroups } from '../../data/earn/products.ts'
import { bestOf, topRate } from '../../data/earn/top-rate.ts'
import { formatDays, formatNumber, formatYearlyRate, withUnit } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { TeaserCell, TeaserFrame } from './teaser-frame.tsx'

const SHOWN = 4

export function EarnTeaser() {
  const t = useT()
  const groups = useProductGroups().data ?? []
  // The best of each coin that can be bought now.
  const products = groups.flatMap((group) => bestOf(group.products.filter(({ status }) => status === 1)) ?? []).slice(0, SHOWN)
  if (products.length === 0) return null
  return (
    <TeaserFrame
      id="earn-teaser"
      title={t('earn:teaser.title')}
      text={t('earn:text')}
      way={{ to: paths.earn, label: t('earn:teaser.all') }}
    >
      {products.map((product) => (
        <Cell key={product.id} product={product} />
      ))}
    </TeaserFrame>
  )
}

function Cell({ product }: { readonly product: Product }) {
  const t = useT()
  const { coinId, coinName, termDays, payoutMode, userMin } = product
  return (
    <TeaserCell to={`${paths.earn}?coin=${coinId}`}>
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
    </TeaserCell>
  )
}
