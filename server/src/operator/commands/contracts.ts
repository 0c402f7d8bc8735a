/** Perpetual contracts: what there is, and what of it may be traded. */
import type { InstrumentStatus } from '@agio/engine/command.ts'
import { boundsOf } from '@agio/engine/perp/bounds.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { type OperatorCall, operatorCommand, submitted } from '../operator-command.ts'
import { leaveToItself } from '../trading-stop.ts'
import { contractNamed, lineOf, quoteScaleOf, RATE_SCALE, termTexts } from './contract-text.ts'

export const CONTRACT = { contract: 'such as E-BTC-USDT' } as const
type Call = OperatorCall<typeof CONTRACT, Readonly<Record<never, string>>>

export const contractsList = operatorCommand({
  name: 'contracts list',
  summary: 'Lists contracts with status, mark, index, open interest and funding.',
  arguments: {},
  options: {},
  needsReason: false,
  run({ tenant }) {
    const lines = contractsOf(tenant.exchange.state).map(lineOf)
    return Promise.resolve(lines.length === 0 ? 'there are no contracts' : lines.join('\n'))
  },
})

export const contractsShow = operatorCommand({
  name: 'contracts show',
  summary: 'Shows a contract with all its terms.',
  arguments: CONTRACT,
  options: {},
  needsReason: false,
  run({ tenant, given }) {
    const view = contractNamed(tenant, given.contract)
    const { terms, contract } = view
    const { markRangeE8, fillRangeE8 } = boundsOf(terms, contract)
    const own = [
      ['contract of', `${formatSteps(contract.multiplier, terms.quantityScale)} of its base`],
      ['tick', formatSteps(1, terms.priceScale)],
      ['funding', `every ${contract.fundingHours} hours from ${contract.fundingStartHour}:00 UTC on`],
      ['mark', `within ${formatSteps(markRangeE8, RATE_SCALE)} of the index`],
      ['price', `up to ${formatSteps(fillRangeE8, RATE_SCALE)} worse than the mark before it has to be paid for`],
    ] as const
    const rows = [...own, ...termTexts(view, quoteScaleOf(tenant.exchange.state, terms))]
    return Promise.resolve([lineOf(view), ...rows.map(([name, text]) => `  ${name.padEnd(16)} ${text}`)].join('\n'))
  },
})

type Status = Exclude<InstrumentStatus, 'auction'>

async function setStatus(call: Call, status: Status, words: string): Promise<string> {
  const { tenant, given, actor, why } = call
  const { instrumentId, terms } = contractNamed(tenant, given.contract)
  await leaveToItself(call, instrumentId, status === 'halt')
  const { seq } = await submitted(call, { kind: 'setInstrumentStatus', instrumentId, status, actor, why })
  return `${terms.symbol} ${words}, entry ${seq}`
}

const turn = (name: string, status: Status, summary: string, words: string) =>
  operatorCommand({
    name: `contracts ${name}`,
    summary,
    arguments: CONTRACT,
    options: {},
    needsReason: true,
    run: (call: Call) => setStatus(call, status, words),
  })

export const CONTRACT_STATUS_COMMANDS = [
  turn('halt', 'halt', 'Stops a contract; cancelling stays possible.', 'is halted'),
  turn('cancel-only', 'cancelOnly', 'Leaves a contract open for cancelling alone.', 'takes cancels alone'),
  turn('reduce-only', 'reduceOnly', 'Lets a contract take only what makes positions smaller.', 'takes only what makes positions smaller'),
  turn('resume', 'trading', 'Lets a contract trade again.', 'trades'),
]
