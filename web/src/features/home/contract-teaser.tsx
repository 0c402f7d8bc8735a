/** Contracts that are traded here, four of them, with the way to what anybody may check of them; nothing where none is listed or none was answered. */
import { useContracts } from '../../data/contract/contracts.ts'
import { isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { CoinLogo } from '../../ui/coin-logo.tsx'
import { TeaserCell, TeaserFrame } from './teaser-frame.tsx'

const SHOWN = 4

export function ContractTeaser() {
  const t = useT()
  const contracts = (useContracts().data ?? []).slice(0, SHOWN)
  if (contracts.length === 0) return null
  return (
    <TeaserFrame
      id="contract-teaser"
      title={t('perpetual:teaser.title')}
      text={t('perpetual:teaser.text')}
      way={{ to: paths.contractData, label: t('pages:title.contractData') }}
    >
      {contracts.map(({ contractId, symbol, name, base, mostLeverage }) => (
        <TeaserCell key={contractId} to={`${paths.contractTerminal}?contract=${symbol}`}>
          <span className="flex items-center gap-3">
            <CoinLogo coin={base} size={28} />
            <span>
              <bdi className="block font-semibold">{name}</bdi>
              <span className="block text-dense text-muted">{t('perpetual:teaser.upTo', { times: isolated(`${mostLeverage}×`) })}</span>
            </span>
          </span>
        </TeaserCell>
      ))}
    </TeaserFrame>
  )
}
