/** Sentences for what is wrong with a contract ticket: the rule, and a value that would be right. */
import { formatNumber } from '../../../../i18n/format.ts'
import type { Translate } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import type { ContractFault } from '../model/read-ticket.ts'

/** Faults that the spot ticket has the words for. */
const SHARED = new Set(['missing', 'zero', 'badNumber', 'marks', 'tooLarge', 'takeProfitSide', 'stopLossSide'] as const)
type Shared = typeof SHARED extends Set<infer Key> ? Key : never

const isShared = (key: string): key is Shared => (SHARED as ReadonlySet<string>).has(key)

export function contractFaultText(t: Translate, { key, values }: ContractFault): string {
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, /^\d/.test(value) ? formatNumber(value) : value]))
  const told = { ...shown, ...(values.multiplier !== undefined && { amount: leftToRight(`${shown.multiplier} ${values.base}`) }) }
  return isShared(key) ? t(`terminal:fault.${key}`, told) : t(`contract:fault.${key}`, told)
}
