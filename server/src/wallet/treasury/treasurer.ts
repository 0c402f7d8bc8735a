/**
 * Keeps coins where they should lie: sweeps deposit addresses, gives those the coin of the chain's fee that need it, fills and empties hot
 * and warm. It plans after each comparison that found ledger and chain equal, from its balances; nothing of a listing that is halted, or
 * that differs, is moved. Whatever touches cold is proposed alone.
 */
import { ChainFault } from '@agio/chain/port.ts'
import { type AddressId, asAddressId, asUserId, type ListingId } from '@agio/engine/ids/id.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import type { State } from '@agio/engine/state.ts'
import { shallowCrowds } from '@agio/engine/wallet/read-deposits.ts'
import { shallowDeposits } from '@agio/engine/wallet/read-holdings.ts'
import { networksOf } from '@agio/engine/wallet/read-wallet.ts'
import type { Log } from '../../core/log.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { Move, MoveResult, Mover } from '../move.ts'
import type { KnownListing, KnownNetwork } from '../network-book.ts'
import type { AddressTexts } from '../parts.ts'
import type { Compared } from '../reconcile/compare-network.ts'
import { type Shift, shiftsOf } from './bands.ts'
import { type FeeAsker, transferFee } from './gas.ts'
import { type EndsOf, OpenMoves } from './open-moves.ts'
import { type Lying, largest, minorFor, minorOf, type Stock, smallest, stocksOf, unitsOf } from './stock.ts'
import { type Balance, planSweeps, type SweepPlan, settled } from './sweep-plan.ts'

type Swept = Balance & Lying

const HOUSE = asUserId(0)
const TREASURER = 'system'
/** Begun with each comparison, of a listing: what is left follows a minute later. */
const SWEEPS_MOST = 25
/** Addresses that are asked about before a coin waits for the next comparison. */
const TRIALS_MOST = 5
/** A new address is made in about a second. */
const LOOK_MS = 100
const LOOKS_MOST = 50

export interface TreasurerParts {
  readonly tenantId: string
  readonly state: State
  readonly exchange: Pick<Exchange<'system'>, 'submit'>
  readonly mover: Mover
  readonly endsOf: EndsOf
  readonly texts: Pick<AddressTexts, 'textOf'>
  wait(ms: number): Promise<void>
  port(network: KnownNetwork): FeeAsker
  listings(network: KnownNetwork): readonly KnownListing[]
  readonly log: Log
}

/** What was last done and found of a listing, for whoever looks after it. */
export interface TreasuryWord {
  /** Why nothing moves that should; '' = nothing is in the way. */
  readonly waits: string
  /** What an operator should move. */
  readonly proposed: readonly Shift[]
  /** What the chain's fee of a sweep may come to, units of its own coin; undefined where none was planned, or none is needed. */
  readonly fee: bigint | undefined
}

interface Tried {
  readonly fee: bigint | undefined
  /** Addresses at which a transfer would fail. */
  readonly failing: readonly AddressId[]
}

const NOTHING: TreasuryWord = { waits: '', proposed: [], fee: undefined }

/** More than lies at any address. */
const EVERYTHING = 2n ** 256n

export class Treasurer {
  readonly #parts: TreasurerParts
  readonly moves: OpenMoves
  readonly #words = new Map<ListingId, TreasuryWord>()

  constructor(parts: TreasurerParts) {
    this.#parts = parts
    this.moves = new OpenMoves(parts.state, parts.endsOf)
  }

  wordOf(listingId: ListingId): TreasuryWord {
    return this.#words.get(listingId) ?? NOTHING
  }

  /** Each network by itself: what one does not let be moved holds up no other. */
  async takeAll(networks: readonly Compared[]): Promise<void> {
    for (const compared of networks) {
      try {
        await this.take(compared)
      } catch (error) {
        const { blockchain } = compared.network.document
        this.#parts.log.warn('coins of the house were not moved', { network: blockchain, error: String(error) })
      }
    }
  }

  /** Moves what a comparison shows to lie wrongly; where a chain does not answer of a coin, that waits. @throws what is a defect */
  async take(compared: Compared): Promise<void> {
    const { network } = compared
    const stocks = stocksOf(compared, this.#parts.listings(network))
    const gas = stocks.find(({ known }) => known.document.token === null)
    for (const stock of stocks) this.#words.set(stock.listing.listingId, await this.#wordOf(network, stock, gas))
  }

  async #wordOf(network: KnownNetwork, stock: Stock, gas: Stock | undefined): Promise<TreasuryWord> {
    try {
      return await this.#tend(network, stock, gas)
    } catch (error) {
      if (!(error instanceof ChainFault)) throw error
      return { ...NOTHING, waits: `the node: ${error.message}` }
    }
  }

