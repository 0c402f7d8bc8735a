/** Savings: what customers do with them, and what becomes of them day by day. */
import type { RateTier } from '@agio/engine/command.ts'
import type { AccountKind } from '@agio/engine/event.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from './answer.ts'
import { noteQuota, productOf, reachSale } from './earn-products.ts'
import { balanceAt, move, owes, payDebt, userAccount } from './ledger.ts'
import { DAY_MS, larger, smaller, type World } from './model.ts'
import type { RefProduct, RefSaving } from './product-model.ts'

const YEAR = 36_500_000_000n
const END_OF_TERM_MS = 28_800_000
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * DAY_MS
const dayOf = (at: number): number => Math.floor(at / DAY_MS)
const expense = (assetId: number): string => `expense:savings:${assetId}`
const held = (saving: RefSaving): string => userAccount(saving.userId, saving.product.terms.assetId, 'held', 'financial')
const purse = (saving: RefSaving, kind: AccountKind): string => userAccount(saving.userId, saving.product.terms.assetId, 'available', kind)

export const accruedOf = ({ earned, taken }: RefSaving): bigint => earned / YEAR - taken
const placesOf = (world: World, userId: number): RefSaving[] =>
  world.earn.places.flatMap((saving) => (saving?.userId === userId ? [saving] : []))
export const savingsOf = (world: World, userId: number): RefSaving[] => placesOf(world, userId).filter(({ principal }) => principal !== 0n)
/** Terms that a customer ended early in the week before a time. */
const endedBy = (world: World, userId: number, at: number): RefSaving[] =>
  placesOf(world, userId).filter(({ principal, expireAt }) => principal === 0n && expireAt > at)
const heldOfProduct = (world: World, userId: number, product: RefProduct): bigint =>
  savingsOf(world, userId).reduce((sum, saving) => (saving.product === product ? sum + saving.principal : sum), 0n)

/** What counts of a product for a customer besides what he holds. */
const givenBackTo = (world: World, userId: number, product: RefProduct, at: number): bigint =>
  endedBy(world, userId, at).reduce((sum, saving) => (saving.product === product ? sum + saving.givenBack : sum), 0n)

/** What one customer may hold: as the product says, else a twentieth of its quota; undefined = any amount. */
function mostOf({ terms: { userMax, totalQuota, userMin } }: RefProduct): bigint | undefined {
  if (userMax !== 0n) return userMax
  return totalQuota === 0n ? undefined : larger(totalQuota / 20n, userMin)
}

/** What a principal earns in a day, in parts of YEAR: each coin by the bracket that it lies in. */
function earnedBy(tiers: readonly RateTier[], principal: bigint): bigint {
  let lower = 0n
  let sum = 0n
  for (const { upTo, rateE8 } of tiers) {
    const upper = upTo === null || upTo > principal ? principal : upTo
    if (upper > lower) sum += (upper - lower) * BigInt(rateE8)
    lower = upTo ?? principal
  }
  return sum
}

/** An order earns what its owner's money in the product earns with it, less what it earns without it and those that came later. */
function earnedOn(world: World, { id, userId, product, principal }: RefSaving, tiers: readonly RateTier[]): bigint {
  const before = savingsOf(world, userId).reduce((sum, one) => (one.product === product && one.id < id ? sum + one.principal : sum), 0n)
  return earnedBy(tiers, before + principal) - earnedBy(tiers, before)
}

/** The version that holds on a day: of those that begin no later the latest, and of these the one given last. */
const tiersOn = (product: RefProduct, day: number): readonly RateTier[] =>
  product.rates.filter(({ fromDay }) => fromDay <= day).sort((one, other) => other.fromDay - one.fromDay || other.given - one.given)[0]
    ?.tiers ?? []

function begin(world: World, saving: RefSaving, at: number): void {
  const { terms } = saving.product
  world.earn.count += 1
  saving.id = world.earn.count
  saving.startAt = at
  saving.day = dayOf(at) + 1
  saving.expireAt = terms.type === 'fixed' ? (dayOf(at) + terms.termDays + 1) * DAY_MS + END_OF_TERM_MS : 0
  saving.fixed = terms.rateType === 'fixed' ? tiersOn(saving.product, dayOf(at)) : undefined
}

