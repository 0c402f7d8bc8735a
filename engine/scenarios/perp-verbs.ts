/**
 * Rows of scenarios about contracts. Prices have one decimal, quantities are whole contracts, amounts have 8 decimals. What a cell leaves
 * open is as the customer has set it: his leverage and margin mode; market where there is no price.
 */
import type { InstrumentStatus, SelfTradeMode, Side, TimeInForce } from '../src/command.ts'
import type { ContractAction, MarginMode, TriggerDirection, TriggerPrice } from '../src/event.ts'
import { asAssetId, asInstrumentId, asPositionId, type PositionId } from '../src/ids/id.ts'
import { contractSettingsOf, positionsOf } from '../src/perp/read-positions.ts'
import type { PERP_COMMANDS } from '../src/schema/commands/perp.ts'
import type { CommandByKind } from '../src/schema/commands.ts'
import { durationOf } from './cells.ts'
import { CONTRACT, CONTRACT_FIXTURE, contractWith, ticksOf, unitsOf } from './perp-fixture.ts'
import type { Row } from './verbs.ts'

const ADMIN = { actor: 'ops', why: 'test' } as const
/** A position that nobody has. */
const NO_POSITION = asPositionId(999_999)

type Verbs<Kind extends keyof CommandByKind> = Readonly<Record<string, (row: Row) => CommandByKind[Kind]>>

const lotsOf = (text: string): number => Number(text || '0')
const instrumentOf = ({ cell }: Row): ReturnType<typeof asInstrumentId> =>
  cell('contract') === '' ? CONTRACT : asInstrumentId(Number(cell('contract')))
const byOf = (text: string): TriggerPrice => (text || 'mark') as TriggerPrice
const flagOf = (text: string): number => (text === '' || text === 'on' || text === 'hedge' ? 1 : 0)

/** `long`, `short` or, without hedging, `net`: the position of whoever gives the command, or of `owner`; also a number. */
function positionIn(row: Row, text: string): PositionId {
  if (/^\d+$/.test(text)) return asPositionId(Number(text))
  const [leg = '', owner = ''] = text.split('@')
  const userId = owner === '' ? row.userId : row.userNamed(owner)
  const found = positionsOf(row.state, userId).find(
    (position) => position.instrumentId === instrumentOf(row) && (leg === 'net' || (leg === 'short') === position.isShort),
  )
  return found?.positionId ?? NO_POSITION
}

/** Attached prices, or those of a take profit and a stop loss: `62000`, or `62000/61900` with a limit. */
function pairOf(text: string): { readonly trigger: number; readonly limit: number } {
  const [trigger = '', limit = ''] = text.split('/')
  return { trigger: ticksOf(trigger), limit: ticksOf(limit) }
}

/** A conditional order lives for a week, unless the row says otherwise: `1d`, or `0` for no end. */
function lifeOf({ cell, now }: Row): number {
  const isConditional = cell('trigger') !== '' || cell('callback') !== '' || cell('callbackRate') !== ''
  const life = cell('life') || (isConditional ? '7d' : '0')
  return life === '0' ? 0 : now + durationOf(life)
}

function ordered(row: Row): CommandByKind['placeContractOrder'] {
  const { cell, userId } = row
  const settings = contractSettingsOf(row.state, userId, instrumentOf(row))
  const action = (cell('action') || 'open') as ContractAction
  const [takeProfit, stopLoss] = [pairOf(cell('tp')), pairOf(cell('sl'))]
  return {
    kind: 'placeContractOrder',
    userId,
    instrumentId: instrumentOf(row),
    side: (cell('side') || 'buy') as Side,
    action,
    type: (cell('type') || (cell('price') === '' ? 'market' : 'limit')) as CommandByKind['placeContractOrder']['type'],
    timeInForce: (cell('tif') || (cell('price') === '' ? 'ioc' : 'gtc')) as TimeInForce,
    selfTrade: (cell('stp') || 'expireTaker') as SelfTradeMode,
    source: 'api',
    marginMode: (cell('mode') || settings?.marginMode || 'cross') as MarginMode,
    triggerBy: byOf(cell('by')),
    direction: (cell('direction') || 'auto') as TriggerDirection,
    takeProfitBy: byOf(cell('tpBy')),
    stopLossBy: byOf(cell('slBy')),
    checksLiquidation: flagOf(cell('checks') || 'on'),
    leverage: Number(cell('leverage') || settings?.leverage || 0),
    price: ticksOf(cell('price')),
    quantity: lotsOf(cell('quantity')),
    triggerPrice: ticksOf(cell('trigger')),
    callbackRate: unitsOf(cell('callbackRate')),
    callback: ticksOf(cell('callback')),
    expireAt: lifeOf(row),
    takeProfit: takeProfit.trigger,
    takeProfitLimit: takeProfit.limit,
    stopLoss: stopLoss.trigger,
    stopLossLimit: stopLoss.limit,
    positionId: cell('position') === '' ? asPositionId(0) : positionIn(row, cell('position')),
  }
}

