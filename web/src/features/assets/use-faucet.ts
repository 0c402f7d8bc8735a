/** Play money, once an hour a coin, where the installation gives any. One that gives none is not asked twice. */
import { faucet } from '@agio/wire/assets/assets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../data/call-error.ts'
import { failureText } from '../../data/deed.ts'
import { send } from '../../data/http-client.ts'
import { spotChanged } from '../../data/spot/spot-changes.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { toast } from '../../ui/toast-store.ts'

const ABSENT = ['faucetAbsent'] as const

export function useFaucet() {
  const t = useT()
  const client = useQueryClient()
  const give = useMutation({
    mutationFn: (asset: string) => send(faucet, { coinName: asset }),
    onSuccess: (answer, asset) => {
      toast({ kind: 'success', title: t('assets:faucet.given', { amount: formatNumber(answer.amount), asset }) })
      spotChanged()
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 404) client.setQueryData(ABSENT, true)
      toast({ kind: 'error', title: failureText('account', error) })
    },
  })
  return { isAbsent: client.getQueryData(ABSENT) === true, isPending: give.isPending, give: (asset: string) => give.mutate(asset) }
}