export function purchaseProduct(world: World, command: CommandByKind['purchaseProduct']): Answer {
  const { userId, productId, amount, payAccount, renewal } = command
  const user = world.users.get(userId)
  if (user === undefined) return no('userNotFound')
  const product = productOf(world, productId)
  if (product === undefined || product.status === 'notReleased') return no('productNotFound')
  reachSale(world, product)
  const { terms } = product
  if (renewal !== 'none' && !(terms.type === 'fixed' && terms.renewable)) return no('badParameter')
  if (amount <= 0n) return no('badNumber')
  if (product.status !== 'onSale') return no('productNotOpen')
  if (terms.totalQuota !== 0n && amount > terms.totalQuota - product.sold) return no('soldOut')
  const most = mostOf(product)
  if (amount < terms.userMin || (most !== undefined && amount > most)) return no('purchaseRange')
  if (terms.step !== 0n && amount % terms.step !== 0n) return no('purchaseStep')
  const counted = heldOfProduct(world, userId, product) + givenBackTo(world, userId, product, world.time)
  if (most !== undefined && counted + amount > most) return no('userQuota')
  if (savingsOf(world, userId).length + endedBy(world, userId, world.time).length >= 200) return no('tooManyOrders')
  const from = userAccount(userId, terms.assetId, 'available', payAccount)
  if (balanceAt(world, from) < amount) return no('insufficientBalance')
  if (user.status === 'disabled') return no('accountDisabled')
  if (user.status === 'frozen' || owes(world, userId)) return no('accountFrozen')
  return ok(open(world, { userId, product, payAccount, renewal }, amount))
}

function open(world: World, parts: Pick<RefSaving, 'userId' | 'product' | 'payAccount' | 'renewal'>, amount: bigint): number {
  const { earn } = world
  if (earn.nextLines === 0) {
    earn.nextLines = (dayOf(world.time) + 1) * DAY_MS
    earn.nextEnds = earn.nextLines + END_OF_TERM_MS
  }
  const saving = {
    ...parts,
    id: 0,
    principal: amount,
    givenBack: 0n,
    earned: 0n,
    taken: 0n,
    paid: 0n,
    startAt: 0,
    expireAt: 0,
    day: 0,
    fixed: undefined,
  }
  begin(world, saving, world.time)
  earn.places[earn.free.pop() ?? earn.places.length] = saving
  move(world, purse(saving, saving.payAccount), held(saving), amount)
  sell(saving, amount)
  if (saving.product.terms.type === 'flexible')
    world.earn.today.push({ userId: saving.userId, product: saving.product, at: world.time, amount })
  return saving.id
}

function sell({ product }: RefSaving, amount: bigint): void {
  product.sold += amount
  noteQuota(product)
}

function closed(world: World, saving: RefSaving): void {
  const place = world.earn.places.indexOf(saving)
  world.earn.places[place] = undefined
  world.earn.free.push(place)
}

function give(world: World, saving: RefSaving, kind: AccountKind, from: string, amount: bigint): void {
  move(world, from, purse(saving, kind), amount)
  if (kind === 'spot') payDebt(world, saving.userId, saving.product.terms.assetId)
}

const mine = (world: World, userId: number, orderId: number): RefSaving | undefined =>
  savingsOf(world, userId).find((saving) => saving.id === orderId)

export function redeemProduct(world: World, { userId, orderId, amount: asked, toAccount }: CommandByKind['redeemProduct']): Answer {
  if (!world.users.has(userId)) return no('userNotFound')
  const saving = mine(world, userId, orderId)
  if (saving === undefined) return no('earnOrderNotFound')
  if (asked < 0n) return no('badNumber')
  const { product, principal } = saving
  const { terms } = product
  const amount = asked === 0n ? principal : asked
  const isTerm = terms.type === 'fixed'
  if (amount > principal || (isTerm && amount !== principal)) return no('redeemRange')
  if (isTerm && !terms.earlyRedeem) return no('notRedeemable')
  const today = dayOf(world.time)
  const pooled = product.poolDay === today ? product.poolUsed : 0n
  const fresh = boughtToday(world, userId, product)
  const fromPool = larger(0n, amount - fresh)
  if (!isTerm && terms.poolLimit !== 0n && pooled + fromPool > terms.poolLimit) return no('redeemPool')
  saving.principal -= amount
  if (isTerm) {
    endEarly(world, saving, amount, toAccount)
    Object.assign(saving, { givenBack: amount, expireAt: world.time + WEEK_MS })
  } else {
    Object.assign(product, { poolDay: today, poolUsed: pooled + fromPool })
    world.earn.today.push({ userId, product, at: world.time, amount: -smaller(amount, fresh) })
    const interest = accruedOf(saving)
    saving.taken += interest
    saving.paid += interest
    give(world, saving, toAccount, held(saving), amount)
    give(world, saving, toAccount, expense(terms.assetId), interest)
  }
  if (saving.principal === 0n && !isTerm) closed(world, saving)
  sell(saving, -amount)
  return ok(world.seq)
}

