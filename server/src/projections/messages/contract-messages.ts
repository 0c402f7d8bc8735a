/**
 * Messages about contracts: near to liquidation, liquidated, deleveraged, funding. What an order came to is told as that of any order. All
 * carry the facts they name, since neither positions nor receipts can be looked up by who prints a message.
 */
import type { Event, LiquidationKind, Order } from '@agio/engine/event.ts'
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import type { MessageFact, MessageKind } from './message-source.ts'

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

/** Beyond the references of deposits and withdrawals. */
const REFERENCES_FROM = 800_000_000_000_000
const ABOUT = { position: 0, coin: 1, funding: 2, receipt: 3 } as const
const referenceOf = (about: keyof typeof ABOUT, id: number): number => -(REFERENCES_FROM + 4 * id + ABOUT[about])

const LIQUIDATIONS: Readonly<Record<LiquidationKind, MessageKind>> = {
  partial: 'positionReduced',
  full: 'positionLiquidated',
  adl: 'positionDeleveraged',
  matched: 'positionReduced',
}

/** What was told of the settlement under way of a contract. */
interface Told {
  readonly seq: number
  readonly amount: bigint
}

export class ContractMessages {
  readonly #funding = new Map<InstrumentId, Map<UserId, Told>>()

  /** A new settlement of a contract begins. */
  settled({ instrumentId }: Of<'fundingSettled'>): undefined {
    this.#funding.delete(instrumentId)
  }

  /** @param seq of the event's entry */
  changed(event: Of<'positionChanged'>, seq: number): MessageFact | undefined {
    return event.change === 'funded' && event.amount !== 0n ? this.#funded(event, seq) : undefined
  }

  /**
   * One message a settlement: of who has a long and a short, the sum of both where one entry pays them, else that of the one that is paid first.
   */
  #funded({ userId, instrumentId, amount }: Of<'positionChanged'>, seq: number): MessageFact | undefined {
    const told = this.#funding.get(instrumentId) ?? new Map<UserId, Told>()
    this.#funding.set(instrumentId, told)
    const before = told.get(userId)
    if (before !== undefined && before.seq !== seq) return undefined
    const sum = (before?.amount ?? 0n) + amount
    told.set(userId, { seq, amount: sum })
    const kind = sum < 0n ? 'fundingPaid' : 'fundingReceived'
    const params = { contract: String(instrumentId), amount: String(sum < 0n ? -sum : sum) }
    return { userId, kind, reference: referenceOf('funding', instrumentId), params }
  }
}

export function ofWarning({ userId, instrumentId, assetId, positionId, maintenance, equity }: Of<'marginWarned'>): MessageFact {
  const amounts = { maintenance: String(maintenance), equity: String(equity) }
  return positionId === 0
    ? { userId, kind: 'crossMarginWarning', reference: referenceOf('coin', assetId), params: { asset: String(assetId), ...amounts } }
    : {
        userId,
        kind: 'marginWarning',
        reference: referenceOf('position', positionId),
        params: { contract: String(instrumentId), ...amounts },
      }
}

/** What the house took over is told when it took it, how it got rid of it stands in the receipt; a step that found nobody in the book is none. */
export function ofLiquidation(event: Of<'liquidated'>): MessageFact | undefined {
  const { userId, instrumentId, receiptId, step, isDone, quantity, mark, fee } = event
  if (quantity === 0 || (step === 'full' && isDone === 1)) return undefined
  const params = {
    contract: String(instrumentId),
    receipt: String(receiptId),
    quantity: String(quantity),
    mark: String(mark),
    fee: String(fee),
  }
  return { userId, kind: LIQUIDATIONS[step], reference: referenceOf('receipt', receiptId), params }
}

/** What stands in a message about a contract order, which no list of orders of pairs has. @param kind of the message */
export function ofContractOrder(order: Order, kind: MessageKind): MessageFact | undefined {
  // What a liquidation does to an order, or by one, is told by the liquidation.
  if (order.contract?.receiptId !== 0) return undefined
  const { userId, orderId, instrumentId, side, executedQuantity, executedQuote, fee } = order
  const facts = { side, executed: String(executedQuantity), value: String(executedQuote), fee: String(fee) }
  return { userId, kind, reference: orderId, params: { contract: String(instrumentId), ...facts } }
}
