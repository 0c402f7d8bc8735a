/** assets-web: coins between a customer's own accounts. */
import type { AccountKind, Outcome } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { contractsOpenedAt, transferableOf } from '@agio/engine/perp/read-positions.ts'
import { balanceOf } from '@agio/engine/read.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { transferAll, transferAvailable, transferRecords } from '@agio/wire/assets/transfers.ts'
import { accountOfType, transferView, type WalletAccount } from '@agio/wire/assets/view.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import type { FastifyInstance } from 'fastify'
import { Failure, type FailureParams } from '../../../core/failure.ts'
import type { ListedAsset } from '../../../feeds/listings.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { userRoute } from '../../calls/user-route.ts'
import { type DeedCall, deedRoute, exactly, refused } from '../../deeds/deed-route.ts'
import { submit } from '../../deeds/submit.ts'
import { marginAssets } from '../../reads/contract-lookups.ts'
import { coinById } from '../../reads/lookups.ts'
import { timeRange } from '../../reads/range.ts'
import { historyReached } from '../../reads/whole-history.ts'

const PAGE_SIZE = 20

/** The request schema lets these three through only. */
const accountAt = (type: number): WalletAccount => accountOfType(type) ?? 'spot'

/** Into an account whose switch is closed nothing may go; out of it always. */
const takes = (tenant: Tenant, to: WalletAccount): boolean => to === 'spot' || tenant.content.isFeatureOpen(to)

type Asked = Omit<CommandByKind['transferBetweenAccounts'], 'amount'> & { readonly asset: ListedAsset }

/** What is asked, by the checks that no retry of a known key passes again. @throws Failure in the API's order */
function readTransfer({ tenant, request, userId, caller, isRepeat }: DeedCall<RequestOf<typeof transferAll>>): Asked {
  const [from, to] = [accountAt(request.fromAccount), accountAt(request.toAccount)]
  if (from === to) throw new Failure('TRANSFER_SAME_ACCOUNT', {})
  if (!isRepeat && !takes(tenant, to)) {
    const coinName = coinById(tenant, request.coinId).symbol
    throw new Failure('TRANSFER_CLOSED', { coinName, account: request.toAccount })
  }
  // Of a customer without contracts the engine says the same, but only of a coin and an amount that there are.
  const isOfContracts = from === 'contract' || to === 'contract'
  if (!isRepeat && isOfContracts && contractsOpenedAt(tenant.exchange.state, userId) === 0) throw new Failure('CONTRACT_NOT_OPENED', {})
  const asset = coinById(tenant, request.coinId)
  // What stands in no contract's margin has nothing to do there; what was left of one that is gone may still leave.
  if (!isRepeat && to === 'contract' && !marginAssets(tenant).some(({ assetId }) => assetId === asset.assetId))
    throw new Failure('TRANSFER_CLOSED', { coinName: asset.symbol, account: request.toAccount })
  return { kind: 'transferBetweenAccounts', userId, caller, from, to, assetId: asset.assetId, asset }
}

function amountIn(text: string, { scale }: ListedAsset): bigint {
  const amount = parseDecimal(text, scale)
  if (amount === 'tooManyDecimals') throw new Failure('DECIMAL_SCALE', { field: 'amount', maxScale: scale })
  if (typeof amount === 'string') throw new Failure('VALIDATION_FAILED', { issues: [{ path: 'amount', rule: 'max' }] })
  return amount
}

/** What may leave an account: of that of contracts neither margin nor profit that is not realised. */
const availableIn = ({ exchange: { state } }: Tenant, userId: UserId, { assetId }: ListedAsset, from: AccountKind): bigint =>
  from === 'contract' ? transferableOf(state, userId, assetId) : balanceOf(state, userId, assetId, from).available

function refusal(tenant: Tenant, reason: Exclude<Outcome['reason'], 'none'>, { asset, userId, from }: Asked, amount: bigint, key: string) {
  const shown = (minor: bigint): string => formatDecimal(minor, asset.scale)
  if (reason === 'insufficientBalance' && from === 'contract')
    return new Failure('TRANSFER_EXCEEDS', { max: shown(availableIn(tenant, userId, asset, from)) })
  const figures = (): FailureParams => {
    if (reason === 'clientIdConflict') return { key }
    if (reason === 'badNumber') return { issues: [{ path: 'amount', rule: 'max' }] }
    if (reason !== 'insufficientBalance') return {}
    return { coinName: asset.symbol, need: shown(amount), available: shown(availableIn(tenant, userId, asset, from)) }
  }
  return new Failure(wireNameOf(reason), figures())
}

function registerMoving(app: FastifyInstance): void {
  deedRoute(app, transferAll, {
    async run(call) {
      const { tenant, request, key } = call
      const { asset, ...asked } = readTransfer(call)
      const amount = amountIn(request.amount, asset)
      const outcome = await submit(tenant, { ...asked, amount }, key)
      if (outcome.reason !== 'none') return refused(refusal(tenant, outcome.reason, { ...asked, asset }, amount, key), outcome)
      return exactly(transferView({ ...asked, id: outcome.value, amount, at: call.first?.at ?? outcome.at }, asset), outcome)
    },
  })

  userRoute(app, transferAvailable, ({ tenant, request, userId }) => {
    const asset = coinById(tenant, request.coinId)
    const available = availableIn(tenant, userId, asset, accountAt(request.fromAccount))
    return { available: formatDecimal(available, asset.scale) }
  })
}

function registerRecords(app: FastifyInstance): void {
  userRoute(app, transferRecords, async ({ tenant, request, userId }) => {
    const pageNo = request.pageNo ?? 1
    const pageSize = request.pageSize ?? PAGE_SIZE
    const where = {
      ...(request.coinId != null && { assetId: coinById(tenant, request.coinId).assetId }),
      ...(request.fromAccount != null && { from: accountAt(request.fromAccount) }),
      ...(request.toAccount != null && { to: accountAt(request.toAccount) }),
    }
    const range = timeRange(request, tenant.exchange.now())
    const page = request.asOf == null ? { pageNo, pageSize } : { pageNo, pageSize, asOf: request.asOf }
    const rebuilding = await historyReached(tenant)
    const { rows, total, asOf } = await tenant.models.history('transfers', { userId, where, range, ...page })
    const list = rows.map((row) => transferView(row, tenant.feeds.listings.assetFacts(row.assetId)))
    return { list, total, pageNo, pageSize, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}

/** Transfers between the accounts of a user. */
export function registerTransferRoutes(app: FastifyInstance): void {
  registerMoving(app)
  registerRecords(app)
}
