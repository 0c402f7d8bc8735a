/** Open positions: a table on wide screens, cards on phones; each can be closed, protected, fed, drained and turned round where it stands. */
import { Ellipsis, Layers, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePositions } from '../../../../data/contract/my-contracts.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { contractTerminalPath } from '../../../../paths.ts'
import type { OrdersProps } from '../../../../terminal/market.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { Link } from '../../../../ui/link.tsx'
import { MenuButton } from '../../../../ui/menu-button.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { useContractDesk } from '../desk.ts'
import { byDanger, isEndangered } from './danger.ts'
import { Deleveraging } from './deleveraging.tsx'
import { openPositionDialog, type PositionDeed } from './dialog-store.ts'
import { SideWords } from './position-title.tsx'
import { type ShownPosition, useShownPosition } from './use-shown-position.ts'

/** Of a row near liquidation. */
const TINT = 'bg-warning-tint'

export function Positions({ cards, narrow }: OrdersProps) {
  const t = useT()
  const { member } = useContractDesk()
  const { known, rows } = usePositions(member)
  if (!known && rows.length === 0) return <SkeletonRows rows={3} height={44} />
  if (rows.length === 0) return <EmptyState icon={Layers} title={t('contract:position.none')} text={t('contract:position.noneText')} />
  if (cards)
    return (
      <ul>
        {byDanger(rows).map((position) => (
          <PositionCard key={position.positionId} position={position} />
        ))}
      </ul>
    )
  return <PositionTable rows={rows} narrow={narrow} />
}

function PositionTable({ rows, narrow }: { readonly rows: readonly Position[]; readonly narrow: boolean }) {
  const t = useT()
  const head = (text: string, end = true) => (
    <th
      scope="col"
      className={`sticky top-0 z-10 h-7 bg-panel px-2 text-small font-normal whitespace-nowrap text-faint first:ps-4 last:pe-4 ${end ? 'text-end' : 'text-start'}`}
    >
      {text}
    </th>
  )
  return (
    <table className="w-full border-collapse text-dense" data-positions>
      <caption className="visually-hidden">{t('contract:tabs.positions')}</caption>
      <thead>
        <tr>
          {head(t('contract:list.contract'), false)}
          {head(t('contract:position.size'))}
          {head(t('contract:position.entry'))}
          {!narrow && head(t('contract:bar.mark'))}
          {head(t('contract:position.liquidation'))}
          {head(t('contract:position.margin'))}
          {head(t('contract:position.profit'))}
          {!narrow && head(t('contract:position.protection'))}
          {head(t('contract:adl.short'))}
          {head(t('orders:head.action'))}
        </tr>
      </thead>
      <tbody>
        {byDanger(rows).map((position) => (
          <PositionRow key={position.positionId} position={position} narrow={narrow} />
        ))}
      </tbody>
    </table>
  )
}

/** Two lines in a cell: what counts, and what belongs to it. */
function Pair({
  first,
  second,
  tone = '',
  quiet = true,
}: {
  readonly first: ReactNode
  readonly second: ReactNode
  readonly tone?: string
  readonly quiet?: boolean
}) {
  return (
    // One digit more or less must not move the columns.
    <span className="inline-block min-w-[9ch]">
      <span className={`block leading-4 font-medium ${tone}`}>
        <bdi className="num">{first}</bdi>
      </span>
      <span className={`block text-small leading-4 ${quiet ? 'text-muted' : tone}`}>
        {/* Words may stand in it: it runs as they do. */}
        <bdi className="tabular-nums">{second}</bdi>
      </span>
    </span>
  )
}

