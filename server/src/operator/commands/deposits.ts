/** Deposits that wait for a person: a tag that says nobody, screening, too little. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { statusNameOf } from '@agio/wire/wallet-types.ts'
import { walletStatusOf, walletTxIdOf, walletTxNameOf } from '@agio/wire/wallet-view.ts'
import type { WalletTxRow } from '../../projections/wallet-rows.ts'
import { customerOf, type OperatorCall, type OperatorTenant, operatorCommand, refuse } from '../operator-command.ts'
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

function lineOf(tenant: OperatorTenant, row: WalletTxRow): string {
  const { protocolType = '?' } = tenant.wallet.book.network(row.networkId)?.document ?? {}
  const whose = row.userId === NOBODY ? 'nobody’s' : `account ${row.userId}`
  return `${walletTxIdOf(row)}  ${shownTime(row.createdAt)}  ${whose}  ${amountText(tenant, row)} on ${protocolType}  ${statusText(row)}  tx ${row.tx ?? '-'}`
}

export const depositsList = operatorCommand({
  name: 'deposits list',
  summary: 'Lists deposits that wait for a person, oldest first.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { rows, total } = await tenant.models.walletTxs({ kinds: ['deposit'], statuses: WAITING, pageNo: 1, pageSize: LISTED })
    const lines = [...rows].reverse().map((row) => lineOf(tenant, row))
    if (total > rows.length) lines.push(`and ${total - rows.length} older ones`)
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
  summary: 'Credits a deposit that waits for a person: to whose address it is, or, where a tag said nobody, to the account named.',
  arguments: ID,
  options: { account: 'e-mail address or UID, where the tag says nobody' },
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
  summary: 'Says that a deposit whose tag says nobody is the house’s own.',
  arguments: ID,
  options: {},
  needsReason: true,
  run: async (call) => done(call, await judge(call, 'keep')),
})

export const DEPOSIT_COMMANDS = [depositsList, depositsShow, depositsCredit, depositsHold, depositsKeep]
