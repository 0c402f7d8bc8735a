/** The newest deposit that is on its way; nothing where none is. */
import { WALLET_STATUSES } from '@agio/wire/wallet/types.ts'
import { useNetworks } from '../../../data/wallet/networks.ts'
import { useRecentTxs } from '../../../data/wallet/transactions.ts'
import { formatTime, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Link } from '../../../ui/link.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { progressOf, txPath } from '../model/tx-model.ts'
import { Fact } from '../parts/fact.tsx'
import { Segments } from '../parts/segments.tsx'
import { stateWord } from '../parts/state-chip.tsx'
import { TxLink } from '../parts/tx-link.tsx'

const ON_ITS_WAY: ReadonlySet<number> = new Set([WALLET_STATUSES.DETECTED, WALLET_STATUSES.CONFIRMING, WALLET_STATUSES.CREDITED])

export function Arriving() {
  const t = useT()
  const tx = useRecentTxs('deposit').data?.find(({ status }) => ON_ITS_WAY.has(status))
  const network = useNetworks().data?.find(({ protocolType }) => protocolType === tx?.protocolType)
  const progress = tx === undefined ? undefined : progressOf(tx)
  if (tx === undefined || progress === undefined) return null
  return (
    <section aria-label={t('wallet:arriving')} className="card motion-safe:animate-[appear_200ms_both]" data-arriving={tx.id}>
      <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line px-5 max-md:px-4">
        <h2 className="flex items-center gap-2 text-base font-semibold">
          <CoinLogo coin={tx.coinName} size={20} />
          <Link to={txPath('deposit', tx.id)} className="hover:text-theme-text">
            {t('wallet:arriving')}
          </Link>
        </h2>
        <span className="text-small text-faint">{t('wallet:arriving.seen', { time: isolated(formatTime(tx.createTime, false)) })}</span>
      </div>
      <div className="px-5 py-4 max-md:px-4">
        <p className="text-price">
          <NumberText value={tx.amount} unit={tx.coinName} />
        </p>
        <p role="status" className="mt-2 mb-2 flex items-baseline justify-between gap-3 text-dense font-semibold">
          <span>{stateWord(t, tx.status, tx.statusName)}</span>
          <span>{t('wallet:progress', { count: isolated(String(progress.count)), needed: isolated(String(progress.needed)) })}</span>
        </p>
        <Segments count={progress.count} needed={progress.needed} />
        <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-small text-muted">
          <span>{t('wallet:arriving.tradable', { count: String(tx.needConfirmations) })}</span>
          <span>{t('wallet:arriving.withdrawable', { count: String(tx.unlockConfirmations) })}</span>
        </p>
        <dl className="mt-3 border-t border-line pt-2">
          <Fact name={t('wallet:network')}>{network?.name ?? tx.protocolType}</Fact>
          {tx.txHash !== null && (
            <Fact name={t('wallet:tx')}>
              <TxLink hash={tx.txHash} template={network?.explorerTxUrl} />
            </Fact>
          )}
        </dl>
      </div>
    </section>
  )
}
