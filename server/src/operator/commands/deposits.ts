/** Deposits that wait for a person: a tag that says nobody, screening, too little. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { addressAt, listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { statusNameOf } from '@agio/wire/wallet/types.ts'
import { walletStatusOf, walletTxIdOf, walletTxNameOf } from '@agio/wire/wallet/view.ts'
import type { WalletTxRow } from '../../projections/rows/wallet-rows.ts'
import { isFoundByBalance, isFromBeforeListing } from '../../wallet/watch/arrival-key.ts'
import { ACCOUNT_WORDS, customerOf, type OperatorCall, type OperatorTenant, operatorCommand, refuse } from '../operator-command.ts'
import { shownTime } from './given.ts'

const ID = { id: 'the deposit’s id' } as const
const LISTED = 100
const WAITING = ['review', 'held', 'belowMin'] as const
const NOBODY = asUserId(0)

async function depositRow(tenant: OperatorTenant, id: string): Promise<WalletTxRow> {
  const name = walletTxNameOf(id)
  if (name?.kind !== 'deposit') return refuse(`${id} is no deposit’s id`)
  const { rows } = await tenant.models.walletTxs({ name, pageNo: 1, pageSize: 1 })
  return rows[0] ?? refuse(`no deposit ${id} at ${tenant.tenantId}`)
}

const statusText = (row: WalletTxRow): string => statusNameOf(walletStatusOf('deposit', row.status))

function amountText({ feeds }: OperatorTenant, { assetId, amount }: WalletTxRow): string {
  const { scale, symbol } = feeds.listings.assetFacts(assetId)
  return `${formatDecimal(amount, scale)} ${symbol}`
}

/** Why a person has to decide; '' = nobody has to. */
function waitsFor({ status, position, height }: WalletTxRow): string {
  if (status === 'review') return 'its tag names nobody'
  if (status === 'belowMin') return 'less than the least deposit, with all of it at its address'
  if (status !== 'held') return ''
  if (!isFoundByBalance(position)) return 'held: its sender is on a list, or somebody held it'
  if (isFromBeforeListing(position)) return `found by balance at block ${height}: it came before the coin was listed there`
  return `found by balance at block ${height}: the node showed no transaction or call that brought it`
}

function lineOf(tenant: OperatorTenant, row: WalletTxRow): string {
  const { protocolType = '?' } = tenant.wallet.book.network(row.networkId)?.document ?? {}
  const whose = row.userId === NOBODY ? 'nobody’s' : `account ${row.userId}`
  const origin = isFoundByBalance(row.position) ? `block ${row.tx ?? '-'}` : `tx ${row.tx ?? '-'}`
  const why = waitsFor(row)
  return `${walletTxIdOf(row)}  ${shownTime(row.createdAt)}  ${whose}  ${amountText(tenant, row)} on ${protocolType}  ${statusText(row)}  ${origin}${why === '' ? '' : `  ${why}`}`
}

/** What came and no ledger holds, since the exchange follows the chain. */
function leftOutLines({ wallet, exchange: { state }, feeds }: OperatorTenant): readonly string[] {
  const listings = listingsOf(state)
  return wallet.watch.health().flatMap(({ networkId, leftOut }) =>
    leftOut.flatMap(({ listingId, tx, addressId, units }) => {
      const terms = listings.find((listing) => listing.listingId === listingId)?.terms
      if (terms === undefined) return []
      const { symbol } = feeds.listings.assetFacts(terms.assetId)
      const owner = addressId === 0 ? 0 : (addressAt(state, addressId)?.userId ?? 0)
      const whose = owner === 0 ? 'nobody’s' : `account ${owner}`
      const { protocolType = '?' } = wallet.book.network(networkId)?.document ?? {}
      return [
        `left out  ${whose}  ${formatDecimal(units, terms.chainScale)} ${symbol} on ${protocolType}: more than a ledger holds  tx ${tx}`,
      ]
    }),
  )
}

export const depositsList = operatorCommand({
  name: 'deposits list',
  summary: 'Lists deposits that wait for a decision, oldest first, and arrivals that no ledger holds.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { rows, total } = await tenant.models.walletTxs({ kinds: ['deposit'], statuses: WAITING, pageNo: 1, pageSize: LISTED })
    const lines = [...rows].reverse().map((row) => lineOf(tenant, row))
    if (total > rows.length) lines.push(`and ${total - rows.length} older ones`)
    lines.push(...leftOutLines(tenant))
    return lines.length === 0 ? 'nothing waits' : lines.join('\n')
  },
})

export const depositsShow = operatorCommand({
  name: 'deposits show',
  summary: 'Shows a deposit: where it came from, and each step.',
  arguments: ID,
  options: {},
  needsReason: false,
  async run({ tenant, given }) {
    const row = await depositRow(tenant, given.id)
    const steps = await tenant.models.walletSteps(row)
    return [
      lineOf(tenant, row),
      `from         ${row.from ?? '-'}`,
      `place in tx  ${row.position ?? '-'}`,
      `key          ${row.key ?? '-'}`,
      ...(row.reason === undefined ? [] : [`reason       ${row.reason}`]),
      ...steps.map(
        ({ at, status, actor, who, reason }) => `${shownTime(at)}  ${status}  ${who ?? actor}${reason === undefined ? '' : `  ${reason}`}`,
      ),
    ].join('\n')
  },
})

type Judge = OperatorCall<typeof ID, Readonly<Record<never, string>>>
type Verdict = CommandByKind['judgeDeposit']['verdict']

async function judge(call: Judge, verdict: Verdict, userId = NOBODY): Promise<WalletTxRow> {
  const { tenant, given, actor, why } = call
  const row = await depositRow(tenant, given.id)
  const key = row.key ?? refuse(`deposit ${given.id} has no key`)
  const outcome = await tenant.exchange.submit({ kind: 'judgeDeposit', key, verdict, userId, actor, why })
  if (outcome.reason === 'badParameter') refuse(`that cannot be done to deposit ${given.id}: it is ${statusText(row)}`)
  if (outcome.reason !== 'none') refuse(`refused: ${outcome.reason}`)
  await tenant.models.reached(outcome.seq).catch(() => undefined)
  return depositRow(tenant, given.id)
}

const done = async ({ tenant, given }: Judge, row: WalletTxRow): Promise<string> =>
  `deposit ${given.id} of ${amountText(tenant, row)} is ${statusText(row)}, entry ${tenant.exchange.durableSeq}`

export const depositsCredit = operatorCommand({
  name: 'deposits credit',
  summary:
    'Credits a deposit that waits for a decision: to the owner of its address, or, where its tag names nobody, to the account named.',
  arguments: ID,
  options: { account: `${ACCOUNT_WORDS}, where the tag says nobody` },
  needsReason: true,
  async run(call) {
    const userId = call.given.account === undefined ? NOBODY : customerOf(call.tenant, call.given.account)
    return done(call, await judge(call, 'credit', userId))
  },
})

export const depositsHold = operatorCommand({
  name: 'deposits hold',
  summary: 'Holds a deposit that is not credited yet, until somebody credits it.',
  arguments: ID,
  options: {},
  needsReason: true,
  run: async (call) => done(call, await judge(call, 'hold')),
})

export const depositsKeep = operatorCommand({
  name: 'deposits keep',
  summary: 'Books a deposit whose tag names nobody as the house’s own.',
  arguments: ID,
  options: {},
  needsReason: true,
  run: async (call) => done(call, await judge(call, 'keep')),
})

export const DEPOSIT_COMMANDS = [depositsList, depositsShow, depositsCredit, depositsHold, depositsKeep]