  async #tend(network: KnownNetwork, stock: Stock, gas: Stock | undefined): Promise<TreasuryWord> {
    if (!stock.isSound) return { ...NOTHING, waits: 'payments are halted' }
    const isHalted = networksOf(this.#parts.state).some(({ networkId, isHalted }) => networkId === network.networkId && isHalted)
    if (isHalted) return { ...NOTHING, waits: 'payments of the network are halted' }
    const swept = await this.#sweep(network, stock, gas)
    const shifted = await this.#shift(network, stock)
    return { ...shifted, waits: swept.waits === '' ? shifted.waits : swept.waits, fee: swept.fee }
  }

  // ---- from addresses of customers into hot ones ----

  async #sweep(network: KnownNetwork, stock: Stock, gas: Stock | undefined): Promise<Pick<TreasuryWord, 'waits' | 'fee'>> {
    const { document } = stock.known
    const least = document.sweepFrom === undefined ? undefined : parseDecimal(document.sweepFrom, stock.listing.scale)
    if (typeof least !== 'bigint')
      return { waits: least === undefined ? '' : `sweepFrom ${document.sweepFrom} has too many decimals`, fee: undefined }
    const hot = smallest(stock.at('hot'))
    if (hot === undefined) return { waits: 'no hot address is known', fee: undefined }
    const busy = this.moves.busyOn(network.networkId)
    if (busy === undefined) return { waits: 'it is not known of which addresses something is under way', fee: undefined }
    const shallow = this.#shallow(network, stock)
    const balances = stock.at('addresses').map((lying) => ({ ...lying, shallow: shallow(lying.addressId) }))
    const terms = { from: unitsOf(least, stock.listing), most: SWEEPS_MOST, isShared: network.document.tag !== null }
    const tried = await this.#feeOf(network, stock, planSweeps(balances, busy, terms, undefined), hot.text)
    const { fee } = tried
    // Of an address that a transfer would fail at nothing is moved, and nothing is spent on it.
    const left = new Set([...busy, ...tried.failing])
    const trial = planSweeps(balances, left, terms, undefined)
    const gasAt = new Map(gas?.at('addresses').map(({ addressId, units }) => [addressId, units]))
    const asked =
      fee === undefined || document.token === null
        ? undefined
        : { need: fee, balanceOf: (addressId: AddressId) => gasAt.get(addressId) ?? 0n }
    const plan = asked === undefined ? trial : planSweeps(balances, left, terms, asked)
    const topped = gas === undefined ? '' : await this.#topUp(plan, gas)
    const swept = await this.#moveSweeps(network, stock, plan, { addressId: hot.addressId, fee: fee ?? 0n })
    return { waits: swept === '' ? topped : swept, fee }
  }

  /** What of an address lies in deposits that may still leave the chain, or whose block is awaited, in units of the chain. */
  #shallow({ networkId, document }: KnownNetwork, { listing }: Stock): (addressId: AddressId) => bigint {
    const isShared = document.tag !== null
    // What waits for a row lies at an address that is not known here, and may leave the chain as well: no address is swept of that coin.
    if (shallowCrowds(this.#parts.state, networkId).has(listing.listingId)) return () => EVERYTHING
    const sums = new Map<AddressId | 0, bigint>()
    for (const { listingId, addressId, amount, dust } of shallowDeposits(this.#parts.state, networkId)) {
      if (listingId !== listing.listingId) continue
      // Deposits are booked for customers' tags; they lie on the address that has none.
      const at = isShared ? 0 : addressId
      sums.set(at, (sums.get(at) ?? 0n) + unitsOf(amount, listing) + dust)
    }
    return (addressId) => sums.get(isShared ? 0 : addressId) ?? 0n
  }

  /**
   * One is asked about for all: transfers of one coin cost alike. Where the node says that it would fail, as with a token that froze the
   * address, the next one is. @throws ChainFault when it says so of all of them, or says nothing
   */
  async #feeOf(network: KnownNetwork, { known }: Stock, { sweeps }: SweepPlan<Swept>, to: string): Promise<Tried> {
    const port = this.#parts.port(network)
    const { token } = known.document
    const failing: AddressId[] = []
    let fault: ChainFault | undefined
    for (const { addressId, text, units } of sweeps.slice(0, TRIALS_MOST)) {
      try {
        // A trial of the chain's own coin leaves enough for its own fee.
        const amount = token === null ? units / 2n : units
        return { fee: await transferFee(port, text, { to, tag: null, token, amount }), failing }
      } catch (error) {
        if (!(error instanceof ChainFault) || error.why !== 'nonsense') throw error
        fault = error
        failing.push(addressId)
      }
    }
    if (fault !== undefined) throw fault
    return { fee: undefined, failing }
  }

  async #topUp({ topUps }: SweepPlan, gas: Stock): Promise<string> {
    const station = largest(gas.at('hot'))
    if (topUps.length === 0) return ''
    if (!gas.isSound) return `payments of ${gas.listing.symbol} are halted, which fees are paid in`
    if (station === undefined) return 'no hot address has the coin of the fee'
    let waits = ''
    for (const { addressId, units } of topUps) {
      const to = { place: 'addresses', addressId } as const
      const from = { place: 'hot', addressIds: [station.addressId] } as const
      const amount = minorFor(units, gas.listing)
      waits = said(await this.#move({ listingId: gas.listing.listingId, from, to, amount, actor: TREASURER, why: 'fee of a sweep' }), waits)
    }
    return waits
  }

  async #moveSweeps(
    network: KnownNetwork,
    { listing, known }: Stock,
    { sweeps }: SweepPlan<Swept>,
    { addressId, fee }: { readonly addressId: AddressId; readonly fee: bigint },
  ): Promise<string> {
    // On a UTXO chain one transaction takes them all.
    const isCoins = network.document.adapter.kind === 'bitcoin'
    const groups = isCoins && sweeps.length > 0 ? [sweeps] : sweeps.map((one) => [one])
    let waits = ''
    for (const group of groups) {
      const addressIds = group.map((one) => one.addressId)
      const kept = known.document.token === null ? fee : 0n
      const part = group.find(({ shallow }) => shallow > 0n)
      const amount = part === undefined ? ('all' as const) : minorOf(settled(part) - kept, listing)
      if (amount !== 'all' && amount <= 0n) continue
      const from = { place: 'addresses', addressIds } as const
      const to = { place: 'hot', addressId } as const
      const move: Move = { listingId: listing.listingId, from, to, amount, actor: TREASURER, why: 'sweep' }
      waits = said(await this.#move(move), waits)
    }
    return waits
  }

  // ---- between hot, warm and cold ----

  async #shift(network: KnownNetwork, stock: Stock): Promise<Pick<TreasuryWord, 'waits' | 'proposed' | 'fee'>> {
    const { bands } = stock.known.document
    if (bands === undefined) return NOTHING
    const shifts = shiftsOf(stock.listing.held, bands)
    let waits = ''
    for (const shift of shifts) {
      if (shift.isProposed || this.moves.isShifting(network.networkId, stock.listing.listingId, [shift.from, shift.to])) continue
      waits = said(await this.shift(network, stock, shift, TREASURER, 'bands'), waits)
    }
    return { waits, proposed: shifts.filter(({ isProposed }) => isProposed), fee: undefined }
  }

  /** Moves between places, as much as the fullest address has, or all of them where outputs lie. */
  async shift(network: KnownNetwork, stock: Stock, { from, to, amount }: Shift, actor: string, why: string): Promise<MoveResult> {
    const { listing } = stock
    const isCoins = network.document.adapter.kind === 'bitcoin'
    const full = largest(stock.at(from))
    if (full === undefined) return { why: 'noFunds', text: `nothing lies at ${from}` }
    const addressIds = isCoins ? stock.at(from).flatMap(({ addressId, units }) => (units > 0n ? [addressId] : [])) : [full.addressId]
    const lies = isCoins ? stock.at(from).reduce((sum, { units }) => sum + units, 0n) : full.units
    const most = minorOf(lies, listing)
    const target = smallest(stock.at(to))?.addressId ?? (await this.#newAddress(network, to))
    const wanted = amount < most ? amount : ('all' as const)
    return this.#move({
      listingId: listing.listingId,
      from: { place: from, addressIds },
      to: { place: to, addressId: target },
      amount: wanted,
      actor,
      why,
    })
  }

  /** With its text, if that is made soon; else the movement says that it waits. */
  async #newAddress(network: KnownNetwork, place: Shift['to']): Promise<AddressId> {
    const { exchange, texts, wait } = this.#parts
    const { family } = network
    const outcome = await exchange.submit({ kind: 'assignAddress', userId: HOUSE, family, place, tag: 0, label: place })
    if (outcome.reason !== 'none') throw new Error(`no ${place} address was made: ${outcome.reason}`)
    const addressId = asAddressId(outcome.value)
    for (let looks = 0; looks < LOOKS_MOST && texts.textOf(network, place, addressId) === undefined; looks += 1) await wait(LOOK_MS)
    return addressId
  }

  async #move(move: Move): Promise<MoveResult> {
    const result = await this.#parts.mover.move(move)
    if (!('paymentId' in result)) return result
    const { why, from, to } = move
    this.#parts.log.info('coins of the house move', {
      tenant: this.#parts.tenantId,
      why,
      from: from.place,
      to: to.place,
      payment: result.paymentId,
    })
    return result
  }
}

/** What is in the way: the newest word of it. */
const said = (result: MoveResult, before: string): string => ('paymentId' in result ? before : result.text)
