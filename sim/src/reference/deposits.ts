/** What chains bring: blocks with deposits and payments in them, blocks that are none any more, and what waits for one or for a person. */
import type { Arrival, BookBlocks, JudgeDeposit, LeaveBlocks, MinedPayment, NoteArrivals, TakeArrivals } from '@agio/engine/command.ts'
import type { DepositStatus } from '@agio/engine/event.ts'
import { type Answer, no, ok } from './answer.ts'
import { boundByDeposit } from './bounds.ts'
import { cancelAll } from './cancel.ts'
import { hasRowFree, isWaiting, join, leave, pileUp, rowsMostOf, unbookCrowds } from './crowds.ts'
import { reachUser } from './late.ts'
import { availableOf, contraAccount, debtAccount, move, payDebt, userAccount } from './ledger.ts'
import { AMOUNT_LIMIT, smaller, type World } from './model.ts'
import { addDust, hold, suspenseAccount, unitsOf } from './networks.ts'
import { finish, leaveBlock, mine } from './payments.ts'
import type { RefDeposit, RefListing, RefNetwork } from './wallet-model.ts'

const NOT_BOOKED: readonly DepositStatus[] = ['detected', 'reorged', 'vanished']
const isBooked = ({ status }: RefDeposit): boolean => !NOT_BOOKED.includes(status)
const isName = (block: string): boolean => /^[!-~]{1,128}$/.test(block)

const ofNetwork = (world: World, { networkId }: RefNetwork): RefDeposit[] =>
  [...world.wallet.deposits.values()].filter(({ listing }) => listing.terms.networkId === networkId)

function faultOf(world: World, network: RefNetwork, arrivals: readonly Arrival[]): Answer | undefined {
  if (arrivals.length > 1024) return no('badParameter')
  const sums = new Map<number, bigint>()
  for (const { listingId, addressId, key, amount, dust, maturity = 0, count = 1 } of arrivals) {
    const listing = world.wallet.listings[listingId - 1]
    if (listing === undefined || listing.terms.networkId !== network.networkId) return no('listingNotFound')
    const isAmount = amount >= 0n && dust >= 0n && dust < unitsOf(world, listing) && amount + dust > 0n
    const isOurs = addressId === 0 || world.wallet.addresses[addressId - 1]?.family === network.family
    if (!Number.isInteger(count) || count < 1 || count > 1_000_000) return no('badParameter')
    if (!Number.isInteger(maturity) || maturity < 0 || maturity > 10_000) return no('badParameter')
    if (!/^[0-9a-f]{32}$/.test(key) || !isAmount || !isOurs) return no('badParameter')
    const { assetId } = listing.terms
    sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
  }
  const isTooMuch = [...sums].some(([assetId, sum]) => (world.assets[assetId - 1]?.issued ?? 0n) + sum >= AMOUNT_LIMIT)
  return isTooMuch ? no('valueTooLarge') : undefined
}

function faultOfMined(world: World, network: RefNetwork, mined: readonly MinedPayment[]): Answer | undefined {
  for (const [place, { paymentId, gasListingId, gas, gasDust }] of mined.entries()) {
    const listing = world.wallet.listings[gasListingId - 1]
    if (listing === undefined || listing.terms.networkId !== network.networkId) return no('listingNotFound')
    const isSmall = gas >= 0n && gas < AMOUNT_LIMIT && gasDust >= 0n && gasDust < unitsOf(world, listing)
    if (!isSmall || mined.findIndex((other) => other.paymentId === paymentId) !== place) return no('badParameter')
  }
  return undefined
}

/** The deposit of an arrival: a business key stands for one. */
function seen(world: World, arrival: Arrival, place: number): RefDeposit {
  const known = world.wallet.deposits.get(arrival.key)
  const listing = world.wallet.listings[arrival.listingId - 1]
  if (known !== undefined || listing === undefined) return known as RefDeposit
  const asset = world.assets[listing.terms.assetId - 1]
  if (asset !== undefined) asset.issued += arrival.amount
  return open(world, arrival, world.seq * 1024 + place)
}

function open(world: World, { key, listingId, addressId, amount, dust }: Arrival, id: number): RefDeposit {
  const listing = world.wallet.listings[listingId - 1] as RefListing
  const userId = world.wallet.addresses[addressId - 1]?.userId ?? 0
  const deposit: RefDeposit = {
    key,
    id,
    listing,
    addressId,
    userId,
    status: 'detected',
    isHeld: false,
    height: 0,
    amount,
    dust,
    leftAt: 0,
    maturity: 0,
    isSmall: userId !== 0 && amount < listing.terms.minDeposit,
    isPile: false,
  }
  world.wallet.deposits.set(key, deposit)
  return deposit
}

const placeOf = (world: World, { addressId }: RefDeposit) => world.wallet.addresses[addressId - 1]?.place ?? 'addresses'

