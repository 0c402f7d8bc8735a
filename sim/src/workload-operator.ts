/** Random commands of the operator. What breaks the market is remembered with its repair, so that no seed spends its life halted. */
import type { Command, InstrumentTerms } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { Prng } from './prng.ts'
import { FIRST_USER, type Listing } from './workload-world.ts'

export interface OperatorMaker {
  readonly random: Prng
  readonly listings: readonly Listing[]
  readonly repairs: Command[]
}

export type OperatorMakerName =
  | 'tick'
  | 'status'
  | 'freeze'
  | 'terms'
  | 'schedule'
  | 'credit'
  | 'transfer'
  | 'listing'
  | 'feeDirection'
  | 'document'

const SIGNED = { actor: 'operator', why: 'simulation' } as const

export function makeOperatorCommand(maker: OperatorMaker, kind: OperatorMakerName, userId: UserId, id: number): Command {
  const { random } = maker
  switch (kind) {
    case 'status':
      return makeStatus(maker)
    case 'freeze': {
      const status = random.pick(['frozen', 'disabled', 'active'] as const)
      if (status !== 'active') maker.repairs.push({ kind: 'setUserStatus', userId, status: 'active', ...SIGNED })
      return { kind: 'setUserStatus', userId, status, ...SIGNED }
    }
    case 'terms': {
      const tradingEnabled = !random.oneIn(6)
      if (!tradingEnabled) maker.repairs.push({ kind: 'setUserTerms', userId, tradingEnabled: true })
      return {
        kind: 'setUserTerms',
        userId,
        feeLevel: random.pick([null, null, 0, 1, 2]),
        payFeeInFeeAsset: random.oneIn(2),
        tradingEnabled,
      }
    }
    case 'schedule':
      return makeSchedule(random)
    case 'feeDirection': {
      const direction = random.pick(['received', 'quote'] as const)
      for (const listing of maker.listings) listing.terms = { ...listing.terms, feeDirection: direction }
      return { kind: 'setFeeDirection', direction, ...SIGNED }
    }
    case 'listing':
      return makeListingChange(maker)
    case 'credit': {
      if (id % 3 === 0) return makeReversal(maker, userId, id)
      const amount = random.pick([1n, 0n, -1n, 1_000_000n, 10n ** 12n, (1n << 62n) - 1n])
      const cause = random.pick(['airdrop', 'adjustment', 'deposit'] as const)
      return { kind: 'creditUser', userId, assetId: asAssetId(random.between(1, 4)), amount, cause, reference: `c${id}` }
    }
    case 'transfer': {
      const [from, to] = random.pick([
        ['spot', 'financial'],
        ['spot', 'financial'],
        ['financial', 'spot'],
        ['spot', 'spot'],
        ['contract', 'spot'],
        ['spot', 'debt'],
      ] as const)
      const amount = random.pick([1n, 0n, 10n ** 6n, 10n ** 10n, 10n ** 13n, -1n])
      return { kind: 'transferBetweenAccounts', userId, from, to, assetId: asAssetId(random.between(1, 4)), amount }
    }
    case 'document':
      if (id % 6 === 3) return makePerson(userId, id)
      if (id % 2 === 1) return makeKeyChange(userId, id)
      if (id % 4 === 0) return makeInvite(userId, id)
      return { kind: 'saveDocument', userId, collection: 'favorites', id: 'spot', document: { list: [1, 2] }, actor: '' }
    case 'tick':
      return { kind: 'tick' }
  }
}

/** No random number. Most customers have less than the larger amounts: they come to owe, and a later credit lets them trade again. */
function makeReversal(maker: OperatorMaker, userId: UserId, id: number): Command {
  const assetId = asAssetId(1 + (id % 4))
  const amount = 10n ** BigInt(8 + ((id >> 2) % 8)) * BigInt((id >> 3) % 3)
  const cause = (['airdrop', 'airdrop', 'adjustment', 'deposit'] as const)[(id >> 1) % 4] ?? 'airdrop'
  maker.repairs.push({ kind: 'creditUser', userId, assetId, amount, cause, reference: `r${id}` })
  return { kind: 'reverseCredit', userId, assetId, amount, cause, reference: `r${id}`, ...SIGNED }
}

