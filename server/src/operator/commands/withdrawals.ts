/** Withdrawals: what waits for a person, with what he should know of it; the decision; and halting all payments at once. */
import type { JsonObject } from '@agio/engine/command.ts'
import { asWithdrawalId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { statusNameOf } from '@agio/wire/wallet/types.ts'
import { walletStatusOf, walletTxIdOf, walletTxNameOf } from '@agio/wire/wallet/view.ts'
import type { WalletTxRow } from '../../projections/rows/wallet-rows.ts'
import { ALL, HALTS } from '../../wallet/halts.ts'
import type { Unpaid } from '../../wallet/pay/open-payments.ts'
import { waitsUnsigned } from '../../wallet/request/own-rows.ts'
import { POLICIES, POLICY, policyDocument } from '../../wallet/request/policy.ts'
import { type OperatorCall, type OperatorTenant, operatorCommand, refuse, savedDocument, submitted } from '../operator-command.ts'
import { jsonIn, shownTime } from './given.ts'
import { signedFor } from './payment-versions.ts'

const ID = { id: 'the withdrawal’s id' } as const
const LISTED = 100
const VALUE_SCALE = 8
const HALT_WAIT = 'all'

/** Statuses that `list` takes. */
const STATES = { review: ['review'], queued: ['approved', 'queued'], sent: ['signing', 'broadcast', 'confirming'] } as const
type State = keyof typeof STATES
/** What the conductor has to pay. */
const UNDER_WAY: ReadonlySet<WalletTxRow['status']> = new Set([...STATES.queued, ...STATES.sent])

export async function withdrawalRow(tenant: OperatorTenant, id: string): Promise<WalletTxRow> {
  const name = walletTxNameOf(id)
  if (name?.kind !== 'withdrawal') return refuse(`${id} is no withdrawal’s id`)
  const { rows } = await tenant.models.walletTxs({ name, pageNo: 1, pageSize: 1 })
  return rows[0] ?? refuse(`no withdrawal ${id} at ${tenant.tenantId}`)
}

const statusText = (row: WalletTxRow): string => statusNameOf(walletStatusOf('withdrawal', row.status))

function amountText({ feeds }: OperatorTenant, { assetId, amount }: WalletTxRow): string {
  const { scale, symbol } = feeds.listings.assetFacts(assetId)
  return `${formatDecimal(amount, scale)} ${symbol}`
}

function lineOf(tenant: OperatorTenant, row: WalletTxRow): string {
  const { protocolType = '?' } = tenant.wallet.book.network(row.networkId)?.document ?? {}
  const value = formatDecimal(row.value, VALUE_SCALE)
  const why = row.reviews.length === 0 ? '' : `  because of ${row.reviews.join(', ')}`
  const what = `${amountText(tenant, row)} on ${protocolType}, worth ${value}`
  return `${walletTxIdOf(row)}  ${shownTime(row.createdAt)}  account ${row.userId}  ${what}  ${statusText(row)}${why}${waitsText(tenant, row)}`
}

/** Why a withdrawal is not paid that is queued, or whose payment no block has: as the conductor tells of the withdrawal, else of the network. '' = payment goes on. */
function waitsText({ wallet }: OperatorTenant, { status, networkId, txId, paymentId }: WalletTxRow): string {
  const health = UNDER_WAY.has(status) ? wallet.payments.health().find((one) => one.networkId === networkId) : undefined
  if (health === undefined) return ''
  const own = health.withdrawals.find(({ withdrawalId }) => withdrawalId === txId)
  const payment = paymentId === 0 ? undefined : health.payments.find((one) => one.paymentId === paymentId)
  if (own !== undefined) return `  waits: ${own.why}, ${own.text}; tried again at ${shownTime(own.until)}`
  const { why, text } = payment ?? health
  // A network that has no word of its own says what holds up one of its withdrawals: not this one.
  const isOfAnother = payment === undefined && health.withdrawals.some((other) => other.why === why && other.text === text)
  return why === undefined || isOfAnother ? '' : `  waits: ${why}, ${text}`
}

export const withdrawalsList = operatorCommand({
  name: 'withdrawals list',
  summary: 'Lists withdrawals that wait for a decision, or (--status) for a payment or a block, oldest first, and why.',
  arguments: {},
  options: { status: `${Object.keys(STATES).join(', ')}; default review` },
  needsReason: false,
  async run({ tenant, given }) {
    const state = given.status ?? 'review'
    if (!Object.hasOwn(STATES, state)) refuse(`status: ${Object.keys(STATES).join(', ')}`)
    const statuses = STATES[state as State]
    const { rows, total } = await tenant.models.walletTxs({ kinds: ['withdrawal'], statuses, pageNo: 1, pageSize: LISTED })
    const lines = [...rows].reverse().map((row) => lineOf(tenant, row))
    if (total > rows.length) lines.push(`and ${total - rows.length} older ones`)
    return lines.length === 0 ? 'nothing waits' : lines.join('\n')
  },
})

const factText = (name: string, value: unknown): string =>
  typeof value === 'number' && name.endsWith('Until')
    ? shownTime(value)
    : name.toLowerCase().endsWith('value') && typeof value === 'string'
      ? formatDecimal(BigInt(value), VALUE_SCALE)
      : String(value ?? '-')

export const withdrawalsShow = operatorCommand({
  name: 'withdrawals show',
  summary: 'Shows a withdrawal: where it goes, what is known of the risk, and each step with who made it.',
  arguments: ID,
  options: {},
  needsReason: false,
  async run({ tenant, given }) {
    const row = await withdrawalRow(tenant, given.id)
    const steps = await tenant.models.walletSteps(row)
    const signed = await signedFor(tenant, row)
    const { address = '', memo = null, facts = {} } = row.document ?? {}
    const known = Object.entries(typeof facts === 'object' && facts !== null ? facts : {})
    return [
      lineOf(tenant, row),
      `to           ${String(address)}${memo === null ? '' : `  memo ${String(memo)}`}`,
      ...known.map(([name, value]) => `${name.padEnd(16)} ${factText(name, value)}`),
      ...steps.map(
        ({ at, status, actor, who, reason }) => `${shownTime(at)}  ${status}  ${who ?? actor}${reason === undefined ? '' : `  ${reason}`}`,
      ),
      ...signed.map((tx) => `signed           ${tx}`),
    ].join('\n')
  },
})

/** By a history that has everything durable: an older one may not know yet what was signed. @throws Refusal */
async function neverSigned(tenant: OperatorTenant, id: string): Promise<boolean> {
  const { models, exchange } = tenant
  await models.reached(exchange.durableSeq).catch(() => refuse('history is not complete yet; nothing was done, try again in a moment'))
  const row = await withdrawalRow(tenant, id)
  return row.status === 'queued' || (await waitsUnsigned(tenant, row))
}

type Judged = OperatorCall<typeof ID, Readonly<Record<never, string>>>

async function judge({ tenant, given, actor, why }: Judged, isApproved: boolean): Promise<string> {
  const row = await withdrawalRow(tenant, given.id)
  const { userId, txId } = row
  const withdrawalId = asWithdrawalId(txId)
  const command = { kind: 'judgeWithdrawal', userId, withdrawalId, isApproved, actor, why } as const
  const { reason, seq } = await tenant.exchange.submit(command)
  if (reason === 'withdrawalState' && !isApproved && (await neverSigned(tenant, given.id))) {
    const taken = await tenant.exchange.submit({ kind: 'cancelWithdrawal', userId, withdrawalId, actor })
    if (taken.reason === 'none') {
      await tenant.models.reached(taken.seq).catch(() => undefined)
      return `withdrawal ${given.id} of ${amountText(tenant, row)} is taken back, entry ${taken.seq}`
    }
  }
  const done = isApproved ? 'approved' : 'rejected'
  // what came to nothing is history's alone
  if (reason === 'withdrawalState' || reason === 'withdrawalNotFound')
    refuse(`withdrawal ${given.id} waits for no decision: it is ${statusText(await withdrawalRow(tenant, given.id))}`)
  if (reason !== 'none') refuse(`refused: ${reason}`)
  await tenant.models.reached(seq).catch(() => undefined)
  return `withdrawal ${given.id} of ${amountText(tenant, row)} is ${done}, entry ${seq}`
}

export const withdrawalsApprove = operatorCommand({
  name: 'withdrawals approve',
  summary: 'Lets a withdrawal that waits for a decision be paid.',
  arguments: ID,
  options: {},
  needsReason: true,
  run: (call) => judge(call, true),
})

export const withdrawalsReject = operatorCommand({
  name: 'withdrawals reject',
  summary:
    'Refuses a withdrawal that waits for a decision, and the customer reads the reason; or takes one back that is queued and nothing was ever signed for. All of it comes back.',
  arguments: ID,
  options: {},
  needsReason: true,
  run: (call) => judge(call, false),
})

const WHAT = { what: 'all: every network' } as const
type Halting = OperatorCall<typeof WHAT, Readonly<Record<never, string>>>

/** @throws Refusal */
function documentOf({ tenant }: Halting, networkId: number): JsonObject {
  const known = tenant.wallet.book.networks().find((network) => network.networkId === networkId)
  return known === undefined ? refuse(`the document of network ${networkId} cannot be read`) : (known.document as unknown as JsonObject)
}

/** One network after the other: the engine itself refuses to pay, and to set aside, from then on. */
async function haltAll(call: Halting): Promise<string> {
  const { tenant, actor, why } = call
  if (call.given.what !== HALT_WAIT) refuse('halt: all; for one chain see networks halt')
  if (tenant.wallet.halts.all !== undefined) refuse(`all payments are halted since ${shownTime(tenant.wallet.halts.all.since)}`)
  const going = networksOf(tenant.exchange.state).filter(({ isHalted }) => !isHalted)
  const networks = going.map(({ networkId }) => networkId)
  await savedDocument(call, { collection: HALTS, id: ALL }, { since: tenant.exchange.now(), networks, actor })
  for (const networkId of networks)
    await submitted(call, { kind: 'changeNetwork', networkId, isHalted: true, document: documentOf(call, networkId), actor, why })
  return `payments of ${networks.length} networks are halted, entry ${tenant.exchange.durableSeq}`
}

async function resumeAll(call: Halting): Promise<string> {
  const { tenant, actor, why } = call
  if (call.given.what !== HALT_WAIT) refuse('resume: all; for one chain see networks resume')
  const halt = tenant.wallet.halts.all ?? refuse('there is no halt of all payments')
  const halted = networksOf(tenant.exchange.state).filter(({ networkId, isHalted }) => isHalted && halt.networks.includes(networkId))
  for (const { networkId } of halted)
    await submitted(call, { kind: 'changeNetwork', networkId, isHalted: false, document: documentOf(call, networkId), actor, why })
  await savedDocument(call, { collection: HALTS, id: ALL }, null)
  const resting = networksOf(tenant.exchange.state).filter(({ isHalted }) => isHalted).length
  return `payments of ${halted.length} networks go on${resting === 0 ? '' : `, ${resting} stay halted by themselves`}, entry ${tenant.exchange.durableSeq}`
}

export const withdrawalsHalt = operatorCommand({
  name: 'withdrawals halt',
  summary:
    'Stops all payments at once: no withdrawal is accepted, and none signed that was not before, until they are resumed; what is signed already is still sent, and may be offered more for.',
  arguments: WHAT,
  options: {},
  needsReason: true,
  run: haltAll,
})

export const withdrawalsResume = operatorCommand({
  name: 'withdrawals resume',
  summary: 'Resumes payments that were halted all at once; what was halted by itself stays halted.',
  arguments: WHAT,
  options: {},
  needsReason: true,
  run: resumeAll,
})

export const withdrawalsPolicy = operatorCommand({
  name: 'withdrawals policy',
  summary: 'Shows when two factors are wanted and when a person has to look at a withdrawal.',
  arguments: {},
  options: {},
  needsReason: false,
  run({ tenant }) {
    const lines = Object.entries(tenant.withdrawals.policy()).map(([name, value]) => `${name.padEnd(22)} ${value ?? 'never'}`)
    return Promise.resolve(lines.join('\n'))
  },
})

export const withdrawalsSetPolicy = operatorCommand({
  name: 'withdrawals set-policy',
  summary: 'Changes fields of that policy; what is not named stays.',
  arguments: { json: 'fields as `withdrawals policy` shows them; amounts are text, null = never' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given } = call
    const changed = jsonIn(policyDocument, { ...tenant.withdrawals.policy() }, given.json)
    const { seq } = await savedDocument(call, { collection: POLICIES, id: POLICY }, { ...changed })
    return `the policy of withdrawals is changed, entry ${seq}`
  },
})

