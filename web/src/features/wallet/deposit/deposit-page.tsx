/** `/assets/spot/topUp`: coin, then network, then the address; what is on its way; and everything that came before. */
import type { Coin } from '@agio/wire/assets/types.ts'
import type { CoinExt } from '@agio/wire/wallet/types.ts'
import { Check, CircleHelp } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useCoinNetworks, useWalletCoins } from '../../../data/wallet/networks.ts'
import { useT } from '../../../i18n/i18n.ts'
import { helpPath, paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { part } from '../../../ui/part.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { ClosedFeature } from '../../../ui/states.tsx'
import { History } from '../history/lazy-history.tsx'
import { isPaused } from '../model/network-model.ts'
import { CoinField } from '../parts/coin-field.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { TxPage } from '../status/lazy-tx-page.tsx'
import { Arriving } from './arriving.tsx'
import { NetworkCards } from './network-cards.tsx'
import { LostNote, NetworkFacts } from './network-facts.tsx'

const AddressStep = part(async () => (await import('./address-step.tsx')).AddressStep)

const OPEN = 1

export function DepositPage() {
  const [search] = useSearchParams()
  const id = search.get('id')
  return id === null ? <DepositForm /> : <TxPage id={id} kind="deposit" />
}

function DepositForm() {
  const t = useT()
  const coins = useWalletCoins()
  const open = coins.data?.filter(({ depositStatus }) => depositStatus === OPEN)
  return (
    <div className="page-column pb-16">
      <PageHead
        title={t('wallet:deposit.title')}
        text={t('wallet:deposit.text')}
        actions={
          <ButtonLink to={helpPath('deposits')}>
            <Icon as={CircleHelp} size={16} />
            <span>{t('wallet:deposit.help')}</span>
          </ButtonLink>
        }
      />
      {coins.data === undefined || open === undefined ? (
        <div className="card">
          {coins.isError ? (
            <ErrorPanel title={t('wallet:coins.failed')} error={coins.error} onRetry={() => void coins.refetch()} />
          ) : (
            <SkeletonRows rows={6} height={52} />
          )}
        </div>
      ) : open.length === 0 ? (
        <div className="card" data-closed="deposit">
          <ClosedFeature
            as="h2"
            title={t('wallet:closed.title')}
            text={t('wallet:closed.text')}
            action={<ButtonLink to={paths.spotAssets}>{t('wallet:closed.next')}</ButtonLink>}
          />
        </div>
      ) : (
        <Steps coins={coins.data} open={open} />
      )}
      <History kind="deposit" />
    </div>
  )
}

/** The coin and the network that the address names, as far as there are such. */
function useChoice(coins: readonly Coin[], open: readonly Coin[]) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('coin')?.toUpperCase()
  const coin = coins.find(({ coinName }) => coinName === named) ?? open[0]
  const networks = useCoinNetworks(coin?.coinId)
  const usable = networks.data?.filter((network) => !isPaused(network, 'deposit')) ?? []
  const wanted = search.get('network')
  const network = usable.find(({ protocolType }) => protocolType === wanted) ?? (usable.length === 1 ? usable[0] : undefined)
  const go = (change: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    setSearch(next, { replace: true })
  }
  return { coin, networks, network, go }
}

