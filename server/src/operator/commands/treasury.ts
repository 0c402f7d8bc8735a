/** Where the house's coins lie on chains, and what a person moves between the places. */
import { formatDecimal, parseDecimal, pow10 } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import { type Listing, listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { larger } from '../../convert/big.ts'
import type { ListedPayment } from '../../projections/rows/payment-rows.ts'
import type { KnownListing, KnownNetwork } from '../../wallet/network-book.ts'
import { isCompared } from '../../wallet/reconcile/compare-network.ts'
import { heldInAll } from '../../wallet/reconcile/cut.ts'
import { amountsOf, type Shift } from '../../wallet/treasury/bands.ts'
import { minorOf, stocksOf } from '../../wallet/treasury/stock.ts'
import { type OperatorTenant, operatorCommand, refuse, submitted } from '../operator-command.ts'
import { coinOf } from './convert.ts'

const SHOWN = ['hot', 'warm', 'cold', 'addresses'] as const
const PLACES = ['hot', 'warm', 'cold'] as const
const PLACE_NAMES = { hot: 'hot', warm: 'warm', cold: 'cold', addresses: 'deposit addresses' } as const

/** Payments that are looked through for movements, and movements that are shown of a coin. */
const LOOKED_THROUGH = 200
const ENDED_SHOWN = 3

/** In hundredths of a hundredth, rounded down. */
function shareText(part: bigint, total: bigint): string {
  return total === 0n ? '-' : `${formatDecimal((part * 10_000n) / total, 2)} %`
}

interface Shown {
  readonly tenant: OperatorTenant
  readonly known: KnownListing
  readonly listing: Listing
  readonly symbol: string
  readonly scale: number
  /** Of the network, the newest first. */
  readonly payments: readonly ListedPayment[]
}

function placesText({ known, listing, scale }: Shown): string {
  const { held } = listing
  const { bands } = known.document
  const total = heldInAll(held)
  const text = (amount: bigint): string => formatDecimal(amount, scale)
  const limits = bands === undefined ? undefined : amountsOf(held, bands)
  return SHOWN.map((place) => {
    const band = place === 'hot' || place === 'warm' ? limits?.[place] : undefined
    const bounds = band === undefined ? '' : `, band ${text(band.low)} to ${text(band.high)}`
    return `${PLACE_NAMES[place]} ${text(held[place])} (${shareText(held[place], total)}${bounds})`
  }).join('; ')
}

/** What the ledger and the chain differed by when they were last compared. */
function differenceText({ tenant, known, listing }: Shown): string {
  const { last } = tenant.wallet.treasury.reconciler
  const found = last?.networks.find(({ network }) => network.networkId === known.network.networkId)
  const halted = listing.isHalted ? '; withdrawals are halted' : ''
  if (found === undefined) return `not compared yet${halted}`
  if (!isCompared(found)) return `not compared: ${found.why}${halted}`
  const finding = found.findings.find((one) => one.listing.listingId === listing.listingId)
  if (finding === undefined) return `not compared yet${halted}`
  return `${formatDecimal(finding.difference, finding.decimals)} at block ${found.block.height}, entry ${found.seq}${halted}`
}

/** Of a coin that fees are paid in: for how many of its tokens' sweeps there is enough at hot. */
function gasText(shown: Shown): string[] {
  const { tenant, known, listing, symbol, scale } = shown
  const { treasurer } = tenant.wallet.treasury
  if (known.document.token !== null || treasurer === undefined) return []
  const fees = tenant.wallet.book
    .listings()
    .filter(({ network }) => network.networkId === known.network.networkId)
    .flatMap(({ listingId }) => treasurer.wordOf(listingId).fee ?? [])
  const dearest = fees.reduce(larger, 0n)
  const hot = `${formatDecimal(listing.held.hot, scale)} ${symbol} at hot`
  if (dearest === 0n) return [`gas stock: ${hot}`]
  const cost = minorOf(dearest, { scale, chainScale: listing.terms.chainScale })
  const worth = cost === 0n ? '' : `, enough for ${listing.held.hot / cost}`
  return [`gas stock: ${hot}; a sweep takes up to ${formatDecimal(dearest, listing.terms.chainScale)}${worth}`]
}

/** Where its transaction can be looked at: in the network's explorer, where its document names one. */
function linkText({ document }: KnownNetwork, tx: string | undefined): string {
  if (tx === undefined) return ''
  return `, ${document.explorerTxUrl?.replaceAll('{tx}', tx) ?? `transaction ${tx}`}`
}

function movesText({ tenant, known, listing, symbol, scale, payments }: Shown): string[] {
  const { treasurer } = tenant.wallet.treasury
  if (treasurer === undefined) return []
  const txOf = new Map(payments.map(({ paymentId, tx }) => [paymentId, tx]))
  const ended = payments.filter(
    ({ state, listingId, withdrawals }) => state === 'final' && listingId === listing.listingId && withdrawals.length === 0,
  )
  const moves = treasurer.moves.on(known.network.networkId).filter(({ listingId }) => listingId === listing.listingId)
  const { waits, proposed } = treasurer.wordOf(listing.listingId)
  const text = (amount: bigint): string => formatDecimal(amount, scale)
  const { protocolType } = known.network.document
  return [
    ...moves.map(({ paymentId, from, to, amount, mined, isSigned }) => {
      const state = mined === 'no' ? (isSigned ? 'signed' : 'begun') : `in a block, ${mined}`
      const link = linkText(known.network, txOf.get(paymentId))
      return `under way: payment ${paymentId}, ${PLACE_NAMES[from]} to ${PLACE_NAMES[to]} ${text(amount)}, ${state}${link}`
    }),
    ...ended.slice(0, ENDED_SHOWN).map(({ paymentId, from, to, amount, height, tx }) => {
      const link = linkText(known.network, tx)
      return `done: payment ${paymentId}, ${PLACE_NAMES[from]} to ${PLACE_NAMES[to]} ${text(amount)}, block ${height}${link}`
    }),
    ...proposed.map(({ from, to, amount }) => `proposed: treasury move ${symbol} ${protocolType} ${from} ${to} ${text(amount)}`),
    ...(waits === '' ? [] : [`waits: ${waits}`]),
  ]
}

function listingText(shown: Shown): string {
  const { listing, symbol, scale } = shown
  const onTheWay = `on the way ${formatDecimal(-listing.onTheWay, scale)}`
  const lines = [`${placesText(shown)}; ${onTheWay}`, `ledger difference: ${differenceText(shown)}`, ...gasText(shown), ...movesText(shown)]
  return lines.map((line, index) => `  ${(index === 0 ? symbol : '').padEnd(10)} ${line}`).join('\n')
}

async function shownOn(tenant: OperatorTenant, network: KnownNetwork): Promise<readonly Shown[]> {
  const { state } = tenant.exchange
  const { rows: payments } = await tenant.models.paymentList({ networkId: network.networkId, pageNo: 1, pageSize: LOOKED_THROUGH })
  const listings = listingsOf(state)
  return tenant.wallet.book.listings().flatMap((known) => {
    const listing = listings.find(({ listingId }) => listingId === known.listingId)
    const asset = assetsOf(state)[known.assetId - 1]
    if (known.network.networkId !== network.networkId || listing === undefined || asset === undefined) return []
    return [{ tenant, known, listing, symbol: asset.symbol, scale: asset.scale, payments }]
  })
}

export const treasury = operatorCommand({
  name: 'treasury',
  summary:
    'Shows what lies hot, warm and cold of each coin against its bands, movements under way, what there is for fees, and the ledger difference.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const networks = tenant.wallet.book.networks()
    if (networks.length === 0) return 'no network is defined'
    const shown = await Promise.all(networks.map((network) => shownOn(tenant, network)))
    return networks.map(({ document }, index) => [document.name, ...(shown[index] ?? []).map(listingText)].join('\n')).join('\n')
  },
})

