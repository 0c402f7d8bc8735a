/** `/assets/spot/withdrawMoney`: the form, or one withdrawal with its course. */
import type { WalletTxDetail } from '@agio/wire/wallet/types.ts'
import { BookUser, CirclePause, ShieldCheck } from 'lucide-react'
import { Suspense } from 'react'
import { useSecurity } from '../../../data/account/account.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { HelpLink } from '../../../ui/help-link.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { part } from '../../../ui/part.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { ClosedFeature } from '../../../ui/states.tsx'
import { Note } from '../../../user-centre/account-card.tsx'
import { History } from '../history/lazy-history.tsx'
import { CoinField } from '../parts/coin-field.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { TxPage } from '../status/lazy-tx-page.tsx'
import { useWithdraw, type Withdraw } from './use-withdraw.ts'
import { WithdrawForm } from './withdraw-form.tsx'

const CodesCard = part(async () => (await import('./codes-card.tsx')).CodesCard)

const codesOf = (tx: WalletTxDetail) => (
  <Suspense fallback={<SkeletonRows rows={3} height={72} />}>
    <CodesCard key={tx.id} tx={tx} />
  </Suspense>
)

export function WithdrawPage() {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id !== null) return <TxPage id={id} kind="withdrawal" codes={codesOf} />
  return <NewWithdrawal />
}

function NewWithdrawal() {
  const t = useT()
  const form = useWithdraw()
  return (
    <div className="page-column pb-16 max-md:pb-40">
      <PageHead title={t('wallet:withdrawal.title')} text={<WithdrawText />} actions={<Actions />} />
      <Halted form={form} />
      <Content form={form} />
      <History kind="withdrawal" />
    </div>
  )
}

function WithdrawText() {
  const t = useT()
  return (
    <>
      {t('withdraw:text')} <HelpLink article="withdrawals">{t('withdraw:help')}</HelpLink>
    </>
  )
}

function Actions() {
  const t = useT()
  const security = useSecurity().data
  return (
    <>
      {security !== undefined && (
        <Link
          to={paths.security}
          className="hit-area inline-flex items-center gap-1.5 pe-2 text-dense text-muted hover:text-fg"
          data-whitelist={security.whitelistStatus}
        >
          <Icon as={ShieldCheck} size={16} />
          <span>{t(security.whitelistStatus === 1 ? 'withdraw:whitelist.on' : 'withdraw:whitelist.off')}</span>
        </Link>
      )}
      <ButtonLink to={paths.addressBook}>
        <Icon as={BookUser} size={16} />
        <span>{t('withdraw:book')}</span>
      </ButtonLink>
    </>
  )
}

/** Payments of a coin rest while what we owe and what the chain holds differ. */
function Halted({ form }: { readonly form: Withdraw }) {
  const t = useT()
  const halted = form.networks.data?.filter(({ halted }) => halted === 1) ?? []
  if (form.coin === undefined || halted.length === 0) return null
  return (
    <div className="mb-6 max-md:mb-3" data-halted={form.coin.coinName}>
      <Note icon={CirclePause} tone="warning">
        <strong>{t('withdraw:halted', { coin: form.coin.coinName, networks: halted.map(({ chainName }) => chainName).join(', ') })}</strong>{' '}
        {t('withdraw:halted.text')}
      </Note>
    </div>
  )
}

function Content({ form }: { readonly form: Withdraw }) {
  const t = useT()
  const { coins, coin, named, pick } = form
  if (coins.data === undefined)
    return (
      <div className="card">
        {coins.isError ? (
          <ErrorPanel title={t('wallet:coins.failed')} error={coins.error} onRetry={() => void coins.refetch()} />
        ) : (
          <SkeletonRows rows={6} height={64} />
        )}
      </div>
    )
  if (coins.data.length === 0)
    return (
      <div className="card" data-closed="withdraw">
        <ClosedFeature
          as="h2"
          title={t('wallet:closed.title')}
          text={t('wallet:closed.text')}
          action={<ButtonLink to={paths.spotAssets}>{t('wallet:closed.next')}</ButtonLink>}
        />
      </div>
    )
  if (coin !== undefined) return <WithdrawForm key={coin.coinId} form={form} />
  return (
    <div className="card p-7 max-md:p-4" data-closed-coin={named}>
      <h2 className="mb-3 text-strong">{t('wallet:coin')}</h2>
      <CoinField coins={coins.data} value={named} onChange={pick} />
      <div className="-mx-6 mt-3 max-md:-mx-4">
        <ClosedFeature as="h2" title={t('withdraw:closed', { coin: named ?? '' })} text={t('withdraw:closed.text')} />
      </div>
    </div>
  )
}
