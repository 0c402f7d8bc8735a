/** Asks for play money of a coin; nothing where the installation gives none. */
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useFaucet } from './use-faucet.ts'

export function FaucetButton({ asset }: { readonly asset: string }) {
  const t = useT()
  const { isAbsent, isPending, give } = useFaucet()
  if (isAbsent) return null
  return (
    <Button sending={isPending} onClick={() => give(asset)} className="max-md:odd:col-span-2" data-faucet={asset}>
      {t('assets:faucet.getAsset', { asset })}
    </Button>
  )
}
