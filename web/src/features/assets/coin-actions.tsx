/** What can be done with a coin: the ways that are open to it, the rarer ones behind a button. */
import { Ellipsis } from 'lucide-react'
import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { useAllTerms, useAssets } from '../../data/spot/pair-terms.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths, spotTerminalPath } from '../../paths.ts'
import type { FloatingMenuItem } from '../../ui/floating.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { useFaucet } from './use-faucet.ts'

interface Way {
  readonly key: 'deposit' | 'withdraw' | 'trade' | 'convert'
  readonly text: string
  readonly to: string
}

/** Ways that have an address, those that are used most first. */
function useWays(coin: string): readonly Way[] {
  const t = useT()
  const { switches } = useSite()
  const asset = useAssets().data?.get(coin)
  const pair = [...(useAllTerms().data?.values() ?? [])].find((terms) => terms.base === coin)
  const query = `?coin=${encodeURIComponent(coin)}`
  return [
    ...(asset?.deposits === true ? [{ key: 'deposit' as const, text: t('assets:action.deposit'), to: paths.deposit + query }] : []),
    ...(asset?.withdrawals === true ? [{ key: 'withdraw' as const, text: t('assets:action.withdraw'), to: paths.withdraw + query }] : []),
    ...(pair === undefined ? [] : [{ key: 'trade' as const, text: t('assets:trade'), to: spotTerminalPath(pair.symbol, true) }]),
    ...(openFeatures(switches).convert ? [{ key: 'convert' as const, text: t('assets:action.convert'), to: paths.convert }] : []),
  ]
}

/** Actions that stand in the row; the others are behind the button. */
const SHOWN = 3

interface CoinActionsProps {
  readonly coin: string
  /** Absent where coins can move nowhere. */
  readonly onTransfer: ((coin: string) => void) | undefined
}

export function CoinActions({ coin, onTransfer }: CoinActionsProps) {
  const t = useT()
  const ways = useWays(coin)
  const faucet = useFaucet()
  const item = (key: string, text: string): FloatingMenuItem => ({ key, text, content: <span data-act={key}>{text}</span> })
  const others: readonly FloatingMenuItem[] = [
    ...(onTransfer === undefined ? [] : [item('transfer', t('assets:transfer'))]),
    ...(faucet.isAbsent ? [] : [item('faucet', t('assets:faucet.get'))]),
  ]
  const act = (key: string) => {
    if (key === 'transfer') onTransfer?.(coin)
    if (key === 'faucet') faucet.give(coin)
  }
  const linked = ways.map(({ to, ...way }) => ({ ...item(way.key, way.text), to }))
  const more = (items: readonly FloatingMenuItem[], name: string, look: string) =>
    items.length > 0 && (
      <span className={look}>
        <MenuButton
          name={t('assets:action.more', { coin })}
          label={t('assets:action.more', { coin })}
          content={
            <span data-more={name} className="contents">
              <Icon as={Ellipsis} size={18} />
            </span>
          }
          items={items}
          onAction={act}
          className="hit-area inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-fg"
        />
      </span>
    )
  return (
    <span className="inline-flex items-center justify-end gap-x-4">
      {ways.slice(0, SHOWN).map(({ key, text, to }) => (
        <Link key={key} to={to} className="hit-area font-medium hover:text-theme-text max-lg:hidden" data-way={key}>
          {text}
        </Link>
      ))}
      {more([...linked.slice(SHOWN), ...others], coin, 'max-lg:hidden')}
      {more([...linked, ...others], `${coin}-all`, 'lg:hidden')}
    </span>
  )
}
