/** What scenarios ask of contracts, and what must hold of them after every line. */
import * as layout from '../generated/layout.ts'
import type { Order } from '../src/event.ts'
import { type AssetId, asAssetId, asInstrumentId, type OrderId, type UserId } from '../src/ids/id.ts'
import { formatDecimal } from '../src/money/decimal.ts'
import { insuranceOf } from '../src/perp/insurance.ts'
import { type ContractView, contractOf } from '../src/perp/read-contract.ts'
import { contractSettingsOf, crossesOf, type PositionView, positionsOf, transferableOf } from '../src/perp/read-positions.ts'
import { balanceOf, depthOf, houseBalancesOf } from '../src/read.ts'
import type { EventByKind } from '../src/schema/events.ts'
import type { ExchangeDriver } from './exchange-driver.ts'
import { CONTRACT, CONTRACT_PRICE_SCALE } from './perp-fixture.ts'

const SCALE = 8
const FUNDING_SCALE = 12
const RATE_SCALE = 8

/** What a fact is told of. */
export interface PerpWorld {
  readonly exchange: ExchangeDriver
  readonly assets: readonly string[]
  readonly orderNamed: (label: string) => OrderId
  readonly userNamed: (name: string) => UserId
}

type Fact = (world: PerpWorld, rest: readonly string[]) => string

const show = (amount: bigint): string => formatDecimal(amount, SCALE)
const showPrice = (ticks: number): string => (ticks === 0 ? '--' : formatDecimal(BigInt(ticks), CONTRACT_PRICE_SCALE))
const assetOf = ({ assets }: PerpWorld, symbol: string): AssetId => asAssetId(assets.indexOf(symbol) + 1)
const nameOf = (asked: string): string => asked.split('=')[0] ?? ''

/** `name=value` of each that was asked, in its order; what nobody knows says so. */
const answer = (facts: Readonly<Record<string, string>>, asked: readonly string[]): string =>
  asked.map((fact) => `${nameOf(fact)}=${facts[nameOf(fact)] ?? 'unknown'}`).join(' ')

/** `long`, `short` or `net`, with the contract behind a colon where it is not the first one. */
function positionAt({ exchange, userNamed }: PerpWorld, user: string, which: string): PositionView | undefined {
  const [leg = 'net', contract = ''] = which.split(':')
  const instrumentId = contract === '' ? CONTRACT : asInstrumentId(Number(contract))
  return positionsOf(exchange.state, userNamed(user)).find(
    (position) => position.instrumentId === instrumentId && (leg === 'net' || (leg === 'short') === position.isShort),
  )
}

/** Entry ÷ quantity, truncated at 4 decimals: enough to see what it is. */
const averageOf = ({ exchange }: PerpWorld, { entry, quantity, instrumentId }: PositionView): string => {
  const contract = contractOf(exchange.state, instrumentId)
  if (contract === undefined || quantity === 0) return '--'
  const base = BigInt(quantity) * BigInt(contract.contract.multiplier)
  return formatDecimal((entry * 10n ** BigInt(contract.terms.quantityScale) * 10_000n) / (base * 10n ** BigInt(SCALE)), 4)
}

const positionFacts = (world: PerpWorld, position: PositionView): Readonly<Record<string, string>> => ({
  side: position.isShort ? 'short' : 'long',
  mode: position.marginMode,
  leverage: String(position.leverage),
  quantity: String(position.quantity),
  closable: String(position.closable),
  entry: show(position.entry),
  average: averageOf(world, position),
  settled: show(position.settled),
  margin: show(position.margin),
  value: show(position.value),
  unrealised: show(position.unrealised),
  unrealisedAtLast: show(position.unrealisedAtLast),
  initial: show(position.initialMargin),
  maintenance: show(position.maintenance),
  rate: formatDecimal(BigInt(position.maintenanceRateE8), RATE_SCALE),
  tier: String(position.tier),
  equity: show(position.equity),
  liquidation: showPrice(position.liquidationPrice),
  bankruptcy: showPrice(position.bankruptcyPrice),
  addable: show(position.addable),
  removable: show(position.removable),
  opened: String(position.opened),
  closed: String(position.closed),
  profit: show(position.profit),
  fees: show(position.fees),
  funding: show(position.funding),
  shared: show(position.shared),
  broken: position.isBroken ? 'on' : 'off',
})

type PositionEvent = EventByKind['positionChanged']

const changesOf = ({ exchange, userNamed }: PerpWorld, user: string): PositionEvent[] =>
  exchange.events.flatMap((event) => (event.kind === 'positionChanged' && event.userId === userNamed(user) ? [event] : []))

