/** What the price is and how long it holds: a ring that empties, and at its end a question, never another price. */
import { CircleAlert, RotateCw, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Spoken, spoken } from '../../data/convert/spoken-price.ts'
import { formatPrice } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { secondsOf, shareLeft } from './model/quote-model.ts'
import type { ConvertView } from './use-convert.ts'
import { useWords } from './use-words.ts'

const RADIUS = 21
const AROUND = 2 * Math.PI * RADIUS

/** @param share part of it that is drawn, 0 … 1 */
export function Ring({ share, children }: { readonly share: number; readonly children: ReactNode }) {
  return (
    <span className="relative flex size-12 shrink-0 items-center justify-center">
      <svg viewBox="0 0 48 48" aria-hidden="true" className="absolute inset-0 -rotate-90 rtl:-scale-y-100">
        <circle cx="24" cy="24" r={RADIUS} fill="none" strokeWidth="4" className="stroke-line" />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          fill="none"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - share)}
          className={share > 0 ? 'stroke-theme' : 'stroke-none'}
        />
      </svg>
      {children}
    </span>
  )
}

function Lines({ title, text }: { readonly title: ReactNode; readonly text: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block text-base font-semibold">{title}</span>
      <span className="block text-dense text-muted">{text}</span>
    </span>
  )
}

/** `1 BTC = 67,479.79 USDT`. @param about it is for guidance alone */
export function PriceText({ one, price, other, about = false }: Spoken & { readonly about?: boolean }) {
  return <bdi dir="ltr" className="num">{`${about ? '≈ ' : ''}1 ${one} = ${formatPrice(price)} ${other}`}</bdi>
}

interface QuoteBoxProps {
  readonly view: ConvertView
  /** How long a price holds. */
  readonly seconds: number
  /** The price by public prices, before there is one that holds. */
  readonly guess: ReactNode
}

export function QuoteBox({ view, seconds, guess }: QuoteBoxProps) {
  const t = useT()
  const { phase, quote, left } = view
  const words = useWords(view)
  if (phase === 'quoted' && quote !== undefined) {
    const count = secondsOf(left)
    return (
      <Frame phase={phase}>
        <Ring share={shareLeft(quote, left)}>
          <span className="num text-[16px] font-semibold" data-seconds>
            {count}
          </span>
        </Ring>
        <Lines title={<PriceText {...spoken(quote)} />} text={t('convert:holds', { seconds: count })} />
      </Frame>
    )
  }
  if (phase === 'expired')
    return (
      <Frame phase={phase}>
        <Ring share={0}>
          <Icon as={RotateCw} size={18} />
        </Ring>
        <Lines title={t('convert:expired.title')} text={words.expired} />
      </Frame>
    )
  if (phase === 'refused' || phase === 'doubt')
    return (
      <Frame phase={phase}>
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-warning-tint text-warning-text">
          <Icon as={CircleAlert} size={20} />
        </span>
        <Lines title={words.title} text={words.text} />
      </Frame>
    )
  return (
    <Frame phase={phase}>
      <Ring share={0}>
        <Icon as={Scale} size={18} className="text-muted" />
      </Ring>
      {phase === 'asking' ? (
        <Lines title={t('convert:asking')} text={t('convert:askingText', { seconds })} />
      ) : (
        <Lines
          title={guess ?? t('convert:idle.title')}
          text={t(phase === 'guess' ? 'convert:visitor' : 'convert:idle.text', { seconds })}
        />
      )}
    </Frame>
  )
}

function Frame({ phase, children }: { readonly phase: ConvertView['phase']; readonly children: ReactNode }) {
  return (
    <div
      data-quote={phase}
      className="flex min-h-[82px] items-center max-md:min-h-[100px] gap-4 rounded-control border border-line px-4 py-3"
    >
      {children}
    </div>
  )
}
