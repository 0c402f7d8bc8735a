/** The star of a contract: fills at once, and empties again when the server refuses. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContractDesk } from '../desk.ts'

const KEY = ['favoriteContracts'] as const
const calls = () => import('../../../../data/contract/member-calls.ts')

export function useFavoriteContracts() {
  const { member } = useContractDesk()
  const client = useQueryClient()
  const ids = useQuery({
    queryKey: KEY,
    enabled: member,
    staleTime: 60_000,
    queryFn: async (): Promise<readonly string[]> => (await calls()).loadFavoriteContracts(),
  })
  const list = member ? (ids.data ?? []) : []
  const keep = useMutation({
    mutationFn: async (wanted: readonly string[]) => (await calls()).keepFavoriteContracts(wanted),
    onMutate(wanted) {
      const before = client.getQueryData<readonly string[]>(KEY) ?? []
      client.setQueryData(KEY, wanted)
      return before
    },
    onError: (_error, _wanted, before) => void client.setQueryData(KEY, before),
  })
  return {
    list,
    toggle: (id: string) => keep.mutate(list.includes(id) ? list.filter((one) => one !== id) : [...list, id]),
  }
}
