/** Commands of the operator and of accounts: listings, status, users, credits. */
import type {
  ChangeAccountKeys,
  ChangeInstrument,
  CreditUser,
  DefineAsset,
  DefineInstrument,
  InstrumentTerms,
  RegisterUser,
  ReverseCredit,
  SaveDocument,
  SetCommission,
  SetEngineVersion,
  SetFeeDirection,
  SetFeeSchedule,
  SetInstrumentStatus,
  SetInviter,
  SetUserStatus,
  SetUserTerms,
} from '@agio/engine/command.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { type Answer, no, ok } from './answer.ts'
import { openForTrading, stopPair } from './auction.ts'
import { boundUntil } from './bounds.ts'
import { cancelAll } from './cancel.ts'
import { availableOf, balanceAt, contraAccount, debtAccount, move, payDebt, userAccount } from './ledger.ts'
import { setLevel } from './levels.ts'
import { AMOUNT_LIMIT, FIRST_USER_ID, type RefInstrument, type RefUser, type World } from './model.ts'
import { noPrices } from './price-model.ts'
import { beginReference, followPair } from './prices.ts'

const MAX_SCALE = 8

export function registerUser(world: World, command: RegisterUser): Answer {
  if (world.accountKeys.has(command.accountKey)) return no('accountExists')
  if (command.inviterId !== undefined && !world.users.has(command.inviterId)) return no('userNotFound')
  const userId = FIRST_USER_ID + world.users.size
  const user: RefUser = {
    userId,
    status: 'active',
    role: command.role,
    tradingEnabled: true,
    payFeeInFeeAsset: false,
    feeLevelOverride: null,
    feeLevel: 0,
    volumes: new Map(),
    volume30d: 0n,
    remembered: new Map(),
    inviterId: command.inviterId ?? 0,
    person: userId,
  }
  world.accountKeys.set(command.accountKey, userId)
  world.users.set(userId, user)
  return ok(userId)
}

/** What protects an account changed, or nothing of it. */
function bound(world: World, { userId, boundUntil: until }: { readonly userId: number; readonly boundUntil?: number }): boolean {
  if (until === undefined) return true
  if (userId === 0 || !Number.isSafeInteger(until) || until < 0) return false
  boundUntil(world, userId, until)
  return true
}

export function saveDocument(world: World, command: SaveDocument): Answer {
  if (command.userId !== 0 && !world.users.has(command.userId)) return no('userNotFound')
  return bound(world, command) ? ok() : no('badParameter')
}

export function changeAccountKeys(world: World, command: ChangeAccountKeys): Answer {
  const { userId, bind, release } = command
  if (!world.users.has(userId)) return no('userNotFound')
  if (bind === release) return no('badParameter')
  if (release !== '' && world.accountKeys.get(release) !== userId) return no('badParameter')
  if (bind !== '' && world.accountKeys.has(bind) && world.accountKeys.get(bind) !== userId) return no('accountExists')
  if (!bound(world, command)) return no('badParameter')
  world.accountKeys.delete(release)
  if (bind !== '') world.accountKeys.set(bind, userId)
  return ok()
}

/** Everybody above the inviter is looked at, one by one. */
export function setInviter(world: World, { userId, inviterId }: SetInviter): Answer {
  const user = world.users.get(userId)
  if (user === undefined || !world.users.has(inviterId)) return no('userNotFound')
  if (userId === inviterId) return no('selfReferral')
  if (user.inviterId !== 0) return no('badParameter')
  for (let above = world.users.get(inviterId); above !== undefined; above = world.users.get(above.inviterId))
    if (above.inviterId === userId) return no('referralCycle')
  user.inviterId = inviterId
  return ok()
}

export function setCommission(world: World, { rateE8 }: SetCommission): Answer {
  if (!Number.isInteger(rateE8) || rateE8 < 0 || rateE8 * 2 > 100_000_000) return no('badParameter')
  world.commissionE8 = rateE8
  return ok()
}

export function setEngineVersion(world: World, { version, secret }: SetEngineVersion): Answer {
  if (version <= world.engineVersion) return no('badParameter')
  if (secret !== undefined && !/^[0-9a-f]{32}$/.test(secret)) return no('badParameter')
  world.engineVersion = version
  if (secret !== undefined) world.perp.secret = [BigInt(`0x${secret.slice(0, 16)}`), BigInt(`0x${secret.slice(16)}`)]
  return ok()
}

export function setUserStatus(world: World, command: SetUserStatus): Answer {
  const user = world.users.get(command.userId)
  if (user === undefined) return no('userNotFound')
  user.status = command.status
  if (command.status !== 'active') for (const every of [0, -1]) cancelAll(world, user.userId, every, 'freeze')
  return ok()
}

export function setUserTerms(world: World, command: SetUserTerms): Answer {
  const user = world.users.get(command.userId)
  if (user === undefined) return no('userNotFound')
  if (command.feeLevel !== undefined) user.feeLevelOverride = command.feeLevel
  if (command.payFeeInFeeAsset !== undefined) user.payFeeInFeeAsset = command.payFeeInFeeAsset
  if (command.tradingEnabled !== undefined) user.tradingEnabled = command.tradingEnabled
  return ok()
}

export function defineAsset(world: World, command: DefineAsset): Answer {
  const { symbol, scale } = command
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) return no('badParameter')
  if (world.assets.some((asset) => asset.symbol === symbol)) return no('badParameter')
  const assetId = world.assets.length + 1
  world.assets.push({ assetId, symbol, scale, issued: 0n })
  return ok(assetId)
}

