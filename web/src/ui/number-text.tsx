/** Numbers on screen: tabular, left to right in every language, never coloured without a sign or an arrow. */
import { decimalsOf, formatLedger, formatNumber, formatPercent, type NumberStyle } from '../i18n/format.ts'

export const HIDDEN_AMOUNT = '****'

interface NumberTextProps extends NumberStyle {
  /** Decimal string; anything else shows `--`. */
  readonly value: string
  readonly unit?: string
  readonly className?: string
  /** Shows `****` in place of the value. */
  readonly hidden?: boolean
}

export function NumberText({ value, unit, className = '', hidden = false, ...style }: NumberTextProps) {
  return (
    <bdi dir="ltr" className={`num ${unit === undefined ? '' : 'whitespace-nowrap'} ${className}`}>
      {`${hidden ? HIDDEN_AMOUNT : formatNumber(value, style)}${unit === undefined ? '' : ` ${unit}`}`}
    </bdi>
  )
}

interface LedgerTextProps {
  readonly value: string
  readonly hidden?: boolean
  readonly className?: string
}

/** A balance in a column: the decimals of the ledger, so that points stand below each other; zero is a quiet `0`. */
export const LedgerText = ({ value, hidden = false, className = '' }: LedgerTextProps) => (
  <bdi dir="ltr" className={`num ${hidden || /[1-9]/.test(value) ? className : 'text-muted'}`}>
    {hidden ? HIDDEN_AMOUNT : formatLedger(value)}
  </bdi>
)

/** A price that comes as it is to be read: all of its decimals stay, so that prices below each other line up. */
export const QuotedPrice = ({ price, unit }: { readonly price: string; readonly unit?: string }) => (
  <NumberText value={price} scale={decimalsOf(price)} {...(unit !== undefined && { unit })} />
)

export type Direction = 'up' | 'down' | 'flat'

/** Direction of a signed decimal string; of what is not known none. */
export function directionOfChange(change: string | undefined): Direction {
  if (change === undefined || !/[1-9]/.test(change)) return 'flat'
  return change.startsWith('-') ? 'down' : 'up'
}

const COLOURS: Readonly<Record<Direction, string>> = { up: 'text-up-text', down: 'text-down-text', flat: 'text-muted' }

interface PriceTextProps {
  readonly value: string
  /** Decimals of the pair's price. */
  readonly scale?: number
  readonly direction?: Direction
  /** The arrow that goes with the colour; leave it out only where the same row shows the sign already. */
  readonly arrow?: boolean
  readonly className?: string
}

export function PriceText({ value, scale, direction = 'flat', arrow = false, className = '' }: PriceTextProps) {
  const colour = direction === 'flat' ? '' : COLOURS[direction]
  return (
    <bdi dir="ltr" className={`num inline-flex items-center gap-1 ${colour} ${className}`}>
      <span>{formatNumber(value, scale === undefined ? {} : { scale })}</span>
      {arrow && <Arrow direction={direction} />}
    </bdi>
  )
}

/** A triangle of 7 px; the words for it stand in the sign of the change beside it. */
export function Arrow({ direction, className = '' }: { readonly direction: Direction; readonly className?: string }) {
  if (direction === 'flat') return null
  return (
    <svg
      viewBox="0 0 8 6"
      width="7"
      height="5.25"
      aria-hidden="true"
      className={`shrink-0 fill-current ${direction === 'down' ? 'rotate-180' : ''} ${className}`}
    >
      <path d="M4 0 8 6H0z" />
    </svg>
  )
}

interface ChangeTextProps {
  /** Signed percent, `"-0.62"`; undefined while it is not known. */
  readonly percent: string | undefined
  readonly arrow?: boolean
  readonly className?: string
}

export function ChangeText({ percent, arrow = false, className = '' }: ChangeTextProps) {
  const direction = directionOfChange(percent)
  return (
    <bdi dir="ltr" className={`num inline-flex items-center gap-1 whitespace-nowrap ${COLOURS[direction]} ${className}`}>
      {arrow && <Arrow direction={direction} />}
      <span>{percent === undefined ? '--' : formatPercent(percent)}</span>
    </bdi>
  )
}
