/** Open positions in short: the terminal has the way to change them. */
import type { Position } from '@agio/wire/futures/position-types.ts'
import { Layers, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { usePriceText } from '../../../data/contract/public-facts.ts'
import { formatNumber, formatShare, isolated } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { directionOfChange, HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { part } from '../../../ui/part.tsx'
import { NoData } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

const ShareDialog = part(async () => (await import('../../../ui/share/share-dialog.tsx')).ShareDialog)

const HIDE = 'max-md:hidden'
const LOOKS = { up: 'text-up-text', down: 'text-down-text', flat: '' } as const
const QUINTILES = [1, 2, 3, 4, 5] as const

/** How near the front of the queue of those that are reduced: five bars, and the number in words. */
function Adl({ level }: { readonly level: number }) {
  const t = useT()
  return (
    <span className="inline-flex items-center gap-1.5" title={t('perpetual:adl', { level })}>
      <span aria-hidden="true" className="inline-flex gap-px">
        {QUINTILES.map((step) => (
          <span key={step} className={`h-3 w-1 rounded-[1px] ${step <= level ? 'bg-warning' : 'bg-line2'}`} />
        ))}
      </span>
      <bdi className="num">{`${level}/5`}</bdi>
    </span>
  )
}

function columnsOf(t: Translate, onShare: (position: Position) => void): readonly Column<Position>[] {
  return [
    {
      key: 'contract',
      head: t('perpetual:head.contract'),
      className: 'ps-5 max-md:ps-4',
      cell: (position) => <Name position={position} />,
    },
    {
      key: 'volume',
      head: t('perpetual:head.contracts'),
      end: true,
      className: HIDE,
      cell: ({ positionVolume }) => <Volume value={positionVolume} />,
    },
    {
      key: 'entry',
      head: t('perpetual:head.entry'),
      end: true,
      className: HIDE,
      cell: (row) => <Price of={row} value={row.openAvgPrice} />,
    },
    {
      key: 'mark',
      head: t('perpetual:fact.mark'),
      end: true,
      className: 'max-lg:hidden',
      cell: (row) => <Price of={row} value={row.indexPrice} />,
    },
    {
      key: 'liquidation',
      head: t('perpetual:head.liquidation'),
      end: true,
      className: 'max-lg:hidden',
      // No price of the contract would take such a position: there is nothing to warn of.
      cell: (row) => (
        <span className={/[1-9]/.test(row.reducePrice) ? 'text-warning-text' : 'text-muted'}>
          <Price of={row} value={row.reducePrice} />
        </span>
      ),
    },
    {
      key: 'margin',
      head: t('perpetual:fact.margin'),
      end: true,
      className: HIDE,
      cell: (position) => <Margin position={position} />,
    },
    {
      key: 'profit',
      head: t('perpetual:account.unrealised'),
      end: true,
      cell: (position) => <Profit position={position} />,
    },
    { key: 'adl', head: t('perpetual:head.adl'), end: true, className: 'max-xl:hidden', cell: ({ adlLevel }) => <Adl level={adlLevel} /> },
    {
      key: 'share',
      head: <span className="visually-hidden">{t('perpetual:share.title')}</span>,
      end: true,
      className: 'pe-4 max-md:pe-2',
      cell: (position) => (
        <IconButton
          label={t('perpetual:share.of', { contract: position.symbol })}
          onClick={() => onShare(position)}
          data-share={position.id}
        >
          <Icon as={Share2} size={16} />
        </IconButton>
      ),
    },
  ]
}

export function PositionTable({ rows }: { readonly rows: readonly Position[] }) {
  const t = useT()
  const [shared, setShared] = useState<Position>()
  const columns = columnsOf(t, setShared)
  return (
    <section aria-label={t('perpetual:positions')} className="card overflow-x-auto" data-positions={rows.length}>
      <h2 className="flex min-h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">
        {t('perpetual:positions')}
      </h2>
      <Table
        caption={t('perpetual:positions')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        height={52}
        empty={
          <NoData
            icon={Layers}
            title={t('perpetual:positions.none')}
            link={{ to: paths.contractTerminal, label: t('orders:openTerminal') }}
          />
        }
      />
      {shared !== undefined && (
        <Suspense>
          <ShareDialog position={shared} onClose={() => setShared(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function Price({ of, value }: { readonly of: Position; readonly value: string }) {
  const priceText = usePriceText()
  return <bdi className="num">{/[1-9]/.test(value) ? priceText(value, of.contractId) : '--'}</bdi>
}

function Volume({ value }: { readonly value: string }) {
  const visible = useBalancesVisible()
  return <bdi className="num">{visible ? formatNumber(value) : HIDDEN_AMOUNT}</bdi>
}

function Margin({ position: { holdAmount, marginRate } }: { readonly position: Position }) {
  const visible = useBalancesVisible()
  return (
    <span>
      <bdi className="num">{visible ? formatNumber(holdAmount, { scale: 2 }) : HIDDEN_AMOUNT}</bdi>
      <span className="block text-small text-muted">
        <bdi className="num">{formatShare(marginRate)}</bdi>
      </span>
    </span>
  )
}

function Profit({ position: { unRealizedAmount, returnRate } }: { readonly position: Position }) {
  const visible = useBalancesVisible()
  return (
    <span className={LOOKS[directionOfChange(unRealizedAmount)]}>
      <bdi className="num font-medium">{visible ? formatNumber(unRealizedAmount, { scale: 2, sign: 'always' }) : HIDDEN_AMOUNT}</bdi>
      <span className="block text-small">
        <bdi className="num">{formatShare(returnRate, { sign: 'always' })}</bdi>
      </span>
    </span>
  )
}

function Name({ position }: { readonly position: Position }) {
  const t = useT()
  const { symbol, contractName, orderSide, leverageLevel, positionType } = position
  const isLong = orderSide === 'BUY'
  return (
    <span className={`block border-s-2 ps-2.5 ${isLong ? 'border-up' : 'border-down'}`}>
      <Link to={`${paths.contractTerminal}?contract=${encodeURIComponent(contractName)}`} className="font-semibold hover:underline">
        <bdi dir="ltr">{symbol}</bdi>
      </Link>
      <span className="block text-small text-muted">
        <span className={isLong ? 'text-up-text' : 'text-down-text'}>{t(isLong ? 'perpetual:long' : 'perpetual:short')}</span>
        {` ${isolated(`${leverageLevel}×`)} ${t(positionType === 1 ? 'perpetual:cross' : 'perpetual:isolated')}`}
      </span>
    </span>
  )
}
