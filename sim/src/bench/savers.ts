/** Customers with five savings orders each, as the measures of a night have them: four that are paid each day, one of a term. */
import type { Command, ProductTerms } from '@agio/engine/command.ts'
import type { AssetId, ProductId, UserId } from '@agio/engine/ids/id.ts'

export const ORDERS_OF_ONE = 5
const HOUSE = { actor: 'bench', why: '' } as const

const FLEXIBLE: Omit<ProductTerms, 'assetId'> = {
  type: 'flexible',
  rateType: 'current',
  payout: 'daily',
  termDays: 0,
  totalQuota: 0n,
  userMin: 0n,
  userMax: 0n,
  step: 0n,
  startTime: 0,
  endTime: 0,
  earlyRedeem: true,
  renewable: false,
  poolLimit: 0n,
}
const FIXED = { ...FLEXIBLE, type: 'fixed', rateType: 'fixed', termDays: 30 } as const

/** What they save, and how many minor units one of it has. */
export interface Saved {
  readonly assetId: AssetId
  readonly one: bigint
}

/** A flexible product and one of thirty days. */
export function defineProducts({ assetId, one }: Saved): readonly Command[] {
  const tiers = [
    { upTo: 500n * one, rateE8: 10_000_000 },
    { upTo: null, rateE8: 2_000_000 },
  ]
  return [FLEXIBLE, FIXED].map((terms) => ({ kind: 'defineProduct', terms: { ...terms, assetId }, tiers, document: {}, ...HOUSE }))
}

export const startProduct = (productId: ProductId): Command => ({ kind: 'setProductStatus', productId, status: 'waiting', ...HOUSE })

export const registerSaver = (index: number): Command => ({
  kind: 'registerUser',
  accountKey: `saver-${index}`,
  document: {},
  role: 'customer',
})

export const fundSaver = (userId: UserId, { assetId, one }: Saved): Command => ({
  kind: 'creditUser',
  userId,
  assetId,
  amount: 10_000n * one,
  cause: 'airdrop',
  reference: '',
})

/** One order after the other of different customers, as they come in life. */
export function* purchases(savers: readonly UserId[], [flexible, fixed]: readonly ProductId[], { one }: Saved): Generator<Command> {
  if (flexible === undefined || fixed === undefined) throw new Error('savers need two products')
  for (let order = 0; order < ORDERS_OF_ONE; order += 1)
    for (const [index, userId] of savers.entries())
      yield {
        kind: 'purchaseProduct',
        userId,
        productId: order === 0 ? fixed : flexible,
        amount: (100n + BigInt(index % 900)) * one,
        payAccount: 'spot',
        renewal: 'none',
      }
}
