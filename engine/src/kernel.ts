/// <reference path="webassembly.d.ts" />
/** The compiled kernel (`engine/kernel`), which does everything that changes orders, books and balances. */
import { compiledKernel } from '../node/compiled-kernel.mjs'
import { InvariantViolation } from './assert.ts'

/** Functions of the kernel. Rows are handles, `instrument` is the address of a pair's row, amounts are int64. */
export interface Kernel {
  readonly out: { value: number }
  /** Returns where it stopped: at the end, or where the records fill half their room. */
  applyEntries(from: number, to: number): number
  changeShown(level: number, delta: number): void
  joinQueue(instrument: number, which: number, price: number, order: number, shown: number): void
  leaveQueue(instrument: number, order: number, shown: number): void
  reportLevels(): void
  openPlain(id: number, price: number, remaining: number, quantity: number): number
  closePlain(order: number): void
  makeLadder(ladder: number): void
  ladderInsert(ladder: number, key: number, handle: number): void
  findAccount(owner: number, assetId: number, kind: number): number
  openAccount(owner: number, assetId: number, kind: number): number
  openHouseAccount(owner: number, assetId: number): number
  takeBack(user: number, assetId: number, amount: bigint, cause: number): void
  payDebt(user: number, account: number): void
  post(account: number, availableDelta: bigint, heldDelta: bigint, cause: number, reference: number): void
  postHouse(account: number, delta: bigint): void
  affordableLots(held: bigint, lot: bigint, rate: bigint): number
  mulDivFloor(a: bigint, b: bigint, divisor: bigint): bigint
  mulDivCeil(a: bigint, b: bigint, divisor: bigint): bigint
  lookAtBand(instrument: number): void
  findDesk(userId: number, instrumentId: number): number
  rateOf(user: number, instrument: number, side: number, role: number): bigint
  levelOf(user: number): number
  volumeOf(user: number): bigint
  skipDay(): void
  setAllLevels(): void
  setLevel(user: number): void
  referencePrice(instrument: number): number
  followPair(instrument: number): void
  worthOf(assetId: number): bigint
  meanOfDay(instrument: number, at: number): number
  beginReference(instrument: number, price: number, at: number): void
  setStatus(instrument: number, status: number, until: number): void
  resume(instrument: number): void
  stopWork(instrument: number, status: number): void
  endAll(user: number, instrumentId: number, closeReason: number): void
  openIndex(unit: bigint): void
  reachIndex(index: number, assetId: number): void
  settleIndex(index: number, assetId: number, at: number): void
  checkBounds(user: number, sendAsset: number, receiveAsset: number, sent: bigint, received: bigint, value: bigint): number
  wideningOf(assetId: number, isReceived: number): bigint
  openLoss(): void
  reckon(assetId: number): void
  hangTaker(taker: number): void
  joinConversions(kept: number, gone: number): void
  partConversions(person: number, one: number, other: number): void
  takenOf(person: number, assetId: number): bigint
  watchStock(assetId: number): void
  convertedToday(user: number): bigint
  valueOf(assetId: number, amount: bigint): bigint
  valueStock(): void
  noteFunding(assetId: number, amount: bigint): void
  tellValue(): void
  tellInventory(assetId: number, amount: bigint, isFunding: number): void
  readonly rest: { value: bigint }
  interestOf(rate: number, below: bigint, principal: bigint, rest: bigint): bigint
  openProduct(): number
  openRate(): number
  rateOn(product: number, day: number): number
  leftOf(product: number): bigint
  heldOf(user: number, product: number): bigint
  givenBackOf(user: number, product: number, at: number): bigint
  mostOf(product: number): bigint
  usedOfPool(product: number): bigint
  freshOfUser(user: number, product: number): bigint
  noteQuota(product: number): void
  reachProduct(product: number): void
  setProductStatus(product: number, status: number): void
  openNetwork(): number
  openListing(): number
  openAddress(user: number, family: number, place: number, tag: number): number
  countAddresses(user: number, family: number): number
  findWallet(user: number): number
  openWallet(user: number): number
  hangWallet(wallet: number): void
  findDeposit(high: bigint, low: bigint): number
  openDeposit(high: bigint, low: bigint, id: number, listing: number, address: number, amount: bigint, dust: bigint, count: number): number
  hangDeposit(deposit: number): void
  isBooked(deposit: number): number
  bookDeposit(deposit: number, height: number, held: number, maturity: number): void
  setDeposit(deposit: number, status: number): void
  creditByHand(deposit: number, wallet: number): void
  keepDeposit(deposit: number): void
  vanish(deposit: number): void
  detectAgain(deposit: number): void
  reachBlock(network: number, height: number, block: bigint): void
  settleNetwork(network: number): void
  crowdAt(listing: number, place: number, height: number): number
  isInCrowd(crowd: number, high: bigint, low: bigint): number
  joinCrowd(listing: number, place: number, height: number, id: number, high: bigint, low: bigint, amount: bigint, dust: bigint): void
  leaveCrowd(crowd: number, amount: bigint, dust: bigint): void
  unbookAbove(network: number, height: number): void
  hold(listing: number, place: number, amount: bigint): void
  heldAt(listing: number, place: number): bigint
  addDust(listing: number, place: number, dust: bigint): void
  checkWithdrawal(
    user: number,
    listing: number,
    amount: bigint,
    receiver: number,
    limit: bigint,
    windowMs: number,
    openMost: number,
    dayMost: number,
  ): number
  /** Reason. */
  checkStanding(user: number): number
  /** Row of what bounds the orders of a user now, 0 = nothing does. */
  boundOf(user: number): number
  boundUntil(user: number, until: number): void
  edgeOf(fair: number, isBuy: number): number
  fairPrice(instrument: number, isBuy: number): number
  lacksPrice(user: number, assetId: number): number
  feeOf(listing: number, amount: bigint, receiver: number): bigint
  limitValueOf(assetId: number, amount: bigint): bigint
  withdrawableOf(user: number, assetId: number): bigint
  openWithdrawal(wallet: number, listing: number, amount: bigint, fee: bigint, value: bigint, receiver: number): number
  withdrawalOf(wallet: number, id: number): number
  setWithdrawal(withdrawal: number, status: number): void
  stopExpiry(withdrawal: number): void
  approve(withdrawal: number): void
  endUnpaid(withdrawal: number, status: number): void
  usedSince(wallet: number, since: number): bigint
  paymentOf(network: number, id: number): number
  openPayment(listing: number, from: number, to: number, amount: bigint): number
  payWith(payment: number, withdrawal: number): void
  tellBegun(payment: number): void
  signPayment(payment: number): void
  minePayment(payment: number, height: number, succeeded: number, gasListing: number, gas: bigint, gasDust: bigint): void
  dropPayment(payment: number, waitsAgain: number): void
  findDue(work: number, id: number, detail: number): number
  setDue(at: number, work: number, id: number, detail: number): void
  clearDue(work: number, id: number, detail: number): void
  hangDue(row: number): void
  noteBehind(): void
  findOrder(orderId: number): number
  lateReason(order: number): number
  orderOfOrigin(user: number, originId: number): number
  checkEntry(start: number): number
  /** 1 when the rules of that version hold. */
  holds(rule: number): number
  hashKey(at: number, length: number, user: number, caller: number): number
  findKey(at: number, length: number, user: number, caller: number, hash: number): number
  /** 1 when a key stands for the entry that starts there. */
  isRepeated(key: number, start: number): number
  /** Id of the first order that was placed under a key; the order that lives under it. 0 = none. */
  orderIdOfKey(key: number): number
  orderOfKey(key: number): number
  makeBuckets(): void
  addUser(role: number): number
  /** Funding that would be settled now, 1e-12. */
  fundingEstimate(contract: number): bigint
  /** Value of so many contracts at a price in ticks. */
  contractValue(contract: number, price: number, quantity: number): bigint
  /** Of a position: profit at a price in ticks, what has to stand behind it, its tier, and prices in ticks (0 = none). */
  profitAt(position: number, price: number): bigint
  maintenanceOf(position: number): bigint
  tierOf(contract: number, value: bigint): number
  initialOf(position: number): bigint
  closableOf(position: number): number
  liquidationPriceOf(position: number): number
  bankruptcyPriceOf(position: number): number
  removableOf(position: number): bigint
  /** Of all crossed positions in a coin. */
  crossProfitOf(cross: number): bigint
  crossMaintenanceOf(cross: number): bigint
  crossInitialOf(cross: number): bigint
  freeOf(cross: number): bigint
  movableOf(cross: number): bigint
  ownOf(cross: number): bigint
  transferableOf(cross: number): bigint
  /** Place in the queue of deleveraging, 1e-8: the higher the earlier. */
  scoreOf(position: number): bigint
  maintenanceOfValue(contract: number, value: bigint): bigint
  openContract(): number
  beginContract(): void
  hangPosition(position: number): void
  /** A contract has other terms: thresholds of its positions are made anew. */
  rewatch(contract: number): void
  fundInsurance(assetId: number, amount: bigint, cause: number): void
  settleContract(contract: number): number
  previewContractOrder(start: number, user: number): number
  readonly previewCost: { value: bigint }
  readonly previewOpenFee: { value: bigint }
  readonly previewCloseFee: { value: bigint }
  readonly previewInitial: { value: bigint }
  readonly previewMost: { value: number }
  readonly previewLiquidation: { value: number }
  readonly previewBankruptcy: { value: number }
  readonly previewAverage: { value: number }
  readonly previewRatio: { value: bigint }
  readonly previewTier: { value: number }
  /** What so many opening lots reserve; its parts stand in the values behind. `instrument` is an address. */
  needOfOpening(instrument: number, side: number, price: number, lots: number, leverage: number): bigint
  readonly needInitial: { value: bigint }
  readonly needOpenFee: { value: bigint }
  readonly needCloseFee: { value: bigint }
  readonly needOpenLoss: { value: bigint }
}

/** What the kernel asks of TypeScript: see `kernel/host.ts`. */
export interface Host {
  document(start: number, user: number): number
  timerSet(userId: number, instrumentId: number, triggerAt: number): void
  keepOutcome(key: number, from: number, to: number): void
  recallOutcome(key: number): void
  forgetOutcome(key: number): void
}

/** By the codes in `kernel/host.ts`. */
const BROKEN: readonly string[] = [
  'a balance fell below zero',
  'an order has no pair',
  'an entry is cut, or its sequence does not follow',
  'a table is fuller than admission allows',
  'the memory for indexes is full',
  'an entry makes more records than there is room for',
]

/** A kernel that works on a memory. Handles come back unsigned: those of tables are below 2^30, addresses are not handed out. */
export function openKernel(memory: WebAssembly.Memory, host: Host): Kernel {
  const broken = (why: number): never => {
    throw new InvariantViolation(BROKEN[why] ?? `invariant ${why}`)
  }
  const abort = (): never => {
    throw new InvariantViolation('the kernel contradicts itself')
  }
  const { exports } = new WebAssembly.Instance(compiledKernel, { env: { memory, abort }, host: { ...host, broken } })
  return exports as unknown as Kernel
}
