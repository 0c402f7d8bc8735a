/** Parts of the help centre: the search box, the list of articles, the categories. */
import {
  ArrowRightLeft,
  ChartCandlestick,
  ChevronRight,
  CodeXml,
  Landmark,
  LifeBuoy,
  type LucideIcon,
  Percent,
  Search,
  ShieldCheck,
  Wallet,
} from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMounted } from '../../data/mounted.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { helpPath, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { useNavigate } from '../../ui/navigation.tsx'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  start: LifeBuoy,
  trading: ArrowRightLeft,
  contracts: ChartCandlestick,
  fees: Percent,
  security: ShieldCheck,
  assets: Wallet,
  api: CodeXml,
}

/** A sentence that somebody looks for; what is longer is cut. */
export const WORDS_MAX = 120

export const searchPath = (words: string): string => `${paths.help}?q=${encodeURIComponent(words)}`

export function HelpSearch({ words, large = false }: { readonly words: string; readonly large?: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const [text, setText] = useState(words)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = text.trim().slice(0, WORDS_MAX)
    navigate(asked === '' ? paths.help : searchPath(asked))
  }
  return (
    <search>
      <form onSubmit={submit} className="flex gap-2">
        <span className="relative min-w-0 flex-1">
          <Icon
            as={Search}
            size={large ? 20 : 16}
            className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted max-sm:hidden"
          />
          <input
            type="search"
            maxLength={WORDS_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label={t('help:search')}
            placeholder={t('help:search')}
            className={`w-full rounded-control border border-line2 bg-field ps-12 pe-4 text-[16px] text-ellipsis max-sm:ps-4 ${large ? 'h-14' : 'h-11'}`}
          />
        </span>
        <Button type="submit" size={44} look="primary" className={`max-sm:w-13 max-sm:px-0! ${large ? 'h-14!' : ''}`}>
          <Icon as={Search} size={20} className="sm:hidden" />
          <span className="max-sm:visually-hidden">{t('help:find')}</span>
        </Button>
      </form>
    </search>
  )
}

interface Entry {
  readonly id: string
  readonly title: string
  readonly summary: string
}

export function ArticleList({ articles }: { readonly articles: readonly Entry[] }) {
  return (
    <ul className="divide-y divide-line">
      {articles.map((article) => (
        <li key={article.id}>
          <Link to={helpPath(article.id)} className="flex items-center gap-4 px-4 py-3.5 -outline-offset-2 hover:bg-hover md:px-5">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{article.title}</span>
              <span className="block text-dense text-muted">{article.summary}</span>
            </span>
            <Icon as={ChevronRight} size={16} directional className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface Category {
  readonly id: string
  readonly name: string
  readonly summary: string
  readonly count: number
}

export function CategoryCards({ categories }: { readonly categories: readonly Category[] }) {
  const t = useT()
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
      {categories.map((category) => (
        <li key={category.id} className="min-w-0">
          <Link to={helpPath(category.id)} className="card block h-full p-5 hover:bg-hover md:p-6">
            <span className="flex items-center justify-between">
              <span className="flex size-10 items-center justify-center rounded-card bg-field">
                <Icon as={ICONS[category.id] ?? Landmark} size={20} />
              </span>
              <span className="text-small text-muted">{t('help:articles', { count: category.count })}</span>
            </span>
            <h2 className="mt-5 text-strong">{category.name}</h2>
            <span className="mt-1 block text-dense text-muted">{category.summary}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The boxes of the cards, so that nothing moves when they come. */
export function CategoryPlaces() {
  const t = useT()
  return (
    <div role="status" aria-label={t('ui:loading')} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((place) => (
        <div key={place} className="card p-5 md:p-6">
          <div className="size-10 rounded-card bg-field" />
          <div className="mt-5 h-12" />
        </div>
      ))}
    </div>
  )
}

/** The date of an article and, of a legal document, its version. */
export function Dated({ updateTime, version }: { readonly updateTime: number; readonly version: string | null }) {
  const t = useT()
  // The day depends on the reader's zone.
  const mounted = useMounted()
  return (
    <p className="mt-3 mb-7 flex flex-wrap gap-3 text-dense text-muted">
      {version !== null && <span>{t('help:version', { version })}</span>}
      <time dateTime={new Date(updateTime).toISOString()}>{mounted ? t('help:updated', { date: formatDate(updateTime) }) : '\u00a0'}</time>
    </p>
  )
}
