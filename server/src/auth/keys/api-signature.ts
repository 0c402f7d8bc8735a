/** How a program signs its requests. Pure. */
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'

export interface SignedParts {
  /** ms, as sent. */
  readonly timestamp: string
  /** `x-api-window` as sent; undefined when it was not. */
  readonly window: string | undefined
  readonly method: string
  /** With query, exactly as sent. */
  readonly path: string
  readonly body: Uint8Array
}

/**
 * What is signed: time, method, path and the body's SHA-256, a line each. A window of the sender's own stands behind the time, so that
 * nobody on the way can widen it.
 */
export function signedText({ timestamp, window, method, path, body }: SignedParts): string {
  const time = window === undefined ? timestamp : `${timestamp}|${window}`
  return `${time}\n${method}\n${path}\n${createHash('sha256').update(body).digest('hex')}`
}

/** Lower-case hexadecimal HMAC-SHA256. */
export const hmacSignature = (secret: string, parts: SignedParts): string =>
  createHmac('sha256', secret).update(signedText(parts)).digest('hex')

const HEX_64 = /^[0-9a-f]{64}$/
const HEX_128 = /^[0-9a-f]{128}$/

/** Takes the same time for every wrong signature of the right form. */
export function isHmacSignature(signature: string, secret: string, parts: SignedParts): boolean {
  if (!HEX_64.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(hmacSignature(secret, parts), 'hex'))
}

/** @param publicKey 32 bytes, base64url */
export function isEd25519Signature(signature: string, publicKey: string, parts: SignedParts): boolean {
  if (!HEX_128.test(signature)) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(signedText(parts)), key, Buffer.from(signature, 'hex'))
}

/** True for 32 bytes that can be a public key. */
export function isEd25519Key(publicKey: string): boolean {
  try {
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