const orderFacts = (order: Order): Readonly<Record<string, string>> => ({
  status: order.status,
  reason: order.closeReason,
  type: order.type,
  side: order.side,
  price: showPrice(order.price),
  trigger: showPrice(order.triggerPrice),
  quantity: String(order.quantity),
  executed: String(order.executedQuantity),
  value: show(order.executedQuote),
  fee: show(order.fee),
  held: show(order.held),
  closes: order.contract?.isClose === true ? 'on' : 'off',
  whole: order.contract?.isWhole === true ? 'on' : 'off',
  by: order.contract?.triggerBy ?? 'none',
  tp: showPrice(order.contract?.takeProfit?.triggerPrice ?? 0),
  sl: showPrice(order.contract?.stopLoss?.triggerPrice ?? 0),
  triggered: String(order.triggered),
})

/** Receipts of a user: `partial:50! full:100 full:0!`, with ! where nothing of it is left in the house. */
const receiptsOf = ({ exchange, userNamed }: PerpWorld, user: string): EventByKind['liquidated'][] =>
  exchange.events.flatMap((event) => (event.kind === 'liquidated' && event.userId === userNamed(user) ? [event] : []))

const receiptFacts = (receipt: EventByKind['liquidated']): Readonly<Record<string, string>> => ({
  step: receipt.step,
  quantity: String(receipt.quantity),
  tier: String(receipt.tier),
  mark: showPrice(receipt.mark),
  rate: formatDecimal(BigInt(receipt.rate), RATE_SCALE),
  deduction: show(receipt.deduction),
  maintenance: show(receipt.maintenance),
  margin: show(receipt.margin),
  equity: show(receipt.equity),
  entry: show(receipt.entry),
  bankruptcy: show(receipt.bankruptcy),
  fee: show(receipt.fee),
  insurance: show(receipt.insurance),
  share: show(receipt.share),
})

const contractAsked = ({ exchange }: PerpWorld): ContractView => {
  const contract = contractOf(exchange.state, CONTRACT)
  if (contract === undefined) throw new Error('no contract')
  return contract
}

