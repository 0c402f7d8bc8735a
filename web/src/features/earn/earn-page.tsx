/** `/financial`: coins that earn interest, open to everybody to read; the sheet of a product and its rule are addresses of it. */
import type { Product } from '@agio/wire/earn/types.ts'
import { PiggyBank, Search, SearchX } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { ClosedPage } from '../../app/closed-page.tsx'
import { useHeldOrders } from '../../data/earn/my-earn.ts'
import { useBackgrounds, useEarnCoins, useEarnConfiguration, useFilters, useProductGroups } from '../../data/earn/products.ts'
import { loadableOf, loadedValue } from '../../data/loadable.ts'
import { useLoggedIn } from '../../data/session.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StaleNote } from '../../ui/data-age.tsx'
import { ErrorPanel, PanelBoundary } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useSearchParams } from '../../ui/navigation.tsx'
import { part } from '../../ui/part.tsx'
import { Bar } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { cardsOf, type EarnAddress, isEarnOpen, isFiltered, NO_FILTER, productIn, readAddress, writeAddress } from './earn-model.ts'
import { FilterBar } from './filter-bar.tsx'
import { ProductCard } from './product-card.tsx'
import { Summary } from './summary.tsx'

const ProductSheet = part(async () => (await import('./sheet/lazy-sheet.ts')).loadSheet())
const RulePage = part(async () => (await import('./rule/lazy-rule.ts')).loadRule())

/** Shown or not: each part is there unless its switch says no. */
function useParts() {
  const { switches } = useSite()
  const loggedIn = useLoggedIn()
  const configuration = useEarnConfiguration().data
  const isOpen = isEarnOpen(switches, configuration)
  return {
    isOpen,
    summary: loggedIn && configuration?.isDisplayAssets === 1,
    background: configuration?.isDisplayBackground === 1,
    verifiedOnly: configuration?.isRealname === 1,
    loggedIn,
  }
}

export function EarnPage() {
  const { isOpen } = useParts()
  const [search] = useSearchParams()
  const { rule } = readAddress(search)
  if (!isOpen) return <ClosedPage />
  if (rule === undefined) return <Catalogue />
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <RulePage productId={rule} />
    </Suspense>
  )
}

function Catalogue() {
  const t = useT()
  const shows = useParts()
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  const held = useHeldOrders()
  const groups = useProductGroups()
  const filters = useFilters().data
  const go = (change: Partial<EarnAddress>, replace = true) => setSearch(writeAddress({ ...address, ...change }), { replace })
  const buying = productIn(groups.data ?? [], address.buying)
  return (
    <div className="page-column relative w-full pt-8 pb-16">
      {shows.background && <Background />}
      <Head query={address.query} loggedIn={shows.loggedIn} onQuery={(query) => go({ query })} />
      {shows.summary && (
        <PanelBoundary title={t('earn:summary.name')}>
          <Summary />
        </PanelBoundary>
      )}
      {shows.verifiedOnly && <p className="mb-4 text-dense text-muted">{t('earn:allVerified')}</p>}
      <FilterBar address={address} options={filters} mayHold={shows.loggedIn} onChange={(change) => go(change)} />
      <PanelBoundary title={t('earn:products')}>
        <Products
          address={address}
          held={new Set(held.data?.map(({ productId }) => productId))}
          onReset={() => go(NO_FILTER)}
          onBuy={(product) => go({ buying: product.id }, false)}
        />
      </PanelBoundary>
      {shows.loggedIn && buying !== undefined && (
        <Suspense>
          <ProductSheet key={buying.id} product={buying} onClose={() => go({ buying: undefined })} />
        </Suspense>
      )}
    </div>
  )
}

/** Pictures of the operator, behind the head; decoration. */
function Background() {
  const images = useBackgrounds(true).data
  if (images === undefined) return null
  const picture = (wide: string | null, phone: string | null, look: string): ReactNode =>
    wide === null && phone === null ? null : (
      <picture className={look}>
        {phone !== null && <source media="(width < 48rem)" srcSet={phone} />}
        <img src={wide ?? phone ?? ''} alt="" className="h-full w-full object-cover" />
      </picture>
    )
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 -z-1 h-56 overflow-hidden mask-b-from-50%"
      data-background
    >
      {picture(images.dayUrl, images.mobileDayUrl, 'night:hidden')}
      {picture(images.nightUrl, images.mobileNightUrl, 'hidden night:block')}
    </div>
  )
}

