/** Events of the wallet made by hand, as the engine would publish them. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { Event, HoldingPlace } from '@agio/engine/event.ts'
import { asAddressId, asDepositId, asListingId, asNetworkId, asPaymentId, asUserId, asWithdrawalId } from '@agio/engine/ids/id.ts'
import { COIN, CUSTOMER } from './events.ts'

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

export const LISTING = asListingId(1)
export const NETWORK = asNetworkId(1)
export const DEPOSIT = asDepositId(10 * 1024)
export const WITHDRAWAL = asWithdrawalId(20)
export const PAYMENT = asPaymentId(25)
export const KEY = '0123456789abcdef0123456789abcdef'
export const DESTINATION = { address: '0xThere', memo: '7', remark: 'rent', clientId: 'mine-1', methods: ['google'], facts: {} }

const WHERE = { listingId: LISTING, assetId: COIN, networkId: NETWORK }

export const assigned = (addressId: number, changes: Partial<Of<'addressAssigned'>> = {}): Event => ({
  kind: 'addressAssigned',
  addressId: asAddressId(addressId),
  userId: CUSTOMER,
  family: 60,
  place: 'addresses',
  tag: 0,
  label: 'mine',
  ...changes,
})

export const seen = (changes: Partial<Of<'depositSeen'>> = {}): Event => ({
  kind: 'depositSeen',
  depositId: DEPOSIT,
  userId: CUSTOMER,
  listingId: LISTING,
  addressId: 3,
  key: KEY,
  tx: '0xIn',
  position: 'log:0',
  from: '0xFrom',
  amount: 5n,
  ...changes,
})

export const deposit = (status: Of<'depositChanged'>['status'], height = 0, changes: Partial<Of<'depositChanged'>> = {}): Event => ({
  kind: 'depositChanged',
  ...WHERE,
  depositId: DEPOSIT,
  userId: CUSTOMER,
  status,
  height,
  pileId: 0,
  amount: 5n,
  ...changes,
})

export const requested = (changes: Partial<Of<'withdrawalRequested'>> = {}): Event => ({
  kind: 'withdrawalRequested',
  withdrawalId: WITHDRAWAL,
  userId: CUSTOMER,
  listingId: LISTING,
  document: DESTINATION,
  ...changes,
})

export const withdrawal = (status: Of<'withdrawalChanged'>['status'], changes: Partial<Of<'withdrawalChanged'>> = {}): Event => ({
  kind: 'withdrawalChanged',
  ...WHERE,
  withdrawalId: WITHDRAWAL,
  userId: CUSTOMER,
  receiverId: asUserId(0),
  paymentId: asPaymentId(0),
  status,
  amount: 15n,
  fee: 1n,
  value: 900n,
  ...changes,
})

export const reviewed = (changes: Partial<Of<'withdrawalReviewed'>>): Event => ({
  kind: 'withdrawalReviewed',
  withdrawalId: WITHDRAWAL,
  userId: CUSTOMER,
  reviews: [],
  isApproved: null,
  actor: '',
  why: '',
  ...changes,
})

export const begun = (to: HoldingPlace = 'hot'): Event => ({
  kind: 'paymentBegun',
  paymentId: PAYMENT,
  listingId: LISTING,
  from: 'hot',
  to,
  plan: { nonce: '4' },
  actor: 'conductor',
})

export const signed = (tx: string, fee?: JsonObject): Event => ({
  kind: 'paymentSigned',
  paymentId: PAYMENT,
  networkId: NETWORK,
  tx,
  bytes: `bytes of ${tx}`,
  ...(fee !== undefined && { fee }),
})

export const found = (tx: string, height: number): Event => ({ kind: 'paymentFound', paymentId: PAYMENT, networkId: NETWORK, tx, height })

export const payment = (change: Of<'paymentChanged'>['change'], changes: Partial<Of<'paymentChanged'>> = {}): Event => ({
  kind: 'paymentChanged',
  change,
  networkId: NETWORK,
  listingId: LISTING,
  paymentId: PAYMENT,
  height: 0,
  amount: 14n,
  gas: 0n,
  gasListingId: asListingId(0),
  ...changes,
})
