/** Rules of conversion that the engine holds: the last look, what is kept of a stock, and what the desk may do. */
import { type ConvertRule, convertRulesOf } from '@agio/engine/convert/rules.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { changeTerms } from '../convert-terms.ts'
import { type OperatorTenant, operatorCommand, refuse } from '../operator-command.ts'

const SCALE = 8

/** Decimals of shares and of values; the last look counts spreads. */
const RULES = {
  'look-times': ['lookTimes', 0, 'so many spreads an index may go against a quote'],
  'look-least': ['lookLeast', SCALE, 'share that it may go in any case: 0.0015 is 0.15 %'],
  'person-share': ['personShare', SCALE, 'share of a stock that a person takes within ten minutes at most; 0 = no bound'],
  'kept-share': ['keptShare', SCALE, 'share of a stock’s target that is kept for small conversions'],
  'kept-below-u': ['keptBelow', SCALE, 'value in USDT below which a conversion is small'],
  'pause-share': ['pauseShare', SCALE, 'share that an index goes within 2 s before quotes of its coin pause; 0 = never'],
  'coin-loss': ['coinLoss', SCALE, 'share of the target’s value that conversion of a coin may lose in a day; 0 = no bound'],
  'hedge-slip': ['hedgeSlip', SCALE, 'share from the index at which the desk trades at most, 0.1 or less'],
  'hedge-minute-u': ['hedgePerMinute', SCALE, 'USDT that the desk trades within a minute at most'],
} as const satisfies Readonly<Record<string, readonly [ConvertRule, number, string]>>

type Option = keyof typeof RULES
const OPTIONS = Object.keys(RULES) as Option[]

/** A line each, for people. */
export function rulesText({ exchange }: Pick<OperatorTenant, 'exchange'>): string {
  const rules = convertRulesOf(exchange.state.scalars)
  return OPTIONS.map((option) => `${option} ${formatDecimal(rules[RULES[option][0]], RULES[option][1])}`).join(', ')
}

export const convertRules = operatorCommand({
  name: 'convert rules',
  summary: 'Sets how far a price may go against a quote, what a person takes of a stock, what is kept of it, and what the desk may do.',
  arguments: {},
  options: Object.fromEntries(OPTIONS.map((option) => [option, RULES[option][2]])) as Readonly<Record<Option, string>>,
  needsReason: true,
  async run(call) {
    const rules = Object.fromEntries(
      OPTIONS.flatMap((option) => {
        const text = call.given[option]
        if (text === undefined) return []
        const [rule, scale] = RULES[option]
        const value = parseDecimal(text, scale)
        return [[rule, typeof value === 'bigint' ? String(value) : refuse(`${option}: a number with at most ${scale} decimals`)]]
      }),
    )
    if (Object.keys(rules).length === 0) refuse('convert rules: nothing to set; see help convert rules')
    const seq = await changeTerms(call, { rules })
    return `convert rules: done, entry ${seq}; ${rulesText(call.tenant)}`
  },
})
