/** What an operator opens once, so that customers can convert, save and trade contracts; done again it changes nothing that matters. */
import { coins } from '@agio/wire/assets/assets.ts'
import { publicInfo } from '@agio/wire/futures/public.ts'
import { FuturesClient } from '../../client/futures-client.ts'
import type { SessionClient } from '../../client/session-client.ts'
import type { Product } from '../product.ts'

const CONTRACT = 'E-BTC-USDT'

/** By id: one that is paid day by day and can be redeemed in parts, and a term of a day. */
export const FLEXIBLE = '1'
export const TERM = '2'

const PRODUCTS = [
  { name: { en_US: 'Flexible' }, coinName: 'USDT', type: 2, annualRate: '0.05', totalQuota: '10000000', userMin: '1' },
  { name: { en_US: 'One day' }, coinName: 'USDT', type: 1, termDays: 1, annualRate: '0.08', totalQuota: '10000000', userMin: '1' },
]
const SAVINGS = { financialSwitch: 1, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 0 }

export async function openMoney(product: Product): Promise<void> {
  for (const key of ['contractSwitch', 'flashConvertSwitch']) await product.operate('kv set', { key, value: '1' })
  await product.operate('kv set', { key: 'financial', value: JSON.stringify(SAVINGS) })
  await product.operate('inventory fund', { coin: 'USDT', amount: '1000000' })
  await product.operate('inventory fund', { coin: 'BTC', amount: '20' })
  // little, so that others have to bear a part of what liquidations cost
  await product.operate('insurance deposit', { coin: 'USDT', amount: '20' })
  for (const fields of PRODUCTS) await product.operate('products create', { json: JSON.stringify(fields) })
}

export interface Ids {
  readonly usdt: string
  readonly btc: string
  readonly contract: string
  /** Public keys of receipts, by their id. */
  readonly receiptKeys: Readonly<Record<string, string>>
}

/** @param session of anybody */
export async function readIds(product: Product, session: SessionClient): Promise<Ids> {
  const all = await session.call(coins, {})
  const { contractList, contractProInfo } = await new FuturesClient(product.futuresBase, session).call(publicInfo, {})
  const idOf = (name: string): string => all.find(({ coinName }) => coinName === name)?.coinId ?? ''
  const contract = contractList.find(({ contractName }) => contractName === CONTRACT)
  if (contract === undefined) throw new Error(`${CONTRACT} is not listed`)
  return { usdt: idOf('USDT'), btc: idOf('BTC'), contract: contract.id, receiptKeys: contractProInfo.receiptKeys }
}