/** Scales that leave no rounding in price × quantity. */
function checkListing(world: World, terms: InstrumentTerms): Reason {
  const base = world.assets[terms.baseAssetId - 1]
  const quote = world.assets[terms.quoteAssetId - 1]
  if (base === undefined || quote === undefined) return 'assetNotFound'
  const fits = terms.priceScale + terms.quantityScale <= quote.scale && terms.quantityScale <= base.scale && base !== quote
  return fits ? 'none' : 'badParameter'
}

export function defineInstrument(world: World, command: DefineInstrument): Answer {
  const terms = world.feeDirection === 'quote' ? { ...command.terms, feeDirection: world.feeDirection } : command.terms
  const reason = checkListing(world, terms)
  const base = world.assets[terms.baseAssetId - 1]
  const quote = world.assets[terms.quoteAssetId - 1]
  if (reason !== 'none' || base === undefined || quote === undefined) return no(reason)
  const instrumentId = world.instruments.length + 1
  const instrument: RefInstrument = {
    instrumentId,
    terms,
    status: 'trading',
    statusUntil: 0,
    ...noPrices(),
    bids: [],
    asks: [],
    queue: [],
    work: undefined,
    paused: undefined,
    owners: [],
    openingPrice: 0,
    haltReference: 0,
    endsAt: 0,
    quoteFactor: 10n ** BigInt(quote.scale - terms.priceScale - terms.quantityScale),
    baseFactor: 10n ** BigInt(base.scale - terms.quantityScale),
  }
  world.instruments.push(instrument)
  beginReference(instrument, terms.referencePrice, world.time)
  followPair(world, instrument)
  return ok(instrumentId)
}

export function changeInstrument(world: World, command: ChangeInstrument): Answer {
  const instrument = world.instruments[command.instrumentId - 1]
  if (instrument === undefined) return no('instrumentNotFound')
  const fixed = ['baseAssetId', 'quoteAssetId', 'priceScale', 'quantityScale', 'feeDirection'] as const
  if (fixed.some((name) => command.terms[name] !== instrument.terms[name])) return no('badParameter')
  const { breakerLongWindowMs = 0, referencePrice } = instrument.terms
  instrument.terms = command.terms
  if ((command.terms.breakerLongWindowMs ?? 0) !== breakerLongWindowMs) instrument.longNotes = []
  if (command.terms.referencePrice !== referencePrice) beginReference(instrument, command.terms.referencePrice, world.time)
  return ok()
}

/** Of every pair, and of those that come later. */
export function setFeeDirection(world: World, { direction }: SetFeeDirection): Answer {
  world.feeDirection = direction
  for (const instrument of world.instruments) instrument.terms = { ...instrument.terms, feeDirection: direction }
  return ok()
}

export function setInstrumentStatus(world: World, command: SetInstrumentStatus): Answer {
  const instrument = world.instruments[command.instrumentId - 1]
  if (instrument === undefined) return no('instrumentNotFound')
  if (world.perp.contracts.get(command.instrumentId)?.isSettled === true) return no('badParameter')
  if (command.status === 'trading') {
    if (instrument.status !== 'trading') openForTrading(world, instrument)
    return ok()
  }
  stopPair(world, instrument, command.status)
  return ok()
}

export function setFeeSchedule(world: World, command: SetFeeSchedule): Answer {
  if (command.feeAssetId !== 0 && world.assets[command.feeAssetId - 1] === undefined) return no('assetNotFound')
  world.levels = command.levels
  world.feeAssetId = command.feeAssetId
  world.feeAssetDiscountE8 = command.feeAssetDiscountE8
  for (const user of world.users.values()) setLevel(world, user)
  return ok()
}

export function creditUser(world: World, command: CreditUser): Answer {
  if (!world.users.has(command.userId)) return no('userNotFound')
  if (command.amount <= 0n) return no('badNumber')
  const asset = world.assets[command.assetId - 1]
  if (asset === undefined) return no('assetNotFound')
  if (asset.issued + command.amount >= AMOUNT_LIMIT) return no('valueTooLarge')
  asset.issued += command.amount
  const account = userAccount(command.userId, asset.assetId, 'available')
  move(world, contraAccount(command.cause, asset.assetId), account, command.amount)
  payDebt(world, command.userId, asset.assetId)
  return ok()
}

/** What the user does not have, even with no order left, becomes a debt. */
export function reverseCredit(world: World, { userId, assetId, amount, cause }: ReverseCredit): Answer {
  if (!world.users.has(userId)) return no('userNotFound')
  if (amount <= 0n) return no('badNumber')
  if (world.assets[assetId - 1] === undefined) return no('assetNotFound')
  const contra = contraAccount(cause, assetId)
  const given = cause === 'deposit' ? -balanceAt(world, contra) : -equityAt(world, assetId)
  if (amount > given) return no('valueTooLarge')
  if (availableOf(world, userId, assetId) < amount) cancelAll(world, userId, 0, 'freeze')
  const available = availableOf(world, userId, assetId)
  const taken = available < amount ? available : amount
  move(world, userAccount(userId, assetId, 'available'), contra, taken)
  move(world, debtAccount(userId, assetId), contra, amount - taken)
  return ok()
}

/** Gifts, corrections and what the house put into a fund stand against one account of the house. */
const equityAt = (world: World, assetId: number): bigint =>
  balanceAt(world, contraAccount('airdrop', assetId)) +
  balanceAt(world, contraAccount('adjustment', assetId)) +
  balanceAt(world, `equity:house:${assetId}`)
