/** Rules of conversion that the engine holds: where each stands, what it may be, and what it is until an operator says otherwise. */
import * as layout from '../../generated/layout.ts'
import type { ConvertRuleTexts } from '../schema/commands/convert.ts'
import type { CONVERT_RULES } from '../schema/convert.ts'

export type ConvertRule = keyof typeof CONVERT_RULES
export type ConvertRules = Readonly<Record<ConvertRule, bigint>>

const PLACES: Readonly<Record<ConvertRule, number>> = {
  lookTimes: layout.S_CONVERT_LOOK_TIMES,
  lookLeast: layout.S_CONVERT_LOOK_LEAST,
  personShare: layout.S_CONVERT_PERSON_SHARE,
  keptShare: layout.S_CONVERT_KEPT_SHARE,
  keptBelow: layout.S_CONVERT_KEPT_BELOW,
  pauseShare: layout.S_CONVERT_PAUSE_SHARE,
  coinLoss: layout.S_CONVERT_COIN_LOSS,
  hedgeSlip: layout.S_CONVERT_HEDGE_SLIP,
  hedgePerMinute: layout.S_CONVERT_HEDGE_PER_MINUTE,
}
const NAMES = Object.keys(PLACES) as ConvertRule[]

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

export function writeConvertRules(memory: DataView, rules: Partial<ConvertRules>): void {
  for (const name of NAMES) {
    const rule = rules[name]
    if (rule !== undefined) memory.setBigInt64(PLACES[name], rule, true)
  }
}

export function convertRulesOf(memory: DataView): ConvertRules {
  return Object.fromEntries(NAMES.map((name) => [name, memory.getBigInt64(PLACES[name], true)])) as unknown as ConvertRules
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
