/** `/assets/contract/topUp`: coins for contracts come from the spot account; where that has none, from a chain or a conversion first. */
import { ArrowDownToLine, ArrowLeftRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ClosedPage } from '../../../app/closed-page.tsx'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useContractAssets } from '../../../data/contract/contract-lists.ts'
import { useMarginCoins } from '../../../data/contract/public-facts.ts'
import { openFeatures } from '../../../data/shell/menu-model.ts'
import { useSite } from '../../../data/site.ts'
import { useAssets } from '../../../data/spot/pair-terms.ts'
import { isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { BalanceRow } from '../assets-model.ts'
import { useBalances } from '../assets-queries.ts'
import { AssetsTabs } from '../assets-tabs.tsx'
import { TransferDialog } from '../transfer/lazy-transfer.ts'
import { useAccounts } from '../transfer/use-accounts.ts'
import { OpenAccount } from './open-account.tsx'

export function TopUpPage() {
  const { contract } = openFeatures(useSite().switches)
  return contract ? <TopUp /> : <ClosedPage />
}

function TopUp() {
  const t = useT()
  const assets = useContractAssets()
  const { answer, rows } = useBalances()
  const coins = useMarginCoins()
  const error = assets.error ?? answer.error
  const isReady = assets.data !== undefined && rows !== undefined && coins.length > 0
  return (
    <div className="page-column pb-16">
      <AssetsTabs />
      <div className="mb-6">
        <h1 className="text-title">{t('pages:title.contractTopUp')}</h1>
        <p className="mt-1 max-w-3xl text-muted">{t('perpetual:topUp.text')}</p>
      </div>
      {isReady ? (
        assets.data.accountList.length === 0 ? (
          <OpenAccount />
        ) : (
          <Ways
            coins={coins}
            rows={rows}
            balanceOf={(coin) => assets.data.accountList.find(({ symbol }) => symbol === coin)?.accountBalance ?? '0'}
          />
        )
      ) : (
        <div className="card">
          {error === null ? (
            <SkeletonRows rows={3} height={60} />
          ) : (
            <ErrorPanel
              alone
              title={t('assets:failed')}
              error={error}
              onRetry={() => void Promise.all([assets.refetch(), answer.refetch()])}
            />
          )}
        </div>
      )}
    </div>
  )
}

interface WaysProps {
  readonly coins: readonly string[]
  readonly rows: readonly BalanceRow[]
  readonly balanceOf: (coin: string) => string
}

/** A card for each margin coin: from spot where there is something, else how to come by it. */
function Ways({ coins, rows, balanceOf }: WaysProps) {
  const [search] = useSearchParams()
  const asked = search.get('coin')
  const accounts = useAccounts()
  const [moving, setMoving] = useState<string>()
  const shown = asked !== null && coins.includes(asked) ? [asked, ...coins.filter((coin) => coin !== asked)] : coins
  return (
    <>
      <div className="grid gap-6 max-md:gap-3 md:grid-cols-2">
        {shown.map((coin) => (
          <CoinCard
            key={coin}
            coin={coin}
            free={rows.find(({ asset }) => asset === coin)?.available ?? '0'}
            there={balanceOf(coin)}
            onMove={() => setMoving(coin)}
          />
        ))}
      </div>
      {moving !== undefined && (
        <Suspense>
          <TransferDialog coin={moving} accounts={accounts} to="contract" rows={rows} onClose={() => setMoving(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface CoinCardProps {
  readonly coin: string
  /** Free in the spot account. */
  readonly free: string
  readonly there: string
  readonly onMove: () => void
}

function CoinCard({ coin, free, there, onMove }: CoinCardProps) {
  const t = useT()
  const visible = useBalancesVisible()
  const asset = useAssets().data?.get(coin)
  const { convert } = openFeatures(useSite().switches)
  const hasSome = /[1-9]/.test(free)
  return (
    <section className="card p-6 max-md:p-4" aria-label={coin} data-top-up={coin} data-free={free}>
      <h2 className="mb-4 flex items-center gap-3 text-strong">
        <CoinLogo coin={coin} size={28} url={asset?.iconUrl} />
        <span>{coin}</span>
      </h2>
      <dl className="mb-5 text-dense">
        {(
          [
            ['perpetual:topUp.spot', free],
            ['perpetual:topUp.there', there],
          ] as const
        ).map(([key, value]) => (
          <div key={key} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="text-muted">{t(key)}</dt>
            <dd className="font-semibold">
              <NumberText value={value} unit={coin} hidden={!visible} />
            </dd>
          </div>
        ))}
      </dl>
      {hasSome ? (
        <Button look="primary" size={44} wide onClick={onMove} data-top-up-transfer>
          <Icon as={ArrowLeftRight} size={16} />
          <span>{t('perpetual:topUp.move')}</span>
        </Button>
      ) : (
        <>
          <p className="mb-3 text-dense text-muted">{t('perpetual:topUp.none', { coin: isolated(coin) })}</p>
          <span className="flex flex-wrap gap-2">
            {asset?.deposits === true && (
              <ButtonLink look="primary" to={`${paths.deposit}?coin=${encodeURIComponent(coin)}`} data-top-up-deposit>
                <Icon as={ArrowDownToLine} size={16} />
                <span>{t('perpetual:topUp.deposit', { coin: isolated(coin) })}</span>
              </ButtonLink>
            )}
            {convert && <ButtonLink to={paths.convert}>{t('assets:action.convert')}</ButtonLink>}
          </span>
        </>
      )}
    </section>
  )
}
