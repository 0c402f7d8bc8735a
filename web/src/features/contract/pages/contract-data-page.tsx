/** `/contractData`: what anybody may check of contracts: settled funding, the insurance fund's ledger, and how index and mark are made. */
import { Suspense } from 'react'
import { ClosedPage } from '../../../app/closed-page.tsx'
import { useContractInfo } from '../../../data/contract/public-facts.ts'
import { openFeatures } from '../../../data/shell/menu-model.ts'
import { useSite } from '../../../data/site.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Choice } from '../../../ui/filter-fields.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { part } from '../../../ui/part.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { TabList } from '../../../ui/tabs.tsx'
import { DATA_VIEWS, type DataAddress, readAddress, writeAddress } from './data-address.ts'

const FundingView = part(async () => (await import('./funding-view.tsx')).FundingView)
const InsuranceView = part(async () => (await import('./insurance-view.tsx')).InsuranceView)
const PricesView = part(async () => (await import('./prices-view.tsx')).PricesView)

export function ContractDataPage() {
  const { contract } = openFeatures(useSite().switches)
  return contract ? <Data /> : <ClosedPage />
}

function Data() {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  const go = (change: Partial<DataAddress>) => setSearch(writeAddress({ ...address, ...change }), { replace: true })
  return (
    <div className="page-column w-full flex-1 pt-8 pb-16 max-md:pt-4">
      <h1 className="text-title">{t('pages:title.contractData')}</h1>
      <p className="mt-1 mb-4 max-w-3xl text-muted">{t('perpetual:data.text')}</p>
      <TabList
        label={t('pages:title.contractData')}
        tabs={DATA_VIEWS.map((view) => ({ value: view, label: t(`perpetual:data.${view}`) }))}
        value={address.view}
        onChange={(view) => go({ view })}
        height={44}
        className="mb-6 border-b border-line"
      />
      <View address={address} onChange={go} />
    </div>
  )
}

interface ViewProps {
  readonly address: DataAddress
  readonly onChange: (change: Partial<DataAddress>) => void
}

function View({ address, onChange }: ViewProps) {
  const t = useT()
  const info = useContractInfo()
  if (info.data === undefined)
    return (
      <div className="card">
        {info.isError ? (
          <ErrorPanel alone title={t('perpetual:data.failed')} error={info.error} onRetry={() => void info.refetch()} />
        ) : (
          <SkeletonRows rows={6} height={52} />
        )}
      </div>
    )
  const { contractList, marginCoinList } = info.data
  const contract = contractList.find(({ contractName }) => contractName === address.contract) ?? contractList[0]
  const coin = marginCoinList.find((one) => one === address.coin) ?? marginCoinList[0]
  if (contract === undefined || coin === undefined)
    return (
      <div className="card">
        <NoData size="page" title={t('perpetual:data.none')} />
      </div>
    )
  const isFund = address.view === 'insurance'
  const choice = (
    <div className="w-60 max-w-full">
      {isFund ? (
        <Choice
          always
          label={t('orders:bills.coin')}
          value={coin}
          onChange={(next) => onChange({ coin: next })}
          options={marginCoinList.map((one) => ({ value: one, label: one }))}
        />
      ) : (
        <Choice
          always
          label={t('perpetual:head.contract')}
          value={contract.contractName}
          onChange={(next) => onChange({ contract: next })}
          options={contractList.map(({ contractName, symbol }) => ({ value: contractName, label: symbol }))}
        />
      )}
    </div>
  )
  return (
    <>
      {address.view !== 'prices' && <div className="mb-4">{choice}</div>}
      <Suspense fallback={<div className="min-h-dvh" />}>
        {isFund ? (
          <InsuranceView key={coin} coin={coin} />
        ) : address.view === 'prices' ? (
          <PricesView key={contract.id} contract={contract} choice={choice} at={address.at} onMinute={(at) => onChange({ at })} />
        ) : (
          <FundingView key={contract.id} contract={contract} />
        )}
      </Suspense>
    </>
  )
}
