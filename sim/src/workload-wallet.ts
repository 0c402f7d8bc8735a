/**
 * Worlds with chains: a workload with products, and between its steps what networks bring (blocks, blocks that leave, things told twice and
 * late, forged ones), addresses, withdrawals through all their states, payments that are replaced, fail, die and come again, and halts.
 */
import type { Arrival, BlockName, Command, ListingTerms, MinedPayment, WaitingArrival } from '@agio/engine/command.ts'
import {
  asAddressId,
  asAssetId,
  asDepositId,
  asListingId,
  asNetworkId,
  asPaymentId,
  asUserId,
  asWithdrawalId,
  type UserId,
} from '@agio/engine/ids/id.ts'
import { createPrng, type Prng } from './prng.ts'
import { type SimStep, START_MS, USER_COUNT } from './workload.ts'
import { makeProductWorkload } from './workload-products.ts'
import { FIRST_USER } from './workload-world.ts'

const SIGNED = { actor: 'operator', why: 'simulation' } as const
/** Ids of steps that the other workloads do not have. */
const FIRST_ID = 2_000_000
const NETWORKS = 2
const LISTINGS = 5
const DAY_MS = 86_400_000

interface Named {
  readonly userId: UserId
  readonly seq: number
}

interface Chain {
  /** Booked blocks, the oldest first. */
  blocks: BlockName[]
}

interface Maker {
  readonly random: Prng
  /** Sequence of the step that is made. */
  seq: number
  /** Names of blocks that were given, so that each is another one. */
  names: number
  readonly chains: readonly Chain[]
  readonly keys: string[]
  /** Arrivals of blocks, as an entry told them. */
  readonly told: WaitingArrival[]
  readonly withdrawals: Named[]
  readonly payments: number[]
  /** What follows one after the other in the life of some withdrawal, as long as nothing comes between. */
  readonly story: (() => Command)[]
}

/** About half of the steps are those of a workload with products. */
export function makeWalletWorkload(seed: number, count: number): SimStep[] {
  const base = makeProductWorkload(seed, count)
  const maker: Maker = {
    random: createPrng(seed ^ 0x3a11e7),
    seq: 0,
    names: 0,
    chains: Array.from({ length: NETWORKS }, () => ({ blocks: [] })),
    keys: [],
    told: [],
    withdrawals: [],
    payments: [],
    story: [],
  }
  const opened = base.findIndex(({ command }) => command.kind === 'setIndexTerms') + 1
  const steps: SimStep[] = [...base.slice(0, opened)]
  const add = (elapsedMs: number, make: () => Command): void => {
    maker.seq = steps.length + 1
    steps.push({ id: FIRST_ID + steps.length, elapsedMs, key: '', command: make(), target: null })
  }
  for (const command of openingOf(maker)) add(1, () => command)
  for (const step of base.slice(opened)) {
    if (steps.length >= count) break
    steps.push(step)
    for (let more = maker.random.below(3); more > 0 && steps.length < count; more -= 1)
      add(maker.random.pick([0, 0, 40, 40, 1_000, 600_000, 1_800_000]), () => next(maker))
  }
  return steps
}

function termsOf({ random }: Maker, listing: number): ListingTerms {
  const chainScale = [8, 18, 2, 10, 8][listing % LISTINGS] ?? 8
  return {
    assetId: asAssetId(1 + (listing % 3)),
    networkId: asNetworkId(listing < 3 ? 1 : 2),
    depositOpen: true,
    withdrawOpen: !random.oneIn(30),
    chainScale,
    withdrawScale: random.pick([0, 2, 2]),
    creditAt: random.pick([1, 1, 2, 3]),
    unlockAt: random.pick([3, 4, 6]),
    minDeposit: random.pick([0n, 10n ** 6n, 10n ** 8n]),
    minWithdraw: random.pick([0n, 0n, 10n ** 6n]),
    maxWithdraw: random.pick([0n, 0n, 10n ** 11n]),
    fee: 0n,
    feeRateE8: random.pick([0, 0, 100_000, 12_345]),
  }
}

