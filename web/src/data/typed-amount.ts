/** An amount as it is typed. Pure; never rounded: what is too fine is refused. */
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import { hasOtherMarks } from '../i18n/typed-text.ts'

export type Entry = { readonly kind: 'empty' } | { readonly kind: 'amount'; readonly value: bigint } | { readonly kind: EntryFault }
export type EntryFault = 'notANumber' | 'marks' | 'tooFine' | 'nothing'

const PLAIN = /^\d{0,18}(\.\d{0,18})?$/

/** @param text in the wire's spelling, as `typedNumber` gives it. */
export function readAmount(text: string, scale: number): Entry {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  if (hasOtherMarks(typed)) return { kind: 'marks' }
  if (!PLAIN.test(typed) || typed === '.') return { kind: 'notANumber' }
  const [whole = '', fraction = ''] = typed.split('.')
  const fine = fraction.replace(/0+$/, '')
  const value = parseDecimal(`${whole.replace(/^0+(?=\d)/, '') || '0'}${fine && '.'}${fine}`, scale)
  if (value === 'tooManyDecimals') return { kind: 'tooFine' }
  if (value === 'badNumber') return { kind: 'notANumber' }
  return value === 0n ? { kind: 'nothing' } : { kind: 'amount', value }
}