/** Answers in the form in which they are asked. */
export const PERP_FACTS: Readonly<Record<string, Fact>> = {
  contract: (world, [user = '', symbol = '']) => {
    const { available, held } = balanceOf(world.exchange.state, world.userNamed(user), assetOf(world, symbol), 'contract')
    return `${user} ${symbol} ${show(available)} held ${show(held)}`
  },
  cross: (world, [user = '', symbol = '', ...asked]) => {
    const found = crossesOf(world.exchange.state, world.userNamed(user)).find(({ assetId }) => assetId === assetOf(world, symbol))
    if (found === undefined) return `${user} ${symbol} none`
    const { assetId, ...amounts } = found
    const facts = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, show(amount)]))
    return `${user} ${symbol} ${answer(facts, asked)}`
  },
  transferable: (world, [user = '', symbol = '']) =>
    `${user} ${symbol} ${show(transferableOf(world.exchange.state, world.userNamed(user), assetOf(world, symbol)))}`,
  position: (world, [user = '', which = '', ...asked]) => {
    const position = positionAt(world, user, which)
    if (position === undefined) return `${user} ${which} none`
    const names = asked[0] === 'none' ? ['quantity'] : asked
    return `${user} ${which} ${answer(positionFacts(world, position), names)}`
  },
  settings: ({ exchange, userNamed }, [user = '', ...asked]) => {
    const settings = contractSettingsOf(exchange.state, userNamed(user), CONTRACT)
    if (settings === undefined || settings.openedAt === 0) return `${user} none`
    const facts = { leverage: String(settings.leverage), mode: settings.marginMode, hedged: settings.isHedged ? 'on' : 'off' }
    return `${user} ${answer(facts, asked)}`
  },
  /** What happened to the positions of a user, in order. */
  changes: (world, [user = '']) =>
    `${user} ${changesOf(world, user)
      .map(({ change }) => change)
      .join(' ')}`.trim(),
  /** The last thing that did, with its amount: margin that came, funding, share, what was settled. */
  lastChange: (world, [user = '']) => {
    const last = changesOf(world, user).at(-1)
    return last === undefined ? `${user} none` : `${user} ${last.change} ${show(last.amount)}`
  },
  /** A position that ended: what was left in its last record. */
  ended: (world, [user = '', ...asked]) => {
    const last = changesOf(world, user).findLast(({ quantity }) => quantity === 0)
    if (last === undefined) return `${user} none`
    const facts = { profit: show(last.profit), fees: show(last.fees), funding: show(last.funding), shared: show(last.shared) }
    return `${user} ${answer({ ...facts, change: last.change, opened: String(last.opened), closed: String(last.closed) }, asked)}`
  },
  contractOrder: ({ exchange, orderNamed }, [label = '', ...asked]) => {
    const order = exchange.orders.get(orderNamed(label))
    return order === undefined ? `${label} unknown` : `${label} ${answer(orderFacts(order), asked)}`
  },
  /** The order by which a customer was deleveraged last. */
  deleveraging: ({ exchange, userNamed }, [user = '', ...asked]) => {
    const order = [...exchange.orders.values()].findLast(({ userId, source }) => userId === userNamed(user) && source === 'adl')
    return order === undefined ? `${user} none` : `${user} ${answer(orderFacts(order), asked)}`
  },
  contractTrades: ({ exchange }) =>
    exchange.events
      .flatMap((event) =>
        event.kind === 'traded' && event.instrumentId === CONTRACT ? [`${showPrice(event.price)}x${event.quantity}`] : [],
      )
      .join(' ') || 'none',
  /** Of a customer, or of the house. */
  fills: ({ exchange, userNamed }, [user = '']) =>
    `${user} ${exchange.events
      .flatMap((event) => (event.kind === 'contractFilled' && event.userId === (user === 'house' ? 0 : userNamed(user)) ? [event] : []))
      .map(({ price, quantity }) => `${showPrice(price)}x${quantity}`)
      .join(' ')}`.trim(),
  contractDepth: ({ exchange }, [side = '']) =>
    `${side} ${depthOf(exchange.state, CONTRACT, side as 'buy' | 'sell', 50)
      .map(({ price, quantity }) => `${showPrice(price)}x${quantity}`)
      .join(' ')}`.trim(),
  mark: (world) => showPrice(contractAsked(world).mark),
  contractIndex: (world) => formatDecimal(contractAsked(world).indexFine, FUNDING_SCALE),
  shut: (world) => (contractAsked(world).isShut ? 'on' : 'off'),
  openInterest: (world) => String(contractAsked(world).openInterest),
  /** What would be settled now. */
  fundingEstimate: (world) => formatDecimal(contractAsked(world).estimate, FUNDING_SCALE),
  fundingRate: (world) => formatDecimal(contractAsked(world).fundingRate, FUNDING_SCALE),
  /** Of the last settlement: rate, mark, minutes with a premium and without. */
  funded: ({ exchange }, asked) => {
    const last = exchange.events.findLast((event) => event.kind === 'fundingSettled')
    if (last?.kind !== 'fundingSettled') return 'none'
    const { rate, mark, openMinutes, shutMinutes } = last
    const facts = {
      rate: formatDecimal(BigInt(rate), FUNDING_SCALE),
      mark: showPrice(mark),
      open: String(openMinutes),
      shut: String(shutMinutes),
    }
    return answer(facts, asked)
  },
  settlements: ({ exchange }) => String(exchange.events.filter((event) => event.kind === 'fundingSettled').length),
  warnings: ({ exchange, userNamed }, [user = '']) =>
    `${user} ${exchange.events.filter((event) => event.kind === 'marginWarned' && event.userId === userNamed(user)).length}`,
  receipts: (world, [user = '']) =>
    `${user} ${receiptsOf(world, user)
      .map(({ step, quantity, isDone }) => `${step}:${quantity}${isDone ? '!' : ''}`)
      .join(' ')}`.trim(),
  receipt: (world, [user = '', number = '', ...asked]) => {
    const receipt = receiptsOf(world, user)[Number(number) - 1]
    return receipt === undefined ? `${user} ${number} none` : `${user} ${number} ${answer(receiptFacts(receipt), asked)}`
  },
  insurance: (world, [symbol = '']) => `${symbol} ${show(insuranceOf(world.exchange.state, assetOf(world, symbol)))}`,
  /** What the house had to pay into the fund of a coin because it had not enough. */
  fundDebt: (world, [symbol = '']) => {
    const { funds } = world.exchange.state
    const row = [...funds.live()].find((at) => funds.view.getInt32(at + layout.FUND_ASSET, true) === assetOf(world, symbol))
    return `${symbol} ${show(row === undefined ? 0n : funds.view.getBigInt64(row + layout.FUND_DEBT, true))}`
  },
  house: (world, [account = '', symbol = '']) => {
    const found = houseBalancesOf(world.exchange.state).find(
      (house) => house.account === account && house.assetId === assetOf(world, symbol),
    )
    return `${account} ${symbol} ${show(found?.amount ?? 0n)}`
  },
}
