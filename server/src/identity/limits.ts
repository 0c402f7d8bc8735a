/** What each level may withdraw, as the key-value `out_money` says: its own amount is level 0's, `levels` holds those of levels 1 and 2. */
import type { IdentityLevel } from '@agio/wire/account/identity.ts'
import * as z from 'zod/mini'

const amount = z.string().check(z.regex(/^\d{1,18}(\.\d{1,18})?$/))
/** The longest window that the engine counts in. */
const HOURS_MOST = 168
const limitsSchema = z.object({
  amountLimit: amount,
  coin: z.string(),
  time: z.int().check(z.minimum(1), z.maximum(HOURS_MOST)),
  levels: z.optional(z.tuple([amount, amount])),
})

/** Limits of a tenant that names no others. */
const LEVELS = ['50000', '500000'] as const
const NEEDS = [['account'], ['document', 'selfie'], ['addressProof']] as const

/** Three levels; without a usable key-value nothing may be withdrawn. @param outMoney value of the key */
export function identityLevels(outMoney: unknown): readonly [IdentityLevel, IdentityLevel, IdentityLevel] {
  const parsed = z.safeParse(limitsSchema, outMoney)
  const { amountLimit, coin, time, levels } = parsed.success
    ? parsed.data
    : { amountLimit: '0', coin: 'USDT', time: 24, levels: ['0', '0'] as [string, string] }
  const [first, second] = levels ?? LEVELS
  const of = (level: 0 | 1 | 2, limit: string): IdentityLevel => ({ level, amountLimit: limit, coin, time, needs: [...NEEDS[level]] })
  return [of(0, amountLimit), of(1, first), of(2, second)]
}
