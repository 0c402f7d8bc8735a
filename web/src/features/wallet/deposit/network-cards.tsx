/** The networks of a coin as cards, one of which can be chosen. A closed one stays listed with its reason. */
import type { CoinExt } from '@agio/wire/wallet/types.ts'
import { useId } from 'react'
import { formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Chip } from '../../../ui/chip.tsx'
import { ClosedFeature } from '../../../ui/states.tsx'
import { isPaused } from '../model/network-model.ts'

interface NetworkCardsProps {
  readonly networks: readonly CoinExt[]
  readonly coin: string
  readonly chosen: string | undefined
  readonly onPick: (protocolType: string) => void
}

export function NetworkCards({ networks, coin, chosen, onPick }: NetworkCardsProps) {
  const t = useT()
  const name = useId()
  if (networks.length === 0) return <ClosedFeature as="h2" title={t('wallet:coin.closed', { coin })} text={t('wallet:coin.closedText')} />
  return (
    <fieldset className="grid gap-2.5 sm:grid-cols-2">
      <legend className="visually-hidden">{t('wallet:network')}</legend>
      {networks.map((network) => (
        <NetworkCard key={network.id} name={name} network={network} isChosen={network.protocolType === chosen} onPick={onPick} />
      ))}
    </fieldset>
  )
}

interface NetworkCardProps {
  readonly name: string
  readonly network: CoinExt
  readonly isChosen: boolean
  readonly onPick: (protocolType: string) => void
}

function NetworkCard({ name, network, isChosen, onPick }: NetworkCardProps) {
  const t = useT()
  const paused = isPaused(network, 'deposit')
  const { protocolType, chainName, confirmations, minDeposit, coinName } = network
  const frame = paused
    ? 'cursor-not-allowed border-line bg-field'
    : `cursor-pointer hover:bg-hover ${isChosen ? 'border-fg outline-1 -outline-offset-2 outline-fg' : 'border-line2'}`
  return (
    <label
      data-network={protocolType}
      data-paused={paused || undefined}
      className={`flex min-h-15 items-center gap-3 rounded-control border px-3.5 py-2.5 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-fg ${frame}`}
    >
      <input
        type="radio"
        name={name}
        value={protocolType}
        checked={isChosen}
        disabled={paused}
        onChange={() => onPick(protocolType)}
        className="size-4 shrink-0 appearance-none rounded-full border border-ctl outline-none checked:border-[5px] checked:border-fg"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-base">
          <bdi className={`font-semibold ${paused ? 'text-muted' : ''}`}>{protocolType}</bdi>{' '}
          <span className="text-dense text-muted">{chainName}</span>
        </span>
        <span className={`block text-small ${paused ? 'text-warning-text' : 'text-muted'}`}>
          {paused
            ? (network.tip ?? t('wallet:network.closedText', { coin: coinName }))
            : `${t('wallet:network.least', { amount: withUnit(formatNumber(minDeposit), coinName) })} · ${t('wallet:confirmations', { count: String(confirmations) })}`}
        </span>
      </span>
      {paused && <Chip tone="warning">{t('wallet:network.closed')}</Chip>}
    </label>
  )
}