function openingOf(maker: Maker): Command[] {
  const commands: Command[] = []
  for (let network = 1; network <= NETWORKS; network += 1)
    commands.push({ kind: 'defineNetwork', family: network, document: {}, ...SIGNED })
  for (let listing = 0; listing < LISTINGS; listing += 1) {
    commands.push({ kind: 'defineListing', terms: termsOf(maker, listing), document: {}, ...SIGNED })
    commands.push(funded(maker, listing + 1, 10n ** 12n))
  }
  for (let user = 0; user < USER_COUNT; user += 1)
    for (let family = 1; family <= NETWORKS; family += 1) commands.push(assigned(maker, asUserId(FIRST_USER + user), family, 100 + user))
  return commands
}

const funded = ({ random }: Maker, listing: number, amount: bigint): Command => ({
  kind: 'fundHolding',
  listingId: asListingId(listing),
  place: random.pick(['hot', 'hot', 'warm', 'cold']),
  amount,
  dust: random.pick([0n, 0n, 7n, -3n, 99n]),
  reference: '',
  ...SIGNED,
})

function assigned({ random }: Maker, userId: UserId, family: number, tag = random.oneIn(4) ? random.below(40) : 0): Command {
  const place = userId === 0 ? random.pick(['hot', 'warm', 'cold', 'addresses'] as const) : 'addresses'
  return { kind: 'assignAddress', userId, family, place, tag, label: '' }
}

const anyUser = ({ random }: Maker): UserId => asUserId(FIRST_USER + (random.oneIn(60) ? 50 : random.below(USER_COUNT)))
const anyListing = ({ random }: Maker): number => (random.oneIn(80) ? 9 : 1 + random.below(LISTINGS))
const anyAmount = (random: Prng): bigint => random.pick([1n, 10n ** 6n, 10n ** 7n, 10n ** 8n, 3n * 10n ** 9n, 10n ** 10n])
const networkOfListing = (listing: number): number => (listing <= 3 ? 1 : listing <= LISTINGS ? 2 : 0)

function next(maker: Maker): Command {
  const told = maker.random.oneIn(4) ? undefined : maker.story.shift()
  if (told !== undefined) return told()
  const kind = maker.random.weighted([
    [24, 'book'],
    [5, 'leave'],
    [6, 'note'],
    [6, 'take'],
    [5, 'judgeDeposit'],
    [14, 'request'],
    [12, 'verify'],
    [5, 'judge'],
    [5, 'cancel'],
    [12, 'begin'],
    [12, 'sign'],
    [3, 'drop'],
    [2, 'fund'],
    [2, 'address'],
    [1, 'halt'],
    [1, 'change'],
    [2, 'protect'],
  ] as const)
  return MAKERS[kind](maker)
}

const EMPTY: BlockName = { height: 0, block: '' }
const lastOf = ({ blocks }: Chain): BlockName => blocks.at(-1) ?? EMPTY
const chainOf = (maker: Maker, network: number): Chain => maker.chains[network - 1] ?? { blocks: [] }

function named(maker: Maker, height: number): BlockName {
  maker.names += 1
  return { height, block: `block-${maker.names}` }
}

function arrival(maker: Maker, network: number, height: number): Arrival {
  const { random } = maker
  const listing = network === 1 ? random.between(1, 3) : random.between(4, 5)
  const known = random.oneIn(4) ? maker.keys[maker.keys.length - 1 - random.below(Math.min(30, maker.keys.length + 1))] : undefined
  const key = known ?? (maker.keys.length + 1).toString(16).padStart(32, '0')
  if (known === undefined) maker.keys.push(key)
  return {
    listingId: asListingId(random.oneIn(60) ? anyListing(maker) : listing),
    // addresses of both families take turns
    addressId: random.oneIn(12) ? 0 : asAddressId(1 + random.below(USER_COUNT) * NETWORKS + (network - 1)),
    key,
    tx: `tx-${key}`,
    position: 'v',
    from: null,
    amount: random.oneIn(40) ? 0n : anyAmount(random),
    dust: random.oneIn(3) ? BigInt(random.below(10)) * (listing === 2 ? 1n : 0n) : 0n,
    height,
    isHeld: random.oneIn(15),
    ...(random.oneIn(8) && { maturity: random.pick([0, 5, 9, 9, -1, 10_001]) }),
  }
}

