/** "Before you send": margin, fees, liquidation before and after, the worst that can happen. Every figure is the server's answer to this order. */
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { usePositions } from '../../../../data/contract/my-contracts.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { Icon } from '../../../../ui/icons.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { useContractDesk, useContractDraft } from '../desk.ts'
import { costParts } from '../model/cost-parts.ts'
import { shareText } from '../rates.ts'
import { RiskRuler } from './risk-ruler.tsx'
import type { ContractTicketWork } from './use-contract-ticket.ts'

type LineKey = 'average' | 'liquidation' | 'ratio' | 'margin' | 'fees' | 'loss' | 'worst' | 'returned' | 'cost'
/** What an order at market sets aside for slippage stands there, too: without it nobody sees why it costs more than it can lose. */
const SHORT: ReadonlySet<LineKey> = new Set(['liquidation', 'worst', 'returned', 'cost'])
/** Shown with the explanations only: the card has to leave the button in view. */
const MORE: ReadonlySet<LineKey> = new Set(['average', 'ratio'])

interface Line {
  readonly key: LineKey
  readonly label: string
  readonly value: string
  /** What it is before the order. */
  readonly before?: string
}

const none = '--'
const given = (value: string | undefined): value is string => value !== undefined && /[1-9]/.test(value)

function useLines(work: ContractTicketWork): readonly Line[] {
  const t = useT()
  const { terms, config, member } = useContractDesk()
  const draft = useContractDraft()
  const { rows } = usePositions(member)
  const told = work.ticket.contracts ? work.preview : undefined
  const parts = told && costParts(told)
  const amount = (value: string): string => formatNumber(value, { scale: 2 })
  const money = (value: string | undefined): string => (value === undefined ? none : `${amount(value)} ${terms.marginAsset}`)
  const price = (value: string | undefined): string => (given(value) ? formatNumber(value, { scale: terms.priceScale }) : none)
  const position = rows.find(
    (one) =>
      one.contractId === terms.contractId && (config?.isHedged !== true || (one.isShort === (draft.side === 'sell')) !== draft.closes),
  )
  const before = position !== undefined && given(position.liquidationPrice) ? { before: price(position.liquidationPrice) } : {}
  const worst = config?.isIsolated === false ? t('contract:cost.worstCross', { asset: terms.marginAsset }) : money(parts?.worst)
  const optional = (key: 'loss' | 'returned'): readonly Line[] =>
    given(parts?.[key]) ? [{ key, label: t(`contract:cost.${key}`), value: money(parts?.[key]) }] : []
  const lines: readonly Line[] = [
    { key: 'average', label: t('terminal:cost.average'), value: price(told?.estAvgPrice) },
    { key: 'liquidation', label: t('contract:cost.liquidation'), value: price(told?.reducePrice), ...before },
    { key: 'ratio', label: t('contract:cost.ratio'), value: told === undefined ? none : shareText(told.marginRateAfter, 1) },
    {
      key: 'margin',
      label:
        config === undefined ? t('contract:cost.marginPlain') : t('contract:cost.margin', { times: leftToRight(`${config.leverage}×`) }),
      value: money(parts?.margin),
    },
    {
      key: 'fees',
      label: t('contract:cost.fees'),
      value: parts === undefined ? none : `${amount(parts.openFee)} + ${money(parts.closeFee)}`,
    },
    ...optional('loss'),
    { key: 'worst', label: t('contract:cost.worst'), value: parts === undefined || draft.closes ? none : worst },
    // Of an order at market, which reserves for the worst price that it may trade at.
    ...optional('returned'),
    { key: 'cost', label: t('contract:cost.cost'), value: money(parts?.total) },
  ]
  if (!work.secret) return lines
  return lines.map(({ key, label, value }) => ({ key, label, value: value === none ? none : HIDDEN_AMOUNT }))
}

export function ContractCostCard({ work, short }: { readonly work: ContractTicketWork; readonly short: boolean }) {
  const t = useT()
  const { member } = useContractDesk()
  const [open, setOpen] = useState<LineKey | 'all'>()
  const lines = useLines(work).filter(({ key }) => (short ? SHORT.has(key) : open === 'all' || !MORE.has(key)))
  const old = member && work.stale && work.preview !== undefined && !!work.ticket.contracts
  return (
    <section
      aria-label={t('terminal:cost.title')}
      aria-busy={old && work.lock === undefined}
      className="rounded-control border border-line bg-field text-small"
      data-cost
      data-stale-cost={old || undefined}
    >
      <div className="flex h-7.5 items-center justify-between border-b border-line px-3 max-md:hidden">
        <h3 className="text-small font-semibold">{t('terminal:cost.title')}</h3>
        {/* While no order can be sent nothing is asked. */}
        {old && work.lock === undefined ? (
          <span className="text-faint">{t('contract:cost.stale')}</span>
        ) : (
          <button
            type="button"
            aria-expanded={open === 'all'}
            onClick={() => setOpen(open === 'all' ? undefined : 'all')}
            className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-fg"
          >
            {t('terminal:cost.how')}
            <Icon as={ChevronRight} size={12} directional />
          </button>
        )}
      </div>
      {!short && !work.secret && <RiskRuler work={work} />}
      <div className={`px-3 py-1 ${old ? '[&_[data-value]]:!text-faint' : ''}`}>
        {lines.map((line) => (
          <CostLine
            key={line.key}
            line={line}
            explained={open === line.key || open === 'all'}
            onExplain={() => setOpen(open === line.key ? undefined : line.key)}
          />
        ))}
      </div>
    </section>
  )
}

function CostLine({ line, explained, onExplain }: { readonly line: Line; readonly explained: boolean; readonly onExplain: () => void }) {
  const t = useT()
  const result = line.key === 'cost'
  return (
    <div className={result ? 'mt-0.5 border-t border-line pt-0.5 text-dense font-semibold' : ''} data-cost-line={line.key}>
      <div className="flex min-h-6 items-center justify-between gap-3 pointer-coarse:min-h-11">
        <button
          type="button"
          aria-expanded={explained}
          onClick={onExplain}
          className={`min-h-6 text-start underline decoration-ctl decoration-dotted underline-offset-3 hover:text-fg pointer-coarse:min-h-11 ${result ? 'font-normal text-muted' : 'text-muted'}`}
        >
          {line.label}
        </button>
        <span
          data-value
          className={`num min-w-0 text-end font-medium ${line.key === 'liquidation' && line.value !== none ? 'text-warning-text' : 'text-fg'}`}
        >
          {line.before !== undefined && line.value !== none && (
            <span className="text-muted">
              <span>{line.before}</span>
              <bdi> → </bdi>
            </span>
          )}
          <bdi className={line.key === 'returned' ? 'whitespace-nowrap' : undefined}>{line.value}</bdi>
        </span>
      </div>
      {explained && <p className="pb-1 text-small font-normal text-muted">{t(`contract:cost.explain.${line.key}`)}</p>}
    </div>
  )
}
