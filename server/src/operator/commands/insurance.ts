/** The insurance fund: what pays for liquidations that came to less than nothing. */

import type { AssetId } from '@agio/engine/ids/id.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { insuranceBoundsOf, insuranceOf } from '@agio/engine/perp/insurance.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { type OperatorCall, operatorCommand, refuse, submitted } from '../operator-command.ts'
import { coinOf } from './convert.ts'

const WHAT = { coin: 'margin coin, such as USDT', amount: 'whole coins such as 2500.5' } as const
type Call = OperatorCall<typeof WHAT, Readonly<Record<never, string>>>

async function move(call: Call, isOut: boolean): Promise<string> {
  const { tenant, given, actor, why } = call
  const { state } = tenant.exchange
  const { assetId, symbol, scale } = coinOf(tenant, given.coin)
  const size = parseDecimal(given.amount, scale)
  if (typeof size === 'string' || size <= 0n) return refuse(`amount: coins above zero, at most ${scale} decimals`)
  if (isOut && size > insuranceOf(state, assetId)) refuse(`the fund has ${formatDecimal(insuranceOf(state, assetId), scale)} ${symbol}`)
  const { seq } = await submitted(call, { kind: 'fundInsurance', assetId, amount: isOut ? -size : size, actor, why })
  const words = isOut ? 'taken out' : 'put in'
  return `${formatDecimal(size, scale)} ${symbol} ${words}, entry ${seq}; the fund has ${formatDecimal(insuranceOf(state, assetId), scale)}`
}

/** What bankruptcies cost it in the last day and may cost it, and what the house paid in its place. Nothing of a coin without contracts. */
function boundsText(state: State, assetId: AssetId, scale: number): readonly string[] {
  const bounds = insuranceBoundsOf(state, assetId)
  if (bounds === undefined) return []
  const [lost, mostOfAll, mostOfOne, debt] = [bounds.lost, bounds.mostOfAll, bounds.mostOfOne, bounds.debt].map((amount) =>
    formatDecimal(amount, scale),
  )
  return [`  bankruptcies of the last day: ${lost} of ${mostOfAll}, by one customer ${mostOfOne} at most; owed to the house: ${debt}`]
}

export const insurance = operatorCommand({
  name: 'insurance',
  summary: 'Shows the insurance fund of each margin coin: balance, bounds of the day, and what it owes to the house.',
  arguments: {},
  options: {},
  needsReason: false,
  run({ tenant }) {
    const { state } = tenant.exchange
    const margins = new Set(contractsOf(state).map(({ terms }) => terms.quoteAssetId))
    const lines = assetsOf(state).flatMap(({ assetId, symbol, scale }) => {
      const balance = insuranceOf(state, assetId)
      if (balance === 0n && !margins.has(assetId)) return []
      return [`${symbol.padEnd(8)} ${formatDecimal(balance, scale)}`, ...boundsText(state, assetId, scale)]
    })
    return Promise.resolve(lines.length === 0 ? 'there is no margin coin' : lines.join('\n'))
  },
})

export const insuranceDeposit = operatorCommand({
  name: 'insurance deposit',
  summary: "Puts the house's own money into an insurance fund.",
  arguments: WHAT,
  options: {},
  needsReason: true,
  run: (call) => move(call, false),
})

export const insuranceWithdraw = operatorCommand({
  name: 'insurance withdraw',
  summary: 'Takes money out of an insurance fund, never more than it has.',
  arguments: WHAT,
  options: {},
  needsReason: true,
  run: (call) => move(call, true),
})