function mined(maker: Maker, network: number, height: number): MinedPayment[] {
  const { random } = maker
  const ids = new Set(maker.payments.slice(-12).filter(() => random.oneIn(4)))
  return [...ids].map((seq) => ({
    paymentId: asPaymentId(seq),
    tx: `tx-${seq}`,
    height,
    succeeded: !random.oneIn(5),
    gasListingId: asListingId(network === 1 ? 2 : 4),
    gas: random.pick([0n, 1n, 1_000n]),
    gasDust: random.pick([0n, 0n, 5n]),
  }))
}

/** Small bounds, so that some customers come to them. */
const rowsMost = ({ random }: Maker): { readonly ownMost?: number; readonly smallMost?: number } => ({
  ...(random.oneIn(2) && { ownMost: random.oneIn(40) ? 0 : random.pick([4, 8, 20]) }),
  ...(random.oneIn(2) && { smallMost: random.oneIn(40) ? 501 : random.pick([1, 2, 6]) }),
})

const MAKERS = {
  book: (maker: Maker): Command => {
    const { random } = maker
    const network = random.between(1, NETWORKS)
    const chain = chainOf(maker, network)
    const after = random.oneIn(25) ? { height: lastOf(chain).height, block: 'another' } : lastOf(chain)
    // now and then more of the last block
    const upTo = random.oneIn(12) ? after : named(maker, after.height + random.pick([1, 1, 1, 2, random.oneIn(8) ? 120 : 3]))
    const arrivals = Array.from({ length: random.below(4) }, () => arrival(maker, network, upTo.height))
    const most = rowsMost(maker)
    const command: Command = {
      kind: 'bookBlocks',
      networkId: asNetworkId(network),
      after,
      upTo,
      arrivals,
      mined: mined(maker, network, upTo.height),
      ...most,
    }
    for (const [place, each] of arrivals.entries()) maker.told.push({ ...each, depositId: asDepositId(maker.seq * 1024 + place) })
    // a chain that takes a refused block for booked would be refused from then on
    const isSound = most.ownMost !== 0 && most.smallMost !== 501 && arrivals.every((each) => isPlain(each, network))
    if (after === lastOf(chain) && upTo !== after && isSound) chain.blocks.push(upTo)
    return command
  },
  leave: (maker: Maker): Command => {
    const { random } = maker
    const network = random.between(1, NETWORKS)
    const chain = chainOf(maker, network)
    const depth = Math.min(random.pick([1, 1, 2, 4, 7]), Math.max(0, chain.blocks.length - 1))
    const from = lastOf(chain)
    if (depth > 0) chain.blocks = chain.blocks.slice(0, -depth)
    return { kind: 'leaveBlocks', networkId: asNetworkId(network), from, backTo: lastOf(chain) }
  },
  note: (maker: Maker): Command => {
    const network = maker.random.between(1, NETWORKS)
    return {
      kind: 'noteArrivals',
      networkId: asNetworkId(network),
      arrivals: [arrival(maker, network, maker.random.oneIn(30) ? 1 : 0)],
      ...rowsMost(maker),
    }
  },
  take: (maker: Maker): Command => {
    const { random, told } = maker
    const network = random.between(1, NETWORKS)
    const some = told.slice(-60).filter(({ listingId }) => networkOfListing(listingId) === network && random.oneIn(2))
    const forged = (one: WaitingArrival): WaitingArrival =>
      random.oneIn(20) ? { ...one, amount: one.amount + 1n, depositId: asDepositId(random.pick([0, 1_024, one.depositId])) } : one
    return { kind: 'takeArrivals', networkId: asNetworkId(network), arrivals: some.map(forged), ...rowsMost(maker) }
  },
  judgeDeposit: (maker: Maker): Command => {
    const { random } = maker
    const verdict = random.pick(['credit', 'credit', 'hold', 'keep', 'vanished'] as const)
    const waiting = maker.told.slice(-40).filter(({ isHeld, addressId }) => isHeld || addressId === 0)
    const one = random.oneIn(3) ? undefined : waiting[random.below(Math.max(1, waiting.length))]
    if (one !== undefined) {
      const userId = one.addressId === 0 && verdict === 'credit' ? anyUser(maker) : asUserId(0)
      return { kind: 'judgeDeposit', key: one.key, verdict, userId, ...SIGNED }
    }
    const newest = Math.min(random.pick([6, 60]), maker.keys.length + 1)
    const key = maker.keys[maker.keys.length - 1 - random.below(newest)] ?? 'none'
    return { kind: 'judgeDeposit', key, verdict, userId: random.oneIn(3) ? anyUser(maker) : asUserId(0), ...SIGNED }
  },
  request: (maker: Maker): Command => {
    const { random } = maker
    const userId = anyUser(maker)
    const { seq } = maker
    maker.withdrawals.push({ userId, seq })
    const listing = anyListing(maker)
    if (maker.story.length < 8) tell(maker, { userId, seq }, listing)
    return {
      kind: 'requestWithdrawal',
      userId,
      listingId: asListingId(listing),
      amount: anyAmount(random),
      receiverId: random.oneIn(5) ? anyUser(maker) : asUserId(0),
      limit: random.pick([0n, 0n, 10n ** 12n, 10n ** 10n]),
      windowMs: DAY_MS,
      isVerified: random.oneIn(4),
      reviews: random.oneIn(4) ? ['velocity'] : [],
      ...(random.oneIn(4) && { openMost: random.pick([0, 1, 3]), dayMost: random.pick([1, 4, 301]) }),
      document: {},
    }
  },
  verify: (maker: Maker): Command => ({
    kind: 'verifyWithdrawal',
    ...withdrawal(maker),
    reviews: maker.random.oneIn(4) ? ['velocity'] : [],
    ...(maker.random.oneIn(3) && { limit: maker.random.pick([-1n, 0n, 10n ** 8n, 10n ** 12n]), windowMs: maker.random.pick([DAY_MS, 1]) }),
  }),
  judge: (maker: Maker): Command => ({ kind: 'judgeWithdrawal', ...withdrawal(maker), isApproved: !maker.random.oneIn(3), ...SIGNED }),
  cancel: (maker: Maker): Command => {
    const isExpired = maker.random.oneIn(4)
    return { kind: 'cancelWithdrawal', ...withdrawal(maker), actor: 'user', ...(isExpired && { isExpired }) }
  },
  begin: (maker: Maker): Command => {
    const { random } = maker
    maker.payments.push(maker.seq)
    const isMove = random.oneIn(4)
    const paid = isMove ? [] : Array.from({ length: random.pick([1, 1, 1, 2]) }, () => withdrawal(maker))
    return {
      kind: 'beginPayment',
      listingId: asListingId(anyListing(maker)),
      withdrawals: paid,
      from: isMove ? random.pick(['addresses', 'hot', 'warm'] as const) : 'hot',
      to: random.pick(['hot', 'warm', 'cold'] as const),
      amount: isMove ? anyAmount(random) : 0n,
      plan: {},
      actor: 'conductor',
    }
  },
  sign: (maker: Maker): Command => ({ kind: 'signPayment', ...payment(maker), tx: 'tx', bytes: '00' }),
  drop: (maker: Maker): Command => ({ kind: 'dropPayment', ...payment(maker), waitAgain: maker.random.oneIn(2), ...SIGNED }),
  fund: (maker: Maker): Command => funded(maker, anyListing(maker), maker.random.pick([1n, -1n]) * anyAmount(maker.random)),
  address: (maker: Maker): Command =>
    assigned(maker, maker.random.oneIn(6) ? asUserId(0) : anyUser(maker), maker.random.oneIn(40) ? 7 : maker.random.between(1, NETWORKS)),
  halt: ({ random }: Maker): Command =>
    random.oneIn(2)
      ? { kind: 'haltListing', listingId: asListingId(1 + random.below(LISTINGS)), isHalted: random.oneIn(9), ...SIGNED }
      : { kind: 'changeNetwork', networkId: asNetworkId(random.between(1, 3)), isHalted: random.oneIn(9), document: {}, ...SIGNED },
  protect: (maker: Maker): Command => {
    const { random } = maker
    const boundUntil = START_MS + random.pick([-1, 0, DAY_MS / 8, DAY_MS, 3 * DAY_MS])
    return { kind: 'saveDocument', userId: anyUser(maker), collection: 'security', id: 'account', document: {}, boundUntil, actor: 'user' }
  },
  change: (maker: Maker): Command => {
    const listing = maker.random.below(LISTINGS)
    return { kind: 'changeListing', listingId: asListingId(listing + 1), terms: termsOf(maker, listing), document: {}, ...SIGNED }
  },
} as const satisfies Readonly<Record<string, (maker: Maker) => Command>>

