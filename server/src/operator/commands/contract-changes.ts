/** Other terms for a contract: asked for by one operator, with what differs and whom it would liquidate, and approved by another one. */
import { contractTermsOf, plainContractTerms } from '@agio/engine/codec/perp-json.ts'
import { plainTerms, termsOf } from '@agio/engine/codec/terms-json.ts'
import type { JsonObject, JsonValue, MarginTier } from '@agio/engine/command.ts'
import { asInstrumentId } from '@agio/engine/ids/id.ts'
import { type ContractView, contractOf } from '@agio/engine/perp/read-contract.ts'
import { percentOf, standingsOf, wouldFall } from '../contract-risk.ts'
import { confirmedWhy, isVoid, REQUEST_MS, requestOf, samePerson } from '../four-eyes.ts'
import { type OperatorCall, operatorCommand, refuse, savedDocument, submitted, TENANT_OWNER } from '../operator-command.ts'
import { inTurn, type Target } from '../versions.ts'
import { contractNamed, contractNow, differenceOf, quoteScaleOf, type WholeTerms } from './contract-text.ts'
import { CONTRACT } from './contracts.ts'

const CHANGES = 'contractChanges'
type Call = OperatorCall<typeof CONTRACT, Readonly<Record<never, string>>>

const targetOf = ({ instrumentId }: ContractView): Target => ({ collection: CHANGES, id: String(instrumentId) })

/** Terms as JSON with their names in order: two that are equal are one text. */
function textOf({ terms, contract }: WholeTerms): string {
  const sorted = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value as JsonObject).sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]))
  }
  return JSON.stringify(sorted({ terms: plainTerms(terms), contract: plainContractTerms(contract) }))
}

function readText(text: string): WholeTerms {
  const { terms, contract } = JSON.parse(text) as { readonly terms: JsonObject; readonly contract: JsonObject }
  return { terms: termsOf(terms), contract: contractTermsOf(contract) }
}

interface Pending {
  readonly request: JsonObject
  readonly before: string
  readonly after: string
  readonly why: string
}

/** What waits for a contract; void is what is a day old, and what was asked for over other terms than there are now. @throws Refusal */
async function pendingOf({ tenant }: Pick<Call, 'tenant'>, view: ContractView): Promise<Pending | undefined> {
  const { models, exchange } = tenant
  await models.reached(exchange.durableSeq).catch(() => refuse('history is not complete yet; nothing was done, try again in a moment'))
  const { id } = targetOf(view)
  const document = (await models.documents(TENANT_OWNER, CHANGES)).find((each) => each.id === id)?.document
  if (document === undefined || isVoid(document, exchange.now())) return undefined
  const { before, after, why } = document
  const isStill = before === textOf(contractNow(tenant, view))
  return isStill && typeof after === 'string' ? { request: document, before, after, why: String(why ?? '') } : undefined
}

const ACCOUNTS_SHOWN = 200

/** Whom brackets would liquidate, a line each. */
async function fallenUnder(
  { tenant }: Pick<Call, 'tenant'>,
  { instrumentId }: ContractView,
  tiers: readonly MarginTier[],
): Promise<readonly string[]> {
  const percent = (need: bigint, equity: bigint): string => `${percentOf(need, equity).toFixed(2)} %`
  const fallen = (await standingsOf(tenant.exchange.state, instrumentId, tiers)).filter(wouldFall)
  if (fallen.length === 0) return ['nobody would be above 100 % margin ratio']
  const lines = fallen.slice(0, ACCOUNTS_SHOWN).map(({ userId, positionId, maintenance, wouldNeed, equity }) => {
    const what = positionId === 0 ? 'all crossed positions' : `position ${positionId}`
    return `  ${userId}  ${what}  ${percent(maintenance, equity)} → ${percent(wouldNeed, equity)}`
  })
  const more = fallen.length > ACCOUNTS_SHOWN ? [`  and ${fallen.length - ACCOUNTS_SHOWN} more`] : []
  return [`above 100 % margin ratio, and liquidated at once, would be ${fallen.length}:`, ...lines, ...more]
}

