/** The futures host: what is about a whole position. Take profit and stop loss, closing, reversing, closing everything. */
import type { Outcome } from '@agio/engine/event.ts'
import { contractsOpenedAt, type PositionView, positionOf, positionsOf } from '@agio/engine/perp/read-positions.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { ERRORS } from '@agio/wire/codes.ts'
import { closeAllPositions, createTpsl, lightClose, reversePosition, tpslOfPosition } from '@agio/wire/futures/orders.ts'
import type { FastifyInstance } from 'fastify'
import { type ClosingRow, closingKey } from '../../../contract/close-all.ts'
import { Failure } from '../../../core/failure.ts'
import type { ListedContract } from '../../../feeds/listings.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { userRoute } from '../../calls/user-route.ts'
import { readTpsl, wholePosition } from '../../deeds/contract-command.ts'
import { type Meant, meant } from '../../deeds/contract-meant.ts'
import { place, placedView, refusalOf } from '../../deeds/contract-placing.ts'
import { coFaultRefusal, coRefusal } from '../../deeds/contract-refusal.ts'
import { deedRoute, done, mustBeOpen, refused } from '../../deeds/deed-route.ts'
import type { Placer } from '../../deeds/order-command.ts'
import { submitTold } from '../../deeds/submit.ts'
import { asFailure } from '../../errors.ts'
import { contractFilter, contractState, ownPosition } from '../../reads/contract-lookups.ts'
import { positionRowOf } from '../../reads/contract-views.ts'

type Tpsl = CommandByKind['placePositionTpsl']

function registerWhole(app: FastifyInstance): void {
  const serve = (spec: typeof lightClose | typeof reversePosition, action: 'closeWhole' | 'reverse'): void =>
    deedRoute(app, spec, {
      async run(call) {
        const { tenant, userId, source, caller, key } = call
        const { contract, position } = await meant(call)
        const command = wholePosition(action, position, { userId, source, caller })
        const refusal = refusalOf(tenant, userId, contract, key)
        return place(command, refusal, (outcome) => placedView(tenant, userId, outcome, (placed) => placed))
      },
    })
  serve(lightClose, 'closeWhole')
  serve(reversePosition, 'reverse')
}

/** Which of both has no place where it is: 2 take profit, 1 stop loss. The engine looks at the former first. */
function wrongLegOf(tenant: Tenant, contract: ListedContract, { positionId }: Meant['position'], command: Tpsl): 1 | 2 {
  const { lastPrice, mark, index } = contractState(tenant, contract)
  const now = { last: lastPrice, mark, index }[command.takeProfitBy]
  const isShort = positionOf(tenant.exchange.state, command.userId, positionId)?.isShort === true
  const isWrong = command.takeProfit !== 0 && (now === 0 || (isShort ? command.takeProfit >= now : command.takeProfit <= now))
  return isWrong || command.stopLoss === 0 ? 2 : 1
}

function registerTpsl(app: FastifyInstance): void {
  deedRoute(app, createTpsl, {
    async run(call) {
      const { tenant, request, userId, source, caller, key } = call
      const { contract, position, open } = await meant(call)
      const refusal = { ...refusalOf(tenant, userId, contract, key), closable: open?.quantity ?? 0 }
      const { command, fault } = readTpsl(request.orders, position, { contract, placer: { userId, source, caller } })
      if (fault !== undefined) throw coFaultRefusal(fault, refusal, '')
      const explain = (reason: Exclude<Reason, 'none'>): Failure => {
        const triggerBy = request.orders.length === 1 && command.takeProfit === 0 ? command.stopLossBy : command.takeProfitBy
        const wrongLeg = wrongLegOf(tenant, contract, position, command)
        return coRefusal(reason, { ...refusal, conditionBy: triggerBy, wrongLeg })
      }
      const { outcome, refusal: told } = await submitTold(tenant, command, key, ({ reason }) => explain(reason))
      return told === undefined ? done({ ids: outcome.orders.map(({ orderId }) => String(orderId)) }, outcome) : refused(told, outcome)
    },
  })

  userRoute(app, tpslOfPosition, ({ tenant, request, userId }) => {
    const position = ownPosition(tenant, userId, request.positionId)
    const { tpslList: orderList } = positionRowOf(tenant, userId, position)
    return { count: orderList.length, orderList }
  })
}

/** One of many: a failure is a row, not the answer. */
async function closeOne(tenant: Tenant, position: PositionView, placer: Placer, key: string): Promise<ClosingRow> {
  const positionId = String(position.positionId)
  const { userId } = placer
  const contract = tenant.feeds.listings.contractFacts(position.instrumentId)
  try {
    const view = (outcome: Outcome) => placedView(tenant, userId, outcome, (placed) => placed)
    const closed = await place(wholePosition('closeWhole', position, placer), refusalOf(tenant, userId, contract, key), view)
    if ('failure' in closed) throw closed.failure
    return { positionId, orderId: closed.data.orderId, result: 1, code: '0' }
  } catch (thrown) {
    const failure = asFailure(thrown)
    if (failure === undefined) throw thrown
    return { positionId, orderId: null, result: 0, code: ERRORS[failure.errorName].code }
  }
}

function registerAll(app: FastifyInstance): void {
  deedRoute(app, closeAllPositions, {
    ownsMemory: true,
    async run({ tenant, request, userId, source, caller, key }) {
      const { instrumentId } = contractFilter(tenant, request.contractId)
      const { state } = tenant.exchange
      if (contractsOpenedAt(state, userId) === 0) throw new Failure('CONTRACT_NOT_OPENED')
      const close = async (): Promise<ClosingRow[]> => {
        mustBeOpen(tenant, closeAllPositions.feature)
        const open = positionsOf(state, userId).filter((position) => instrumentId === undefined || position.instrumentId === instrumentId)
        if (open.length === 0) throw new Failure('NOTHING_TO_CLOSE')
        const placer = { userId, source, caller }
        return Promise.all(open.map((position) => closeOne(tenant, position, placer, closingKey({ key }, position.positionId))))
      }
      const asked = { userId, caller, key, contractId: request.contractId ?? '' }
      const { list, isRepeat } = await tenant.contracts.closings.once(asked, close)
      return { data: { list }, isRepeat }
    },
  })
}

/** Take profit and stop loss of positions, closing and reversing them. */
export function registerFuturesClosingRoutes(app: FastifyInstance): void {
  registerWhole(app)
  registerTpsl(app)
  registerAll(app)
}
