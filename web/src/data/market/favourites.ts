/** Favourite pairs of the user. A star fills at once and is undone when the server refuses. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { translate } from '../../i18n/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { useLoggedIn } from '../session.ts'

const calls = () => import('./market-calls.ts')
const KEY = ['favourites'] as const

/** Symbols in the user's order; empty for a visitor, without a request. */
export function useFavourites(): readonly string[] {
  const loggedIn = useLoggedIn()
  const query = useQuery({ queryKey: KEY, enabled: loggedIn, queryFn: async () => (await calls()).loadFavourites() })
  return loggedIn ? (query.data ?? []) : []
}

export function useToggleFavourite(): (symbol: string, favourite: boolean) => void {
  const cache = useQueryClient()
  const mutation = useMutation({
    mutationFn: async ({ symbol, favourite }: { symbol: string; favourite: boolean }) => {
      await (await calls()).markFavourite(symbol, favourite)
    },
    onMutate: async ({ symbol, favourite }) => {
      await cache.cancelQueries({ queryKey: KEY })
      const before = cache.getQueryData<readonly string[]>(KEY)
      cache.setQueryData<readonly string[]>(KEY, (list = []) =>
        favourite ? [...list.filter((one) => one !== symbol), symbol] : list.filter((one) => one !== symbol),
      )
      return { before }
    },
    onError: (_error, _change, context) => {
      cache.setQueryData(KEY, context?.before)
      toast({ kind: 'error', title: translate('markets:star.failed') })
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: KEY }),
  })
  return (symbol, favourite) => mutation.mutate({ symbol, favourite })
}