/** By its protocol, in any case. @throws Refusal */
function networkOf({ wallet, tenantId }: OperatorTenant, protocol: string): KnownNetwork {
  const found = wallet.book.networks().find(({ document }) => document.protocolType.toUpperCase() === protocol.toUpperCase())
  return found ?? refuse(`no network ${protocol} at ${tenantId}`)
}

const placeOf = (text: string): Shift['from'] => PLACES.find((place) => place === text) ?? refuse(`${text} is none of ${PLACES.join(', ')}`)

export const treasuryMove = operatorCommand({
  name: 'treasury move',
  summary: 'Moves coins of the house between hot, warm and cold; the signer’s policy decides whether it signs that.',
  arguments: {
    coin: 'such as BTC',
    network: 'its protocol, such as ERC20',
    from: 'hot, warm or cold',
    to: 'hot, warm or cold',
    amount: 'whole coins such as 2.5',
  },
  options: {},
  needsReason: true,
  async run({ tenant, given, actor, why }) {
    const { reconciler, treasurer } = tenant.wallet.treasury
    if (treasurer === undefined) refuse('nothing can be paid here: no signer is configured')
    const { assetId, symbol, scale } = coinOf(tenant, given.coin)
    const network = networkOf(tenant, given.network)
    const [from, to] = [placeOf(given.from), placeOf(given.to)]
    if (from === to) refuse('from and to are the same place')
    const amount = parseDecimal(given.amount, scale)
    if (typeof amount === 'string' || amount === 0n) refuse(`amount: coins above zero, at most ${scale} decimals`)
    const compared = (await reconciler.run()).networks.find((result) => result.network.networkId === network.networkId)
    if (compared === undefined || !isCompared(compared)) refuse(`ledger and chain were not compared: ${compared?.why ?? 'no such network'}`)
    const listings = tenant.wallet.book.listings().filter((known) => known.network.networkId === network.networkId)
    const stock = stocksOf(compared, listings).find(({ listing }) => listing.assetId === assetId)
    if (stock === undefined) refuse(`${symbol} is not on ${network.document.name}`)
    if (!stock.isSound) refuse(`withdrawals of ${symbol} are halted: see reconcile`)
    if (stock.listing.held[from] < amount) refuse(`${from} holds ${formatDecimal(stock.listing.held[from], scale)} ${symbol}`)
    const result = await treasurer.shift(network, stock, { from, to, amount, isProposed: false }, actor, why)
    return 'paymentId' in result
      ? `treasury move ${symbol} ${from} ${to}: begun, payment ${result.paymentId}, ${formatDecimal(result.amount, scale)}`
      : refuse(`nothing was moved: ${result.text}`)
  },
})

