/** Contracts of the demo and who trades them: ordinary accounts with a contract account, funded by an ordinary transfer. */
import { type AssetId, asInstrumentId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { contractOf, contractsOf } from '@agio/engine/perp/read-contract.ts'
import { contractSettingsOf } from '@agio/engine/perp/read-positions.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { type DemoCommand, LEDGER_SCALE } from '../accounts.ts'
import { units } from '../listing.ts'
import { LISTED_CONTRACTS, type ListedContract, listedTerms } from './contract-list.ts'
import { MARKET_STANCE, type Stance } from './contract-orders.ts'

export interface DemoContract {
  readonly listed: ListedContract
  readonly instrumentId: InstrumentId
  /** Both quote both sides, so that what one of them has too much of comes back by the other. */
  readonly makers: readonly [UserId, UserId]
}

/** Somebody who dares much: margin of his own behind each position, so that he is liquidated now and then. */
export interface Speculator {
  readonly userId: UserId
  readonly stance: Stance
  /** Value of one position, in the margin coin. */
  readonly value: number
}

export interface ContractMarket {
  readonly contracts: readonly DemoContract[]
  readonly takers: readonly UserId[]
  readonly speculators: readonly Speculator[]
  readonly marginAssetId: AssetId
}

/** What the time-lapse knows of contracts. */
export interface ContractWorld {
  readonly market: ContractMarket
  readonly customer: UserId
  readonly seed: number
  readonly moments: readonly number[]
  /** USDT for a coin at a moment. */
  priceOf(coin: string, step: number): number | undefined
}

/** Gives a command to the exchange. @returns the outcome's value @throws Error when it was refused */
export type Does = (command: DemoCommand) => Promise<number>

const BY = { actor: 'system', why: 'first start' } as const
const MARGIN_COIN = 'USDT'
const TAKERS = 3
/** What a maker or taker brings. */
const FLOAT = '40000000'
/** What a speculator has beside; each position takes some of it along. */
const PURSE = '4000000'
const INSURANCE = '1000000'

/** Leverage and value of the positions of each; the last one is large enough to be reduced by steps. */
const DARING: readonly (readonly [leverage: number, value: number])[] = [
  [75, 12_000],
  [50, 40_000],
  [50, 25_000],
  [40, 90_000],
  [40, 450_000],
]

const marginAssetOf = (assetIds: ReadonlyMap<string, AssetId>): AssetId => {
  const assetId = assetIds.get(MARGIN_COIN)
  if (assetId === undefined) throw new Error(`demo: ${MARGIN_COIN} is not listed`)
  return assetId
}

/** Lists the contracts that are missing. */
export async function listContracts(
  state: State,
  does: Does,
  assetIds: ReadonlyMap<string, AssetId>,
): Promise<readonly Pick<DemoContract, 'listed' | 'instrumentId'>[]> {
  const known = new Map(contractsOf(state).map(({ terms, instrumentId }) => [terms.symbol, instrumentId]))
  const contracts: Pick<DemoContract, 'listed' | 'instrumentId'>[] = []
  for (const listed of LISTED_CONTRACTS) {
    const instrumentId = known.get(listed.name)
    contracts.push({
      listed,
      instrumentId: instrumentId ?? asInstrumentId(await does({ kind: 'defineContract', ...listedTerms(listed, assetIds), ...BY })),
    })
  }
  return contracts
}

/** Lists the contracts and opens the accounts that are missing; the first time the insurance fund is filled, too. */
export async function openContractMarket(state: State, does: Does, assetIds: ReadonlyMap<string, AssetId>): Promise<ContractMarket> {
  const marginAssetId = marginAssetOf(assetIds)
  const isNew = contractsOf(state).length === 0
  const listed = await listContracts(state, does, assetIds)
  if (isNew) await does({ kind: 'fundInsurance', assetId: marginAssetId, amount: units(INSURANCE, LEDGER_SCALE), ...BY })
  const open = (name: string, purse: string, float: string): Promise<UserId> => openAccount(state, does, marginAssetId, name, purse, float)
  const contracts: DemoContract[] = []
  for (const contract of listed) {
    const { name } = contract.listed
    const makers = [await open(`one:${name}`, FLOAT, FLOAT), await open(`other:${name}`, FLOAT, FLOAT)] as const
    for (const userId of makers) await takeStance(state, does, [contract], { userId, stance: MARKET_STANCE })
    contracts.push({ ...contract, makers })
  }
  const takers: UserId[] = []
  for (let index = 0; index < TAKERS; index += 1) {
    const userId = await open(`contract-taker:${index}`, FLOAT, FLOAT)
    await takeStance(state, does, contracts, { userId, stance: MARKET_STANCE })
    takers.push(userId)
  }
  const speculators: Speculator[] = []
  for (const [index, [leverage, value]] of DARING.entries()) {
    const speculator = {
      userId: await open(`speculator:${index}`, PURSE, ''),
      value,
      stance: { marginMode: 'isolated', leverage },
    } as const
    speculators.push(speculator)
    await takeStance(state, does, contracts, speculator)
  }
  return { contracts, takers, speculators, marginAssetId }
}

/** An account with a contract account, and with `float` of its `purse` in it; '' = nothing. On a later start it is only looked up. */
async function openAccount(state: State, does: Does, assetId: AssetId, name: string, purse: string, float: string): Promise<UserId> {
  const accountKey = `demo:${name}`
  const known = userByAccountKey(state, accountKey)
  if (known !== undefined) return known
  const userId = asUserId(await does({ kind: 'registerUser', accountKey, document: {}, role: 'maker' }))
  await does({ kind: 'creditUser', userId, assetId, amount: units(purse, LEDGER_SCALE), cause: 'airdrop', reference: 'demo' })
  await does({ kind: 'openContractAccount', userId })
  if (float !== '') await does(toContracts(userId, assetId, units(float, LEDGER_SCALE)))
  return userId
}

/** From the spot account to the contract account. */
export const toContracts = (userId: UserId, assetId: AssetId, amount: bigint): DemoCommand => ({
  kind: 'transferBetweenAccounts',
  userId,
  from: 'spot',
  to: 'contract',
  assetId,
  amount,
})

type Taker = Pick<Speculator, 'userId' | 'stance'>

/** What somebody has not set yet, and may: nothing of his stands in the contract, and without an index nothing is made riskier. */
export function stanceCommands(
  state: State,
  { instrumentId }: Pick<DemoContract, 'instrumentId'>,
  { userId, stance }: Taker,
): DemoCommand[] {
  const set = contractSettingsOf(state, userId, instrumentId)
  if (set === undefined || set.hasPosition || set.orders > 0) return []
  const isShut = contractOf(state, instrumentId)?.isShut !== false
  const setsMode = set.marginMode !== stance.marginMode && !isShut
  const setsLeverage = set.leverage !== stance.leverage && (!isShut || stance.leverage < set.leverage)
  return [
    ...(setsMode ? [{ kind: 'setMarginMode', userId, instrumentId, mode: stance.marginMode } as const] : []),
    ...(setsLeverage ? [{ kind: 'setLeverage', userId, instrumentId, leverage: stance.leverage } as const] : []),
  ]
}

async function takeStance(state: State, does: Does, contracts: readonly Pick<DemoContract, 'instrumentId'>[], taker: Taker): Promise<void> {
  for (const contract of contracts) for (const command of stanceCommands(state, contract, taker)) await does(command)
}
