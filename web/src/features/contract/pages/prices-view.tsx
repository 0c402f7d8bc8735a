/** Index and mark of any minute that is kept: each mark of it with its parts, what the sources said by then, and both made again in this page. */
import type { ContractInfo, MarkParts } from '@agio/wire/futures/types.ts'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../../data/clock.ts'
import { usePriceMinute } from '../../../data/contract/public-facts.ts'
import { formatMomentUtc, formatPriceAt, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { minuteAt, minuteText } from './data-address.ts'
import { IndexCard, timeText } from './index-card.tsx'
import { MarkCard } from './mark-card.tsx'
import { markAgain } from './mark-model.ts'

const KEPT_MS = 30 * 24 * 3_600_000

interface PricesViewProps {
  readonly contract: ContractInfo
  /** Stands beside the minute. */
  readonly choice: ReactNode
  /** Minute of the address; of undefined the newest one. */
  readonly at: string | undefined
  readonly onMinute: (at: string | undefined) => void
}

export function PricesView({ contract, choice, at, onMinute }: PricesViewProps) {
  const t = useT()
  const minute = usePriceMinute(contract, at === undefined ? undefined : minuteAt(at))
  return (
    <div className="flex flex-col gap-6 max-md:gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {choice}
        <Minute value={at} shown={minute.data?.minute} onChange={onMinute} />
        {at !== undefined && (
          <Button onClick={() => onMinute(undefined)} data-newest>
            {t('perpetual:prices.newest')}
          </Button>
        )}
      </div>
      <p className="max-w-3xl text-dense text-muted">{t('perpetual:prices.text')}</p>
      {minute.data === undefined ? (
        <div className="card">
          {minute.isError ? (
            <ErrorPanel alone title={t('perpetual:data.failed')} error={minute.error} onRetry={() => void minute.refetch()} />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </div>
      ) : (
        <Opened key={minute.data.minute} minute={minute.data} contract={contract} />
      )}
    </div>
  )
}

interface MinuteProps {
  readonly value: string | undefined
  /** The minute below, which stands here until one is chosen. */
  readonly shown: number | undefined
  readonly onChange: PricesViewProps['onMinute']
}

/** Dates run from left to right in every language. */
function Minute({ value, shown, onChange }: MinuteProps) {
  const t = useT()
  const now = serverNow()
  return (
    <label className="block text-small font-medium text-muted">
      <span className="mb-1 block">{t('perpetual:prices.minute')}</span>
      <input
        type="datetime-local"
        dir="ltr"
        value={value ?? (shown === undefined ? '' : minuteText(shown))}
        min={minuteText(now - KEPT_MS)}
        max={minuteText(now)}
        onChange={(event) => onChange(minuteAt(event.target.value) === undefined ? undefined : event.target.value)}
        className={`num h-9 rounded-control border bg-field px-3 text-dense text-fg pointer-coarse:h-11 ${value === undefined ? 'border-line2' : 'border-fg'}`}
        data-minute
      />
    </label>
  )
}

interface OpenedProps {
  readonly minute: NonNullable<ReturnType<typeof usePriceMinute>['data']>
  readonly contract: ContractInfo
}

interface Line {
  /** Place from the oldest on: a minute that still runs gets more, and none before these. */
  readonly place: number
  readonly parts: MarkParts
}

function Opened({ minute: { before, marks, minute, index }, contract }: OpenedProps) {
  const t = useT()
  const [chosen, setChosen] = useState<number>()
  const oldest = before === null ? marks : [before, ...marks]
  const lines = oldest.map((parts, place): Line => ({ place, parts })).reverse()
  const shown = lines.find(({ place }) => place === chosen) ?? lines[0]
  if (shown === undefined)
    return (
      <div className="card" data-marks="0">
        <NoData title={t('perpetual:prices.nothing')} text={t('perpetual:prices.nothingText')} />
      </div>
    )
  const { parts } = shown
  return (
    <div className="grid items-start gap-6 max-md:gap-3 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6 max-md:gap-3">
        <MarkCard parts={parts} contract={contract} />
        {/* The mark with which a minute began is older than it: what counts then is how all stood when it began. */}
        <IndexCard told={index} at={Math.max(parts.time, minute - 1)} indexPrice={parts.indexPrice} quote={contract.quote} />
      </div>
      <Marks lines={lines} shown={shown} minute={minute} contract={contract} onChoose={setChosen} />
    </div>
  )
}

interface MarksProps {
  readonly lines: readonly Line[]
  readonly shown: Line
  readonly minute: number
  readonly contract: ContractInfo
  readonly onChoose: (place: number) => void
}

function Marks({ lines, shown, minute, contract, onChoose }: MarksProps) {
  const t = useT()
  const title = t('perpetual:prices.marks', { minute: isolated(formatMomentUtc(minute)) })
  const again = (parts: MarkParts) => markAgain(parts, contract.capitalFrequency, contract.coinResultVo.priceTick)
  const columns: readonly Column<Line>[] = [
    {
      key: 'time',
      head: t('perpetual:prices.moment'),
      className: 'ps-5 max-md:ps-4',
      cell: ({ place, parts }) => (
        <button
          type="button"
          className="num hit-area underline decoration-line2 decoration-dotted underline-offset-4 hover:decoration-fg aria-pressed:font-semibold aria-pressed:no-underline"
          aria-pressed={place === shown.place}
          aria-label={t('perpetual:prices.open', { time: timeText(parts.time) })}
          onClick={() => onChoose(place)}
        >
          <bdi>{timeText(parts.time)}</bdi>
        </button>
      ),
    },
    {
      key: 'mark',
      head: t('perpetual:fact.mark'),
      end: true,
      cell: ({ parts }) => (
        <bdi className="num font-medium">{formatPriceAt(parts.tagPrice, contract.coinResultVo.symbolPricePrecision)}</bdi>
      ),
    },
    {
      key: 'of',
      head: t('perpetual:prices.madeOf'),
      end: true,
      className: 'pe-5 max-md:pe-4',
      cell: ({ parts }) => {
        const { chosen, holds } = again(parts)
        return (
          <span className={holds === false ? 'text-down-text' : 'text-muted'}>
            {holds === false ? t('perpetual:receipt.bad') : t(`perpetual:mark.${chosen}`)}
          </span>
        )
      },
    },
  ]
  return (
    <section className="card min-w-0" aria-labelledby="marks" data-marks={lines.length}>
      <h2 id="marks" className="flex min-h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">
        {title}
      </h2>
      <div className="max-h-160 overflow-auto">
        <Table
          caption={title}
          columns={columns}
          rows={lines}
          rowKey={({ place }) => String(place)}
          selected={({ place }) => place === shown.place}
        />
      </div>
    </section>
  )
}
