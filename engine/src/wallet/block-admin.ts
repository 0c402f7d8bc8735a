/** Commands about what chains brought: blocks, blocks that left again, and what waits for a block or a person. */

import * as code from '../../generated/vocabularies.ts'
import type { Arrival, BlockName, BookBlocks, JudgeDeposit, LeaveBlocks, MinedPayment, NoteArrivals, TakeArrivals } from '../command.ts'
import type { DepositStatus } from '../event.ts'
import { writeDocument } from '../events/write-document.ts'
import { ISSUED_LIMIT } from '../ledger/issued-limit.ts'
import type { Handle } from '../memory/handle.ts'
import { pow10 } from '../money/decimal.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import {
  ARRIVALS_MOST,
  bookArrivals,
  findDeposit,
  hasRowFree,
  notedMost,
  rowsMostOf,
  seenDeposit,
  takeArrivals as take,
  tellWaitingLeft,
} from './arrivals.ts'
import { HOUSE_ACCOUNTS } from './network-admin.ts'
import { addressRow, blockHash, listingRow, networkOf, networkRow } from './wallet-rows.ts'

/** Hashes as chains write them: printable ASCII. */
const NAME = /^[!-~]{1,128}$/
const KEY = /^[0-9a-f]{32}$/
/** Confirmations that any chain asks of a miner's coins. */
const MATURITY_MOST = 10_000
/** Most arrivals of a transaction that are summed into one. */
const COUNT_MOST = 1_000_000
/** Of holdings, at which coins of one block may come. */
const PLACES = 4
/** Deposits are kept so many blocks behind their depth: see `kernel/wallet/deposit.ts`. Deeper the chain is not gone back by itself. */
const BACK_MOST = 20_000

/** Is a block the last one of a network that was booked? Before the first one any is. */
function isLast({ networks }: State, network: Handle<'network'>, name: BlockName): boolean {
  const { block, height } = networks.at(network)
  return name.height === height && (height === 0 || blockHash(name) === block)
}

export function bookBlocks(state: State, command: BookBlocks): Reason {
  const { networkId, after, upTo, arrivals, mined } = command
  const network = networkRow(state, networkId)
  if (network === 0) return 'networkNotFound'
  if (!isLast(state, network, after)) return 'notNextBlock'
  // More of the last block: it brought what one entry does not hold, or is told again by one who does not know what was booked of it.
  const isMore = after.height > 0 && upTo.height === after.height && upTo.block === after.block
  const from = isMore ? after.height - 1 : after.height
  if (!NAME.test(upTo.block) || !Number.isSafeInteger(upTo.height) || upTo.height <= from) return 'badParameter'
  const isInside = ({ height }: { readonly height: number }): boolean =>
    Number.isSafeInteger(height) && height > from && height <= upTo.height
  if (!arrivals.every(isInside) || !mined.every(isInside)) return 'badParameter'
  const most = rowsMostOf(command)
  if (most === undefined) return 'badParameter'
  const fault = checkArrivals(state, network, arrivals) ?? checkMined(state, network, mined)
  if (fault !== undefined) return fault
  const { kernel } = state
  for (const payment of mined) mine(state, network, payment)
  bookArrivals(state, arrivals, most)
  kernel.reachBlock(network, upTo.height, blockHash(upTo))
  kernel.settleNetwork(network)
  return 'none'
}

export function leaveBlocks(state: State, command: LeaveBlocks): Reason {
  const { networkId, from, backTo } = command
  const network = networkRow(state, networkId)
  if (network === 0) return 'networkNotFound'
  if (from.height === 0 || !isLast(state, network, from)) return 'notNextBlock'
  const isBack = NAME.test(backTo.block) && Number.isSafeInteger(backTo.height) && backTo.height > 0 && backTo.height < from.height
  if (!isBack || from.height - backTo.height > BACK_MOST) return 'badParameter'
  if (!state.accounts.hasRoom(HOUSE_ACCOUNTS + state.deposits.liveCount * 2)) return 'engineFull'
  tellWaitingLeft(state, network, backTo.height)
  state.kernel.unbookAbove(network, backTo.height)
  state.kernel.reachBlock(network, backTo.height, blockHash(backTo))
  return 'none'
}

export function noteArrivals(state: State, command: NoteArrivals): Reason {
  const { networkId, arrivals } = command
  const network = networkRow(state, networkId)
  if (network === 0) return 'networkNotFound'
  if (!arrivals.every(({ height }) => height === 0)) return 'badParameter'
  const most = rowsMostOf(command)
  if (most === undefined) return 'badParameter'
  const fault = checkArrivals(state, network, arrivals)
  if (fault !== undefined) return fault
  for (const [place, arrival] of arrivals.entries()) {
    const known = findDeposit(state, arrival.key)
    const status = known === 0 ? 'detected' : state.deposits.at(known).status
    // it is shown when a block has it
    if (known === 0 && !hasRowFree(state, arrival, notedMost(most))) continue
    const deposit = seenDeposit(state, arrival, place)
    if (known === 0) state.kernel.setDeposit(deposit, code.DEPOSIT_DETECTED)
    else if (status === 'reorged' || status === 'vanished') state.kernel.detectAgain(deposit)
  }
  return 'none'
}