/** Signed decimal text as minor units and units of the chain beyond them, both of its sign. @throws Refusal */
function signedAmount(text: string, scale: number, chainScale: number): { readonly amount: bigint; readonly dust: bigint } {
  const isOut = text.startsWith('-')
  const decimals = Math.max(scale, chainScale)
  const size = parseDecimal(isOut ? text.slice(1) : text, decimals)
  if (typeof size === 'string' || size === 0n) refuse(`amount: coins above or below zero, at most ${decimals} decimals`)
  const unit = pow10(decimals - scale)
  const sign = isOut ? -1n : 1n
  return { amount: (size / unit) * sign, dust: (size % unit) * sign }
}

export const treasuryFund = operatorCommand({
  name: 'treasury fund',
  summary:
    'Books coins of the house’s own that came to a place on the chain, or (below zero) left it, without the watcher having booked them.',
  arguments: {
    coin: 'such as BTC',
    network: 'its protocol, such as ERC20',
    place: 'hot, warm, cold or addresses',
    amount: 'whole coins such as 2.5, or -2.5; as many decimals as the chain has',
  },
  options: { reference: 'what stands beside it in the books' },
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const { assetId, symbol, scale } = coinOf(tenant, given.coin)
    const { networkId, document } = networkOf(tenant, given.network)
    const place = given.place === 'addresses' ? given.place : placeOf(given.place)
    const listing = listingsOf(tenant.exchange.state).find(({ terms }) => terms.assetId === assetId && terms.networkId === networkId)
    if (listing === undefined) refuse(`${symbol} is not on ${document.name}`)
    const { amount, dust } = signedAmount(given.amount, scale, listing.terms.chainScale)
    const { listingId } = listing
    const reference = given.reference ?? 'operator'
    const { seq } = await submitted(call, { kind: 'fundHolding', listingId, place, amount, dust, reference, actor, why })
    return `treasury fund ${symbol} ${given.amount} at ${PLACE_NAMES[place]}: done, entry ${seq}; see reconcile`
  },
})
