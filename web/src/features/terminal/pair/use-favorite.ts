/** The star of a pair: fills at once, and empties again when the server refuses. */
import { addFavorite, favorites, removeFavorite } from '@agio/wire/spot/spot.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '../../../data/http-client.ts'
import { useLoggedIn } from '../../../data/session.ts'

/** The list of the markets page, too: a star is one, wherever it is pressed. */
const KEY = ['favourites'] as const

export function useFavorites() {
  const loggedIn = useLoggedIn()
  const client = useQueryClient()
  const symbols = useQuery({
    queryKey: KEY,
    enabled: loggedIn,
    staleTime: 60_000,
    queryFn: async (): Promise<readonly string[]> => (await send(favorites, {})).map((row) => row.symbol),
  })
  const toggle = useMutation({
    mutationFn: ({ symbol, on }: { readonly symbol: string; readonly on: boolean }) => send(on ? addFavorite : removeFavorite, { symbol }),
    async onMutate({ symbol, on }) {
      // An answer that is still on its way was true before this.
      await client.cancelQueries({ queryKey: KEY })
      const before = client.getQueryData<readonly string[]>(KEY) ?? []
      client.setQueryData(KEY, on ? [...before, symbol] : before.filter((one) => one !== symbol))
      return before
    },
    onError: (_error, _change, before) => void client.setQueryData(KEY, before),
    onSettled() {
      void client.invalidateQueries({ queryKey: KEY })
      void client.invalidateQueries({ queryKey: ['pairs'] })
    },
  })
  const list = loggedIn ? (symbols.data ?? []) : []
  return {
    loggedIn,
    list,
    toggle: (symbol: string) => toggle.mutate({ symbol, on: !list.includes(symbol) }),
  }
}
