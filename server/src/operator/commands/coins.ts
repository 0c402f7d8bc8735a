/** Coins on networks: whether they come and go, from which amounts on, for which fee, at which depth. */
import type { ListingTerms } from '@agio/engine/command.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { type Listing, listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { KnownListing } from '../../wallet/network-book.ts'
import { type OperatorCall, type OperatorTenant, operatorCommand, refuse, submitted } from '../operator-command.ts'
import { DOCUMENT_HELP, documentIn, plainDocument } from './coin-documents.ts'
import { coinOf } from './convert.ts'
import { networkCalled } from './networks.ts'

const PLACE = { coin: 'its name, such as BTC', network: 'key of the network, such as ethereum' } as const
const RATE_SCALE = 8
const WHOLE = /^\d{1,5}$/

const TERMS = {
  'min-deposit': 'smaller deposits wait until their sum reaches it',
  'min-withdraw': 'least withdrawal',
  'max-withdraw': 'largest withdrawal; 0 = no bound',
  fee: 'of a withdrawal, inside its amount; the least one where it is a share',
  'fee-rate': 'share of the amount, 0.001 = 0.1 %; 0 = the fee is fixed',
  scale: 'decimals that a withdrawal may have',
  'credit-at': 'confirmations at which a deposit can be traded',
  'unlock-at': 'confirmations at which it can be withdrawn, and a payment is final',
} as const
type TermOptions = Readonly<Partial<Record<keyof typeof TERMS, string>>>

interface Found {
  readonly known: KnownListing
  readonly terms: ListingTerms
  readonly scale: number
  readonly symbol: string
}

function listed(tenant: OperatorTenant, { coin, network }: { readonly coin: string; readonly network: string }): Found {
  const asset = coinOf(tenant, coin)
  const { networkId } = networkCalled(tenant, network)
  const known = tenant.wallet.book.listings(asset.assetId).find((listing) => listing.network.networkId === networkId)
  const terms = listingsOf(tenant.exchange.state).find(({ listingId }) => listingId === known?.listingId)?.terms
  if (known === undefined || terms === undefined) return refuse(`${asset.symbol} is not on ${network}`)
  return { known, terms, scale: asset.scale, symbol: asset.symbol }
}

function amountOf(name: string, text: string, scale: number): bigint {
  const amount = parseDecimal(text, scale)
  return typeof amount === 'bigint' ? amount : refuse(`${name}: ${text} is no amount with ${scale} decimals at most`)
}

const countOf = (name: string, text: string): number => (WHOLE.test(text) ? Number(text) : refuse(`${name}: ${text} is no number`))

/** Terms with those that were named in place of what stands. @throws Refusal */
function changed(terms: ListingTerms, given: TermOptions, scale: number): ListingTerms {
  const amount = (name: keyof typeof TERMS, standing: bigint): bigint => {
    const text = given[name]
    return text === undefined ? standing : amountOf(name, text, scale)
  }
  const count = (name: keyof typeof TERMS, standing: number): number => {
    const text = given[name]
    return text === undefined ? standing : countOf(name, text)
  }
  const rate = given['fee-rate']
  return {
    ...terms,
    minDeposit: amount('min-deposit', terms.minDeposit),
    minWithdraw: amount('min-withdraw', terms.minWithdraw),
    maxWithdraw: amount('max-withdraw', terms.maxWithdraw),
    fee: amount('fee', terms.fee),
    feeRateE8: rate === undefined ? terms.feeRateE8 : Number(amountOf('fee-rate', rate, RATE_SCALE)),
    withdrawScale: count('scale', terms.withdrawScale),
    creditAt: count('credit-at', terms.creditAt),
    unlockAt: count('unlock-at', terms.unlockAt),
  }
}

type Changing = Pick<OperatorCall<typeof PLACE, Readonly<Record<never, string>>>, 'tenant' | 'actor' | 'why'>

