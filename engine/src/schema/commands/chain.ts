/** Commands about networks, addresses, deposits and withdrawals. What stands outside arrives here: twice, late, or out of order. */
import { arrivalsOf, listingTermsOf, minedOf, plainArrivals, plainListingTerms, plainMined, waitingOf } from '../../codec/wallet-json.ts'
import type { Arrival, BlockName, JsonObject, ListingTerms, MinedPayment, WaitingArrival, WithdrawalName } from '../../command.ts'
import type { HoldingPlace } from '../../event.ts'
import { document, documentOfCaller, documentOfTwo, type JsonField, json, jsonAmount, jsonId, optional, text } from '../command-field.ts'
import type { Note } from './people.ts'

const ACTOR = text('Who gives it.')
const WHY = text('What stands in the records of the house.')

export const LISTING_TERMS: JsonField<ListingTerms> = {
  unit: 'json',
  about: 'See `ListingTerms`.',
  toJson: plainListingTerms,
  fromJson: listingTermsOf,
}

const ARRIVALS: JsonField<readonly Arrival[]> = { unit: 'json', about: 'See `Arrival`.', toJson: plainArrivals, fromJson: arrivalsOf }
const WAITING: JsonField<readonly WaitingArrival[]> = {
  unit: 'json',
  about: 'See `WaitingArrival`.',
  toJson: plainArrivals,
  fromJson: waitingOf,
}
const MINED: JsonField<readonly MinedPayment[]> = { unit: 'json', about: 'See `MinedPayment`.', toJson: plainMined, fromJson: minedOf }

/** What bounds the rows of a customer. */
const ROWS_MOST = {
  ownMost: optional(json<number>('count', 'Deposits of a customer that are kept, too small ones aside: 3,000 where it is not said.')),
  smallMost: optional(json<number>('count', 'The same of those that were less than the least amount: 500 where it is not said.')),
}

