/** Checks the exchange's signature below a receipt, in the browser. */
import { canonicalJson, type Json } from './canonical.ts'

/** unknown: this browser cannot tell, or the key is not one that the exchange publishes. */
export type SignatureVerdict = 'good' | 'bad' | 'unknown'

const ALGORITHM = 'Ed25519'

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/**
 * @param signed with `signature`, base64url of 64 bytes over the RFC 8785 form of everything else
 * @param publicKey base64url of 32 bytes, undefined where the exchange has none of that name
 */
export async function verifySignature(
  signed: { readonly signature: string } & { readonly [key: string]: Json | undefined },
  publicKey: string | undefined,
): Promise<SignatureVerdict> {
  const { signature, ...rest } = signed
  if (publicKey === undefined) return 'unknown'
  let key: CryptoKey
  try {
    key = await crypto.subtle.importKey('raw', bytesOf(publicKey), ALGORITHM, false, ['verify'])
  } catch (error) {
    // Browsers that do not know the algorithm, and pages without a safe connection.
    console.warn('The signature cannot be checked here', error)
    return 'unknown'
  }
  const isGood = await crypto.subtle.verify(ALGORITHM, key, bytesOf(signature), new TextEncoder().encode(canonicalJson(rest)))
  return isGood ? 'good' : 'bad'
}