/** Bought today less what of it was redeemed again: all that is redeemed is that first. */
const boughtToday = (world: World, userId: number, product: RefProduct): bigint =>
  world.earn.today
    .filter((change) => change.userId === userId && change.product === product && dayOf(change.at) === dayOf(world.time))
    .reduce((sum, { amount }) => sum + amount, 0n)

/** The house takes back what it paid, as far as there is principal. */
function endEarly(world: World, saving: RefSaving, principal: bigint, toAccount: AccountKind): void {
  const back = saving.paid < principal ? saving.paid : principal
  move(world, held(saving), expense(saving.product.terms.assetId), back)
  give(world, saving, toAccount, held(saving), principal - back)
}

export function setRenewal(world: World, { userId, orderId, renewal }: CommandByKind['setRenewal']): Answer {
  if (!world.users.has(userId)) return no('userNotFound')
  const saving = mine(world, userId, orderId)
  if (saving === undefined) return no('earnOrderNotFound')
  const { terms } = saving.product
  if (renewal !== 'none' && !(terms.type === 'fixed' && terms.renewable)) return no('badParameter')
  if (saving.expireAt !== 0 && world.time > saving.expireAt - HOUR_MS) return no('renewalLocked')
  saving.renewal = renewal
  return ok(orderId)
}

// ---- what is due ----

/** When the next line or the end of a saving is due. */
const dueOf = ({ day, expireAt, principal }: RefSaving): number =>
  principal === 0n ? expireAt : Math.min((day + 1) * DAY_MS, expireAt === 0 ? Number.POSITIVE_INFINITY : expireAt)

function step(world: World, saving: RefSaving): void {
  if (saving.principal === 0n) closed(world, saving)
  else if (dueOf(saving) === saving.expireAt) mature(world, saving)
  else addLine(world, saving)
}

function addLine(world: World, saving: RefSaving): void {
  const { terms } = saving.product
  const part = earnedOn(world, saving, saving.fixed ?? tiersOn(saving.product, saving.day))
  saving.day += 1
  if (terms.payout !== 'daily') {
    saving.earned += part
    return
  }
  const interest = part / YEAR
  saving.paid += interest
  give(world, saving, saving.payAccount, expense(terms.assetId), interest)
}

/** Everybody, by place, as far as what he has was due at a time. */
function runAll(world: World, at: number): number {
  for (const saving of [...world.earn.places])
    while (saving !== undefined && world.earn.places.includes(saving) && dueOf(saving) <= at) step(world, saving)
  return 1
}

/** 00:00: the lines of the day that is over. */
export function postLines(world: World): number {
  const at = world.earn.nextLines
  world.earn.nextLines += DAY_MS
  return runAll(world, at)
}

/** 08:00: terms whose days are over. */
export function endTerms(world: World): number {
  const at = world.earn.nextEnds
  world.earn.nextEnds += DAY_MS
  return runAll(world, at)
}

/** Before a customer does something: what he has is as it would be if the clock had come to it. What an early end left waits for its run. */
export function reachSavings(world: World, userId: number): void {
  for (;;) {
    const [first] = savingsOf(world, userId)
      .filter((saving) => dueOf(saving) <= world.time)
      .sort((one, other) => dueOf(one) - dueOf(other))
    if (first === undefined) return
    step(world, first)
  }
}

function mature(world: World, saving: RefSaving): void {
  const { principal, product, payAccount } = saving
  const interest = accruedOf(saving)
  const next = nextPrincipal(world, saving, interest)
  const house = expense(product.terms.assetId)
  if (next === 0n) give(world, saving, payAccount, held(saving), principal)
  if (next > principal) move(world, house, held(saving), interest)
  else give(world, saving, payAccount, house, interest)
  sell(saving, next - principal)
  if (next === 0n) {
    closed(world, saving)
    return
  }
  Object.assign(saving, { principal: next, earned: 0n, taken: 0n, paid: 0n })
  begin(world, saving, saving.expireAt)
}

/** 0 = everything is paid out. */
function nextPrincipal(world: World, saving: RefSaving, interest: bigint): bigint {
  const { product, principal, renewal } = saving
  const { terms, status } = product
  if (renewal === 'none') return 0n
  const next = renewal === 'all' ? principal + interest : principal
  const others = product.sold - principal
  const isSold = status === 'onSale' || (status === 'soldOut' && terms.totalQuota - others >= terms.userMin)
  const hasRoom = terms.totalQuota === 0n || others + next <= terms.totalQuota
  const most = mostOf(product)
  const counted = heldOfProduct(world, saving.userId, product) + givenBackTo(world, saving.userId, product, saving.expireAt)
  const mayHold = most === undefined || counted - principal + next <= most
  return isSold && hasRoom && mayHold ? next : 0n
}