/** A withdrawal is verified, perhaps judged, paid, signed, mined and deep, as it should be; other steps come between and may spoil it. */
function tell(maker: Maker, { userId, seq }: Named, listing: number): void {
  const { random, story } = maker
  const withdrawalId = asWithdrawalId(seq)
  const networkId = asNetworkId(networkOfListing(listing) || 1)
  const isReviewed = random.oneIn(3)
  let paid = 0
  story.push(() => ({ kind: 'verifyWithdrawal', userId, withdrawalId, reviews: isReviewed ? ['velocity'] : [] }))
  if (isReviewed) story.push(() => ({ kind: 'judgeWithdrawal', userId, withdrawalId, isApproved: true, ...SIGNED }))
  story.push(() => {
    paid = maker.seq
    maker.payments.push(paid)
    const places = { from: 'hot', to: 'hot', amount: 0n } as const
    return {
      kind: 'beginPayment',
      listingId: asListingId(listing),
      withdrawals: [{ userId, withdrawalId }],
      ...places,
      plan: {},
      actor: 'conductor',
    }
  })
  const sign = (): Command => ({ kind: 'signPayment', networkId, paymentId: asPaymentId(paid), tx: 'tx', bytes: '00' })
  story.push(sign)
  if (random.oneIn(4)) story.push(sign)
  if (random.oneIn(5))
    story.push(() => ({ kind: 'dropPayment', networkId, paymentId: asPaymentId(paid), waitAgain: random.oneIn(2), ...SIGNED }))
  for (let blocks = 0; blocks < 4; blocks += 1) story.push(() => MAKERS.book(maker))
}

/** Would an engine book it? The listing is the network’s, something came, and dust is what the listing’s unit knows. */
const isPlain = ({ listingId, amount, dust, maturity = 0 }: Arrival, network: number): boolean =>
  maturity >= 0 && maturity <= 10_000 && networkOfListing(listingId) === network && amount + dust > 0n && (dust === 0n || listingId === 2)

function withdrawal(maker: Maker): { readonly userId: UserId; readonly withdrawalId: ReturnType<typeof asWithdrawalId> } {
  const { random, withdrawals } = maker
  const found = withdrawals[withdrawals.length - 1 - random.below(Math.min(8, withdrawals.length + 1))]
  const userId = random.oneIn(50) || found === undefined ? anyUser(maker) : found.userId
  return { userId, withdrawalId: asWithdrawalId(found?.seq ?? 1) }
}

function payment(maker: Maker): { readonly networkId: ReturnType<typeof asNetworkId>; readonly paymentId: ReturnType<typeof asPaymentId> } {
  const { random, payments } = maker
  const seq = payments[payments.length - 1 - random.below(Math.min(8, payments.length + 1))] ?? 1
  return { networkId: asNetworkId(random.between(1, NETWORKS)), paymentId: asPaymentId(seq) }
}
