/** Contracts as TypeScript defines and changes them. */
import { scheduleFunding } from './mark/funding-run'
import { followIndexes, scheduleSample } from './mark/mark'
import { openFund } from './risk/bounds'
import { Contract, contractsTable } from '../../generated/rows'
import { allocateZeroed } from '../memory/tables'
import { CONTRACT_BYTES } from '../constants/layout'
import { CONTRACTS } from '../constants/map'

/** The row of a new contract, all zero. TypeScript writes its terms, then calls `beginContract`. */
export function openContract(): Contract {
  return allocateZeroed<Contract>(CONTRACTS, contractsTable, CONTRACT_BYTES)
}

/** A contract has its terms: its prices and its funding are followed from now on. */
export function beginContract(): void {
  const end = <usize>contractsTable.used
  for (let row: usize = CONTRACT_BYTES; row < end; row += CONTRACT_BYTES) {
    const contract = changetype<Contract>(row)
    if (!contract.fund.exists) contract.fund = openFund(contract.marginAsset)
  }
  scheduleSample()
  scheduleFunding()
  followIndexes()
}