export function bookBlocks(world: World, { networkId, after, upTo, arrivals, mined, ...told }: BookBlocks): Answer {
  const network = world.wallet.networks[networkId - 1]
  if (network === undefined) return no('networkNotFound')
  if (after.height !== network.height || (network.height !== 0 && after.block !== network.block)) return no('notNextBlock')
  const from = after.height > 0 && after.height === upTo.height && after.block === upTo.block ? after.height - 1 : after.height
  const isInside = (height: number): boolean => Number.isSafeInteger(height) && height > from && height <= upTo.height
  if (!isName(upTo.block) || !isInside(upTo.height) || ![...arrivals, ...mined].every(({ height }) => isInside(height)))
    return no('badParameter')
  const most = rowsMostOf(told)
  if (most === undefined) return no('badParameter')
  const fault = faultOf(world, network, arrivals) ?? faultOfMined(world, network, mined)
  if (fault !== undefined) return fault
  for (const payment of mined) mine(world, network, payment)
  const beyond: (readonly [number, Arrival])[] = []
  for (const [place, arrival] of arrivals.entries()) {
    const isNew = !world.wallet.deposits.has(arrival.key)
    if (isNew && isWaiting(world, arrival)) continue
    if (isNew && !hasRowFree(world, arrival, most)) beyond.push([place, arrival])
    else book(world, seen(world, arrival, place), arrival)
  }
  for (const [place, arrival] of beyond.sort(([, one], [, other]) => (one.key < other.key ? -1 : 1)))
    if (!world.wallet.deposits.has(arrival.key) && !isWaiting(world, arrival)) join(world, arrival, world.seq * 1024 + place)
  Object.assign(network, upTo)
  settleAll(world, network)
  return ok()
}

/** Brings everything of a network to its height. */
function settleAll(world: World, network: RefNetwork): void {
  for (const deposit of ofNetwork(world, network)) judge(world, network, deposit)
  for (const deposit of ofNetwork(world, network)) settle(network, deposit)
  pileUp(world, network)
  for (const payment of [...world.wallet.payments.values()]) {
    const { networkId: on, unlockAt } = payment.listing.terms
    if (on === network.networkId && payment.mined !== 'no' && network.height - payment.height + 1 >= unlockAt) finish(world, payment)
  }
}

/** One that had vanished is looked at behind those that waited meanwhile. */
function waitAgain({ wallet: { deposits } }: World, deposit: RefDeposit): void {
  if (deposit.status !== 'vanished') return
  deposits.delete(deposit.key)
  deposits.set(deposit.key, deposit)
}

function book(world: World, deposit: RefDeposit, { height, isHeld, maturity = 0 }: Arrival): void {
  if (isBooked(deposit)) return
  waitAgain(world, deposit)
  Object.assign(deposit, { height, isHeld, maturity, status: 'confirming' })
  hold(world, deposit.listing, placeOf(world, deposit), deposit.amount, suspenseAccount(deposit.listing.terms.assetId))
  addDust(world, deposit.listing, placeOf(world, deposit), deposit.dust)
}

/** Those whose owners have a row free get it. */
export function takeArrivals(world: World, { networkId, arrivals, ...told }: TakeArrivals): Answer {
  const network = world.wallet.networks[networkId - 1]
  if (network === undefined) return no('networkNotFound')
  const most = rowsMostOf(told)
  const areSound = arrivals.every(({ depositId, height }) => [depositId, height].every((value) => Number.isSafeInteger(value) && value > 0))
  if (most === undefined || !areSound) return no('badParameter')
  const fault = faultOf(world, network, arrivals)
  if (fault !== undefined) return fault
  let taken = 0
  for (const arrival of arrivals) {
    if (world.wallet.deposits.has(arrival.key) || !hasRowFree(world, arrival, most) || !leave(world, network, arrival)) continue
    taken += 1
    book(world, open(world, arrival, arrival.depositId), arrival)
  }
  settleAll(world, network)
  return ok(taken)
}

function judge(world: World, network: RefNetwork, deposit: RefDeposit): void {
  const { creditAt, minDeposit } = deposit.listing.terms
  if (deposit.status !== 'confirming' || network.height - deposit.height + 1 < creditAt) return
  if (deposit.isHeld) deposit.status = 'held'
  else if (deposit.userId === 0) deposit.status = 'review'
  else if (deposit.amount >= minDeposit) credit(world, deposit)
  else {
    deposit.status = 'belowMin'
    creditTogether(world, network, deposit)
  }
}

function settle(network: RefNetwork, deposit: RefDeposit): void {
  const { unlockAt } = deposit.listing.terms
  if (deposit.status === 'reorged' && network.height - deposit.leftAt >= unlockAt) deposit.status = 'vanished'
  if (deposit.status === 'credited' && network.height - deposit.height + 1 >= Math.max(unlockAt, deposit.maturity))
    deposit.status = 'unlocked'
}

function credit(world: World, deposit: RefDeposit): void {
  const { assetId } = deposit.listing.terms
  move(world, suspenseAccount(assetId), userAccount(deposit.userId, assetId, 'available'), deposit.amount)
  boundByDeposit(world, deposit.userId, assetId, deposit.amount)
  payDebt(world, deposit.userId, assetId)
  deposit.status = 'credited'
}