/** Quantities of the two stand behind a colon: `62000/61900:50`; none = whatever the position is. */
function protectedBy(row: Row): CommandByKind['placePositionTpsl'] {
  const { cell } = row
  const [[profit = '', profitLots = ''], [loss = '', lossLots = '']] = [cell('tp').split(':'), cell('sl').split(':')]
  const [takeProfit, stopLoss] = [pairOf(profit), pairOf(loss)]
  return {
    kind: 'placePositionTpsl',
    userId: row.userId,
    takeProfitBy: byOf(cell('tpBy')),
    stopLossBy: byOf(cell('slBy')),
    source: 'api',
    positionId: positionIn(row, cell('position') || 'net'),
    takeProfit: takeProfit.trigger,
    takeProfitLimit: takeProfit.limit,
    takeProfitQuantity: lotsOf(profitLots),
    stopLoss: stopLoss.trigger,
    stopLossLimit: stopLoss.limit,
    stopLossQuantity: lotsOf(lossLots),
  }
}

/** `takerFee=0.001 tiers=…` over the fixture. */
function termsIn({ cell }: Row): Pick<CommandByKind['defineContract'], 'terms' | 'contract'> {
  const words = cell('terms')
    .split(' ')
    .filter((word) => word !== '')
  return contractWith(CONTRACT_FIXTURE, new Map(words.map((word) => word.split('=') as [string, string])))
}

const status = (to: Exclude<InstrumentStatus, 'auction'>) => () =>
  ({ kind: 'setInstrumentStatus', instrumentId: CONTRACT, status: to, ...ADMIN }) as const

/** Of the contract, beside those of the pair. */
export const CONTRACT_STATUS_VERBS = {
  contractHalt: status('halt'),
  contractTrading: status('trading'),
  contractCancelOnly: status('cancelOnly'),
  contractReduceOnly: status('reduceOnly'),
} as const

/** An amendment whose price and quantity are a contract's. */
export const CONTRACT_AMEND_VERBS: Verbs<'amendOrder'> = {
  amendContract: ({ userId, cell, orderNamed }) => {
    return {
      kind: 'amendOrder',
      userId,
      orderId: orderNamed(cell('label')),
      clientOrderId: '',
      price: ticksOf(cell('price')),
      quantity: lotsOf(cell('quantity')),
      triggerPrice: ticksOf(cell('trigger')),
    }
  },
}

export const PERP_VERBS: { readonly [Kind in keyof typeof PERP_COMMANDS]: Verbs<Kind> } = {
  openContractAccount: { openContract: ({ userId }) => ({ kind: 'openContractAccount', userId }) },
  placeContractOrder: { order: ordered },
  placePositionTpsl: { tpsl: protectedBy },
  changePositionMargin: {
    margin: (row) => ({
      kind: 'changePositionMargin',
      userId: row.userId,
      positionId: positionIn(row, row.cell('position') || 'net'),
      amount: unitsOf(row.cell('amount')),
    }),
  },
  setLeverage: {
    leverage: (row) => ({
      kind: 'setLeverage',
      userId: row.userId,
      instrumentId: instrumentOf(row),
      leverage: Number(row.cell('leverage')),
    }),
  },
  setMarginMode: {
    marginMode: (row) => ({
      kind: 'setMarginMode',
      userId: row.userId,
      mode: row.cell('mode') as MarginMode,
      instrumentId: instrumentOf(row),
    }),
  },
  setPositionMode: {
    positionMode: (row) => ({ kind: 'setPositionMode', userId: row.userId, isHedged: flagOf(row.cell('mode')) }),
  },
  defineContract: { defineContract: (row) => ({ kind: 'defineContract', ...termsIn(row), ...ADMIN }) },
  changeContract: {
    changeContract: (row) => ({ kind: 'changeContract', instrumentId: instrumentOf(row), ...termsIn(row), ...ADMIN }),
  },
  settleContract: {
    settleContract: (row) => ({
      kind: 'settleContract',
      instrumentId: instrumentOf(row),
      proposedBy: row.cell('label') || 'another',
      ...ADMIN,
    }),
  },
  fundInsurance: {
    fundInsurance: ({ cell }) => ({
      kind: 'fundInsurance',
      assetId: asAssetId(Number(cell('asset') || '2')),
      amount: unitsOf(cell('amount')),
      ...ADMIN,
    }),
  },
}
