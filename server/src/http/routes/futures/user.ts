/** The futures host: opening a contract account, and what is set in it. */
import type { Outcome } from '@agio/engine/event.ts'
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import { divideCeil } from '@agio/engine/money/rounding.ts'
import { contractsOpenedAt, positionsOf } from '@agio/engine/perp/read-positions.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind, CommandGivenBy } from '@agio/engine/schema/commands.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { MARGIN_MODES } from '@agio/wire/futures/order-view.ts'
import {
  contractFavorites,
  createCoId,
  editPageConfig,
  getUserConfig,
  levelEdit,
  marginModelEdit,
  setContractFavorites,
} from '@agio/wire/futures/user.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import { contractNameOf } from '@agio/wire/reasons.ts'
import type { FastifyInstance } from 'fastify'
import type { PageSettings } from '../../../contract/contract-settings.ts'
import { Failure } from '../../../core/failure.ts'
import type { ListedContract } from '../../../feeds/listings.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route, sessionOf } from '../../calls/route.ts'
import { userRoute } from '../../calls/user-route.ts'
import { coRefusal } from '../../deeds/contract-refusal.ts'
import { refuseClosedCountry, refuseUnverified } from '../../deeds/contract-standing.ts'
import { submit, submitTold } from '../../deeds/submit.ts'
import { anyContract, shownContract } from '../../reads/contract-lookups.ts'
import { userConfig } from '../../reads/user-config.ts'

/** @throws Failure of the API's name for a refusal */
function mustBeTaken(outcome: Outcome): void {
  if (outcome.reason !== 'none') throw new Failure(contractNameOf(outcome.reason), {})
}

function registerOpening(app: FastifyInstance): void {
  route(app, createCoId, async (context) => {
    const { tenant, request, headers } = context
    const { userId } = sessionOf(context)
    if (request.token != null && request.token !== headers[HEADERS.futuresToken]) throw new Failure('SESSION_INVALID')
    // Who has one gets the same answer, whatever was asked of newcomers since.
    if (contractsOpenedAt(tenant.exchange.state, userId) === 0) {
      const contracts = tenant.feeds.listings.shownContracts()
      if (contracts.length > 0 && contracts.every(({ terms }) => terms.document.isRealname === 1)) await refuseUnverified(tenant, userId)
      await refuseClosedCountry(tenant, userId)
    }
    mustBeTaken(await submit(tenant, { kind: 'openContractAccount', userId }))
    return { coUid: String(userId), openContract: 1 as const }
  })
}

/** A command of a customer about one contract. */
type Setting = Extract<CommandGivenBy<'customer'>, { readonly userId: UserId; readonly instrumentId: InstrumentId }>

/** What open positions need more with another leverage, and what there is for it; minor units of the margin coin. */
function moreMargin({ exchange: { state } }: Tenant, { userId, instrumentId, leverage }: CommandByKind['setLeverage']) {
  const open = positionsOf(state, userId).filter((position) => position.instrumentId === instrumentId)
  const need = open.reduce((sum, { entry, margin, marginMode, initialMargin }) => {
    const more = divideCeil(entry, BigInt(leverage)) - (marginMode === 'isolated' ? margin : initialMargin)
    return more > 0n ? sum + more : sum
  }, 0n)
  // No profit that is not realised becomes margin of a position's own.
  const isolated = open.find(({ marginMode }) => marginMode === 'isolated')
  return { need, ...(isolated !== undefined && { available: isolated.addable > 0n ? isolated.addable : 0n }) }
}

/** Changes a setting of a contract, and answers what is set then. */
async function change(tenant: Tenant, contract: ListedContract, command: Setting) {
  const { userId } = command
  const refusal = (reason: Exclude<Reason, 'none'>): Failure => {
    const isShort = command.kind === 'setLeverage' && reason === 'insufficientBalance'
    const asked = command.kind === 'setLeverage' && { leverage: command.leverage }
    return coRefusal(reason, { tenant, contract, userId, ...asked, ...(isShort && moreMargin(tenant, command)) })
  }
  return submitTold(tenant, command, '', ({ reason }) => refusal(reason)).then(({ refusal: told }) => {
    if (told !== undefined) throw told
    return userConfig(tenant, userId, contract)
  })
}

/** No leverage of an engine's number is meant by one that is below 0 or has more digits than it counts. */
const countable = (level: number): number => (level < 0 || level > 4_294_967_295 ? 0 : level)

function registerSettings(app: FastifyInstance): void {
  userRoute(app, getUserConfig, ({ tenant, request, userId }) => userConfig(tenant, userId, anyContract(tenant, request.contractId)))

  userRoute(app, levelEdit, ({ tenant, request, userId, caller }) => {
    const contract = anyContract(tenant, request.contractId)
    const { instrumentId } = contract
    return change(tenant, contract, { kind: 'setLeverage', userId, caller, instrumentId, leverage: countable(request.nowLevel) })
  })

  userRoute(app, marginModelEdit, ({ tenant, request, userId, caller }) => {
    const contract = anyContract(tenant, request.contractId)
    const { instrumentId } = contract
    return change(tenant, contract, { kind: 'setMarginMode', userId, caller, instrumentId, mode: MARGIN_MODES[request.marginModel] })
  })
}

type PageRequest = RequestOf<typeof editPageConfig>

function pageChanges({ pcSecondConfirm, coUnit, expireTime, priceBasis }: PageRequest): Partial<PageSettings> {
  return {
    ...(pcSecondConfirm != null && { confirms: pcSecondConfirm === 1 }),
    ...(coUnit != null && { unit: coUnit === 1 ? ('coin' as const) : ('contracts' as const) }),
    ...(expireTime != null && { expireDays: expireTime }),
    ...(priceBasis != null && { triggerBy: priceBasis === 1 ? ('mark' as const) : ('last' as const) }),
  }
}

/** The position mode first, which may be refused: a request is taken whole or not at all. */
async function editPage(tenant: Tenant, userId: UserId, caller: number, request: PageRequest) {
  const contract = request.contractId == null ? undefined : anyContract(tenant, request.contractId)
  if (contractsOpenedAt(tenant.exchange.state, userId) === 0) throw new Failure('CONTRACT_NOT_OPENED')
  const { positionModel } = request
  if (positionModel != null)
    mustBeTaken(await submit(tenant, { kind: 'setPositionMode', userId, caller, isHedged: positionModel === 2 ? 1 : 0 }))
  const changes = pageChanges(request)
  if (Object.keys(changes).length > 0) await tenant.contracts.settings.changePage(userId, changes)
  return contract === undefined ? {} : userConfig(tenant, userId, contract)
}

function registerPages(app: FastifyInstance): void {
  userRoute(app, editPageConfig, ({ tenant, request, userId, caller }) => editPage(tenant, userId, caller, request))

  /** Those that are still shown. */
  const marked = async (tenant: Tenant, userId: UserId) => {
    const ids = await tenant.contracts.settings.favorites(userId)
    return { contractIds: ids.filter((id) => tenant.feeds.listings.contract(id)?.terms.visible === true).map(String) }
  }

  userRoute(app, contractFavorites, ({ tenant, userId }) => marked(tenant, userId))

  userRoute(app, setContractFavorites, async ({ tenant, request, userId }) => {
    const ids = request.contractIds.map((contractId) => shownContract(tenant, contractId).instrumentId)
    await tenant.contracts.settings.setFavorites(userId, [...new Set(ids)])
    return marked(tenant, userId)
  })
}

/** All calls below `user/`. */
export function registerFuturesUserRoutes(app: FastifyInstance): void {
  registerOpening(app)
  registerSettings(app)
  registerPages(app)
}
