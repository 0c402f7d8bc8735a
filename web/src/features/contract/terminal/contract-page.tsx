/** `/trade` with contracts: finds the contract of the address and opens its terminal. */
import { Suspense, useEffect, useReducer, useState } from 'react'
import { useContractConfig } from '../../../data/contract/contract-config.ts'
import { contractTicker } from '../../../data/contract/contract-prices.ts'
import { useContractMember } from '../../../data/contract/contract-session.ts'
import type { ContractTerms } from '../../../data/contract/contract-terms.ts'
import { chosenContract, rememberContract, useContracts } from '../../../data/contract/contracts.ts'
import { useFollowedMark } from '../../../data/contract/my-contracts.ts'
import { whenQuiet } from '../../../data/idle.ts'
import { useMounted } from '../../../data/mounted.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { preloadLayout, showsTicket } from '../../../terminal/arrangements.ts'
import { Terminal } from '../../../terminal/terminal.tsx'
import { TerminalFrame } from '../../../terminal/terminal-frame.tsx'
import { TerminalSkeleton } from '../../../terminal/terminal-skeleton.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { NoData } from '../../../ui/states.tsx'
import { ContractMarket, ContractOwn } from './contract-market.tsx'
import { ContractDeskContext, ContractDraftContext } from './desk.ts'
import { PositionAlarms, preloadContractTicket } from './later.ts'
import { changeContractTicket, EMPTY_CONTRACT_DRAFT, shownDraft } from './model/draft.ts'

preloadLayout()
if (showsTicket()) preloadContractTicket()

const NOTHING = (): void => undefined

export function ContractPage() {
  const t = useT()
  const [search] = useSearchParams()
  const contracts = useContracts()
  const mounted = useMounted()
  const list = contracts.data
  if (list === undefined) {
    if (contracts.error === null) return <TerminalSkeleton />
    return <ErrorPanel title={t('terminal:page.failed')} error={contracts.error} onRetry={() => void contracts.refetch()} />
  }
  // What the browser remembers counts once the server's markup was taken over, which is drawn without it.
  const asked = search.get('contract') ?? search.get('contractId')
  const terms = mounted ? chosenContract(list, asked) : chosenContract(list, asked, '')
  if (terms === undefined) {
    return (
      <NoData
        size="page"
        title={t('contract:page.none')}
        text={t('contract:page.noneText')}
        link={{ to: paths.markets, label: t('terminal:page.markets') }}
      />
    )
  }
  if (!mounted) {
    const desk = { terms, contracts: list, member: false, config: undefined, configError: null, inCoins: true, change: NOTHING }
    return (
      <ContractDeskContext value={desk}>
        <ContractMarket>
          <TerminalFrame />
        </ContractMarket>
      </ContractDeskContext>
    )
  }
  return <OpenContract key={terms.contractId} terms={terms} contracts={list} />
}

/** The first known price is a better start than an empty field; later prices leave the ticket alone. */
function useFirstPrice(symbol: string, fill: (price: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each contract
  useEffect(() => {
    const topic = contractTicker(symbol)
    let filled = false
    const look = () => {
      const price = topic.store.get()?.price
      if (filled || price === undefined || !/[1-9]/.test(price)) return
      filled = true
      fill(price)
    }
    const stop = topic.subscribe(look)
    look()
    return stop
  }, [symbol])
}

function OpenContract({ terms, contracts }: { readonly terms: ContractTerms; readonly contracts: readonly ContractTerms[] }) {
  useContracts(terms.contractId)
  const member = useContractMember()
  const config = useContractConfig(terms.contractId, member)
  const [draft, change] = useReducer(changeContractTicket, EMPTY_CONTRACT_DRAFT)
  useEffect(() => rememberContract(terms), [terms])
  useFirstPrice(terms.symbol, (price) => change({ kind: 'firstPrice', price }))
  useFollowedMark(member)
  useEffect(() => {
    // Orders carry the device's report: it is made for members alone, and not while the page is coming up.
    if (!member) return
    whenQuiet(() => void import('../../../proof/device/begin-report.ts').then(({ beginReport }) => beginReport()))
    // What is told when the connection breaks has to be there before it does.
    whenQuiet(() => void import('../../../ui/toaster.tsx').catch(() => undefined))
  }, [member])
  const own = member ? config.data : undefined
  const inCoins = own?.inContracts !== true
  const shown = shownDraft(draft, inCoins)
  const desk = {
    terms,
    contracts,
    member,
    config: own,
    configError: config.error,
    inCoins,
    change,
  }
  return (
    <ContractDeskContext value={desk}>
      <ContractDraftContext value={shown}>
        <ContractMarket>
          <ContractOwn>
            <Terminal />
          </ContractOwn>
          {member && <Alarms />}
        </ContractMarket>
      </ContractDraftContext>
    </ContractDeskContext>
  )
}

/** Where its code could not be fetched, the messages of the account tell the same. */
function Alarms() {
  const [failed, setFailed] = useState(false)
  if (failed) return null
  return (
    <PartBoundary onFail={() => setFailed(true)}>
      <Suspense>
        <PositionAlarms />
      </Suspense>
    </PartBoundary>
  )
}
