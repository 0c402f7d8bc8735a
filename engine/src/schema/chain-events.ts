/** Events about networks, addresses, deposits, withdrawals and payments. */
import type { JsonObject } from '../command.ts'
import type { HoldingPlace } from '../event.ts'
import { json, jsonAmount, jsonId, optional, text } from './command-field.ts'
import { LISTING_TERMS } from './commands/chain.ts'
import { BLOCK_RECORD, DEPOSIT_RECORD, PAYMENT_RECORD, WITHDRAWAL_RECORD } from './records.ts'

/** Of an arrival that waits for a row. */
export interface Waiting {
  readonly height: number
  /** Units of the chain, as text. */
  readonly dust: string
  readonly maturity: number
  readonly isHeld: boolean
  readonly assetId: number
  readonly networkId: number
}

export const CHAIN_EVENTS = {
  depositChanged: { form: 'record', record: DEPOSIT_RECORD, about: 'A deposit came to a status.', audience: ['user', 'operator'] },
  withdrawalChanged: { form: 'record', record: WITHDRAWAL_RECORD, about: 'A withdrawal came to a status.', audience: ['user', 'operator'] },
  paymentChanged: {
    form: 'record',
    record: PAYMENT_RECORD,
    about: 'Something happened to a transaction of the house.',
    audience: ['operator'],
  },
  blockReached: { form: 'record', record: BLOCK_RECORD, about: 'The last booked block of a network is another one.', audience: ['public'] },
  networkDefined: {
    form: 'document',
    about: 'A new network.',
    audience: ['public'],
    keeps: { collection: 'networks', id: 'networkId' },
    fields: {
      networkId: jsonId('NetworkId'),
      family: json<number>('id'),
      document: json<JsonObject>('json'),
      actor: text(),
      why: text(),
    },
  },
  networkChanged: {
    form: 'document',
    about: 'A network halts, goes on, or is described otherwise.',
    audience: ['public'],
    keeps: { collection: 'networks', id: 'networkId' },
    fields: {
      networkId: jsonId('NetworkId'),
      isHalted: json<boolean>('flag'),
      document: json<JsonObject>('json'),
      actor: text(),
      why: text(),
    },
  },
  listingDefined: {
    form: 'document',
    about: 'A new asset on a network.',
    audience: ['public'],
    keeps: { collection: 'listings', id: 'listingId' },
    fields: { listingId: jsonId('ListingId'), terms: LISTING_TERMS, document: json<JsonObject>('json'), actor: text(), why: text() },
  },
  listingChanged: {
    form: 'document',
    about: 'An asset on a network has other terms.',
    audience: ['public'],
    keeps: { collection: 'listings', id: 'listingId' },
    fields: { listingId: jsonId('ListingId'), terms: LISTING_TERMS, document: json<JsonObject>('json'), actor: text(), why: text() },
  },
  listingHalted: {
    form: 'document',
    about: 'Payments of a listing stop, or go on.',
    audience: ['public', 'operator'],
    fields: { listingId: jsonId('ListingId'), isHalted: json<boolean>('flag'), actor: text(), why: text() },
  },
  addressAssigned: {
    form: 'document',
    about: 'A customer or the house has a new address.',
    audience: ['user'],
    fields: {
      addressId: jsonId('AddressId'),
      userId: jsonId('UserId'),
      family: json<number>('id'),
      place: json<HoldingPlace>('code'),
      tag: json<number>('id'),
      label: text(),
    },
  },
  depositSeen: {
    form: 'document',
    about: 'A deposit that nobody told of before; how it stands follows.',
    audience: ['user', 'operator'],
    fields: {
      depositId: jsonId('DepositId'),
      userId: jsonId('UserId', '0 = nobody’s, or the house’s.'),
      listingId: jsonId('ListingId'),
      addressId: json<number>('id', '0 = its tag says nobody.'),
      key: text(),
      tx: text(),
      position: text(),
      from: json<string | null>('text'),
      amount: jsonAmount(),
      count: optional(json<number>('count', 'Arrivals of one transaction that it stands for; absent: one.')),
      waiting: optional(
        json<Waiting>('json', 'It waits for a row: where and how much besides, so that it can be given one. Absent: it has its row.'),
      ),
    },
  },
  waitingLeft: {
    form: 'document',
    about: 'Deposits of a network that waited for a row, in blocks above a height, are gone with their blocks.',
    audience: ['operator'],
    fields: { networkId: jsonId('NetworkId'), height: json<number>('count') },
  },
  depositJudged: {
    form: 'document',
    about: 'A person decided about a deposit.',
    audience: ['operator'],
    fields: {
      depositId: jsonId('DepositId'),
      verdict: json<'credit' | 'hold' | 'keep' | 'vanished'>('code'),
      userId: jsonId('UserId'),
      actor: text(),
      why: text(),
    },
  },
  withdrawalRequested: {
    form: 'document',
    about: 'A withdrawal, and where it goes; how it stands follows.',
    audience: ['user', 'operator'],
    fields: {
      withdrawalId: jsonId('WithdrawalId'),
      userId: jsonId('UserId'),
      listingId: jsonId('ListingId'),
      document: json<JsonObject>('json'),
    },
  },
  withdrawalReviewed: {
    form: 'document',
    about: 'Why a person has to look at a withdrawal, or what one decided.',
    audience: ['user', 'operator'],
    fields: {
      withdrawalId: jsonId('WithdrawalId'),
      userId: jsonId('UserId'),
      reviews: json<readonly string[]>('json'),
      isApproved: json<boolean | null>('flag', 'null: nobody decided yet.'),
      actor: text(),
      why: text(),
    },
  },
  paymentBegun: {
    form: 'document',
    about: 'A transaction of the house, and how it exists once.',
    audience: ['operator'],
    fields: {
      paymentId: jsonId('PaymentId'),
      listingId: jsonId('ListingId'),
      from: json<HoldingPlace>('code'),
      to: json<HoldingPlace>('code'),
      plan: json<JsonObject>('json'),
      actor: text(),
    },
  },
  paymentSigned: {
    form: 'document',
    about: 'Bytes of a payment that the chain may take.',
    audience: ['operator'],
    fields: {
      paymentId: jsonId('PaymentId'),
      networkId: jsonId('NetworkId'),
      tx: text(),
      bytes: text(),
      fee: optional(json<JsonObject>('json', 'What it offers the chain.')),
    },
  },
  paymentFound: {
    form: 'document',
    about: 'The transaction of a payment that a block has.',
    audience: ['operator'],
    fields: { paymentId: jsonId('PaymentId'), networkId: jsonId('NetworkId'), tx: text(), height: json<number>('count') },
  },
  paymentDropped: {
    form: 'document',
    about: 'Why a payment was given up.',
    audience: ['operator'],
    fields: {
      paymentId: jsonId('PaymentId'),
      networkId: jsonId('NetworkId'),
      waitAgain: json<boolean>('flag'),
      actor: text(),
      why: text(),
    },
  },
  holdingFunded: {
    form: 'document',
    about: 'Coins of the house’s own came to a place on the chain, or left it.',
    audience: ['operator'],
    fields: {
      listingId: jsonId('ListingId'),
      place: json<HoldingPlace>('code'),
      amount: jsonAmount(),
      dust: jsonAmount(),
      reference: text(),
      actor: text(),
      why: text(),
    },
  },
} as const
