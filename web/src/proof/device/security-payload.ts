/** Seals the device report for one call with HPKE (X25519, HKDF-SHA256, AES-256-GCM): only the server can open it, for this call, once. */
import { publicKey as publicKeyCall } from '@agio/wire/account/auth.ts'
import { HPKE_INFO_PREFIX, payloadBinding } from '@agio/wire/security.ts'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { deviceNow, serverNow } from '../../data/clock.ts'
import { send } from '../../data/http-client.ts'
import type { Sealed, SealHint } from '../../data/sealer.ts'
import { collectReport } from './device-report.ts'

interface PublicKey {
  readonly keyId: string
  readonly publicKey: string
  readonly notAfter: number
}

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
let known: PublicKey | undefined

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

async function keyFor(fresh: boolean): Promise<PublicKey> {
  if (known === undefined || fresh || known.notAfter < serverNow()) known = await send(publicKeyCall, {}, { anonymous: true })
  return known
}

const bytes = (text: string) => new TextEncoder().encode(text)

/** The sealed fields of one call; `call` is `METHOD /path` without the query. */
export async function seal(call: string, hint: SealHint): Promise<Sealed> {
  const key = await keyFor(hint.keyUnknown === true)
  const report = await collectReport(deviceNow())
  // A wrong clock in the computer must not lock people out.
  const time = Math.round(serverNow())
  const reqNo = crypto.randomUUID()
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64Url(key.publicKey))
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: bytes(HPKE_INFO_PREFIX + key.keyId) },
    bytes(JSON.stringify(report)),
    bytes(payloadBinding(time, reqNo, call)),
  )
  const joined = new Uint8Array(enc.byteLength + ct.byteLength)
  joined.set(new Uint8Array(enc), 0)
  joined.set(new Uint8Array(ct), enc.byteLength)
  return {
    data: `${key.keyId}.${toBase64Url(joined)}`,
    time,
    reqNo,
    uaTime: Number(report.uaTime),
    securityInfo: String(report.securityInfo),
  }
}
