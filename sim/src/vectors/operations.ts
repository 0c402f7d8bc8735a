/** Every operation the adapter knows, by the name the vectors call it. */
import { contractOperations, isBeyondKernel } from './contract-answers.ts'
import { FOREIGN_CONTRACT_OPERATIONS } from './foreign/contracts.ts'
import { areOurPrices, areOurSources } from './foreign/indexes.ts'
import { FOREIGN_OPERATIONS } from './foreign/savings.ts'
import { FOREIGN_CHAINS, FOREIGN_WALLET_OPERATIONS } from './foreign/wallets.ts'
import { isOurYear } from './foreign/years.ts'
import { ledgerOperations } from './ledger-operations.ts'
import { productOperations } from './product-operations.ts'
import { securityOperations } from './security-operations.ts'
import { bookOperations } from './spot-book.ts'
import { feeOperations } from './spot-fees.ts'
import { filterOperations } from './spot-filters.ts'
import { priceOperations } from './spot-prices.ts'
import { walletOperations } from './wallet-operations.ts'

/** Takes a vector's input and gives what the real code makes of it. */
export type Operation = (input: Readonly<Record<string, unknown>>) => unknown

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...bookOperations,
  ...feeOperations,
  ...filterOperations,
  ...priceOperations,
  ...ledgerOperations,
  ...securityOperations,
  ...productOperations,
  ...walletOperations,
  ...contractOperations,
  ...FOREIGN_CONTRACT_OPERATIONS,
  ...FOREIGN_OPERATIONS,
  ...FOREIGN_WALLET_OPERATIONS,
}

/** Is it a formula of another venue or chain, which nothing in this product runs? */
export const isForeign = (input: Readonly<Record<string, unknown>>): boolean => isForeignInput(input) || isForeignName(input)

/** A year, a weighing or figures that this product does not have, by an operation that it does. */
const isForeignInput = (input: Readonly<Record<string, unknown>>): boolean =>
  ((input.op === 'fin.daily' || input.op === 'fin.tieredDaily') && !isOurYear(input)) ||
  (input.op === 'perp.index.weighted' && !areOurSources(input)) ||
  (input.op === 'perp.index.medianCapMean' && !areOurPrices(input)) ||
  isBeyondKernel(input)

const isForeignName = ({ op, chain }: Readonly<Record<string, unknown>>): boolean =>
  String(op) in FOREIGN_CONTRACT_OPERATIONS ||
  String(op) in FOREIGN_OPERATIONS ||
  String(op) in FOREIGN_WALLET_OPERATIONS ||
  String(chain) in FOREIGN_CHAINS