function Steps({ coins, open }: { readonly coins: readonly Coin[]; readonly open: readonly Coin[] }) {
  const t = useT()
  const { coin, networks, network, go } = useChoice(coins, open)
  if (coin === undefined) return null
  const isOpen = coin.depositStatus === OPEN
  const pick = (symbol: string) => go({ coin: symbol, network: undefined })
  return (
    <div className="grid items-start gap-6 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_384px]">
      <section aria-label={t('wallet:deposit.title')} className="card flex min-w-0 flex-col gap-7 p-7 max-md:gap-6 max-md:p-4">
        <Step number={1} title={t('wallet:coin')} done>
          <CoinField coins={open} value={coin.coinName} onChange={pick} />
          <Quick coins={open} chosen={coin.coinName} onPick={pick} />
        </Step>
        {isOpen ? (
          <>
            <Step number={2} title={t('wallet:network')} note={t('wallet:network.match')} done={network !== undefined}>
              {networks.data === undefined ? (
                networks.isError ? (
                  <ErrorPanel title={t('wallet:networks.failed')} error={networks.error} onRetry={() => void networks.refetch()} />
                ) : (
                  <SkeletonRows rows={2} height={60} />
                )
              ) : (
                <NetworkCards
                  networks={networks.data}
                  coin={coin.coinName}
                  chosen={network?.protocolType}
                  onPick={(protocolType) => go({ coin: coin.coinName, network: protocolType })}
                />
              )}
            </Step>
            {network !== undefined && (
              <Step number={3} title={t('wallet:address.step')}>
                <Suspense fallback={<SkeletonRows rows={3} height={64} />}>
                  <AddressStep coin={coin} network={network} />
                </Suspense>
              </Step>
            )}
          </>
        ) : (
          <ClosedCoin coin={coin} networks={networks.data} />
        )}
      </section>
      <aside className="flex min-w-0 flex-col gap-6 max-md:gap-3">
        <Arriving />
        {isOpen && network !== undefined && <NetworkFacts coin={coin.coinName} network={network} />}
        <LostNote />
      </aside>
    </div>
  )
}

/** A coin that the operator has closed: why, and no address. */
function ClosedCoin({ coin, networks }: { readonly coin: Coin; readonly networks: readonly CoinExt[] | undefined }) {
  const t = useT()
  const tip = networks?.find((network) => network.tip !== null)?.tip
  return (
    <div data-closed-coin={coin.coinName} className="-mx-2 max-md:-mx-4">
      <ClosedFeature
        as="h2"
        title={t('wallet:coin.closed', { coin: coin.coinName })}
        text={t('wallet:coin.closedText')}
        action={tip != null && <span className="text-dense text-warning-text">{tip}</span>}
      />
    </div>
  )
}

interface StepProps {
  readonly number: 1 | 2 | 3
  readonly title: string
  readonly note?: string
  readonly done?: boolean
  readonly children: ReactNode
}

function Step({ number, title, note, done = false, children }: StepProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 max-md:block">
      <span
        aria-hidden="true"
        className={`flex size-6 items-center justify-center rounded-full text-small font-semibold max-md:hidden ${done ? 'bg-fg text-bg' : 'border-2 border-theme'}`}
      >
        {done ? <Icon as={Check} size={14} /> : number}
      </span>
      <div className="flex min-h-6 items-baseline justify-between gap-4 max-md:mb-2">
        <h2 className="text-strong">{title}</h2>
        {note !== undefined && <span className="text-dense text-muted md:hidden">{note}</span>}
      </div>
      <div className="col-start-2 min-w-0">{children}</div>
    </div>
  )
}

const QUICK = 5

/** The first few coins, one press away. */
function Quick({
  coins,
  chosen,
  onPick,
}: {
  readonly coins: readonly Coin[]
  readonly chosen: string
  readonly onPick: (symbol: string) => void
}) {
  if (coins.length < 2) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {coins.slice(0, QUICK).map(({ coinName, iconUrl }) => (
        <button
          key={coinName}
          type="button"
          aria-pressed={coinName === chosen}
          onClick={() => onPick(coinName)}
          data-quick={coinName}
          className="inline-flex h-8 items-center gap-2 rounded-full border border-line2 ps-1.5 pe-3 text-dense font-medium text-muted hover:text-fg aria-pressed:border-fg aria-pressed:text-fg pointer-coarse:h-11"
        >
          <CoinLogo coin={coinName} size={18} url={iconUrl} />
          <bdi>{coinName}</bdi>
        </button>
      ))}
    </div>
  )
}