/** How many got their row, or why none was looked at. */
export function takeArrivals(state: State, command: TakeArrivals): number | Reason {
  return take(state, command, (network, arrivals) =>
    arrivals.every(({ height }) => Number.isSafeInteger(height) && height > 0) ? checkArrivals(state, network, arrivals) : 'badParameter',
  )
}

/** What a person decides about, by the deposit's status. */
const WAITS_FOR_PERSON: readonly DepositStatus[] = ['review', 'held', 'belowMin']
const SEEN_ONLY: readonly DepositStatus[] = ['detected', 'reorged']

export function judgeDeposit(state: State, command: JudgeDeposit): Reason {
  const { key, verdict, userId, actor, why } = command
  const deposit = KEY.test(key) ? findDeposit(state, key) : 0
  if (deposit === 0) return 'depositNotFound'
  const { deposits, kernel } = state
  const { id: depositId, status, wallet } = deposits.at(deposit)
  const receiver = userId === 0 ? 0 : userHandle(state, userId)
  const isPossible = {
    credit: WAITS_FOR_PERSON.includes(status) && (wallet === 0 ? receiver !== 0 : userId === 0),
    keep: status === 'review' && wallet === 0 && userId === 0,
    hold: status === 'confirming' && userId === 0,
    vanished: SEEN_ONLY.includes(status) && userId === 0,
  }[verdict]
  if (isPossible !== true) return 'badParameter'
  if (!state.accounts.hasRoom(HOUSE_ACCOUNTS + 2) || !state.wallets.hasRoom(1)) return 'engineFull'
  writeDocument(state.out, { kind: 'depositJudged', depositId, verdict, userId, actor, why })
  if (verdict === 'hold') deposits.edit(deposit).held = true
  else if (verdict === 'keep') kernel.keepDeposit(deposit)
  else if (verdict === 'vanished') kernel.vanish(deposit)
  else kernel.creditByHand(deposit, wallet === 0 ? kernel.openWallet(receiver) : 0)
  return 'none'
}

function checkArrivals(state: State, network: Handle<'network'>, arrivals: readonly Arrival[]): Reason | undefined {
  if (arrivals.length > ARRIVALS_MOST) return 'badParameter'
  const sums = new Map<number, bigint>()
  for (const arrival of arrivals) {
    const listing = listingRow(state, arrival.listingId)
    if (listing === 0 || networkOf(state, listing) !== network) return 'listingNotFound'
    if (!isSound(state, network, listing, arrival)) return 'badParameter'
    const assetId = state.listings.at(listing).asset
    sums.set(assetId, (sums.get(assetId) ?? 0n) + arrival.amount)
  }
  for (const [assetId, sum] of sums) if ((state.issued[assetId] ?? 0n) + sum >= ISSUED_LIMIT) return 'valueTooLarge'
  // What is known needs no row, and what has none free waits in the sum of its block: an entry opens no more of these than it has blocks and coins.
  const fresh = new Set(
    arrivals.filter(({ key }) => findDeposit(state, key) === 0).map(({ listingId, height }) => `${listingId} ${height}`),
  )
  const isRoom =
    state.crowds.hasRoom(fresh.size * PLACES) &&
    state.accounts.hasRoom((sums.size + 1) * HOUSE_ACCOUNTS + state.deposits.liveCount + arrivals.length)
  return isRoom ? undefined : 'engineFull'
}

function isSound(state: State, network: Handle<'network'>, listing: Handle<'listing'>, arrival: Arrival): boolean {
  const { addressId, amount, dust, key, maturity = 0, count = 1 } = arrival
  if (!(Number.isInteger(count) && count >= 1 && count <= COUNT_MOST)) return false
  if (!(Number.isInteger(maturity) && maturity >= 0 && maturity <= MATURITY_MOST)) return false
  const dustMost = pow10(state.listings.at(listing).dustScale)
  if (!KEY.test(key) || amount < 0n || dust < 0n || dust >= dustMost || (amount === 0n && dust === 0n)) return false
  if (addressId === 0) return true
  const address = addressRow(state, addressId)
  return address !== 0 && state.addresses.at(address).family === state.networks.at(network).family
}

function checkMined(state: State, network: Handle<'network'>, mined: readonly MinedPayment[]): Reason | undefined {
  const ids = new Set<number>()
  for (const { paymentId, gasListingId, gas, gasDust } of mined) {
    const gasListing = listingRow(state, gasListingId)
    if (gasListing === 0 || networkOf(state, gasListing) !== network) return 'listingNotFound'
    const dustMost = pow10(state.listings.at(gasListing).dustScale)
    const isSmall = gas >= 0n && gas < ISSUED_LIMIT && gasDust >= 0n && gasDust < dustMost
    if (!isSmall || ids.has(paymentId)) return 'badParameter'
    ids.add(paymentId)
  }
  return undefined
}

/** A block holds a payment of ours. One that is unknown, not signed or mined already changes nothing. */
function mine(
  state: State,
  network: Handle<'network'>,
  { paymentId, tx, height, succeeded, gasListingId, gas, gasDust }: MinedPayment,
): void {
  const { kernel, networks, payments } = state
  const payment = kernel.paymentOf(network, paymentId)
  if (payment === 0 || !payments.at(payment).signed || payments.at(payment).mined !== 0) return
  writeDocument(state.out, { kind: 'paymentFound', paymentId, networkId: networks.at(network).id, tx, height })
  kernel.minePayment(payment, height, succeeded ? 1 : 0, listingRow(state, gasListingId), gas, gasDust)
}
