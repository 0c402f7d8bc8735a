/** What holds for a coin on a network, and what to do where something went wrong. */
import type { CoinExt } from '@agio/wire/wallet/types.ts'
import { ScanSearch } from 'lucide-react'
import { formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/link.tsx'
import { Card, Note } from '../../../user-centre/account-card.tsx'
import { contractEnd } from '../model/network-model.ts'
import { Fact } from '../parts/fact.tsx'

export function NetworkFacts({ coin, network }: { readonly coin: string; readonly network: CoinExt }) {
  const t = useT()

  return (
    <Card title={t('wallet:facts', { coin, network: network.protocolType })}>
      <dl className="px-5 py-3 max-md:px-4">
        <Fact name={t('wallet:facts.least')} mark="least">
          {withUnit(formatNumber(network.minDeposit), coin)}
        </Fact>
        <Fact name={t('wallet:facts.tradable')} mark="tradable">
          <bdi className="num">{network.confirmations}</bdi>
        </Fact>
        <Fact name={t('wallet:facts.withdrawable')} mark="withdrawable">
          <bdi className="num">{network.unlockConfirmations}</bdi>
        </Fact>
        <Fact name={t('wallet:facts.fee')}>{t('wallet:facts.none')}</Fact>
        <Fact name={t('wallet:facts.to')}>{t('shell:wallet.spot')}</Fact>
        {network.contractAddress !== null && (
          <Fact name={t('wallet:facts.contract')}>
            <bdi className="code" title={network.contractAddress}>
              {contractEnd(network.contractAddress)}
            </bdi>
          </Fact>
        )}
      </dl>
      {network.tip !== null && <p className="border-t border-line px-5 py-3 text-small text-muted max-md:px-4">{network.tip}</p>}
    </Card>
  )
}

export function LostNote() {
  const t = useT()
  return (
    <Note icon={ScanSearch}>
      {t('wallet:lost')}{' '}
      <Link to={paths.help} className="font-semibold text-theme-text hover:underline">
        {t('wallet:lost.next')}
      </Link>
    </Note>
  )
}
