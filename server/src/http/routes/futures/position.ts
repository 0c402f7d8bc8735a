/** The futures host: accounts and positions of a customer, margin of his positions, receipts. */
import type { PositionId, UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { type HousePosition, housePositionOf } from '@agio/engine/perp/house.ts'
import { contractsOpenedAt } from '@agio/engine/perp/read-positions.ts'
import { valueInUsdt, valueView } from '@agio/wire/assets/view.ts'
import type { RequestOf, ResponseOf } from '@agio/wire/call.ts'
import { assetsList, changeMargin, liquidationReceipt, positionHistory } from '@agio/wire/futures/position.ts'
import { firstReceipt, historyPositionView, type ReceiptFacts, receiptSoFar, receiptView } from '@agio/wire/futures/position-view.ts'
import { coMoney } from '@agio/wire/futures/view.ts'
import type { FastifyInstance } from 'fastify'
import { Failure, invalid } from '../../../core/failure.ts'
import type { ListedContract } from '../../../feeds/listings.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { userRoute } from '../../calls/user-route.ts'
import { meant } from '../../deeds/contract-meant.ts'
import { refusalOf } from '../../deeds/contract-placing.ts'
import { coRefusal } from '../../deeds/contract-refusal.ts'
import { type DeedCall, type Done, deedRoute, done, refused } from '../../deeds/deed-route.ts'
import { submitTold } from '../../deeds/submit.ts'
import { contractFilter, marginAsset, marginAssets, ownPosition, positionIdOrNone } from '../../reads/contract-lookups.ts'
import { coPage, coRange } from '../../reads/contract-pages.ts'
import { type AccountOf, accountViews, goneRowOf, positionRowOf, positionViews } from '../../reads/contract-views.ts'
import { historyReached } from '../../reads/whole-history.ts'

const VALUE_COIN = 'USDT'

const NOT_OPENED = {
  accountList: [],
  positionList: [],
  totalBalance: '0',
  totalBalanceSymbol: VALUE_COIN,
  marginAmountUsd: '0',
  accountBalanceUsd: '0',
  unRealizedAmountUsd: '0',
}

/** Sums of accounts in USDT: each is rounded down and then summed. */
function totals(tenant: Tenant, accounts: readonly AccountOf[]) {
  const sum = (amountOf: (account: AccountOf) => bigint): string =>
    valueView(
      accounts.reduce((total, account) => total + valueInUsdt(amountOf(account), account.asset, tenant.feeds.usdtPrice(account.asset)), 0n),
    )
  return {
    totalBalance: sum(({ cross }) => cross.balance + cross.unrealised),
    totalBalanceSymbol: VALUE_COIN,
    /** Of all positions: what the crossed ones need, and what was put to the isolated ones. */
    marginAmountUsd: sum(({ cross }) => cross.crossInitial + cross.isolated),
    accountBalanceUsd: sum(({ cross }) => cross.balance),
    unRealizedAmountUsd: sum(({ cross }) => cross.unrealised),
  }
}

function registerAssets(app: FastifyInstance): void {
  userRoute(app, assetsList, ({ tenant, request, userId }) => {
    if (contractsOpenedAt(tenant.exchange.state, userId) === 0) return NOT_OPENED
    const asked = request.marginCoin == null ? marginAssets(tenant) : [marginAsset(tenant, request.marginCoin)]
    const positions = positionViews(tenant, userId)
    const held = new Set(positions.map(({ marginCoin }) => marginCoin))
    const isShown = ({ asset, cross }: AccountOf): boolean =>
      request.pageSource === 'coAccount' || cross.balance !== 0n || held.has(asset.symbol)
    const accounts = accountViews(tenant, userId, asked).filter(isShown)
    const coins = new Set(asked.map(({ symbol }) => symbol))
    return {
      accountList: accounts.map(({ view }) => view),
      positionList: request.onlyAccount === 1 ? [] : positions.filter(({ marginCoin }) => coins.has(marginCoin)),
      ...totals(tenant, accounts),
    }
  })

  userRoute(app, positionHistory, async ({ tenant, request, userId }) => {
    const query = { userId, ...contractFilter(tenant, request.contractId), ...coRange(request) }
    const rebuilding = await historyReached(tenant)
    const { rows, total, asOf } = await tenant.models.positionHistory({ ...query, ...coPage(request) })
    const positionList = rows.map((row) => historyPositionView(row, tenant.feeds.listings.contractFacts(row.instrumentId)))
    return { count: total, positionList, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}

/** @throws Failure DECIMAL_SCALE, VALIDATION_FAILED */
function amountIn(text: string, { quote }: ListedContract): bigint {
  const isTaken = text.startsWith('-')
  const amount = parseDecimal(isTaken ? text.slice(1) : text, quote.scale)
  if (amount === 'tooManyDecimals') throw new Failure('DECIMAL_SCALE', { field: 'amount', maxScale: quote.scale })
  if (typeof amount === 'string') throw invalid('amount', 'max')
  return isTaken ? -amount : amount
}

/** Of a position that is gone. */
const NO_BOUNDS = { addable: 0n, removable: 0n } as const

async function moveMargin(call: DeedCall<RequestOf<typeof changeMargin>>): Promise<Done<ResponseOf<typeof changeMargin>>> {
  const { tenant, request, userId, caller, key, isRepeat } = call
  const { contract, position, open } = await meant(call)
  const amount = amountIn(request.amount, contract)
  const bounds = open ?? NO_BOUNDS
  // More than there is to add is a question of money; more than may be taken out, of bounds.
  if (!isRepeat && open?.marginMode === 'isolated' && amount > bounds.addable)
    throw new Failure('MARGIN_INSUFFICIENT', {
      need: coMoney(contract, amount),
      available: coMoney(contract, bounds.addable),
      coin: contract.quote.symbol,
    })
  const { positionId } = position
  const command = { kind: 'changePositionMargin', userId, caller, positionId, amount } as const
  const { outcome, refusal } = await submitTold(tenant, command, key, ({ reason }) =>
    coRefusal(reason, refusalOf(tenant, userId, contract, key)),
  )
  if (outcome.reason === 'marginRange') {
    const params = { min: formatDecimal(-bounds.removable, contract.quote.scale), max: coMoney(contract, bounds.addable) }
    return refused(new Failure('MARGIN_CHANGE_RANGE', params), outcome)
  }
  if (refusal !== undefined) return refused(refusal, outcome)
  const view =
    open === undefined
      ? goneRowOf(tenant, userId, position)
      : positionRowOf(tenant, userId, ownPosition(tenant, userId, request.positionId))
  return done(view, outcome)
}

/** The house offers what it has once a second: a read between two offers is soon one. */
const READS_MAX = 5

interface ReceiptNow {
  readonly receipt: ReceiptFacts
  /** What the house still has of it, where it still sells. */
  readonly house: HousePosition | undefined
}

/** What history tells of a receipt with what the house has of it, both as of the same moment. @throws Failure RECEIPT_NOT_FOUND */
async function receiptNow(tenant: Tenant, userId: UserId, receiptId: PositionId): Promise<ReceiptNow> {
  for (let reads = 1; ; reads += 1) {
    const house = housePositionOf(tenant.exchange.state, receiptId)
    await historyReached(tenant)
    const receipt = await tenant.models.receipt(userId, receiptId)
    if (receipt === undefined) throw new Failure('RECEIPT_NOT_FOUND')
    const after = housePositionOf(tenant.exchange.state, receiptId)
    const isStill = house?.quantity === after?.quantity && (after === undefined) === receipt.doneAt > 0
    if (isStill || reads === READS_MAX) return { receipt, house: after }
  }
}

function registerReceipts(app: FastifyInstance): void {
  userRoute(app, liquidationReceipt, async ({ tenant, request, userId }) => {
    const { receipt, house } = await receiptNow(tenant, userId, positionIdOrNone(request.receiptId))
    const facts = tenant.feeds.listings.contractFacts(receipt.instrumentId)
    const sign = (...view: Parameters<typeof receiptView>) => tenant.contracts.receiptKeys.sign(receiptView(...view))
    if (request.first === 1) return sign(firstReceipt(receipt), facts, receipt.kind === 'full' ? receipt.quantity : 0)
    return house === undefined || receipt.doneAt > 0 ? sign(receipt, facts) : sign(receiptSoFar(receipt, house), facts, house.quantity)
  })
}

/** All calls below `position/`. */
export function registerFuturesPositionRoutes(app: FastifyInstance): void {
  registerAssets(app)
  deedRoute(app, changeMargin, { run: moveMargin })
  registerReceipts(app)
}
