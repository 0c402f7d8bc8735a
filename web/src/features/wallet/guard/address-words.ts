/** The words for an address that is none of the coin's. */
import type { Translate } from '../../../i18n/i18n.ts'
import type { Inspection } from './inspect.ts'

export function addressFault(t: Translate, inspection: Inspection | undefined, coin: string): string | undefined {
  if (inspection?.kind !== 'fault') return undefined
  const { fault, of } = inspection
  if (fault === 'otherNetwork' && of !== undefined) return t('withdraw:address.other', { network: of, coin })
  return t(`withdraw:address.${fault}`, { coin })
}
