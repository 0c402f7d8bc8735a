/** Chooses a coin by its letters: what is typed narrows the list, arrows move in it, Enter takes one. */
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useT } from '../../../i18n/i18n.ts'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import type { Coin } from '../use-coins.ts'
import { searchCoins } from './coin-search.ts'

interface CoinPickerProps {
  readonly title: string
  readonly coins: readonly Coin[]
  readonly chosen: string
  /** Shown, and not to be chosen. */
  readonly isClosed: (coin: string) => boolean
  readonly onChoose: (coin: string) => void
  readonly onClose: () => void
}

/** Where a key leads in the list; undefined for other keys. Home and End belong to what is typed, once something is. */
function stepTo(key: string, at: number, hits: number, isAll: boolean): number | undefined {
  const count = Math.max(1, hits)
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (!isAll) return undefined
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}

export function CoinPicker({ title, coins, chosen, isClosed, onChoose, onClose }: CoinPickerProps) {
  const t = useT()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const hits = searchCoins(coins, query)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      coins.findIndex(({ coin }) => coin === chosen),
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed makes another list
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at, query])
  const take = (hit: Coin | undefined) => {
    if (hit !== undefined && !isClosed(hit.coin)) onChoose(hit.coin)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepTo(event.key, at, hits.length, query === '')
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (next === undefined) take(hits[at])
    else setAt(next)
  }
  return (
    <Dialog title={title} onClose={onClose} width={420} sheet high>
      <div className="flex h-11 items-center gap-3 rounded-control border border-line2 bg-field px-3.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-fg">
        <Icon as={Search} size={16} className="text-muted" />
        <input
          data-focus
          role="combobox"
          aria-label={t('convert:choose.search')}
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={hits[at] === undefined ? undefined : `${listId}-${at}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={query}
          placeholder={t('convert:choose.search')}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-base outline-none max-md:text-[16px]"
        />
      </div>
      <div
        ref={list}
        role="listbox"
        id={listId}
        aria-label={title}
        className={`-mx-2 mt-3 max-h-[min(420px,50dvh)] overflow-auto ${hits.length === 0 ? 'hidden' : ''}`}
      >
        {hits.map((hit, index) => (
          <Option
            key={hit.coin}
            id={`${listId}-${index}`}
            hit={hit}
            isAt={index === at}
            isChosen={hit.coin === chosen}
            isClosed={isClosed(hit.coin)}
            onTake={() => take(hit)}
            onPoint={() => setAt(index)}
          />
        ))}
      </div>
      <p role="status" className={hits.length === 0 ? 'mt-3 min-h-10 text-dense text-muted' : 'visually-hidden'}>
        {hits.length === 0 ? t('convert:choose.none', { query }) : ''}
      </p>
    </Dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly hit: Coin
  readonly isAt: boolean
  readonly isChosen: boolean
  readonly isClosed: boolean
  readonly onTake: () => void
  readonly onPoint: () => void
}

function Option({ id, hit, isAt, isChosen, isClosed, onTake, onPoint }: OptionProps) {
  const t = useT()
  const visible = useBalancesVisible()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox above keeps the focus
    <div
      role="option"
      id={id}
      aria-selected={isAt}
      aria-disabled={isClosed || undefined}
      onClick={onTake}
      onPointerMove={onPoint}
      data-coin={hit.coin}
      className={`flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 ${isAt ? 'bg-press' : ''} ${isClosed ? 'cursor-not-allowed' : ''}`}
    >
      <CoinLogo coin={hit.coin} size={24} url={hit.iconUrl} />
      <span className="min-w-0 flex-1 py-1">
        <bdi className={`text-base font-semibold ${isClosed ? 'text-muted' : ''}`}>{hit.coin}</bdi>{' '}
        <span className="text-dense text-muted">{hit.name}</span>
      </span>
      {isClosed ? (
        <span className="text-small text-muted">{t('convert:choose.closed')}</span>
      ) : (
        hit.balance !== undefined && (
          <NumberText value={hit.balance} hidden={!visible} className={`text-dense ${isChosen ? 'font-semibold' : 'text-muted'}`} />
        )
      )}
    </div>
  )
}
