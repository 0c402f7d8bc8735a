/** Networks: what they are, and halting one of them. */
import type { JsonObject } from '@agio/engine/command.ts'
import { networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { networkDocument } from '../../wallet/documents.ts'
import { ALL, HALTS } from '../../wallet/halts.ts'
import type { KnownNetwork } from '../../wallet/network-book.ts'
import type { UntracedNote } from '../../wallet/watch/untraced.ts'
import { type OperatorCall, type OperatorTenant, operatorCommand, refuse, savedDocument, submitted } from '../operator-command.ts'
import { jsonIn, shownTime } from './given.ts'

const NETWORK = { network: 'its key, such as ethereum' } as const
const FAMILY = /^[1-9][0-9]{0,2}$/

export function networkCalled({ wallet, tenantId }: OperatorTenant, blockchain: string): KnownNetwork {
  return wallet.book.byBlockchain(blockchain) ?? refuse(`no network ${blockchain} at ${tenantId}`)
}

const plain = ({ document }: Pick<KnownNetwork, 'document'>): JsonObject => JSON.parse(JSON.stringify(document)) as JsonObject

/** Names by which calls tell networks apart. @throws Refusal */
function mustBeAlone({ wallet }: OperatorTenant, own: KnownNetwork['document'], but: number): void {
  for (const { networkId, document } of wallet.book.networks()) {
    if (networkId === but) continue
    if (document.blockchain === own.blockchain) refuse(`there is a network ${own.blockchain} already`)
    if (document.protocolType === own.protocolType) refuse(`there is a network with protocolType ${own.protocolType} already`)
  }
}

function lineOf({ wallet, exchange }: OperatorTenant, { networkId, family, document }: KnownNetwork): string {
  const state = networksOf(exchange.state).find((one) => one.networkId === networkId)
  const health = wallet.watch.health().find((one) => one.networkId === networkId)
  const heard =
    health === undefined
      ? 'not followed'
      : `${health.state}${health.why === undefined ? '' : `: ${health.why}`}, heard ${shownTime(health.heardAt)}`
  const halted = state?.isHalted === true ? '  HALTED' : ''
  const untraced = wallet.untraced.of(networkId)
  const blind = untraced === undefined ? '' : `  ${untracedText(untraced)}`
  const { blockchain, protocolType, name } = document
  return `${networkId}  ${blockchain}  ${protocolType}  ${name}  family ${family}  block ${state?.height ?? 0}  ${heard}${halted}${blind}`
}

/** Of blocks that were booked without the calls inside them. */
function untracedText({ count, last, openTo }: UntracedNote): string {
  const looked = openTo === null ? 'balances behind them were looked at' : 'balances behind them are being looked at'
  return `${count} blocks booked without their calls, the last ${last.height} at ${shownTime(last.at)}: ${last.why}; ${looked}`
}

export const networksList = operatorCommand({
  name: 'networks list',
  summary: 'Lists networks: up to which block they are booked, and whether their payments are halted.',
  arguments: {},
  options: {},
  needsReason: false,
  run({ tenant }) {
    const lines = tenant.wallet.book.networks().map((network) => lineOf(tenant, network))
    return Promise.resolve(lines.length === 0 ? 'none' : lines.join('\n'))
  },
})

export const networksShow = operatorCommand({
  name: 'networks show',
  summary: 'Shows the document of a network, as `networks change` takes it.',
  arguments: NETWORK,
  options: {},
  needsReason: false,
  run: ({ tenant, given }) => Promise.resolve(JSON.stringify(networkCalled(tenant, given.network).document, null, 2)),
})

export const networksDefine = operatorCommand({
  name: 'networks define',
  summary: 'A new network. Networks of one family share the addresses of customers: all EVM networks have 60, others each their own.',
  arguments: { family: '1 to 255', json: 'the document; @network.json reads it from a file' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    if (!FAMILY.test(given.family) || Number(given.family) > 255) refuse('family: a number from 1 to 255')
    const document = jsonIn(networkDocument, {}, given.json)
    mustBeAlone(tenant, document, 0)
    const { value, seq } = await submitted(call, {
      ...{ kind: 'defineNetwork', family: Number(given.family), actor, why },
      document: plain({ document }),
    })
    return `network ${value} (${document.blockchain}) is defined, entry ${seq}`
  },
})

export const networksChange = operatorCommand({
  name: 'networks change',
  summary: 'Changes fields of a network’s document; what is not named stays. Its kind of chain stays for good.',
  arguments: { ...NETWORK, json: 'fields; @change.json reads them from a file' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const known = networkCalled(tenant, given.network)
    const document = jsonIn(networkDocument, plain(known), given.json)
    if (document.adapter.kind !== known.document.adapter.kind) refuse('adapter.kind stays as it is')
    mustBeAlone(tenant, document, known.networkId)
    const { seq } = await submitted(call, {
      ...{ kind: 'changeNetwork', networkId: known.networkId, isHalted: isHalted(tenant, known), actor, why },
      document: plain({ document }),
    })
    return `network ${given.network} is changed, entry ${seq}`
  },
})

const isHalted = ({ exchange }: OperatorTenant, { networkId }: KnownNetwork): boolean =>
  networksOf(exchange.state).some((one) => one.networkId === networkId && one.isHalted)

type Halting = OperatorCall<typeof NETWORK, Readonly<Record<never, string>>>

async function halt(call: Halting, isHalt: boolean): Promise<string> {
  const { tenant, given, actor, why } = call
  const known = networkCalled(tenant, given.network)
  const { networkId } = known
  const { all } = tenant.wallet.halts
  const isByAll = all?.networks.includes(networkId) === true
  const isSame = isHalted(tenant, known) === isHalt
  if (all !== undefined && !isHalt) refuse('all payments are halted: see withdrawals resume')
  if (isSame && !isByAll) refuse(`payments of ${given.network} ${isHalt ? 'are halted already' : 'go on already'}`)
  // One that is halted by itself stays so when all go on.
  if (all !== undefined && isByAll)
    await savedDocument(call, { collection: HALTS, id: ALL }, { ...all, networks: all.networks.filter((one) => one !== networkId), actor })
  const { seq } = await submitted(call, { kind: 'changeNetwork', networkId, isHalted: isHalt, document: plain(known), actor, why })
  return `payments of ${given.network} ${isHalt ? 'are halted' : 'go on'}, entry ${seq}`
}

export const networksHalt = operatorCommand({
  name: 'networks halt',
  summary: 'Stops all payments of one network.',
  arguments: NETWORK,
  options: {},
  needsReason: true,
  run: (call) => halt(call, true),
})

export const networksResume = operatorCommand({
  name: 'networks resume',
  summary: 'Resumes payments of one network.',
  arguments: NETWORK,
  options: {},
  needsReason: true,
  run: (call) => halt(call, false),
})

export const NETWORK_COMMANDS = [networksList, networksShow, networksDefine, networksChange, networksHalt, networksResume]
