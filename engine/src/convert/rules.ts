/** Rules of conversion that the engine holds: where each stands, what it may be, and what it is until an operator says otherwise. */
import type { StateRow } from '../../generated/views.ts'
import type { ConvertRuleTexts } from '../schema/commands/convert.ts'
import type { CONVERT_RULES } from '../schema/convert.ts'

export type ConvertRule = keyof typeof CONVERT_RULES
export type ConvertRules = Readonly<Record<ConvertRule, bigint>>

/** The field of each. */
const FIELDS = {
  lookTimes: 'convertLookTimes',
  lookLeast: 'convertLookLeast',
  personShare: 'convertPersonShare',
  keptShare: 'convertKeptShare',
  keptBelow: 'convertKeptBelow',
  pauseShare: 'convertPauseShare',
  coinLoss: 'convertCoinLoss',
  hedgeSlip: 'convertHedgeSlip',
  hedgePerMinute: 'convertHedgePerMinute',
} as const satisfies Readonly<Record<ConvertRule, keyof StateRow>>
const NAMES = Object.keys(FIELDS) as ConvertRule[]

const ONE = 100_000_000n
const VALUE_MOST = 2n ** 60n

/** Shares are at most 1, so many spreads at most 100, values below 2^60. */
const MOST: Readonly<Record<ConvertRule, bigint>> = {
  lookTimes: 100n,
  lookLeast: ONE,
  personShare: ONE,
  keptShare: ONE,
  keptBelow: VALUE_MOST - 1n,
  pauseShare: ONE,
  coinLoss: ONE,
  hedgeSlip: ONE / 10n,
  hedgePerMinute: VALUE_MOST - 1n,
}

export function writeConvertRules(scalars: StateRow, rules: Partial<ConvertRules>): void {
  for (const name of NAMES) {
    const rule = rules[name]
    if (rule !== undefined) scalars[FIELDS[name]] = rule
  }
}

export function convertRulesOf(scalars: StateRow): ConvertRules {
  return Object.fromEntries(NAMES.map((name) => [name, scalars[FIELDS[name]]])) as unknown as ConvertRules
}

/** The rules that a command names; undefined: one of them is none, or may not be that. */
export function readConvertRules(texts: ConvertRuleTexts): Partial<ConvertRules> | undefined {
  const rules: Partial<Record<ConvertRule, bigint>> = {}
  for (const [name, text] of Object.entries(texts)) {
    const most = NAMES.includes(name as ConvertRule) ? MOST[name as ConvertRule] : undefined
    if (most === undefined || typeof text !== 'string' || !/^\d{1,19}$/.test(text) || BigInt(text) > most) return undefined
    rules[name as ConvertRule] = BigInt(text)
  }
  return rules
}
