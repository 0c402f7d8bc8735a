/** What every panel of one contract's terminal shares: the contract, who is looking, what he has set, and the ticket. Prices are not in it. */
import { createContext, type Dispatch, use } from 'react'
import type { ContractConfig } from '../../../data/contract/contract-config.ts'
import type { ContractTerms } from '../../../data/contract/contract-terms.ts'
import { type ContractChange, type ContractDraft, EMPTY_CONTRACT_DRAFT } from './model/draft.ts'

export interface ContractDesk {
  readonly terms: ContractTerms
  /** In the operator's order. */
  readonly contracts: readonly ContractTerms[]
  /** Somebody whose session the host of contracts knows. */
  readonly member: boolean
  /** Undefined for a visitor and until it is known. */
  readonly config: ContractConfig | undefined
  /** Why it is not known. */
  readonly configError: unknown
  /** Amounts of book and tape in coins, not in contracts. */
  readonly inCoins: boolean
  readonly change: Dispatch<ContractChange>
}

export const ContractDeskContext = createContext<ContractDesk | undefined>(undefined)

/** Apart from the desk, because it changes with each key, and only the ticket draws it. */
export const ContractDraftContext = createContext<ContractDraft>(EMPTY_CONTRACT_DRAFT)

export function useContractDesk(): ContractDesk {
  const desk = use(ContractDeskContext)
  if (desk === undefined) throw new Error('this panel stands outside a contract terminal')
  return desk
}

export const useContractDraft = (): ContractDraft => use(ContractDraftContext)