/** @throws Refusal where the terms do not fit each other */
async function change(call: Changing, { known }: Found, terms: ListingTerms, document = plainDocument(known.document)): Promise<number> {
  const { tenant, actor, why } = call
  const { reason, seq } = await tenant.exchange.submit({
    ...{ kind: 'changeListing', listingId: known.listingId, terms, document, actor, why },
  })
  if (reason === 'badParameter')
    refuse('these terms do not fit: unlock-at is not below credit-at, the fee has the decimals of a withdrawal, max is not below min')
  if (reason !== 'none') refuse(`refused: ${reason}`)
  return seq
}

function lineOf(tenant: OperatorTenant, { known, terms, scale, symbol }: Found, { isHalted }: Listing): string {
  const amount = (minor: bigint): string => formatDecimal(minor, scale)
  const { document } = known.network
  const fee =
    terms.feeRateE8 === 0 ? amount(terms.fee) : `${formatDecimal(BigInt(terms.feeRateE8), RATE_SCALE)} of it, at least ${amount(terms.fee)}`
  const most = terms.maxWithdraw === 0n ? 'any' : amount(terms.maxWithdraw)
  const state = [terms.depositOpen ? 'deposits open' : 'deposits closed', terms.withdrawOpen ? 'withdrawals open' : 'withdrawals closed']
  if (isHalted || tenant.wallet.halts.isHalted(known)) state.push('HALTED')
  return [
    `${symbol}  ${document.blockchain}  ${state.join(', ')}`,
    `  deposit from ${amount(terms.minDeposit)}, credited at ${terms.creditAt}, unlocked at ${terms.unlockAt} confirmations`,
    `  withdrawal ${amount(terms.minWithdraw)} to ${most}, fee ${fee}, ${terms.withdrawScale} decimals`,
  ].join('\n')
}

export const coinsList = operatorCommand({
  name: 'coins list',
  summary: 'Lists coins on networks with their terms.',
  arguments: {},
  options: { coin: 'only this one' },
  needsReason: false,
  run({ tenant, given }) {
    const only = given.coin === undefined ? undefined : coinOf(tenant, given.coin).assetId
    const lines = listingsOf(tenant.exchange.state).flatMap((listing) => {
      const known = tenant.wallet.book.listing(listing.listingId)
      const asset = tenant.feeds.listings.asset(listing.terms.assetId)
      if (known === undefined || asset === undefined || (only ?? listing.terms.assetId) !== listing.terms.assetId) return []
      return [lineOf(tenant, { known, terms: listing.terms, scale: asset.scale, symbol: asset.symbol }, listing)]
    })
    return Promise.resolve(lines.length === 0 ? 'none' : lines.join('\n'))
  },
})

const WHAT = { ...PLACE, what: 'deposit, withdraw or both' } as const
const WORDS = ['deposit', 'withdraw', 'both'] as const

async function turn(call: OperatorCall<typeof WHAT, Readonly<Record<never, string>>>, isOpen: boolean): Promise<string> {
  const { tenant, given } = call
  const found = listed(tenant, given)
  const what = WORDS.find((word) => word === given.what) ?? refuse('what: deposit, withdraw or both')
  const { terms } = found
  const depositOpen = what === 'withdraw' ? terms.depositOpen : isOpen
  const withdrawOpen = what === 'deposit' ? terms.withdrawOpen : isOpen
  const seq = await change(call, found, { ...terms, depositOpen, withdrawOpen })
  const words = [`deposits ${depositOpen ? 'open' : 'closed'}`, `withdrawals ${withdrawOpen ? 'open' : 'closed'}`]
  return `${found.symbol} on ${given.network}: ${words.join(', ')}, entry ${seq}`
}

export const coinsOpen = operatorCommand({
  name: 'coins open',
  summary: 'Opens deposits or withdrawals of a coin on a network.',
  arguments: WHAT,
  options: {},
  needsReason: true,
  run: (call) => turn(call, true),
})