export const CHAIN_COMMANDS = {
  defineNetwork: document({
    about: 'A new network. The outcome’s value is its id.',
    code: 24,
    givenBy: ['operator', 'system'],
    reasons: ['badParameter', 'engineFull'],
    fields: {
      family: json<number>('id', 'Networks of a family share addresses, 1…255.'),
      document: json<JsonObject>('json'),
      actor: ACTOR,
      why: WHY,
    },
  }),
  changeNetwork: document({
    about: 'Halts payments of a network or lets them go on, and replaces its document.',
    code: 25,
    givenBy: ['operator', 'system'],
    reasons: ['networkNotFound'],
    fields: { networkId: jsonId('NetworkId'), isHalted: json<boolean>('flag'), document: json<JsonObject>('json'), actor: ACTOR, why: WHY },
  }),
  defineListing: document({
    about: 'An asset on a network. The outcome’s value is the id of the listing.',
    code: 26,
    givenBy: ['operator', 'system'],
    reasons: ['assetNotFound', 'networkNotFound', 'badParameter', 'engineFull'],
    fields: { terms: LISTING_TERMS, document: json<JsonObject>('json'), actor: ACTOR, why: WHY },
  }),
  changeListing: document({
    about: 'Replaces everything of a listing but asset, network and unit. What is confirmed already stays so.',
    code: 27,
    givenBy: ['operator', 'system'],
    reasons: ['listingNotFound', 'badParameter'],
    fields: { listingId: jsonId('ListingId'), terms: LISTING_TERMS, document: json<JsonObject>('json'), actor: ACTOR, why: WHY },
  }),
  haltListing: document({
    about: 'Halts payments of a listing because ledger and chain differ, or lets them go on.',
    code: 28,
    givenBy: ['operator', 'system'],
    isRelief: true,
    reasons: ['listingNotFound'],
    fields: {
      listingId: jsonId('ListingId'),
      isHalted: json<boolean>('flag'),
      actor: ACTOR,
      why: WHY,
      note: optional(json<Note>('json')),
    },
  }),
  assignAddress: document({
    about:
      'An address of a family of networks, for a customer or (user 0) the house. The outcome’s value is its id, from which its key is derived.',
    code: 29,
    givenBy: ['customer', 'operator', 'system'],
    reasons: ['badParameter', 'addressLimit', 'engineFull'],
    fields: {
      userId: jsonId('UserId', '0 = the house.'),
      family: json<number>('id'),
      place: json<HoldingPlace>('code', 'What lies there: a customer’s is `addresses`.'),
      tag: json<number>('id', 'Where one address serves many: drawn at random, 0 = none.'),
      label: text(),
    },
  }),
  bookBlocks: document({
    about:
      'What blocks behind the last booked one brought, up to a block, or more of that one. Nothing is skipped and nothing booked twice: it says which it follows.',
    code: 30,
    givenBy: ['system'],
    reasons: ['networkNotFound', 'notNextBlock', 'badParameter', 'listingNotFound', 'valueTooLarge', 'engineFull'],
    fields: {
      networkId: jsonId('NetworkId'),
      after: json<BlockName>('json', 'The last block that was booked; a height of 0 = none yet.'),
      upTo: json<BlockName>('json', 'The last of these.'),
      arrivals: ARRIVALS,
      mined: MINED,
      ...ROWS_MOST,
    },
  }),
  leaveBlocks: document({
    about: 'The chain went another way: what was booked behind a block is taken back, the youngest first.',
    code: 31,
    givenBy: ['system'],
    isRelief: true,
    reasons: ['networkNotFound', 'notNextBlock', 'badParameter', 'engineFull'],
    fields: { networkId: jsonId('NetworkId'), from: json<BlockName>('json'), backTo: json<BlockName>('json') },
  }),
  takeArrivals: document({
    about:
      'Arrivals of booked blocks that waited because their owners had no row free: those that have one now get it, and are judged as their depth is. The outcome’s value is how many.',
    code: 43,
    givenBy: ['system'],
    reasons: ['networkNotFound', 'badParameter', 'listingNotFound', 'valueTooLarge', 'engineFull'],
    fields: { networkId: jsonId('NetworkId'), arrivals: WAITING, ...ROWS_MOST },
  }),
  noteArrivals: document({
    about: 'Coins that are in no block yet: shown, not booked. Known ones stay as they are.',
    code: 32,
    givenBy: ['system'],
    reasons: ['networkNotFound', 'badParameter', 'listingNotFound', 'engineFull'],
    fields: { networkId: jsonId('NetworkId'), arrivals: ARRIVALS, ...ROWS_MOST },
  }),
  judgeDeposit: documentOfTwo({
    about: 'Gives a deposit that waits for a person to a customer, holds it, or says that one in no block is gone.',
    code: 33,
    givenBy: ['operator', 'system'],
    takesTwo: ({ verdict }) => verdict === 'credit',
    reasons: ['depositNotFound', 'badParameter', 'engineFull'],
    fields: {
      key: text('The business key: 32 hexadecimal digits.'),
      verdict: json<'credit' | 'hold' | 'keep' | 'vanished'>('code', 'keep: it is the house’s own.'),
      userId: jsonId('UserId', 'Who gets what nobody’s tag says; 0 = whose address it is.'),
      actor: ACTOR,
      why: WHY,
    },
  }),
  requestWithdrawal: documentOfCaller({
    about: 'Sets coins aside to leave. The outcome’s value is the id of the withdrawal.',
    code: 34,
    givenBy: ['customer'],
    reasons: [
      'listingNotFound',
      'badNumber',
      'badParameter',
      'withdrawClosed',
      'withdrawHalted',
      'accountDisabled',
      'accountFrozen',
      'withdrawRange',
      'withdrawScale',
      'insufficientBalance',
      'tooManyWithdrawals',
      'withdrawLimit',
      'engineFull',
    ],
    fields: {
      userId: jsonId('UserId'),
      listingId: jsonId('ListingId'),
      amount: jsonAmount('With the fee.'),
      receiverId: jsonId('UserId', 'Whose address it is, of this house; 0 = it leaves.'),
      limit: jsonAmount('Value that he may take out in a window, 1e-8 of the unit asset; 0 = unbounded.'),
      windowMs: json<number>('ms', 'Length of that window, a week at most.'),
      isVerified: json<boolean>('flag', 'An API key that may withdraw stands for the second factor.'),
      reviews: json<readonly string[]>('json', 'Why a person has to look at it: of a verified one.'),
      openMost: optional(json<number>('count', 'Of a customer that are not over: 20 where it is not said.')),
      dayMost: optional(json<number>('count', 'That a customer asks for in 24 hours: 50 where it is not said.')),
      document: json<JsonObject>('json', 'Where it goes: not read here.'),
    },
  }),
  verifyWithdrawal: document({
    about: 'The customer proved that he wants it, which is judged again as things stand now.',
    code: 35,
    givenBy: ['customer'],
    reasons: ['withdrawalNotFound', 'withdrawalState', 'badParameter', 'accountDisabled', 'accountFrozen', 'withdrawLimit', 'engineFull'],
    fields: {
      userId: jsonId('UserId'),
      withdrawalId: jsonId('WithdrawalId'),
      reviews: json<readonly string[]>('json', 'Why a person has to look at it; none = nobody has to.'),
      limit: optional(jsonAmount('Value that he may take out in a window, this one included, 1e-8 of the unit asset; 0 = unbounded.')),
      windowMs: optional(json<number>('ms', 'Length of that window, a week at most.')),
    },
  }),
  judgeWithdrawal: document({
    about: 'What came of the review.',
    code: 36,
    givenBy: ['operator', 'system'],
    reasons: ['withdrawalNotFound', 'withdrawalState', 'engineFull'],
    fields: {
      userId: jsonId('UserId'),
      withdrawalId: jsonId('WithdrawalId'),
      isApproved: json<boolean>('flag'),
      actor: ACTOR,
      why: WHY,
    },
  }),
  cancelWithdrawal: document({
    about: 'The customer, or the house for one that no payment took yet, takes it back.',
    code: 37,
    givenBy: ['customer', 'operator', 'system'],
    isRelief: true,
    reasons: ['withdrawalNotFound', 'withdrawalState', 'engineFull'],
    fields: {
      userId: jsonId('UserId'),
      withdrawalId: jsonId('WithdrawalId'),
      actor: ACTOR,
      isExpired: optional(
        json<boolean>('flag', 'Nobody proved that he wants it: too many wrong codes. It ends as one that ran out of time.'),
      ),
    },
  }),
  beginPayment: documentOfTwo({
    about:
      'A transaction of the house: withdrawals that it pays, or coins that it moves between places. It says how it exists once, before anything is signed. The outcome’s value is its id.',
    code: 38,
    givenBy: ['operator', 'system'],
    takesTwo: ({ withdrawals }) => withdrawals.length === 0,
    reasons: ['listingNotFound', 'withdrawHalted', 'withdrawalNotFound', 'withdrawalState', 'badParameter', 'badNumber', 'engineFull'],
    fields: {
      listingId: jsonId('ListingId'),
      withdrawals: json<readonly WithdrawalName[]>('json', 'All of this listing; none = it moves coins.'),
      from: json<HoldingPlace>('code'),
      to: json<HoldingPlace>('code', 'Of a move.'),
      amount: jsonAmount('Of a move.'),
      plan: json<JsonObject>('json', 'How it exists once, where it goes, what it may cost: not read here.'),
      actor: ACTOR,
    },
  }),
  signPayment: document({
    about: 'Bytes that may be on the chain from now on: the first time they count as on the way. Replacements say so again.',
    code: 39,
    givenBy: ['system'],
    reasons: ['networkNotFound', 'paymentNotFound', 'engineFull'],
    fields: {
      networkId: jsonId('NetworkId'),
      paymentId: jsonId('PaymentId'),
      tx: text(),
      bytes: text('Hexadecimal.'),
      fee: optional(json<JsonObject>('json', 'What it offers the chain, so that a replacement knows what to exceed: not read here.')),
    },
  }),
  dropPayment: document({
    about: 'A payment that is proven dead, or was never signed. Its withdrawals wait again, or fail and come back.',
    code: 40,
    givenBy: ['operator', 'system'],
    reasons: ['networkNotFound', 'paymentNotFound', 'badParameter', 'engineFull'],
    fields: {
      networkId: jsonId('NetworkId'),
      paymentId: jsonId('PaymentId'),
      waitAgain: json<boolean>('flag'),
      actor: ACTOR,
      why: text('The proof.'),
    },
  }),
  fundHolding: document({
    about: 'Coins of the house’s own that came to a place on the chain, or (below zero) left it.',
    code: 41,
    givenBy: ['operator', 'system'],
    reasons: ['listingNotFound', 'badNumber', 'badParameter', 'valueTooLarge', 'engineFull'],
    fields: {
      listingId: jsonId('ListingId'),
      place: json<HoldingPlace>('code'),
      amount: jsonAmount(),
      dust: jsonAmount('Units of the chain beyond it.'),
      reference: text(),
      actor: ACTOR,
      why: WHY,
    },
  }),
} as const
