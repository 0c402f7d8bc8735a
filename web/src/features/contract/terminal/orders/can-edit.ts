import type { ContractOrder } from '../../../../data/contract/contract-order.ts'

/** A trailing order follows the price by itself. */
export const canEdit = (order: ContractOrder): boolean => order.callbackRate === null && order.callbackValue === null