/** Asks for other terms; nothing changes until somebody else approves. @throws Refusal */
export async function askFor(call: Call, change: (view: ContractView) => WholeTerms): Promise<string> {
  const { tenant, given, why } = call
  const view = contractNamed(tenant, given.contract)
  const { symbol } = view.terms
  return inTurn(call, targetOf(view), async () => {
    const after = change(contractNow(tenant, view))
    const scale = quoteScaleOf(tenant.exchange.state, after.terms)
    const lines = differenceOf(view, after, scale)
    if (lines.length === 0) refuse(`${symbol}: these are its terms already`)
    const waiting = await pendingOf(call, view)
    if (waiting !== undefined && waiting.after !== textOf(after))
      refuse(`${symbol}: another change waits for approval: see contracts changes, contracts approve and contracts drop`)
    if (waiting !== undefined) refuse(`${symbol}: that is asked for already by ${String(waiting.request.by)}: contracts approve ${symbol}`)
    const fallen = await fallenUnder(call, view, after.contract.tiers)
    const document = { ...requestOf(call), before: textOf(view), after: textOf(after), why }
    const { seq } = await savedDocument(call, targetOf(view), document)
    return [
      `${symbol}: asked for, entry ${seq}; another operator has to approve within 24 hours: contracts approve ${symbol}`,
      ...lines.map((line) => `  ${line}`),
      ...fallen,
    ].join('\n')
  })
}

export const contractsApprove = operatorCommand({
  name: 'contracts approve',
  summary: 'Approves the change of a contract that another operator asked for; it takes effect at once.',
  arguments: CONTRACT,
  options: {},
  needsReason: true,
  run(call) {
    const { tenant, given, actor } = call
    const view = contractNamed(tenant, given.contract)
    const { symbol } = view.terms
    return inTurn(call, targetOf(view), async () => {
      const waiting = await pendingOf(call, view)
      if (waiting === undefined) return refuse(`${symbol}: nothing waits for approval`)
      const same = samePerson(waiting.request, call)
      if (same !== undefined) refuse(`${symbol}: selfApproval: ${same}; another operator has to approve`)
      const after = readText(waiting.after)
      const fallen = await fallenUnder(call, view, after.contract.tiers)
      const asked = confirmedWhy(waiting.request, call)
      const { seq } = await submitted(call, { kind: 'changeContract', instrumentId: view.instrumentId, ...after, actor, why: asked })
      // A stop before this leaves a request that is void: it was made over other terms.
      await savedDocument(call, targetOf(view), null)
      return [`${symbol}: its terms are changed, entry ${seq}`, ...fallen].join('\n')
    })
  },
})

export const contractsDrop = operatorCommand({
  name: 'contracts drop',
  summary: 'Drops a change of a contract that waits for approval.',
  arguments: CONTRACT,
  options: {},
  needsReason: true,
  run(call) {
    const view = contractNamed(call.tenant, call.given.contract)
    return inTurn(call, targetOf(view), async () => {
      if ((await pendingOf(call, view)) === undefined) refuse(`${view.terms.symbol}: nothing waits for approval`)
      const { seq } = await savedDocument(call, targetOf(view), null)
      return `${view.terms.symbol}: dropped, entry ${seq}`
    })
  },
})

export const contractsChanges = operatorCommand({
  name: 'contracts changes',
  summary: 'Shows which changes of contracts wait for approval, and whom they would liquidate.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { models, exchange } = tenant
    await models.reached(exchange.durableSeq).catch(() => refuse('history is not complete yet; try again in a moment'))
    const lines: string[] = []
    for (const { id } of await models.documents(TENANT_OWNER, CHANGES)) {
      const view = contractOf(exchange.state, asInstrumentId(Number(id)))
      const waiting = view === undefined ? undefined : await pendingOf({ tenant }, view)
      if (view === undefined || waiting === undefined) continue
      const after = readText(waiting.after)
      const scale = quoteScaleOf(exchange.state, after.terms)
      const until = new Date(Number(waiting.request.at) + REQUEST_MS).toISOString().slice(0, 16)
      lines.push(`${view.terms.symbol}  asked for by ${String(waiting.request.by)}: ${waiting.why}  (until ${until}Z)`)
      lines.push(...differenceOf(view, after, scale).map((line) => `  ${line}`))
      lines.push(...(await fallenUnder({ tenant }, view, after.contract.tiers)))
    }
    return lines.length === 0 ? 'nothing waits' : lines.join('\n')
  },
})
