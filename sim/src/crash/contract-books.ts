/**
 * Books of contracts, kept from events alone: what each position held when funding was settled and what it paid of it, and what became of each
 * position that the house took over. At any moment the state has to agree with them.
 */
import type { Event, LiquidationKind } from '@agio/engine/event.ts'
import * as layout from '@agio/engine/generated/layout.ts'
import { asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { contractOf, contractsOf } from '@agio/engine/perp/read-contract.ts'
import { crossesOf, positionsOf } from '@agio/engine/perp/read-positions.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { type Handlers, handle, ignored } from '@agio/engine/schema/handlers.ts'
import type { PERP_EVENTS } from '@agio/engine/schema/perp-events.ts'
import type { State } from '@agio/engine/state.ts'
import { createPerpAuditor } from '../auditor-perp.ts'
import { checkContractHolds, checkContracts, housePositionsOf } from '../contract-rules.ts'

const HOUR_MS = 3_600_000
/** Rates of funding are told in it. */
const ONE = 10n ** 12n
/** A payer with more behind him than this part of the value is not near liquidation: he pays all that he owes. */
const NEAR = 5n

interface Held {
  readonly userId: number
  readonly instrumentId: number
  readonly isShort: boolean
  readonly quantity: number
}

/** The settlement of an instant, of one contract: what is still to come of it, by position. */
interface Round {
  readonly at: number
  readonly assetId: number
  readonly rate: bigint
  /** Of one lot at the mark of the instant. */
  readonly lotValue: bigint
  /** The instant behind it, ms. */
  readonly next: number
  /** Who pays. */
  readonly due: Map<number, Held>
  /** What is owed to the others: known at the instant, whatever becomes of their positions. */
  readonly claims: ReadonlyMap<number, bigint>
  readonly claimed: bigint
  /** Whose claims are still to come; of who closed meanwhile no event tells. */
  readonly open: Set<number>
  /** What payers paid, of which the others get their part when all have paid. */
  collected: bigint
  isOver: boolean
}

interface Taken {
  readonly quantity: number
  sold: number
}

export class ContractBooks {
  readonly #auditor = createPerpAuditor()
  readonly #held = new Map<number, Held>()
  /** The last one of each contract. */
  readonly #rounds = new Map<number, Round>()
  /** What the fund got of the settlement under way, by coin. */
  readonly #rest = new Map<number, bigint>()
  /** What the house took over and has not got rid of, by receipt. */
  readonly #taken = new Map<number, Taken>()
  readonly #over = new Set<number>()
  /** Value of a lot of each contract, behind the entry before. */
  #before: ReadonlyMap<number, bigint> = new Map()
  /** Positions of which a step was taken, or a loss shared. */
  readonly steps: Record<LiquidationKind | 'shared', number> = { partial: 0, full: 0, adl: 0, matched: 0, shared: 0 }
  /** Instants of single contracts, and what was paid and received at them. */
  settlements = 0
  fundings = 0

  readonly #noted: Handlers<Pick<EventByKind, keyof typeof PERP_EVENTS>, [state: State], string[] | undefined> = {
    positionChanged: (event, state) => this.#notePosition(event, state),
    fundingSettled: (event, state) => this.#begin(event, state),
    insuranceChanged: (event) => this.#noteInsurance(event),
    liquidated: (event) => this.#noteStep(event),
    contractFilled: (event) => (event.userId === 0 ? this.#noteSale(event) : undefined),
    markChanged: ignored('read from the state'),
    marginWarned: ignored('moves nothing'),
    contractSettingsChanged: ignored('moves nothing'),
    contractDefined: ignored('moves nothing'),
    contractChanged: ignored('moves nothing'),
    contractSettled: ignored('what it does to positions is told'),
    insuranceFunded: ignored('what it does to the fund is told'),
  }

  /** The events of one entry, and the state behind it. @returns what is wrong with them */
  take(events: readonly { readonly event: Event }[], state: State): string[] {
    const faults = [...this.#auditor.audit(events), ...events.flatMap(({ event }) => this.#note(event, state))]
    if (this.#isDue()) faults.push(...this.#payNothing(state))
    if (!isSettling(state)) faults.push(...this.#finish(() => true))
    this.#before = marksOf(state)
    return faults
  }

  /** What is wrong between the books and the state; nothing when all is right. */
  faults(state: State, users: readonly number[]): string[] {
    const kept = [...this.#taken.keys()].sort((one, other) => one - other).join(',')
    const inHouse = housePositionsOf(state)
      .sort((one, other) => one - other)
      .join(',')
    const stock = kept === inHouse ? [] : [`the house has positions ${inHouse}, and took over and kept ${kept}`]
    return [...checkContracts(state), ...checkContractHolds(state, users), ...stock]
  }

  #note(event: Event, state: State): string[] {
    return handle(this.#noted, event, state) ?? []
  }

  #noteInsurance({ cause, assetId, amount }: EventByKind['insuranceChanged']): undefined {
    if (cause === 'funding') this.#rest.set(assetId, (this.#rest.get(assetId) ?? 0n) + amount)
  }

  #notePosition(event: EventByKind['positionChanged'], state: State): string[] {
    const { positionId, quantity, userId, instrumentId, isShort, change } = event
    const faults = change === 'funded' ? this.#pay(event, state) : this.#early(event, state)
    if (change === 'shared') this.steps.shared += 1
    if (quantity === 0) this.#held.delete(positionId)
    else this.#held.set(positionId, { userId, instrumentId, isShort: isShort === 1, quantity })
    return faults
  }

  /** What is held changes only behind what was paid for it. */
  #early({ positionId, instrumentId, quantity }: EventByKind['positionChanged'], state: State): string[] {
    const round = this.#rounds.get(instrumentId)
    const held = round?.due.get(positionId)
    if (round === undefined || held === undefined || held.quantity === quantity) return []
    round.due.delete(positionId)
    return owesNothing(round, held, this.#before, state)
      ? []
      : [`position ${positionId}: became ${quantity} before it paid for ${held.quantity}`]
  }

  /** Each instant has one settlement, and none is left out. */
  #begin({ instrumentId, rate, mark, next }: EventByKind['fundingSettled'], state: State): string[] {
    const before = this.#rounds.get(instrumentId)
    const { unit, intervalMs, assetId } = measuresOf(state, instrumentId)
    const at = next - intervalMs
    const faults = this.#finish((round) => round.at !== at)
    const terms = { at, assetId, rate, lotValue: BigInt(mark) * unit, next }
    const held = [...this.#held].filter(([, one]) => one.instrumentId === instrumentId && owed(terms, one) !== 0n)
    const due = new Map(held.filter(([, one]) => owed(terms, one) < 0n))
    const claims = new Map(held.filter(([id]) => !due.has(id)).map(([id, one]) => [id, owed(terms, one)]))
    const claimed = [...claims.values()].reduce((sum, claim) => sum + claim, 0n)
    this.#rounds.set(instrumentId, { ...terms, due, claims, claimed, open: new Set(claims.keys()), collected: 0n, isOver: false })
    this.settlements += 1
    if (before === undefined) return faults
    if (before.due.size !== 0) faults.push(`contract ${instrumentId}: a settlement before the last was over`)
    if (at !== before.next) faults.push(`contract ${instrumentId}: settled for ${at}, and ${before.next} was the instant that came next`)
    return faults
  }

  /** A payment: once, and of what was held at the instant; what is received of it: the part that those who pay have paid. */
  #pay(event: EventByKind['positionChanged'], state: State): string[] {
    const { positionId, instrumentId, amount } = event
    const round = this.#rounds.get(instrumentId)
    const held = round?.due.get(positionId)
    this.fundings += 1
    if (round?.open.delete(positionId) === true) {
      const part = receivedOf(round, positionId)
      return amount === part ? [] : [`position ${positionId}: got ${amount} of funding, and ${part} is its part`]
    }
    if (round === undefined || held === undefined) return [`position ${positionId}: ${amount} of funding that it does not owe, or again`]
    round.due.delete(positionId)
    round.collected -= amount
    const whole = owed(round, held)
    if (amount === whole || (amount < 0n && amount > whole && isNear(round, held, this.#before, state))) return []
    return [`position ${positionId}: ${amount} of funding, ${whole} for the ${held.quantity} that it held`]
  }

  /** Settlements that are over: everybody got his part, who closed meanwhile too, as the fund has no more than the rest of it. */
  #finish(isOne: (round: Round) => boolean): string[] {
    const faults: string[] = []
    const rests = new Map<number, bigint>()
    for (const round of this.#rounds.values()) {
      if (round.isOver || !isOne(round)) continue
      round.isOver = true
      let rest = round.collected
      for (const positionId of round.claims.keys()) rest -= receivedOf(round, positionId)
      rests.set(round.assetId, (rests.get(round.assetId) ?? 0n) + rest)
      for (const positionId of round.open)
        if (this.#held.has(positionId) && receivedOf(round, positionId) !== 0n)
          faults.push(`position ${positionId}: got nothing of the ${receivedOf(round, positionId)} of funding that are its part`)
    }
    for (const [assetId, rest] of rests) {
      const noted = this.#rest.get(assetId) ?? 0n
      this.#rest.delete(assetId)
      if (noted !== rest) faults.push(`asset ${assetId}: ${noted} of funding went to the fund, and ${rest} was left`)
    }
    return faults
  }

  #isDue(): boolean {
    for (const { due } of this.#rounds.values()) if (due.size > 0) return true
    return false
  }

  /** Who was reached and paid nothing had nothing to pay with, then: later nobody can tell. When a settlement is over everybody was reached. */
  #payNothing(state: State): string[] {
    const faults: string[] = []
    const take = (round: Round, positionId: number, held: Held): void => {
      round.due.delete(positionId)
      if (owesNothing(round, held, this.#before, state)) return
      faults.push(`position ${positionId}: no funding for the ${held.quantity} that it held`)
    }
    for (const positionId of reachedOf(state))
      for (const round of this.#rounds.values()) {
        const held = round.due.get(positionId)
        if (held !== undefined) take(round, positionId, held)
      }
    if (isSettling(state)) return faults
    for (const round of this.#rounds.values()) for (const [positionId, held] of round.due) take(round, positionId, held)
    return faults
  }

  #noteStep({ step, isDone, receiptId, quantity, positionId }: EventByKind['liquidated']): string[] {
    if (isDone === 0) this.steps[step] += 1
    if (step !== 'full') return []
    const known = this.#taken.get(receiptId)
    if (isDone === 0) {
      this.#taken.set(receiptId, { quantity, sold: 0 })
      return known !== undefined || this.#over.has(receiptId) ? [`receipt ${receiptId}: position ${positionId} was taken over again`] : []
    }
    this.#taken.delete(receiptId)
    this.#over.add(receiptId)
    if (known === undefined) return [`receipt ${receiptId}: over again, or without a beginning`]
    return known.quantity === quantity ? [] : [`receipt ${receiptId}: ${known.quantity} were taken over, ${quantity} it says`]
  }

  #noteSale({ positionId, quantity }: EventByKind['contractFilled']): string[] {
    const taken = this.#taken.get(positionId)
    if (taken === undefined) return [`the house sold of position ${positionId}, which it has not`]
    taken.sold += quantity
    return taken.sold <= taken.quantity ? [] : [`receipt ${positionId}: ${taken.sold} were sold of ${taken.quantity}`]
  }
}

/** Is a settlement between two of its slices? */
const isSettling = ({ memory }: State): boolean => memory.getUint32(layout.S_FUNDING_HAND, true) !== 0

/** Value of a lot at a price of one tick, ms from one instant of funding to the next, and the coin. */
function measuresOf(state: State, instrumentId: number): { readonly unit: bigint; readonly intervalMs: number; readonly assetId: number } {
  const view = contractOf(state, asInstrumentId(instrumentId))
  if (view === undefined) throw new Error(`no contract ${instrumentId}`)
  const { terms, contract } = view
  const scale = state.assets[terms.quoteAssetId - 1]?.scale ?? 0
  const unit = BigInt(contract.multiplier) * 10n ** BigInt(scale - terms.priceScale - terms.quantityScale)
  return { unit, intervalMs: contract.fundingHours * HOUR_MS, assetId: terms.quoteAssetId }
}

/** What a position gets of what was paid by now. */
function receivedOf({ claims, claimed, collected }: Round, positionId: number): bigint {
  const claim = claims.get(positionId) ?? 0n
  return claim === 0n ? 0n : (claim * (collected < claimed ? collected : claimed)) / claimed
}

/** What a position is due: above zero what it gets, rounded down; below what it pays, rounded up. */
function owed({ rate, lotValue }: Pick<Round, 'rate' | 'lotValue'>, { quantity, isShort }: Held): bigint {
  const exact = lotValue * BigInt(quantity) * rate * (isShort ? 1n : -1n)
  return exact >= 0n ? exact / ONE : -((-exact + ONE - 1n) / ONE)
}

/** There is no payment of nothing, and who was near liquidation had perhaps nothing to pay with. */
function owesNothing(round: Round, held: Held, before: ReadonlyMap<number, bigint>, state: State): boolean {
  const whole = owed(round, held)
  return whole === 0n || (whole < 0n && isNear(round, held, before, state))
}

/**
 * Is little behind it, at the current marks, those before the entry, or those at the instant? Behind a crossed one stands all that shares the coin, for all
 * that share it; so it is with one that is gone.
 */
function isNear({ lotValue }: Round, held: Held, before: ReadonlyMap<number, bigint>, state: State): boolean {
  const { userId, instrumentId, isShort } = held
  const all = positionsOf(state, asUserId(userId))
  const position = all.find((one) => one.instrumentId === instrumentId && one.isShort === isShort)
  const asset = contractOf(state, asInstrumentId(instrumentId))?.terms.quoteAssetId
  const isAlone = position?.marginMode === 'isolated'
  const sharing = isAlone ? [position] : all.filter(({ marginMode }) => marginMode === 'cross')
  const cross = crossesOf(state, asUserId(userId)).find(({ assetId }) => assetId === asset)?.crossEquity ?? 0n
  const equity = isAlone ? position.equity : cross
  const isLittleAt = (lotAt: (contract: number) => bigint | undefined): boolean => {
    let [behind, value] = [equity, position === undefined ? lotValue * BigInt(held.quantity) : 0n]
    for (const one of sharing) {
      const lot = lotAt(one.instrumentId)
      const then = lot === undefined ? one.value : lot * BigInt(one.quantity)
      behind += one.isShort ? one.value - then : then - one.value
      value += then
    }
    return behind * NEAR <= value
  }
  const now = (): undefined => undefined
  const instant = (contract: number): bigint | undefined => (contract === instrumentId ? lotValue : undefined)
  return [now, instant, (contract: number) => before.get(contract)].some(isLittleAt)
}

/** Value of a lot at the mark, by contract. */
function marksOf(state: State): Map<number, bigint> {
  return new Map(
    contractsOf(state).map(({ instrumentId, mark }) => [instrumentId, BigInt(mark) * measuresOf(state, instrumentId).unit] as const),
  )
}

/** Positions that are behind no settlement of their contract. */
function* reachedOf({ contracts, positions: { view, rowBytes, used } }: State): Generator<number> {
  for (let row = rowBytes; row < used; row += rowBytes) {
    const round = contracts.view.getUint32(view.getUint32(row + layout.POSITION_CONTRACT, true) + layout.CONTRACT_ROUND, true)
    if (view.getUint32(row + layout.POSITION_ROUND, true) === round) yield view.getFloat64(row + layout.POSITION_ID, true)
  }
}
