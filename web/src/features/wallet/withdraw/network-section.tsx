/** The network follows from the address; where several share addresses it is chosen among those alone. */
import type { CoinExt } from '@agio/wire/wallet/types.ts'
import { Link2 } from 'lucide-react'
import { formatNumber, inPercent, withUnit } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { feePercent } from '../model/network-model.ts'
import type { Withdraw } from './use-withdraw.ts'

/** What the network costs: a fixed amount, or a share with its least. */
export function feeWords(t: Translate, { withdrawFee, withdrawFeeType, withdrawFeeMin, coinName }: CoinExt): string {
  if (withdrawFeeType === 1) return t('withdraw:fee.fixed', { amount: withUnit(formatNumber(withdrawFee), coinName) })
  return t('withdraw:fee.share', {
    percent: inPercent(formatNumber(feePercent(withdrawFee))),
    amount: withUnit(formatNumber(withdrawFeeMin), coinName),
  })
}

export function NetworkSection({ form, fault }: { readonly form: Withdraw; readonly fault: string | undefined }) {
  const t = useT()
  const { networks, fitting, network, change } = form
  if (networks.data === undefined && networks.isError)
    return <ErrorPanel title={t('wallet:networks.failed')} error={networks.error} onRetry={() => void networks.refetch()} />
  if (fitting.length === 0) return <p className="text-dense text-muted">{t('withdraw:network.waits')}</p>
  return (
    <fieldset className="grid gap-2.5" data-fitting={fitting.length}>
      <legend className="visually-hidden">{t('wallet:network')}</legend>
      {fitting.map((one) => {
        const isChosen = one.id === network?.id
        // Found by the address alone: there is nothing to choose.
        const isFound = isChosen && fitting.length === 1
        return (
          <label
            key={one.id}
            data-network={one.protocolType}
            className={`flex min-h-15 cursor-pointer items-center gap-3 rounded-control border px-3.5 py-2 hover:bg-hover has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-fg ${isChosen ? 'border-fg outline-1 -outline-offset-2 outline-fg' : 'border-line2'}`}
          >
            {isFound && <Icon as={Link2} size={16} className="text-muted" />}
            <input
              type="radio"
              name="network"
              value={one.protocolType}
              checked={isChosen}
              onChange={() => change({ protocolType: one.protocolType })}
              className={
                isFound
                  ? 'visually-hidden'
                  : 'size-4 shrink-0 appearance-none rounded-full border border-ctl outline-none checked:border-[5px] checked:border-fg'
              }
            />
            <span className="min-w-0 flex-1">
              <span className="block text-base">
                <bdi className="font-semibold">{one.protocolType}</bdi> <span className="text-dense text-muted">{one.chainName}</span>
              </span>
              <span className="block text-small text-muted">{feeWords(t, one)}</span>
            </span>
          </label>
        )
      })}
      <p aria-live="polite" className="text-small text-down-text empty:hidden">
        {fault}
      </p>
    </fieldset>
  )
}
