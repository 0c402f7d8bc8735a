/** Codes that stand in for a lost authenticator: ten, each for one use, kept only as keyed hashes. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { RECOVERY_CODE_COUNT } from '@agio/wire/account/auth-factors.ts'
import type { RandomBytes } from '../../core/random.ts'
import type { Vault } from '../../vault/vault.ts'

/** No letter that looks like a digit. 32 signs: every random byte gives five fair bits. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 10

/** As shown: `XXXXX-XXXXX`, 50 random bits. */
export function newRecoveryCodes(random: RandomBytes): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const text = [...random(LENGTH)].map((byte) => SIGNS[byte & 31]).join('')
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
}

/** True for what has the form of a recovery code, not of an authenticator's six digits. */
export const isRecoveryCode = (code: string): boolean => code.replace('-', '').length === LENGTH

export const recoveryHash = (vault: Vault, userId: UserId, code: string): string =>
  vault.accountKey(`recovery|${userId}|${code.replace('-', '').toUpperCase()}`)
