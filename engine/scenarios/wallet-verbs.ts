/** Rows of scenarios about networks, deposits and withdrawals. Options stand in `says` as `name=value`; amounts have 8 decimals. */
import type { Arrival, BlockName, ListingTerms, MinedPayment } from '../src/command.ts'
import type { HoldingPlace } from '../src/event.ts'
import { asAssetId, asDepositId, asListingId, asNetworkId, asPaymentId, asUserId, asWithdrawalId } from '../src/ids/id.ts'
import type { CHAIN_COMMANDS } from '../src/schema/commands/chain.ts'
import type { CommandByKind } from '../src/schema/commands.ts'
import { minorOf } from './product-verbs.ts'
import type { Row } from './verbs.ts'

const ADMIN = { actor: 'ops', why: 'test' } as const
const HOUSE = asUserId(0)
const DAY_MS = 86_400_000

type Kind = keyof typeof CHAIN_COMMANDS
type WalletVerbs = { readonly [K in Kind]: Readonly<Record<string, (row: Row) => CommandByKind[K]>> }

const listOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** `name=value` of a cell, by name. */
function optionsOf(row: Row): (name: string, usual?: string) => string {
  const said = new Map(listOf(row.cell('says')).map((word) => word.split('=') as [string, string]))
  return (name, usual = '') => said.get(name) ?? usual
}

/** A deposit's name as its business key. */
export const keyOf = (name: string): string =>
  [...name]
    .map((character) => character.charCodeAt(0).toString(16))
    .join('')
    .padStart(32, '0')

/** `7` is the block of that height, `7b` another one. */
const blockOf = (text: string): BlockName => ({ height: Number.parseInt(text, 10), block: text === '0' ? '' : `block-${text}` })

/** `d1:1:0.5`: deposit d1 at address 1; behind it `+3` of dust, `@7` in block 7, `!` held. What is called `mined…` is a miner's, spent after 6 confirmations. Listing 1 where `/2` says no other. */
function arrivalOf(word: string, height: number): Arrival {
  const [, name = '', address = '', amount = '', listing = '1', dust = '0', at, mark] =
    /^(\w+):(\d+):([\d.]+)(?:\/(\d+))?(?:\+(\d+))?(?:@(\d+))?(!)?$/.exec(word)?.map((part) => part ?? undefined) ?? []
  const facts = {
    ...(name.startsWith('mined') && { maturity: 6 }),
    key: keyOf(name),
    tx: `tx-${name}`,
    position: 'v',
    from: null,
    isHeld: mark === '!',
  }
  const place = { listingId: asListingId(Number(listing)), addressId: Number(address) as Arrival['addressId'] }
  return { ...place, ...facts, amount: minorOf(amount), dust: BigInt(dust), height: at === undefined ? height : Number(at) }
}

/** `p1:done` or `p1:failed`, with gas `~0.01`, its dust `+3`, its block `@7`; the gas is of listing 1 where `/2` says no other. */
function minedOf(word: string, height: number, row: Row): MinedPayment {
  const [, name = '', how = '', gas = '0', listing = '1', dust = '0', at] =
    /^(\w+):(done|failed)(?:~([\d.]+))?(?:\/(\d+))?(?:\+(\d+))?(?:@(\d+))?$/.exec(word)?.map((part) => part ?? undefined) ?? []
  const paid = { gasListingId: asListingId(Number(listing)), gas: minorOf(gas), gasDust: BigInt(dust) }
  const found = { tx: `tx-${name}`, height: at === undefined ? height : Number(at), succeeded: how === 'done' }
  return { paymentId: asPaymentId(row.seqOf(name)), ...found, ...paid }
}

const networkOf = (row: Row): ReturnType<typeof asNetworkId> => asNetworkId(Number(optionsOf(row)('network', '1')))
const listingOf = (row: Row): ReturnType<typeof asListingId> => asListingId(Number(optionsOf(row)('listing', '1')))

/** `own=2 small=1`: rows that a customer has. */
function boundsOf(row: Row): Pick<CommandByKind['bookBlocks'], 'ownMost' | 'smallMost'> {
  const option = optionsOf(row)
  return {
    ...(option('own') !== '' && { ownMost: Number(option('own')) }),
    ...(option('small') !== '' && { smallMost: Number(option('small')) }),
  }
}

