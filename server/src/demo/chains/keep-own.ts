/** Coins that came to the house's own addresses are its own: nobody has to look at them. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { houseBalancesOf } from '@agio/engine/read.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { DemoExchange } from '../accounts.ts'

const NOBODY = asUserId(0)
const AT_ONCE = 100

export interface KeepOwnParts {
  readonly exchange: DemoExchange
  readonly models: Pick<ReadModels, 'walletTxs'>
}

/** Ends the review of what came to addresses that no customer was ever shown. What came without a tag stays. */
export async function keepOwn({ exchange, models }: KeepOwnParts): Promise<void> {
  const isAny = houseBalancesOf(exchange.state).some(({ account, amount }) => account === 'suspense:deposit' && amount !== 0n)
  if (!isAny) return
  const { rows } = await models.walletTxs({ kinds: ['deposit'], statuses: ['review'], isUnderWay: true, pageNo: 1, pageSize: AT_ONCE })
  for (const { key, userId, place } of rows) {
    if (key === undefined || userId !== NOBODY || place === undefined || place === 'addresses') continue
    const why = 'it came to an address of the house'
    // Refused when it was decided meanwhile, or left its block: then the next look finds it, or does not.
    await exchange.submit({ kind: 'judgeDeposit', key, verdict: 'keep', userId: NOBODY, actor: 'system', why })
  }
}
