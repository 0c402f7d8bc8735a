/** The index at a moment: what each source said by then and whether it counted, and the index made again from them. */
import { units } from '../../../data/amounts.ts'
import { remakeAt, type SourceNow, type Told } from '../../../data/index-model.ts'
import { sourceName } from '../../../data/source-name.ts'
import { decimalsOf, formatNumber, formatPrice, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { PriceHead, Verdict } from './price-card.tsx'

/** In which every index is told. */
const UNIT = 'USDT'

interface IndexCardProps {
  readonly told: Told
  readonly at: number
  /** The index price that the mark was made of. */
  readonly indexPrice: string
  /** What the contract is priced in. */
  readonly quote: string
}

export function IndexCard({ told, at, indexPrice, quote }: IndexCardProps) {
  const t = useT()
  const { sources, made, told: said } = remakeAt(told, at, indexPrice)
  // The index of a contract that is priced in another coin contains that coin's index too; only the base coin's is recomputed here.
  const isSame = quote !== UNIT || said === undefined || units(said) === units(indexPrice)
  const holds = made === undefined || said === undefined ? undefined : units(made) === units(said) && isSame
  const scale = Math.max(...sources.map(({ word }) => decimalsOf(word?.price ?? '')))
  const columns: readonly Column<SourceNow>[] = [
    { key: 'source', head: t('perpetual:prices.source'), className: 'ps-5 max-md:ps-4', cell: ({ source }) => sourceName(source) },
    {
      key: 'price',
      head: t('orders:head.price'),
      end: true,
      cell: ({ word }) => <bdi className="num">{word === undefined ? '--' : formatNumber(word.price, { scale })}</bdi>,
    },
    {
      key: 'weight',
      head: t('perpetual:prices.weight'),
      end: true,
      cell: ({ weight }) => <bdi className="num">{formatNumber(String(weight))}</bdi>,
    },
    {
      key: 'used',
      head: t('perpetual:prices.counts'),
      end: true,
      className: 'pe-5 max-md:pe-4',
      cell: ({ word, out }) => (
        <span>
          {t(out === undefined ? 'perpetual:prices.in' : `perpetual:prices.out.${out}`)}
          {word !== undefined && (
            <span className="block text-small text-muted">
              <bdi className="num">{timeText(word.at)}</bdi>
            </span>
          )}
        </span>
      ),
    },
  ]
  const figures = { made: isolated(formatNumber(made ?? '0')), told: isolated(formatNumber(isSame ? (said ?? '0') : indexPrice)) }
  return (
    <section className="card overflow-x-auto" aria-labelledby="index-again" data-index-again>
      <PriceHead id="index-again" name={t('perpetual:fact.index')} value={formatPrice(indexPrice)} />
      <Table caption={t('perpetual:fact.index')} columns={columns} rows={sources} rowKey={({ source }) => source} height={52} />
      <Verdict holds={holds} made={made ?? ''}>
        {holds === undefined ? t('perpetual:prices.still') : t(holds ? 'perpetual:prices.indexFits' : 'perpetual:prices.wrong', figures)}
      </Verdict>
    </section>
  )
}

/** Time of day in UTC, to the millisecond. */
export const timeText = (at: number): string => new Date(at).toISOString().slice(11, 23)
