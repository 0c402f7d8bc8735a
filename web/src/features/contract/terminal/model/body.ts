/** The ticket as the body of a call: the one place of the terminal where the API's words for an order are written. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { OrderBody } from '../../../../data/contract/contract-actions.ts'
import type { ContractConfig } from '../../../../data/contract/contract-config.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import { type ContractDraft, type Duration, priced, protectable, type TriggerPrice } from './draft.ts'
import type { ContractTicket } from './read-ticket.ts'

const UNITS = { contracts: 0, value: 1, coin: 2 } as const
const TYPES: Readonly<Record<Duration, 1 | 3 | 4 | 5>> = { gtc: 1, ioc: 3, fok: 4, postOnly: 5 }
const BY: Readonly<Record<TriggerPrice, 1 | 2 | 3>> = { last: 1, mark: 2, index: 3 }
const MARKET = 2
/** The callback is typed in percent with two decimals and sent as a fraction. */
const CALLBACK_SCALE = 4

const typeOf = (draft: ContractDraft): 1 | 2 | 3 | 4 | 5 => (draft.kind === 'limit' ? TYPES[draft.duration] : priced(draft) ? 1 : MARKET)

/** What triggers are tested against unless the ticket says otherwise. */
export const triggerByOf = (draft: ContractDraft, config: Pick<ContractConfig, 'triggersByMark'>): TriggerPrice =>
  draft.triggerBy ?? (config.triggersByMark ? 'mark' : 'last')

/** @param volume in place of the ticket's size, whole contracts: for questions about an order whose size is not typed yet */
export function contractBody(
  ticket: ContractTicket,
  terms: ContractTerms,
  config: ContractConfig,
  clientOrderId: string,
  volume?: string,
): OrderBody {
  const { draft } = ticket
  const price = (ticks: bigint): string => formatDecimal(ticks, terms.priceScale)
  const size = volume === undefined ? { volume: formatDecimal(ticket.size, ticket.sizeScale), orderUnit: UNITS[draft.unit] } : { volume }
  return {
    contractId: terms.contractId,
    positionType: config.isIsolated ? 2 : 1,
    open: draft.closes ? 'CLOSE' : 'OPEN',
    side: draft.side === 'buy' ? 'BUY' : 'SELL',
    type: typeOf(draft),
    leverageLevel: config.leverage,
    price: priced(draft) ? price(ticket.price) : '0',
    ...size,
    ...conditionOf(ticket, config, price),
    ...attachedTo(ticket, config, price),
    clientOrderId,
  }
}

type Price = (ticks: bigint) => string

function conditionOf(ticket: ContractTicket, config: ContractConfig, price: Price) {
  const { draft, trigger, entries } = ticket
  if (draft.kind !== 'trigger' && draft.kind !== 'trailing') return { isConditionOrder: false }
  const { callback } = entries
  const turned = callback.kind === 'plain' || callback.kind === 'computed' ? formatDecimal(callback.value, CALLBACK_SCALE) : undefined
  return {
    isConditionOrder: true,
    ...(trigger > 0n && { triggerPrice: price(trigger) }),
    triggerPxType: BY[triggerByOf(draft, config)],
    expireTime: draft.lifetime ?? config.lifetime,
    ...(draft.kind === 'trailing' && turned !== undefined && { callbackRate: turned }),
  }
}

function attachedTo({ draft, takeProfit, stopLoss }: ContractTicket, config: ContractConfig, price: Price) {
  if (!draft.protects || !protectable(draft) || (takeProfit === 0n && stopLoss === 0n)) return {}
  const leg = (triggerType: 1 | 2, ticks: bigint) =>
    ticks > 0n ? [{ triggerType, triggerPrice: price(ticks), triggerPxType: BY[triggerByOf(draft, config)] }] : []
  return { isOto: true, attachAlgoOrds: [...leg(2, takeProfit), ...leg(1, stopLoss)] }
}
