/** Vectors about accounts: the rules that forms and the HTTP contract apply. */

import { maskEmail } from '@agio/web/data/mask.ts'
import { isEmail, isPhone } from '@agio/web/features/auth/auth-model.ts'

type Input = Readonly<Record<string, unknown>>

export const securityOperations = {
  'sec.emailValid': (input: Input): Input => ({ ok: isEmail(String(input.email)) }),
  'sec.phoneValid': (input: Input): Input => ({ ok: isPhone(String(input.phone)) }),
  'sec.maskEmail': (input: Input): Input => ({ masked: maskEmail(String(input.email)) }),
}