/** Few names, so that accounts take each other's and free them again. No random number: the rest of a seed stays as it was. */
function makeKeyChange(userId: UserId, id: number): Command {
  const name = (place: number): string => (place % 4 === 0 ? '' : place % 4 === 1 ? `account-${userId - FIRST_USER}` : `name-${place % 3}`)
  const document = { step: id }
  const keys = { bind: name(id >> 1), release: name(id >> 3) }
  return { kind: 'changeAccountKeys', userId, ...keys, collection: 'security', id: 'security', document, actor: 'user' }
}

/** Inviters among the first few users, so that circles are tried; rates on both sides of the bound. No random number here either. */
function makeInvite(userId: UserId, id: number): Command {
  if (id % 8 === 0)
    return { kind: 'setCommission', rateE8: [20_000_000, 33_333_333, 50_000_000, 50_000_001][(id >> 3) % 4] ?? 0, ...SIGNED }
  return { kind: 'setInviter', userId, inviterId: asUserId(FIRST_USER + ((id >> 3) % 5)) }
}

/** Persons of two or three of the first few users, who are told apart again half of the time. No random number either. */
function makePerson(userId: UserId, id: number): Command {
  const withUserId = asUserId(id % 12 === 3 ? 0 : FIRST_USER + ((id >> 3) % 5))
  return { kind: 'setPerson', userId, withUserId, ...SIGNED }
}

function makeStatus(maker: OperatorMaker): Command {
  const instrumentId = asInstrumentId(maker.random.between(1, maker.listings.length))
  const status = maker.random.pick(['halt', 'cancelOnly', 'trading'] as const)
  if (status !== 'trading') maker.repairs.push({ kind: 'setInstrumentStatus', instrumentId, status: 'trading', ...SIGNED })
  return { kind: 'setInstrumentStatus', instrumentId, status, ...SIGNED }
}

function makeSchedule(random: Prng): Command {
  const levels = [0n, 10n ** 6n, 10n ** 11n].map((volumeMin, index) => ({
    volumeMin,
    makerFeeE8: 80_000 - index * 20_000,
    takerFeeE8: 100_000 - index * 15_000,
  }))
  return {
    kind: 'setFeeSchedule',
    levels: random.oneIn(4) ? [] : levels,
    feeAssetId: asAssetId(random.pick([0, 3, 3, 1, 2])),
    feeAssetDiscountE8: random.pick([0, 25_000_000, 33_333_333]),
  }
}

function makeListingChange(maker: OperatorMaker): Command {
  const { random } = maker
  const index = random.below(maker.listings.length)
  const listing = maker.listings[index]
  if (listing === undefined) return { kind: 'tick' }
  const instrumentId = asInstrumentId(index + 1)
  const open = { ...listing.terms, enabled: true, buyEnabled: true, sellEnabled: true }
  const closing = random.pick<Partial<InstrumentTerms>>([{}, {}, {}, { enabled: false }, { buyEnabled: false }, { sellEnabled: false }])
  const change = random.pick<Partial<InstrumentTerms>>([
    { makerFeeE8: random.pick([null, 0, 50_000]), takerFeeE8: random.pick([null, 100_000, 1]) },
    { priceBandE8: random.pick([0, 3_000_000, 10_000_000]) },
    breakerOf(random.pick([0, 2_000_000, 10_000_000])),
    { maxOpenOrders: random.pick([0, 3, 20]), maxTriggerOrders: random.pick([0, 2, 10]), maxOrderLists: random.pick([0, 1, 5]) },
    { referencePrice: random.pick([0, listing.mid]) },
  ])
  listing.terms = { ...open, ...change, ...closing }
  const isClosed = Object.keys(closing).length > 0
  if (isClosed) maker.repairs.push({ kind: 'changeInstrument', instrumentId, terms: { ...open, ...change }, ...SIGNED })
  return { kind: 'changeInstrument', instrumentId, terms: listing.terms, ...SIGNED }
}

/** With the widest move a longer window comes, and goes with the others. */
const breakerOf = (breakerMoveE8: number): Partial<InstrumentTerms> => ({
  breakerMoveE8,
  breakerLongMoveE8: breakerMoveE8 === 10_000_000 ? 4_000_000 : 0,
  breakerLongWindowMs: breakerMoveE8 === 10_000_000 ? 3_600_000 : 0,
})