/** `6>7 d1:1:0.5 p1:done`: from block 6 to block 7. */
function booked(row: Row): CommandByKind['bookBlocks'] {
  const words = listOf(row.cell('says')).filter((word) => !word.includes('='))
  const [from = '0', to = '1'] = words[0]?.split('>') ?? []
  const upTo = blockOf(to)
  const rest = words.slice(1)
  return {
    kind: 'bookBlocks',
    networkId: networkOf(row),
    after: blockOf(from),
    upTo,
    arrivals: rest.filter((word) => !/:(done|failed)/.test(word)).map((word) => arrivalOf(word, upTo.height)),
    mined: rest.filter((word) => /:(done|failed)/.test(word)).map((word) => minedOf(word, upTo.height, row)),
    ...boundsOf(row),
  }
}

function termsOf(row: Row): ListingTerms {
  const option = optionsOf(row)
  const amount = (name: string): bigint => minorOf(option(name))
  return {
    assetId: asAssetId(Number(option('asset', '1'))),
    networkId: networkOf(row),
    depositOpen: option('deposits', 'open') === 'open',
    withdrawOpen: option('withdrawals', 'open') === 'open',
    chainScale: Number(option('chain', '8')),
    withdrawScale: Number(option('scale', '8')),
    creditAt: Number(option('credit', '2')),
    unlockAt: Number(option('unlock', '4')),
    minDeposit: amount('minDeposit'),
    minWithdraw: amount('min'),
    maxWithdraw: amount('max'),
    fee: amount('fee'),
    feeRateE8: Number(amount('rate')),
  }
}

function requested(row: Row, isVerified: boolean): CommandByKind['requestWithdrawal'] {
  const option = optionsOf(row)
  return {
    kind: 'requestWithdrawal',
    userId: row.userId,
    listingId: listingOf(row),
    amount: minorOf(row.cell('amount')),
    receiverId: option('to') === '' ? HOUSE : row.userNamed(option('to')),
    limit: minorOf(option('limit')),
    windowMs: Number(option('window', String(DAY_MS))),
    isVerified,
    reviews: listOf(option('why').replaceAll(',', ' ')),
    ...(option('open') !== '' && { openMost: Number(option('open')) }),
    ...(option('day') !== '' && { dayMost: Number(option('day')) }),
    document: {},
  }
}

const withdrawalOf = (row: Row): ReturnType<typeof asWithdrawalId> => asWithdrawalId(row.seqOf(row.cell('label')))
const judged =
  (isApproved: boolean) =>
  (row: Row): CommandByKind['judgeWithdrawal'] => ({
    kind: 'judgeWithdrawal',
    userId: row.userId,
    withdrawalId: withdrawalOf(row),
    isApproved,
    ...ADMIN,
  })

const verdict =
  (how: CommandByKind['judgeDeposit']['verdict']) =>
  (row: Row): CommandByKind['judgeDeposit'] => ({
    kind: 'judgeDeposit',
    key: keyOf(row.cell('label')),
    verdict: how,
    userId: row.cell('who') === 'house' ? HOUSE : row.userId,
    ...ADMIN,
  })

function payment(row: Row): CommandByKind['beginPayment'] {
  const option = optionsOf(row)
  const names = listOf(option('pays').replaceAll(',', ' ')).map((word) => word.split('/') as [string, string])
  return {
    kind: 'beginPayment',
    listingId: listingOf(row),
    withdrawals: names.map(([user, label]) => ({ userId: row.userNamed(user), withdrawalId: asWithdrawalId(row.seqOf(label)) })),
    from: option('from', 'hot') as HoldingPlace,
    to: option('to', 'hot') as HoldingPlace,
    amount: minorOf(row.cell('amount')),
    plan: {},
    actor: 'conductor',
  }
}

const paymentOf = (row: Row): Pick<CommandByKind['signPayment'], 'networkId' | 'paymentId'> => ({
  networkId: networkOf(row),
  paymentId: asPaymentId(row.seqOf(row.cell('label'))),
})

const dropped =
  (waitAgain: boolean) =>
  (row: Row): CommandByKind['dropPayment'] => ({ kind: 'dropPayment', ...paymentOf(row), waitAgain, ...ADMIN })

