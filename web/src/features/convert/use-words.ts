/** The words for a price that ran out and for each refusal: what happened, why, and what can be done next. */
import { useQuery } from '@tanstack/react-query'
import { CallError } from '../../data/call-error.ts'
import { flashBounds } from '../../data/convert/flash-config.ts'
import { doubtText } from '../../data/deed.ts'
import { messageOf } from '../../data/message-of.ts'
import { formatNumber, isolated, withUnit } from '../../i18n/format.ts'
import { type Translate, useT } from '../../i18n/i18n.ts'
import { type Difference, differenceAt, isBound } from './model/quote-model.ts'
import { isTold, type Refusal, refusalOf } from './model/refusals.ts'
import type { ConvertView } from './use-convert.ts'

const OFTEN_MS = 5000

const amountText = (amount: string, coin: string): string => withUnit(formatNumber(amount), coin)

/** How many USDT one conversion may be worth; undefined where nothing bounds it. */
export function rangeText(t: Translate, min: string, max: string): string | undefined {
  const values = { min: isolated(formatNumber(min)), max: isolated(formatNumber(max)) }
  if (isBound(min) && isBound(max)) return t('convert:range.both', values)
  if (isBound(min)) return t('convert:range.min', values)
  return isBound(max) ? t('convert:range.max', values) : undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function outOfRange(t: Translate, { params }: CallError, coin: string): string {
  const kept = flashBounds()
  const range = rangeText(t, textOf(params.minTradeU) || kept.minTradeU, textOf(params.maxTradeU) || kept.maxTradeU)
  const value = textOf(params.valueU)
  if (range === undefined || value === '') return t('convert:refused.range.tiny', { coin: isolated(coin) })
  return t('convert:refused.range.text', { range, value: isolated(formatNumber(value, { scale: 2 })) })
}

const BY_WHAT_IS_RECEIVED: ReadonlySet<Refusal> = new Set(['stock', 'kept', 'person'])

/** The coin that a refusal is about. */
function coinOf(refusal: Refusal, { params }: CallError, { chosen }: ConvertView): string {
  if (refusal === 'paused') return textOf(params.coinName)
  return BY_WHAT_IS_RECEIVED.has(refusal) ? chosen.receive : chosen.send
}

function refusalText(t: Translate, refusal: Refusal, error: CallError, view: ConvertView): string {
  const { chosen, wait } = view
  if (isTold(refusal)) return messageOf(error)
  if (refusal === 'paused' || refusal === 'open') return t(`convert:refused.${refusal}.text`, { seconds: wait })
  if (refusal === 'range') return outOfRange(t, error, chosen.receive)
  if (refusal === 'day')
    return t('convert:refused.day.text', {
      used: isolated(formatNumber(textOf(error.params.usedU), { scale: 2 })),
      limit: isolated(formatNumber(textOf(error.params.limitU))),
    })
  return t(`convert:refused.${refusal}.text`, { coin: isolated(coinOf(refusal, error, view)) })
}

/** What one fetches of the other now, asked for only once a price ran out: it is told beside it and takes its place for nobody. */
function useNewPrice({ phase, quote }: ConvertView): string | undefined {
  return useQuery({
    queryKey: ['convert-price', quote?.sendCoin, quote?.receiveCoin],
    enabled: phase === 'expired' && quote !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: OFTEN_MS,
    queryFn: async () => {
      const calls = await import('../../data/convert/convert-calls.ts')
      return (await calls.loadPrice(quote?.sendCoin ?? '', quote?.receiveCoin ?? '')).price
    },
  }).data
}

function differenceText(t: Translate, difference: Difference | undefined): string {
  if (difference === undefined) return t('convert:expired.text')
  const amount = amountText(difference.amount, difference.coin)
  return t(`convert:expired.${difference.side}.${difference.kind}`, { amount })
}

export interface Words {
  readonly title: string
  readonly text: string
  readonly expired: string
}

export function useWords(view: ConvertView): Words {
  const t = useT()
  const { phase, quote, error, chosen } = view
  const price = useNewPrice(view)
  const scale = (chosen.side === 'send' ? view.receive : view.send)?.scale ?? 0
  const difference = quote === undefined || price === undefined ? undefined : differenceAt(quote, price, scale)
  const expired = differenceText(t, difference)
  if (phase === 'doubt') return { title: t('ui:doubt.title'), text: doubtText('conversion'), expired }
  const refusal = error instanceof CallError ? refusalOf(error.errorName) : undefined
  if (refusal === undefined || !(error instanceof CallError)) return { title: t('convert:refused.other'), text: messageOf(error), expired }
  const coin = isolated(coinOf(refusal, error, view))
  return { title: t(`convert:refused.${refusal}.title`, { coin }), text: refusalText(t, refusal, error, view), expired }
}
