/** Vectors about accounts: the rules that forms, the HTTP API, the second factors and commissions apply. */
import { scryptSync } from 'node:crypto'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { mulRate } from '@agio/engine/money/rounding.ts'
import { COMMISSION_MAX_E8 } from '@agio/engine/operator/invite-admin.ts'
import { loginMethods, passwordMethods } from '@agio/server/auth/factors/second-factor.ts'
import { type HashName, hotp } from '@agio/server/auth/factors/totp.ts'
import { maskEmail } from '@agio/web/data/mask.ts'
import { isEmail, isPhone } from '@agio/web/proof/auth-model.ts'
import { Scratch } from './scratch.ts'

type Input = Readonly<Record<string, unknown>>

const factorsOf = ({ google, email, phone }: Input) => ({ google: google === true, email: email === true, phone: phone === true })
const algorithmOf = (name: unknown): HashName => (name === undefined ? 'sha1' : (String(name).toLowerCase().replace('-', '') as HashName))

const RATE_ONE = 100_000_000
const SCALE = 8
function minor(value: unknown): bigint {
  const amount = parseDecimal(String(value), SCALE)
  if (typeof amount === 'string') throw new Error(`${String(value)}: ${amount}`)
  return amount
}
const rateE8 = (value: unknown): number => Number(minor(value))
const text = (amount: bigint): string => formatDecimal(amount, SCALE)

/**
 * What the engine pays the inviter of a seller whose whole price is fee. Where a vector's share is above the highest that an exchange may
 * set, only its arithmetic can be shown.
 */
function commissionOf(fee: bigint, share: number): bigint {
  if (fee === 0n || share > COMMISSION_MAX_E8) return mulRate(fee, share, 'floor')
  const scratch = new Scratch({ priceScale: SCALE, quantityScale: 0, users: 3, terms: { sellFeeE8: RATE_ONE } })
  const [seller, inviter] = [1, 2]
  scratch.run({ kind: 'setCommission', rateE8: share, actor: 'vectors', why: 'a vector' })
  scratch.run({ kind: 'setInviter', userId: scratch.user(seller), inviterId: scratch.user(inviter) })
  const before = scratch.balance(inviter, 'quote').available
  const order = { price: Number(fee), quantity: 1 }
  scratch.place(0, { side: 'buy', ...order })
  const { reason, orders } = scratch.place(seller, { side: 'sell', ...order })
  if (orders[0]?.status !== 'filled') throw new Error(`commission: ${reason}`)
  return scratch.balance(inviter, 'quote').available - before
}

/** Each fee pays everybody above its payer, level by level. The engine posts the first level. @param chain from the lowest up */
function referralLevels({ chain, fees, levelRates }: Input): Input {
  const above = chain as readonly string[]
  const earned: Record<string, bigint> = {}
  for (const [payer, fee] of Object.entries(fees as Readonly<Record<string, string>>)) {
    for (const [level, rate] of (levelRates as readonly string[]).entries()) {
      const inviter = above[above.indexOf(payer) + 1 + level]
      if (inviter !== undefined) earned[inviter] = (earned[inviter] ?? 0n) + commissionOf(minor(fee), rateE8(rate))
    }
  }
  return Object.fromEntries(Object.entries(earned).map(([name, amount]) => [name, text(amount)]))
}

/** Everybody above gets what their own rate comes to, less what went to those below them. */
function referralDifferential({ fee, upline }: Input): Input {
  let paid = 0n
  return Object.fromEntries(
    (upline as readonly { readonly id: string; readonly rate: string }[]).map(({ id, rate }) => {
      const share = commissionOf(minor(fee), rateE8(rate)) - paid
      const amount = share > 0n ? share : 0n
      paid += amount
      return [id, text(amount)]
    }),
  )
}

function referralCashback({ volume, feeRate, rebate }: Input): Input {
  const fee = mulRate(minor(volume), rateE8(feeRate), 'ceil')
  return { fee: text(fee), cashback: text(commissionOf(fee, Math.min(RATE_ONE, rateE8(rebate)))) }
}

export const securityOperations = {
  'sec.referral.levels': referralLevels,
  'sec.referral.differential': referralDifferential,
  'sec.referral.cashback': referralCashback,
  'sec.emailValid': (input: Input): Input => ({ ok: isEmail(String(input.email)) }),
  'sec.phoneValid': (input: Input): Input => ({ ok: isPhone(String(input.phone)) }),
  'sec.maskEmail': (input: Input): Input => ({ masked: maskEmail(String(input.email)) }),
  'sec.login2fa': (input: Input): Input => ({ methods: loginMethods(factorsOf(input), Number(input.mode)) }),
  'sec.pwd2faCount': (input: Input): Input => ({ count: passwordMethods(factorsOf(input)).length }),
  'sec.hotp': ({ keyAscii, counter, digits }: Input): Input => ({
    code: hotp(Buffer.from(String(keyAscii)), Number(counter), Number(digits)),
  }),
  /** Time and step in seconds. */
  'sec.totp': ({ keyAscii, time, step, digits, alg }: Input): Input => ({
    code: hotp(Buffer.from(String(keyAscii)), Math.floor(Number(time) / Number(step)), Number(digits), algorithmOf(alg)),
  }),
  /** Passwords are kept with Argon2id; this shows that the library under it is sound. */
  'sec.scrypt': ({ password, salt, N, r, p, len }: Input): Input => {
    const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 256 * 1024 * 1024 }
    return { hex: scryptSync(String(password), String(salt), Number(len), cost).toString('hex') }
  },
}