export const WALLET_VERBS: WalletVerbs = {
  defineNetwork: {
    network: (row) => ({ kind: 'defineNetwork', family: Number(optionsOf(row)('family', '1')), document: {}, ...ADMIN }),
  },
  changeNetwork: {
    haltNetwork: (row) => ({ kind: 'changeNetwork', networkId: networkOf(row), isHalted: true, document: {}, ...ADMIN }),
    openNetwork: (row) => ({ kind: 'changeNetwork', networkId: networkOf(row), isHalted: false, document: {}, ...ADMIN }),
  },
  defineListing: { list: (row) => ({ kind: 'defineListing', terms: termsOf(row), document: {}, ...ADMIN }) },
  changeListing: {
    relist: (row) => ({ kind: 'changeListing', listingId: listingOf(row), terms: termsOf(row), document: {}, ...ADMIN }),
  },
  haltListing: {
    haltListing: (row) => ({ kind: 'haltListing', listingId: listingOf(row), isHalted: true, ...ADMIN }),
    openListing: (row) => ({ kind: 'haltListing', listingId: listingOf(row), isHalted: false, ...ADMIN }),
  },
  assignAddress: {
    address: (row) => {
      const option = optionsOf(row)
      const place = option('place', 'addresses') as HoldingPlace
      const userId = row.cell('who') === 'house' ? HOUSE : row.userId
      const facts = { family: Number(option('family', '1')), place, tag: Number(option('tag', '0')), label: '' }
      return { kind: 'assignAddress', userId, ...facts }
    },
  },
  bookBlocks: { blocks: booked },
  leaveBlocks: {
    leave: (row) => {
      const [from = '', backTo = ''] =
        listOf(row.cell('says'))
          .find((word) => word.includes('>'))
          ?.split('>') ?? []
      return { kind: 'leaveBlocks', networkId: networkOf(row), from: blockOf(from), backTo: blockOf(backTo) }
    },
  },
  noteArrivals: {
    seen: (row) => {
      const words = listOf(row.cell('says')).filter((word) => !word.includes('='))
      return { kind: 'noteArrivals', networkId: networkOf(row), arrivals: words.map((word) => arrivalOf(word, 0)), ...boundsOf(row) }
    },
  },
  takeArrivals: {
    take: (row) => {
      const words = listOf(row.cell('says'))
      const height = Number(words.find((word) => word.startsWith('@'))?.slice(1) ?? 0)
      const depositId = asDepositId(row.seqOf(row.cell('label')) * 1_024 + Number(optionsOf(row)('place', '0')))
      const arrivals = words.filter((word) => !/^@|=/.test(word)).map((word) => ({ ...arrivalOf(word, height), depositId }))
      return { kind: 'takeArrivals', networkId: networkOf(row), arrivals, ...boundsOf(row) }
    },
  },
  judgeDeposit: { creditDeposit: verdict('credit'), hold: verdict('hold'), keep: verdict('keep'), vanish: verdict('vanished') },
  requestWithdrawal: { withdraw: (row) => requested(row, false), withdrawByKey: (row) => requested(row, true) },
  verifyWithdrawal: {
    verify: (row) => {
      const option = optionsOf(row)
      const reviews = listOf(option('why').replaceAll(',', ' '))
      const limit = option('limit') !== '' && { limit: minorOf(option('limit')), windowMs: Number(option('window', String(DAY_MS))) }
      return { kind: 'verifyWithdrawal', userId: row.userId, withdrawalId: withdrawalOf(row), reviews, ...limit }
    },
  },
  judgeWithdrawal: { approve: judged(true), reject: judged(false) },
  cancelWithdrawal: {
    undo: (row) => ({ kind: 'cancelWithdrawal', userId: row.userId, withdrawalId: withdrawalOf(row), actor: 'user' }),
    giveUp: (row) => ({ kind: 'cancelWithdrawal', userId: row.userId, withdrawalId: withdrawalOf(row), actor: 'user', isExpired: true }),
  },
  beginPayment: { pay: payment },
  signPayment: { sign: (row) => ({ kind: 'signPayment', ...paymentOf(row), tx: 'tx', bytes: '00' }) },
  dropPayment: { drop: dropped(false), requeue: dropped(true) },
  fundHolding: {
    fundHolding: (row) => {
      const option = optionsOf(row)
      const facts = { place: option('place', 'hot') as HoldingPlace, dust: BigInt(option('dust', '0')), reference: '' }
      return { kind: 'fundHolding', listingId: listingOf(row), amount: minorOf(row.cell('amount')), ...facts, ...ADMIN }
    },
  },
}
