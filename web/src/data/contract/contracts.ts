/** Every listed contract, and which of them the page is about. */
import type { ContractInfo } from '@agio/wire/futures/types.ts'
import { useQuery } from '@tanstack/react-query'
import { firstAnswer } from '../boot.ts'
import { lookAgain } from '../resting.ts'
import { readStored, writeStored } from '../storage.ts'
import { type ContractTerms, contractTerms } from './contract-terms.ts'

export const contractCalls = () => import('./contract-calls.ts')

const isInfo = (row: unknown): row is ContractInfo =>
  typeof row === 'object' && row !== null && 'contractName' in row && 'multiplier' in row && 'coinResultVo' in row

/** Simulated ones are no market. */
const termsOf = (rows: readonly ContractInfo[]): readonly ContractTerms[] =>
  rows.filter(({ contractType, contractSide }) => contractType === 'E' && contractSide === 1).map(contractTerms)

/** The contracts that the page came with. */
function contractsInHead(): readonly ContractTerms[] | undefined {
  const rows = firstAnswer('contracts')
  return Array.isArray(rows) && rows.length > 0 && rows.every(isInfo) ? termsOf(rows) : undefined
}

async function loadContracts(): Promise<readonly ContractTerms[]> {
  const info = await (await contractCalls()).loadPublicInfo()
  writeStored('publicInfo', info)
  return termsOf(info.contractList)
}

/** In the operator's order. @param watched the contract that somebody has before him: while it does not trade, they are read again */
export function useContracts(watched?: string) {
  return useQuery({
    queryKey: ['contracts'],
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => lookAgain(data?.find(({ contractId }) => contractId === watched)),
    queryFn: loadContracts,
    initialData: contractsInHead,
    initialDataUpdatedAt: 0,
  })
}

const storedId = (): string | undefined => {
  const id = readStored('currentContractInfo')?.id
  return typeof id === 'string' ? id : undefined
}

/**
 * The contract with an id or name of the address; one that is not in the list leaves the one that was chosen before, else the first.
 * @param asked id, `E-BTC-USDT` or `BTCUSDT`
 */
export function chosenContract(
  contracts: readonly ContractTerms[],
  asked: string | null,
  before: string | undefined = storedId(),
): ContractTerms | undefined {
  const named = (name: string | null | undefined) =>
    contracts.find(({ contractId, symbol, name: short }) => contractId === name || symbol === name || short === name)
  return named(asked) ?? named(before) ?? contracts[0]
}

/** Keeps the choice for the next visit. */
export function rememberContract({ contractId, symbol }: ContractTerms): void {
  writeStored('currentContractInfo', { id: contractId, contractName: symbol })
}

/** What the line does not tell: open interest and the day's turnover. Read again every few seconds while it is shown. */
export function useContractMarket(contractId: string) {
  return useQuery({
    queryKey: ['contractMarket', contractId],
    staleTime: 2000,
    refetchInterval: 5000,
    queryFn: async () => (await contractCalls()).loadMarket(contractId),
  })
}
