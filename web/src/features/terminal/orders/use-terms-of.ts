/** The terms of any pair by its symbol; of the terminal's own pair until all are known. */
import type { PairTerms } from '@agio/wire/market/pair-terms.ts'
import { useAllTerms } from '../../../data/spot/pair-terms.ts'
import { useDesk } from '../desk.ts'

export function useTermsOf(): (symbol: string) => PairTerms {
  const { terms } = useDesk()
  const all = useAllTerms().data
  return (symbol) => all?.get(symbol) ?? terms
}
