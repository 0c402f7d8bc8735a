/** What a coin's index price is made of: each source with its price, its age and whether it counts, and the price made again from them here. */
import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import { serverNow } from '../../../data/clock.ts'
import type { Sources } from '../../../data/convert/price-calls.ts'
import { shortPrice } from '../../../data/convert/spoken-price.ts'
import { type Remade, remake, type SourceNow } from '../../../data/index-model.ts'
import { sourceName } from '../../../data/source-name.ts'
import { formatNumber, formatPrice, formatTime, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { QuotedPrice } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { UNIT } from '../use-coins.ts'

const OFTEN_MS = 5000

/** The index of a coin made again from its sources; nothing is asked for the coin in which all are priced. */
export function useIndex(coin: string) {
  return useQuery({
    queryKey: ['index-sources', coin],
    enabled: coin !== UNIT,
    meta: { public: true },
    staleTime: 0,
    refetchInterval: OFTEN_MS,
    queryFn: async () => toldOf(await (await import('../../../data/convert/price-calls.ts')).loadSources(coin)),
  })
}

const toldOf = (answer: Sources): Remade => remake(answer)

export function SourceTable({ coin }: { readonly coin: string }) {
  const t = useT()
  const query = useIndex(coin)
  useNow(1000)
  // As high as three sources with their head and what is computed from them.
  if (query.isPending)
    return (
      <div className="min-h-[178px] max-md:min-h-[194px]">
        <SkeletonRows rows={4} height={36} />
      </div>
    )
  if (query.data === undefined)
    return <ErrorPanel title={t('convert:source.failed')} error={query.error} onRetry={() => void query.refetch()} />
  const remade = query.data
  const now = serverNow()
  return (
    <>
      <table className="w-full border-collapse text-dense" data-sources={coin}>
        <caption className="visually-hidden">{t('convert:source.of', { coin })}</caption>
        <thead>
          <tr className="border-b border-line text-small text-faint">
            <th scope="col" className="h-9 text-start font-normal">
              {t('convert:source.source')}
            </th>
            <th scope="col" className="px-2 text-end font-normal">
              {t('convert:source.price')}
            </th>
            <th scope="col" className="px-2 text-end font-normal">
              {t('convert:source.age')}
            </th>
            <th scope="col" className="ps-6 text-start font-normal max-sm:ps-3">
              {t('convert:source.counts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {remade.sources.map((source) => (
            <Row key={source.source} source={source} now={now} />
          ))}
        </tbody>
      </table>
      <Verdict remade={remade} coin={coin} />
    </>
  )
}

function Row({ source: { source, word, out }, now }: { readonly source: SourceNow; readonly now: number }) {
  const t = useT()
  const age = word === undefined ? undefined : Math.max(0, Math.round((now - word.at) / 1000))
  return (
    <tr className={`h-9 border-b border-grid ${out === undefined ? '' : 'text-muted'}`} data-source={source} data-out={out}>
      <td>
        <bdi>{sourceName(source)}</bdi>
      </td>
      <td className="px-2 text-end font-medium">
        <QuotedPrice price={word === undefined || word.price === '0' ? '' : shortPrice(word.price)} />
      </td>
      <td className="px-2 text-end">
        {age === undefined ? '—' : t('convert:source.seconds', { seconds: isolated(formatNumber(String(age))) })}
      </td>
      <td className="ps-6 max-sm:ps-3">
        {out === undefined ? (
          <span className="inline-flex items-center gap-1.5">
            <Icon as={Check} size={14} className="text-up-text" />
            {t('convert:source.in')}
          </span>
        ) : (
          t(`convert:source.out.${out}`)
        )}
      </td>
    </tr>
  )
}

function Verdict({ remade, coin }: { readonly remade: Remade; readonly coin: string }) {
  const t = useT()
  const { made, told, at } = remade
  const time = isolated(formatTime(at))
  if (made === undefined || told === undefined)
    return (
      <p className="mt-3 flex items-start gap-2 text-small text-warning-text" data-remade="frozen">
        <Icon as={CircleAlert} size={14} className="mt-px" />
        <span>{t('convert:source.frozen', { coin: isolated(coin) })}</span>
      </p>
    )
  const fits = made === told
  return (
    <p
      className={`mt-3 flex items-start gap-2 text-small ${fits ? 'text-muted' : 'text-warning-text'}`}
      data-remade={fits ? 'same' : 'other'}
    >
      <Icon as={fits ? Check : CircleAlert} size={14} className={`mt-px ${fits ? 'text-up-text' : ''}`} />
      <span>
        {t(fits ? 'convert:source.same' : 'convert:source.other', {
          made: isolated(formatPrice(shortPrice(made))),
          told: isolated(formatPrice(shortPrice(told))),
          time,
        })}
      </span>
    </p>
  )
}
