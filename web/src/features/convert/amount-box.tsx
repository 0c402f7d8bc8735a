/** One of the two boxes: an amount with its coin, what can be given of it, what it is worth. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { typedNumber } from '../../i18n/typed-text.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTyped } from '../../ui/use-typed.ts'
import type { Side } from './model/quote-model.ts'
import type { Coin } from './use-coins.ts'

interface AmountBoxProps {
  readonly side: Side
  readonly coin: Coin | undefined
  readonly symbol: string
  /** As it is typed, or a decimal string. */
  readonly value: string
  /** The amount follows from the other one. */
  readonly isAnswer: boolean
  readonly isGuess: boolean
  /** It is of a price that is over. */
  readonly isOver: boolean
  readonly onType: (text: string) => void
  readonly onPick: () => void
  /** At the end of the first line. */
  readonly note: ReactNode
  /** Worth of the amount. */
  readonly worth: string
  readonly fault: string | undefined
  readonly locked: boolean
}

/** Long amounts are set smaller rather than cut, and never below what a phone would zoom into. */
function sizeOf(text: string): string {
  if (text.length > 16) return 'text-[16px]'
  if (text.length > 11) return 'text-[20px] max-md:text-[17px] max-[359px]:text-[16px]'
  return text.length > 7
    ? 'text-[30px] max-md:text-[26px] max-[389px]:text-[22px] max-[359px]:text-[17px]'
    : 'text-[30px] max-[359px]:text-[24px]'
}

export function AmountBox({
  side,
  coin,
  symbol,
  value,
  isAnswer,
  isGuess,
  isOver,
  onType,
  onPick,
  note,
  worth,
  fault,
  locked,
}: AmountBoxProps) {
  const t = useT()
  const id = useId()
  const label = t(side === 'send' ? 'convert:give' : 'convert:get')
  const typed = useTyped(value, typedNumber, onType)
  return (
    <div
      data-box={side}
      className={`flex h-[118px] flex-col justify-between rounded-control border bg-field px-4 py-3.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-fg ${fault === undefined ? 'border-line2' : 'border-down-text'}`}
    >
      <div className="flex items-baseline justify-between gap-2 text-dense text-muted">
        <label htmlFor={id} className="shrink-0">
          {label}
        </label>
        <span className="min-w-0 truncate text-end">{note}</span>
      </div>
      <div className="flex items-center justify-between gap-3">
        {isGuess && value !== '' && (
          <span aria-hidden="true" className={`-me-1 text-muted ${sizeOf(value)}`}>
            ≈
          </span>
        )}
        <input
          {...typed}
          id={id}
          name={side}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          placeholder="0"
          maxLength={40}
          readOnly={locked}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={`${id}-worth`}
          data-answer={isAnswer || undefined}
          data-large
          className={`num h-9 min-w-0 flex-1 bg-transparent font-semibold tracking-[-0.02em] outline-none rtl:text-end ${isOver ? 'text-faint' : ''} ${sizeOf(value)}`}
        />
        <button
          type="button"
          disabled={locked}
          aria-haspopup="dialog"
          aria-label={t(side === 'send' ? 'convert:choose.give' : 'convert:choose.get', { coin: symbol })}
          onClick={onPick}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            onPick()
          }}
          className="hit-area inline-flex h-10 shrink-0 items-center gap-2 rounded-full border border-line2 bg-panel ps-2 pe-3 text-base font-semibold transition-colors duration-(--fast) hover:bg-raised"
          data-pick={side}
        >
          <CoinLogo coin={symbol} size={24} url={coin?.iconUrl} />
          <bdi>{symbol}</bdi>
          <Icon as={ChevronDown} size={14} className="text-muted" />
        </button>
      </div>
      <p
        id={`${id}-worth`}
        aria-live="polite"
        className={`min-h-4 truncate text-small ${fault === undefined ? 'text-muted' : 'text-down-text'}`}
      >
        {fault ?? <bdi className="num">{worth}</bdi>}
      </p>
    </div>
  )
}