/** The signer's number of a withdrawal is the engine's. */
async function unpaidText(tenant: OperatorTenant, { withdrawalId, text }: Unpaid): Promise<string> {
  const id = walletTxIdOf({ kind: 'withdrawal', txId: withdrawalId })
  const row = await withdrawalRow(tenant, id)
  const signed = await signedFor(tenant, row)
  return [
    lineOf(tenant, row),
    `  signed before: ${signed.join(', ') || 'see the log of the signer'}`,
    `  the signer: ${text}`,
    `  npm run signer -- pay-again --tenant ${tenant.tenantId} --withdrawal ${withdrawalId} --why "…"`,
  ].join('\n')
}

export const withdrawalsUnpaid = operatorCommand({
  name: 'withdrawals unpaid',
  summary: 'Lists withdrawals whose transaction died and that the signer will not sign again, with the command that allows it.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const unpaid = tenant.wallet.payments.unpaid()
    if (unpaid.length === 0) return 'none'
    const lines = await Promise.all(unpaid.map((one) => unpaidText(tenant, one)))
    return [
      ...lines,
      'Look on the chain, by a node that you trust, that none of these transactions is in a block and that another one spent',
      'what they spend. Then stop the exchange, type the line of the withdrawal, and start the exchange with the unlock secret.',
    ].join('\n')
  },
})

export const WITHDRAWAL_COMMANDS = [
  withdrawalsList,
  withdrawalsShow,
  withdrawalsApprove,
  withdrawalsReject,
  withdrawalsHalt,
  withdrawalsResume,
  withdrawalsPolicy,
  withdrawalsSetPolicy,
  withdrawalsUnpaid,
]
