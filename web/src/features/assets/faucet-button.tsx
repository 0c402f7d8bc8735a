/** Play money, once an hour a coin, where the installation gives any. An installation that gives none has no such button after the first answer. */
import { faucet } from '@agio/wire/assets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../data/call-error.ts'
import { send } from '../../data/http-client.ts'
import { spotChanged } from '../../data/spot/spot-changes.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

const ABSENT = ['faucetAbsent'] as const

export function FaucetButton({ asset, large = false }: { readonly asset: string; readonly large?: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const give = useMutation({
    mutationFn: () => send(faucet, { coinName: asset }),
    onSuccess: (answer) => {
      toast({ kind: 'success', title: t('assets:faucet.given', { amount: formatNumber(answer.amount), asset }) })
      spotChanged()
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 404) client.setQueryData(ABSENT, true)
      toast({ kind: 'error', title: error instanceof CallError ? error.message : t('orders:unknown') })
    },
  })
  if (client.getQueryData(ABSENT) === true) return null
  return (
    <Button
      look={large ? 'secondary' : 'quiet'}
      size={large ? 36 : 24}
      sending={give.isPending}
      onClick={() => give.mutate()}
      data-faucet={asset}
    >
      {t(large ? 'assets:faucet.getAsset' : 'assets:faucet.get', { asset })}
    </Button>
  )
}
