/** Sentences for what is wrong with a ticket: the rule, and a value that would be right. */
import { formatNumber } from '../../../i18n/format.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { TextKey } from '../../../i18n/keys.ts'
import type { TicketFault } from '../model/check.ts'

/** What the sentences name besides the fault's own values; `free` replaces a balance that is hidden. */
export interface FaultUnits {
  readonly base: string
  readonly quote: string
  readonly free?: string
}

export function faultText(t: Translate, fault: TicketFault, units: FaultUnits): string {
  const key: TextKey = `terminal:fault.${fault.key}`
  const values = Object.fromEntries(
    Object.entries(fault.values).map(([name, value]) => [name, /^\d/.test(value) ? formatNumber(value) : value]),
  )
  return t(key, { ...values, ...units })
}
