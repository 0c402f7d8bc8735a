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
  const show = (id: string, on: boolean): void =>
    void client.setQueryData<readonly string[]>(KEY, (before = []) => [...before.filter((one) => one !== id), ...(on ? [id] : [])])
  const mark = useMutation({
    mutationKey: KEY,
    // One behind the other: each begins with what the one before left.
    scope: { id: 'favoriteContracts' },
    mutationFn: async ({ id, on }: { readonly id: string; readonly on: boolean }) => (await calls()).markContract(id, on),
    async onMutate({ id, on }) {
      await client.cancelQueries({ queryKey: KEY })
      show(id, on)
    },
    onError: (_error, { id, on }) => show(id, !on),
    // The last one tells what stands: before it the stars show what was wished.
    onSettled: () => (client.isMutating({ mutationKey: KEY }) === 1 ? client.invalidateQueries({ queryKey: KEY }) : undefined),
  })
  return { list, toggle: (id: string) => mark.mutate({ id, on: !list.includes(id) }) }
}