function PositionRow({ position, narrow }: { readonly position: Position; readonly narrow: boolean }) {
  const t = useT()
  const shown = useShownPosition(position)
  const cell = 'px-2 text-end whitespace-nowrap'
  return (
    <tr
      className={`h-11 border-t border-grid hover:bg-hover ${isEndangered(position) ? TINT : ''}`}
      data-position={position.positionId}
      data-contract={position.symbol}
    >
      <td className="relative px-2 ps-7">
        <span
          aria-hidden="true"
          className={`absolute start-4 top-1/2 h-7 w-[3px] -translate-y-1/2 rounded-full ${position.isShort ? 'bg-down' : 'bg-up'}`}
        />
        <Link to={contractTerminalPath(position.symbol)} className="block leading-4 font-semibold hover:underline">
          <bdi dir="ltr">{position.name}</bdi>
        </Link>
        <span className="block leading-4">
          <SideWords position={position} />
        </span>
      </td>
      <td className={cell}>
        <Pair first={shown.size} second={shown.contracts} />
      </td>
      <td className={cell}>{narrow ? <Pair first={shown.entry} second={shown.mark} /> : <bdi className="num">{shown.entry}</bdi>}</td>
      {!narrow && (
        <td className={cell}>
          <bdi className="num">{shown.mark}</bdi>
        </td>
      )}
      <td className={cell}>
        <Pair first={shown.liquidation} second={shown.distance} tone={shown.liquidates ? 'text-warning-text' : 'text-muted'} />
      </td>
      <td className={cell}>
        <Pair first={shown.margin} second={<RatioText position={position} shown={shown} />} />
      </td>
      <td className={cell} data-profit>
        <Pair first={shown.profit} second={shown.roe} tone={shown.tone} quiet={false} />
      </td>
      {!narrow && (
        <td className={cell}>
          <Legs shown={shown} />
        </td>
      )}
      <td className={cell}>
        <Deleveraging level={position.deleveraging} />
      </td>
      <td className={`${cell} pe-4`}>
        <Deeds position={position} label={t('contract:position.more', { name: position.name })} />
      </td>
    </tr>
  )
}

/** The ratio at which liquidation begins is 100 %; from 80 % on it is marked. */
function RatioText({ position, shown }: { readonly position: Position; readonly shown: ShownPosition }) {
  const t = useT()
  const near = isEndangered(position)
  return (
    <span className={near ? 'font-medium text-warning-text' : ''}>
      {t('contract:position.ratioOf', { ratio: leftToRight(shown.ratio) })}
    </span>
  )
}

function Legs({ shown }: { readonly shown: ShownPosition }) {
  const line = (prices: readonly string[], tone: string) => (
    <span className={`block leading-4 ${prices.length === 0 ? 'text-muted' : tone}`}>
      <bdi className="num">{prices.length === 0 ? '—' : prices.length === 1 ? prices[0] : `${prices[0]} +${prices.length - 1}`}</bdi>
    </span>
  )
  return (
    <>
      {line(shown.takeProfit, 'text-up-text')}
      {line(shown.stopLoss, 'text-down-text')}
    </>
  )
}

const MORE: readonly PositionDeed[] = ['protect', 'margin', 'reverse', 'share']

/** Margin of its own has an isolated position alone; and two positions beside each other are not turned round. */
const isOpenTo = (deed: PositionDeed, { isIsolated }: Position, hedged: boolean): boolean =>
  deed === 'margin' ? isIsolated : deed !== 'reverse' || !hedged

function Deeds({ position, label }: { readonly position: Position; readonly label: string }) {
  const t = useT()
  const { config } = useContractDesk()
  const deeds = MORE.filter((deed) => isOpenTo(deed, position, config?.isHedged === true))
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size={24}
        onClick={() => openPositionDialog('close', position.positionId)}
        className="hit-area pointer-coarse:!h-9 pointer-coarse:!px-3"
        data-close
      >
        {t('contract:position.close')}
      </Button>
      <MenuButton
        name={label}
        label={label}
        className="hit-area inline-flex size-6 items-center justify-center rounded-chip text-muted hover:bg-hover hover:text-fg pointer-coarse:size-9"
        content={<Icon as={Ellipsis} size={16} />}
        items={deeds.map((deed) => ({ key: deed, content: t(`contract:deed.${deed}`), text: t(`contract:deed.${deed}`) }))}
        onAction={(key) => {
          const deed = deeds.find((one) => one === key)
          if (deed !== undefined) openPositionDialog(deed, position.positionId)
        }}
      />
    </span>
  )
}

