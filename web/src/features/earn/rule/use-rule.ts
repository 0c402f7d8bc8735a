/** The product whose rule is read, and the decimals of its coin. */
import type { Product } from '@agio/wire/earn/types.ts'
import { useQuery } from '@tanstack/react-query'
import { useEarnCoins, useProductGroups } from '../../../data/earn/products.ts'
import { type Loadable, loadableOf } from '../../../data/loadable.ts'
import { useLoggedIn } from '../../../data/session.ts'
import { SPOT_QUERIES } from '../../../data/spot/spot-changes.ts'
import { productIn } from '../earn-model.ts'

export interface Rule {
  readonly product: Product
  /** Lists show it: it has a place to go to. */
  readonly isListed: boolean
  /** Decimals of its coin. */
  readonly scale: Loadable<number>
  /** Asks for the decimals again. */
  readonly again: () => void
}

interface RuleAnswer {
  /** Undefined where there is no such product. */
  readonly rule: Loadable<Rule | undefined>
  readonly again: () => void
}

const ready = <Value>(value: Value): Loadable<Value> => ({ state: 'ready', value })
const nothing = (): void => undefined

/** Which products lists show anybody may know; one that has ended, or was taken off, whoever is logged in: he may still hold it. */
export function useRule(productId: string): RuleAnswer {
  const loggedIn = useLoggedIn()
  const groups = useProductGroups()
  const coins = useEarnCoins()
  const listed = productIn(groups.data ?? [], productId)
  const isMissing = groups.data !== undefined && listed === undefined
  const other = useQuery({
    queryKey: [SPOT_QUERIES, 'earnProduct', productId],
    enabled: loggedIn && isMissing,
    queryFn: async () => (await import('../../../data/earn/my-earn-calls.ts')).loadProduct(productId),
  })
  if (listed !== undefined) {
    const scale = coins.data?.get(listed.coinId)?.scale
    const again = () => void coins.refetch()
    const state: Loadable<number> =
      scale !== undefined ? ready(scale) : coins.isPending ? { state: 'loading' } : { state: 'failed', error: coins.error }
    return { rule: ready({ product: listed, isListed: true, scale: state, again }), again: nothing }
  }
  if (!isMissing) {
    return { rule: groups.isError ? { state: 'failed', error: groups.error } : { state: 'loading' }, again: () => void groups.refetch() }
  }
  if (!loggedIn) return { rule: ready(undefined), again: nothing }
  const found = loadableOf(other)
  if (found.state === 'loading' || found.state === 'failed') return { rule: found, again: () => void other.refetch() }
  const { value } = found
  const rule = value === null ? undefined : { product: value.product, isListed: false, scale: ready(value.scale), again: nothing }
  return { rule: ready(rule), again: nothing }
}
