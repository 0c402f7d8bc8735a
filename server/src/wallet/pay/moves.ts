/** Movements of the house's own coins between its places: sweeps, fillings, gas. They go the way of all payments. */
import type { ChooseCoins } from '@agio/chain/adapters.ts'
import type { Coin, FeeQuote, Payment, Plan } from '@agio/chain/port.ts'
import type { Move } from '../move.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { AddressTexts, NetworkChain } from '../parts.ts'
import { toChain, toLedger } from './amounts.ts'
import { freeCoins } from './coin-drafts.ts'
import type { PaidListing, Round } from './draft.ts'
import type { BookedPayment } from './payment-book.ts'
import type { Payer, StoredPlan } from './plan-json.ts'
import { needOf, openPurses, type Purse } from './purse.ts'
import { type Waiting, waiting } from './waiting.ts'

export interface MoveParts {
  readonly network: KnownNetwork
  readonly port: NetworkChain
  readonly texts: Pick<AddressTexts, 'textOf'>
  readonly listing: PaidListing
  readonly under: readonly BookedPayment[]
  readonly most: number
  readonly spentBelow: Round['spentBelow']
  /** Of UTXO chains. */
  readonly choose: ChooseCoins | undefined
}

export interface PlannedMove {
  /** Minor units. */
  readonly amount: bigint
  readonly stored: StoredPlan
}

export async function planMove(parts: MoveParts, order: Move): Promise<PlannedMove | Waiting> {
  const { network, port, texts } = parts
  const payers = order.from.addressIds.flatMap((addressId): Payer[] => {
    const address = texts.textOf(network, order.from.place, addressId)
    return address === undefined ? [] : [{ address, place: order.from.place, addressId }]
  })
  const to = texts.textOf(network, order.to.place, order.to.addressId)
  if (payers.length === 0 || to === undefined) return waiting('starting', 'an address of it is not known yet')
  const fee = await port.fee(1)
  return parts.choose === undefined
    ? accountMove(parts, order, { payers, to, fee })
    : coinMove(parts, order, { payers, to, fee }, parts.choose)
}

interface Ends {
  readonly payers: readonly Payer[]
  readonly to: string
  readonly fee: FeeQuote
}

function storedOf(order: Move, plan: Plan, payers: readonly Payer[], change: readonly Payer[], feeMost: bigint): StoredPlan {
  const { place, addressId } = order.to
  return { plan, purpose: { kind: 'move', target: { place, addressId }, why: order.why }, payers, change, feeMost }
}

async function accountMove(parts: MoveParts, order: Move, { payers, to, fee }: Ends): Promise<PlannedMove | Waiting> {
  const { port, under, most, spentBelow, listing } = parts
  const { token, units } = listing
  let lack: Waiting = waiting('full', 'as many payments wait for a block as may')
  for (const purse of await openPurses({ port, payers, under, tokens: new Set([token]), most, spentBelow })) {
    const cost = async (amount: bigint): Promise<{ readonly work: bigint; readonly feeMost: bigint; readonly payment: Payment }> => {
      const payment = { to, tag: null, token, amount }
      const work = await port.work(purse.payer.address, payment)
      const { feeMost } = await port.build({ payments: [payment], slot: purse.trialSlot, fee, work })
      return { work, feeMost, payment }
    }
    const amount = order.amount === 'all' ? await allOf(purse, token, async () => (await cost(1n)).feeMost) : toChain(order.amount, units)
    const whole = toLedger(amount, units)
    if (whole <= 0n) {
      lack = waiting('noFunds', `${purse.payer.address} has nothing to move`)
      continue
    }
    const { work, feeMost, payment } = await cost(toChain(whole, units))
    const need = needOf([payment], feeMost)
    const why = purse.lacks(need)
    if (why !== undefined) {
      lack = waiting(why, `${purse.payer.address} has not enough`)
      continue
    }
    purse.take(need)
    const plan: Plan = { payments: [payment], slot: purse.slot(), fee, work }
    return { amount: whole, stored: storedOf(order, plan, [purse.payer], [], feeMost) }
  }
  return lack
}

/** Units of the chain. Its own coin pays the fee too. */
async function allOf(purse: Purse, token: string | null, feeMost: () => Promise<bigint>): Promise<bigint> {
  const left = purse.leftOf(token)
  if (left <= 0n || token !== null) return left
  return left - (await feeMost())
}

const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { amount }) => sum + amount, 0n)

async function coinMove(parts: MoveParts, order: Move, ends: Ends, choose: ChooseCoins): Promise<PlannedMove | Waiting> {
  const { port, listing } = parts
  const { payers, to, fee } = ends
  const [first] = payers
  const coins = await freeCoins(parts, payers)
  if (first === undefined || coins.length === 0) return waiting('noFunds', 'there are no confirmed coins that nothing spends')
  const paymentOf = (amount: bigint): Payment => ({ to, tag: null, token: null, amount })
  const isAll = order.amount === 'all'
  let whole = order.amount === 'all' ? 0n : order.amount
  try {
    const wanted = isAll ? [] : [paymentOf(toChain(whole, listing.units))]
    const spent = choose({ coins, payments: wanted, rate: fee.rate, change: first.address, all: isAll })
    if (spent === null) return waiting('noFunds', 'the confirmed coins do not cover it, or are worth less than they cost to spend')
    if (isAll) {
      const { feeMost } = await port.build({ payments: [], slot: { kind: 'coins', coins: spent, change: to }, fee, work: 0n })
      whole = toLedger(sumOf(spent) - feeMost, listing.units)
    }
    const payments = [paymentOf(toChain(whole, listing.units))]
    const plan: Plan = { payments, slot: { kind: 'coins', coins: spent, change: first.address }, fee, work: 0n }
    const { feeMost } = await port.build(plan)
    const owners = new Set(spent.map(({ address }) => address))
    const paying = payers.filter(({ address }) => owners.has(address))
    // All of it leaves nothing that comes back; to a customer's address the signer lets nothing come back anyway.
    const change = isAll ? [] : [first]
    return { amount: whole, stored: storedOf(order, plan, paying, change, feeMost) }
  } catch (error) {
    if (error instanceof RangeError) return waiting('noFunds', error.message)
    throw error
  }
}