const CARD_DEEDS = ['protect', 'margin', 'reverse', 'close'] as const
type CardDeed = (typeof CARD_DEEDS)[number]
const CARD_WORDS = {
  protect: 'contract:position.protection',
  margin: 'contract:position.margin',
  reverse: 'contract:deed.reverse',
  close: 'contract:position.close',
} as const
/** They fill the card, however many there are. */
const COLUMNS: readonly string[] = ['', '', '', 'min-[360px]:grid-cols-3', 'min-[360px]:grid-cols-4']

function PositionCard({ position }: { readonly position: Position }) {
  const t = useT()
  const { config } = useContractDesk()
  const shown = useShownPosition(position)
  const fact = (name: string, value: ReactNode, tone = '') => (
    <div className="min-w-0">
      <dt className="truncate text-small text-muted">{name}</dt>
      <dd className={`truncate font-medium ${tone}`}>{typeof value === 'string' ? <bdi className="num">{value}</bdi> : value}</dd>
    </div>
  )
  const deeds = CARD_DEEDS.filter((deed) => isOpenTo(deed, position, config?.isHedged === true))
  const action = (deed: CardDeed) => (
    <Button
      key={deed}
      size={36}
      wide
      onClick={() => openPositionDialog(deed, position.positionId)}
      className="min-w-0 !px-1"
      data-deed={deed}
    >
      <span className="min-w-0 truncate">{t(CARD_WORDS[deed])}</span>
    </Button>
  )
  return (
    <li
      className={`border-b border-line px-4 py-3 text-dense ${isEndangered(position) ? TINT : ''}`}
      data-position={position.positionId}
      data-contract={position.symbol}
    >
      <div className="mb-2 flex items-start justify-between gap-2">
        <span className="min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <Link to={contractTerminalPath(position.symbol)} className="hit-area font-semibold">
              <bdi dir="ltr">{position.name}</bdi>
            </Link>
            <Chip tone={position.isShort ? 'down' : 'up'}>
              {t(position.isShort ? 'contract:position.short' : 'contract:position.long')}
            </Chip>
            <IconButton
              label={t('contract:deed.share')}
              onClick={() => openPositionDialog('share', position.positionId)}
              className="-my-1"
              data-deed="share"
            >
              <Icon as={Share2} size={16} />
            </IconButton>
          </span>
          <span className="block text-small text-muted">
            <bdi className="num">{`${position.leverage}×`}</bdi> {t(position.isIsolated ? 'contract:mode.isolated' : 'contract:mode.cross')}
          </span>
        </span>
        <span className={`shrink-0 text-end whitespace-nowrap ${shown.tone}`} data-profit>
          <span className="block text-base font-semibold">
            <bdi className="num">{`${shown.profit} ${position.marginAsset}`}</bdi>
          </span>
          <span className="block text-small">
            <bdi className="num">{shown.roe}</bdi>
          </span>
        </span>
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2">
        {fact(t('contract:position.size'), shown.size)}
        {fact(t('contract:position.entry'), shown.entry)}
        {fact(t('contract:bar.mark'), shown.mark)}
        {fact(t('contract:position.liquidation'), shown.liquidation, shown.liquidates ? 'text-warning-text' : '')}
        {fact(t('contract:position.distance'), shown.distance === '' ? '--' : shown.distance)}
        {fact(t('contract:position.margin'), shown.margin)}
        {fact(t('contract:position.ratio'), shown.ratio, isEndangered(position) ? 'text-warning-text' : '')}
        {fact(t('contract:position.protection'), <Legs shown={shown} />)}
        {fact(t('contract:adl.short'), <Deleveraging level={position.deleveraging} />)}
      </dl>
      <div className={`mt-3 grid grid-cols-2 gap-2 ${COLUMNS[deeds.length] ?? ''}`}>{deeds.map(action)}</div>
    </li>
  )
}