export const coinsClose = operatorCommand({
  name: 'coins close',
  summary: 'Closes deposits or withdrawals of a coin on a network. What is asked for already is paid.',
  arguments: WHAT,
  options: {},
  needsReason: true,
  run: (call) => turn(call, false),
})

export const coinsTerms = operatorCommand({
  name: 'coins terms',
  summary: 'Changes minima, fees and confirmations of a coin on a network; what is not named stays.',
  arguments: PLACE,
  options: TERMS,
  needsReason: true,
  async run(call) {
    const { tenant, given } = call
    const found = listed(tenant, given)
    const seq = await change(call, found, changed(found.terms, given, found.scale))
    return `the terms of ${found.symbol} on ${given.network} are changed, entry ${seq}`
  },
})

export const coinsShow = operatorCommand({
  name: 'coins show',
  summary: 'Shows the document of a coin on a network, as `coins change` takes it.',
  arguments: PLACE,
  options: {},
  needsReason: false,
  run: ({ tenant, given }) => Promise.resolve(JSON.stringify(listed(tenant, given).known.document, null, 2)),
})

/** Coins that came under another token would be nobody's. @throws Refusal */
function mustBeUnused({ tenant }: Changing, { known, symbol }: Found): void {
  const listing = listingsOf(tenant.exchange.state).find(({ listingId }) => listingId === known.listingId)
  if (listing === undefined) return
  const { terms, held, dust } = listing
  if (terms.depositOpen || terms.withdrawOpen) refuse(`token: ${symbol} is open there; close deposits and withdrawals first`)
  if (dust !== 0n || Object.values(held).some((amount) => amount !== 0n)) refuse(`token stays as it is: the exchange holds ${symbol} there`)
}

export const coinsChange = operatorCommand({
  name: 'coins change',
  summary: 'Changes fields of a coin’s document on a network; what is not named stays, null takes a field away.',
  arguments: { ...PLACE, json: 'fields of its document, such as {"sweepFrom":"0.1"}' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given } = call
    const found = listed(tenant, given)
    const { known, terms, scale } = found
    const { network, listingId } = known
    const document = documentIn(tenant, plainDocument(known.document), given.json, { network, scale, listingId })
    if (document.token !== known.document.token) mustBeUnused(call, found)
    const seq = await change(call, found, terms, plainDocument(document))
    return `the document of ${found.symbol} on ${given.network} is changed, entry ${seq}`
  },
})

/** Closed until somebody opens it, with terms that nobody would take for real ones. */
const firstTerms = (chainScale: number, scale: number): Omit<ListingTerms, 'assetId' | 'networkId'> => ({
  depositOpen: false,
  withdrawOpen: false,
  chainScale,
  withdrawScale: Math.min(chainScale, scale),
  creditAt: 1,
  unlockAt: 1,
  minDeposit: 0n,
  minWithdraw: 0n,
  maxWithdraw: 0n,
  fee: 0n,
  feeRateE8: 0,
})

export const coinsAdd = operatorCommand({
  name: 'coins add',
  summary: 'Puts a coin on a network, closed for deposits and withdrawals until it is opened.',
  arguments: { ...PLACE, decimals: 'of the unit that the chain counts in', json: DOCUMENT_HELP },
  options: TERMS,
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const asset = coinOf(tenant, given.coin)
    const network = networkCalled(tenant, given.network)
    const { networkId } = network
    const document = plainDocument(documentIn(tenant, {}, given.json, { network, scale: asset.scale, listingId: undefined }))
    const first = { assetId: asset.assetId, networkId, ...firstTerms(countOf('decimals', given.decimals), asset.scale) }
    const terms = changed(first, given, asset.scale)
    const { value, seq } = await submitted(call, { kind: 'defineListing', terms, document, actor, why })
    return `${asset.symbol} is on ${given.network} as listing ${value}, entry ${seq}`
  },
})

export const COIN_COMMANDS = [coinsList, coinsShow, coinsOpen, coinsClose, coinsTerms, coinsAdd, coinsChange]
