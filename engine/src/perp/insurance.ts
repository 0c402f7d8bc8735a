/** The insurance fund of a coin. */
import type { FundHourRow } from '../../generated/views.ts'
import type { Amount, AssetId } from '../ids/id.ts'
import { FUND_INSURANCE } from '../ledger/chart-of-accounts.ts'
import type { Handle } from '../memory/handle.ts'
import { FUND_HOURS } from '../schema/perp.ts'
import type { State } from '../state.ts'
import { safetyOf } from './bounds.ts'

const HOUR_MS = 3_600_000
const ONE = 100_000_000n

/** What it has, minor units. */
export function insuranceOf({ accounts, kernel }: State, assetId: AssetId): Amount {
  const account = kernel.findAccount(FUND_INSURANCE, assetId, 0)
  return account === 0 ? 0n : accounts.at(account).available
}

/** What bankruptcies may cost it in a day, and what they did cost. Minor units. */
export interface InsuranceBounds {
  /** What it had a day before, with what operators put in since. */
  readonly base: Amount
  /** In the last day. */
  readonly lost: Amount
  /** Most that may be lost in a day, over all contracts and by one customer; of contracts that differ by the strictest. */
  readonly mostOfAll: Amount
  readonly mostOfOne: Amount
  /** What the house paid because the fund had not enough. */
  readonly debt: Amount
}

/** Of the fund of a coin as of the engine's time; undefined of a coin that no contract is margined in. */
export function insuranceBoundsOf(state: State, assetId: AssetId): InsuranceBounds | undefined {
  const row = fundRow(state, assetId)
  if (row === 0) return undefined
  const fund = state.funds.at(row)
  const { debt, hour: counted } = fund
  const now = Math.floor(state.at / HOUR_MS)
  const ofHour = (hour: number): FundHourRow => fund.hours(hour % FUND_HOURS)
  const first = now - FUND_HOURS + 1
  let lost = 0n
  // hours that nothing happened in are counted when something does: until then the balance was what it is
  let base = first <= counted ? ofHour(first).balance : insuranceOf(state, assetId)
  for (let hour = first; hour <= Math.min(now, counted); hour += 1) {
    lost += ofHour(hour).lost
    base += ofHour(hour).putIn
  }
  if (base < 0n) base = 0n
  const terms = state.instruments.flatMap(({ contract, quoteAssetId }) =>
    contract === undefined || quoteAssetId !== assetId ? [] : [safetyOf(contract)],
  )
  const least = (name: 'lossOfOneE8' | 'lossOfAllE8'): Amount => (base * BigInt(Math.min(...terms.map((each) => each[name])))) / ONE
  return { base, lost, mostOfAll: least('lossOfAllE8'), mostOfOne: least('lossOfOneE8'), debt }
}

/** 0 = there is none. */
function fundRow({ funds }: State, assetId: AssetId): Handle<'fund'> {
  for (let row = funds.first; row < funds.used; row = funds.behind(row)) if (funds.at(row).asset === assetId) return row
  return 0
}