interface HeadProps {
  readonly query: string
  readonly loggedIn: boolean
  readonly onQuery: (query: string) => void
}

function Head({ query, loggedIn, onQuery }: HeadProps) {
  const t = useT()
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-title">{t('earn:title')}</h1>
        <p className="mt-1 text-muted">{t('earn:text')}</p>
      </div>
      <div className="flex gap-2 max-md:w-full">
        <label className="flex h-9 w-64 items-center gap-2 rounded-control border border-line2 bg-field px-3 has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-1 has-[:focus-visible]:outline-fg max-md:h-11 max-md:w-auto max-md:min-w-0 max-md:flex-1">
          <Icon as={Search} size={16} className="text-muted" />
          <span className="visually-hidden">{t('earn:search')}</span>
          <input
            type="search"
            value={query}
            maxLength={64}
            placeholder={t('earn:search')}
            onChange={(event) => onQuery(event.target.value)}
            className="min-w-0 flex-1 bg-transparent text-dense text-ellipsis outline-none max-md:text-[16px]"
          />
        </label>
        {loggedIn && (
          <ButtonLink to={paths.earnAssets} className="max-md:h-11">
            {t('earn:mine')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

interface ProductsProps {
  readonly address: EarnAddress
  readonly held: ReadonlySet<string>
  readonly onReset: () => void
  readonly onBuy: (product: Product) => void
}

function Products({ address, held, onReset, onBuy }: ProductsProps) {
  const t = useT()
  const query = useProductGroups()
  const coins = useEarnCoins().data
  const groups = loadableOf(query)
  if (groups.state === 'loading') return <Skeleton />
  if (groups.state === 'failed')
    return (
      <div className="card">
        <ErrorPanel title={t('earn:failed')} error={groups.error} onRetry={() => void query.refetch()} />
      </div>
    )
  const all = loadedValue(groups) ?? []
  const cards = cardsOf(all, address, held)
  if (cards.length === 0)
    return (
      <div className="card" role="status">
        {isFiltered(address) ? (
          <NoData size="page" icon={SearchX} title={t('earn:none.filtered')} action={{ label: t('earn:filter.reset'), onPress: onReset }} />
        ) : (
          <NoData size="page" icon={PiggyBank} title={t('earn:none')} text={t('earn:noneText')} />
        )}
      </div>
    )
  return (
    <>
      {groups.state === 'stale' && (
        <div className="mb-3">
          <StaleNote readAt={query.dataUpdatedAt} />
        </div>
      )}
      <ul
        className={`grid gap-6 max-md:gap-3 md:grid-cols-2 xl:grid-cols-3 ${groups.state === 'stale' ? 'opacity-55' : ''}`}
        aria-label={t('earn:products')}
      >
        {cards.map((card) => (
          <ProductCard key={card.coinId} card={card} coin={coins?.get(card.coinId)} onBuy={onBuy} />
        ))}
      </ul>
    </>
  )
}

/** Cards in the shape of those that come. */
function Skeleton() {
  const t = useT()
  return (
    <div
      role="status"
      aria-label={t('ui:loading')}
      className="grid animate-[appear_0s_150ms_both] gap-6 max-md:gap-3 md:grid-cols-2 xl:grid-cols-3"
    >
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="card flex h-[412px] flex-col gap-4 p-5 max-md:p-4">
          <span className="flex items-center gap-3">
            <Bar width={32} height={32} className="rounded-full" />
            <Bar width={96} height={14} />
          </span>
          <Bar width="100%" height={36} />
          <Bar width={128} height={32} />
          <Bar width="100%" height={96} />
          <Bar width="100%" height={36} />
          <span className="flex-1" />
          <Bar width="100%" height={44} />
        </div>
      ))}
    </div>
  )
}
