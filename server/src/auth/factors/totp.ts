/** One-time codes of an authenticator: RFC 4226 and RFC 6238, and the base32 of its secret. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const TOTP_STEP_MS = 30_000
export const TOTP_DIGITS = 6
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export type HashName = 'sha1' | 'sha256' | 'sha512'

/** The code of a counter, with leading zeros. */
export function hotp(key: Uint8Array, counter: number, digits: number = TOTP_DIGITS, algorithm: HashName = 'sha1'): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac(algorithm, key).update(message).digest()
  const at = (mac[mac.length - 1] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** Number of the 30-second step of a time. @param now ms */
export const stepAt = (now: number): number => Math.floor(now / TOTP_STEP_MS)

/**
 * The step whose code was given: the current one, or a neighbour. Every candidate is compared, in constant time.
 * @returns undefined when it is the code of none
 */
export function matchingStep(key: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code)
  let found: number | undefined
  for (const distance of [1, -1, 0]) {
    const step = stepAt(now) + distance
    if (step < 0) continue
    const expected = Buffer.from(hotp(key, step))
    if (expected.length === given.length && timingSafeEqual(expected, given)) found = step
  }
  return found
}

/** Without padding: a secret of 20 bytes is 32 letters. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31]
}

/** @throws RangeError for a letter that base32 does not have */
export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter)
    if (value < 0) throw new RangeError('base32: unknown letter')
    held = (held << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push(held >> bits)
    held &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}

/** A new secret. @param random cryptographically random bytes */
export const newSecret = (random: (count: number) => Uint8Array): string => base32(random(SECRET_BYTES))

/** What the QR code of a new authenticator says. @param label shown under the issuer's name */
export function otpauthUrl(secret: string, issuer: string, label: string): string {
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_STEP_MS / 1000}`
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(label)}?${query}`
}
