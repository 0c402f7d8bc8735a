/** Vectors about accounts: the rules that forms, the HTTP contract and the second factors apply. */

import { scryptSync } from 'node:crypto'
import { loginMethods, passwordMethods } from '@agio/server/auth/second-factor.ts'
import { type HashName, hotp } from '@agio/server/auth/totp.ts'
import { maskEmail } from '@agio/web/data/mask.ts'
import { isEmail, isPhone } from '@agio/web/features/auth/auth-model.ts'

type Input = Readonly<Record<string, unknown>>

const factorsOf = ({ google, email, phone }: Input) => ({ google: google === true, email: email === true, phone: phone === true })
const algorithmOf = (name: unknown): HashName => (name === undefined ? 'sha1' : (String(name).toLowerCase().replace('-', '') as HashName))

export const securityOperations = {
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
