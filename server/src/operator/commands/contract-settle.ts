/** The end of a contract whose index stays silent: one operator asks for it to be settled at the last one, another one approves. */
import type { JsonObject } from '@agio/engine/command.ts'
import { safetyOf } from '@agio/engine/perp/bounds.ts'
import type { ContractView } from '@agio/engine/perp/read-contract.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { confirmedWhy, isVoid, requestOf, samePerson } from '../four-eyes.ts'
import { type OperatorCall, operatorCommand, refuse, savedDocument, submitted, TENANT_OWNER } from '../operator-command.ts'
import { inTurn, type Target } from '../versions.ts'
import { contractNamed } from './contract-text.ts'
import { CONTRACT } from './contracts.ts'

const SETTLEMENTS = 'contractSettlements'
const HOUR_MS = 3_600_000
type Call = OperatorCall<typeof CONTRACT, Readonly<Record<never, string>>>

const targetOf = ({ instrumentId }: ContractView): Target => ({ collection: SETTLEMENTS, id: String(instrumentId) })

/** The contract, if it may be settled now. @throws Refusal that says why not */
function silentOne({ tenant, given }: Call): ContractView {
  const view = contractNamed(tenant, given.contract)
  const { terms, contract, isSettled, isShut, mark, shutAt } = view
  if (isSettled) refuse(`${terms.symbol} is settled already`)
  if (!isShut || mark === 0) refuse(`${terms.symbol} has an index: only what is without one is settled`)
  const { settleAfterMs } = safetyOf(contract)
  const from = shutAt + settleAfterMs
  const hours = settleAfterMs / HOUR_MS
  if (tenant.exchange.now() < from)
    refuse(`${terms.symbol} has to be silent for ${hours} hours: it may be settled from ${new Date(from).toISOString().slice(0, 16)}Z on`)
  return view
}

/** What waits for a contract. @throws Refusal */
async function requestFor({ tenant }: Call, view: ContractView): Promise<JsonObject | undefined> {
  const { models, exchange } = tenant
  await models.reached(exchange.durableSeq).catch(() => refuse('history is not complete yet; nothing was done, try again in a moment'))
  const { id } = targetOf(view)
  const document = (await models.documents(TENANT_OWNER, SETTLEMENTS)).find((each) => each.id === id)?.document
  return document === undefined || isVoid(document, exchange.now()) ? undefined : document
}

const outlookOf = ({ terms, index, openInterest }: ContractView): string =>
  `${openInterest} contracts close at ${formatSteps(index, terms.priceScale)}, all orders end, and nobody trades it again`

export const contractsSettle = operatorCommand({
  name: 'contracts settle',
  summary: 'Asks for a contract whose index stays silent to be closed at the last one, for ever. Another operator approves.',
  arguments: CONTRACT,
  options: {},
  needsReason: true,
  run(call) {
    const view = silentOne(call)
    const { symbol } = view.terms
    return inTurn(call, targetOf(view), async () => {
      const waiting = await requestFor(call, view)
      if (waiting !== undefined) refuse(`${symbol}: that is asked for already by ${String(waiting.by)}: contracts settle-approve ${symbol}`)
      const { seq } = await savedDocument(call, targetOf(view), requestOf(call))
      return `${symbol}: asked for, entry ${seq}; another operator has to approve within 24 hours: contracts settle-approve ${symbol}\n  ${outlookOf(view)}`
    })
  },
})

export const contractsSettleApprove = operatorCommand({
  name: 'contracts settle-approve',
  summary: 'Approves that a contract is settled at its last index, which another operator asked for; it happens at once.',
  arguments: CONTRACT,
  options: {},
  needsReason: true,
  run(call) {
    const { actor } = call
    const view = silentOne(call)
    const { symbol } = view.terms
    return inTurn(call, targetOf(view), async () => {
      const waiting = await requestFor(call, view)
      if (waiting === undefined) return refuse(`${symbol}: nobody asked for that: contracts settle ${symbol}`)
      const same = samePerson(waiting, call)
      if (same !== undefined) refuse(`${symbol}: selfApproval: ${same}; another operator has to approve`)
      const proposedBy = String(waiting.by)
      const why = confirmedWhy(waiting, call)
      const { seq } = await submitted(call, { kind: 'settleContract', instrumentId: view.instrumentId, proposedBy, actor, why })
      await savedDocument(call, targetOf(view), null)
      return `${symbol}: is settled, entry ${seq}\n  ${outlookOf(view)}`
    })
  },
})