/** What is too little by itself is credited when there is enough of it at one address. */
function creditTogether(world: World, network: RefNetwork, last: RefDeposit): void {
  const together = ofNetwork(world, network).filter(
    ({ status, listing, addressId }) => status === 'belowMin' && listing === last.listing && addressId === last.addressId,
  )
  if (together.reduce((sum, { amount }) => sum + amount, 0n) < last.listing.terms.minDeposit) return
  for (const deposit of together) {
    credit(world, deposit)
    if (network.height - deposit.height + 1 >= Math.max(deposit.listing.terms.unlockAt, deposit.maturity)) deposit.status = 'unlocked'
  }
}

export function leaveBlocks(world: World, { networkId, from, backTo }: LeaveBlocks): Answer {
  const network = world.wallet.networks[networkId - 1]
  if (network === undefined) return no('networkNotFound')
  if (network.height === 0 || from.height !== network.height || from.block !== network.block) return no('notNextBlock')
  const isBack = isName(backTo.block) && Number.isSafeInteger(backTo.height) && backTo.height > 0 && backTo.height < from.height
  if (!isBack || from.height - backTo.height > 20_000) return no('badParameter')
  for (const payment of world.wallet.payments.values())
    if (payment.listing.terms.networkId === networkId && payment.mined !== 'no' && payment.height > backTo.height)
      leaveBlock(world, payment)
  for (const deposit of ofNetwork(world, network))
    if (isBooked(deposit) && deposit.height > backTo.height && !deposit.isPile) unbook(world, deposit, backTo.height)
  unbookCrowds(world, network, backTo.height)
  Object.assign(network, backTo)
  return ok()
}

/** The house has it no more; what it credited it takes back, what is missing becomes a debt. */
function unbook(world: World, deposit: RefDeposit, leftAt: number): void {
  const { amount, listing, status, userId } = deposit
  const { assetId } = listing.terms
  addDust(world, listing, placeOf(world, deposit), -deposit.dust)
  if (status === 'unlocked' && userId === 0) hold(world, listing, placeOf(world, deposit), -amount, contraAccount('adjustment', assetId))
  else if (status === 'credited' || status === 'unlocked') {
    reachUser(world, userId)
    if (availableOf(world, userId, assetId) < amount) cancelAll(world, userId, 0, 'freeze')
    const available = availableOf(world, userId, assetId)
    const taken = smaller(available, amount)
    hold(world, listing, placeOf(world, deposit), -taken, userAccount(userId, assetId, 'available'))
    hold(world, listing, placeOf(world, deposit), taken - amount, debtAccount(userId, assetId))
  } else hold(world, listing, placeOf(world, deposit), -amount, suspenseAccount(assetId))
  Object.assign(deposit, { height: 0, status: 'reorged', leftAt })
}

export function noteArrivals(world: World, { networkId, arrivals, ...told }: NoteArrivals): Answer {
  const network = world.wallet.networks[networkId - 1]
  if (network === undefined) return no('networkNotFound')
  const most = rowsMostOf(told)
  if (arrivals.some(({ height }) => height !== 0) || most === undefined) return no('badParameter')
  const noted = { ownMost: Math.ceil(most.ownMost / 4), smallMost: Math.ceil(most.smallMost / 4) }
  const fault = faultOf(world, network, arrivals)
  if (fault !== undefined) return fault
  for (const [place, arrival] of arrivals.entries()) {
    if (!world.wallet.deposits.has(arrival.key) && !hasRowFree(world, arrival, noted)) continue
    const deposit = seen(world, arrival, place)
    waitAgain(world, deposit)
    if (deposit.status === 'reorged' || deposit.status === 'vanished') deposit.status = 'detected'
  }
  return ok()
}

export function judgeDeposit(world: World, { key, verdict, userId }: JudgeDeposit): Answer {
  if (userId !== 0 && !world.users.has(userId)) return no('userNotFound')
  const deposit = world.wallet.deposits.get(key)
  if (deposit === undefined) return no('depositNotFound')
  const { status } = deposit
  const waits = status === 'review' || status === 'held' || status === 'belowMin'
  if (verdict === 'credit') {
    if (!waits || (deposit.userId === 0) === (userId === 0)) return no('badParameter')
    if (deposit.userId === 0) Object.assign(deposit, { userId, isSmall: deposit.amount < deposit.listing.terms.minDeposit })
    credit(world, deposit)
    const network = world.wallet.networks[deposit.listing.terms.networkId - 1]
    if (network !== undefined) settle(network, deposit)
    return ok()
  }
  if (userId !== 0) return no('badParameter')
  if (verdict === 'keep') {
    if (status !== 'review') return no('badParameter')
    const { assetId } = deposit.listing.terms
    move(world, suspenseAccount(assetId), contraAccount('adjustment', assetId), deposit.amount)
    deposit.status = 'unlocked'
  } else if (verdict === 'hold') {
    if (status !== 'confirming') return no('badParameter')
    deposit.isHeld = true
  } else {
    if (status !== 'detected' && status !== 'reorged') return no('badParameter')
    deposit.status = 'vanished'
  }
  return ok()
}
