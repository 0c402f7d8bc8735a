/** A device report sealed the way the browser seals it, for clients that run in Node. */
import { createHash, randomUUID } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'

export interface PublicKey {
  readonly keyId: string
  readonly publicKey: string
}

export interface SealedReport {
  readonly data: string
  readonly time: number
  readonly reqNo: string
  readonly uaTime: number
  readonly securityInfo: string
}

type Report = Record<string, string | number | readonly string[]>

const encoder = new TextEncoder()

function reportOf(identity: string, now: number): Report {
  return {
    id: identity,
    org: '',
    timestamp: now,
    userAgent: 'agio-sim',
    availableScreenResolution: '1920x1040',
    screenResolution: '1920x1080',
    touchSupport: 0,
    sessionStorage: 1,
    localStorage: 1,
    indexedDb: 1,
    plugins: [],
    fonts: [],
    adblock: 0,
    client_type: 'pc',
    identity,
    device: 'sim',
    ip: '',
    ip2region: '',
    language: 'en-US',
    platform: 'node',
    browser: 'node',
    browser_version: process.versions.node,
    os: process.platform,
    os_version: '',
    resolution: '1920x1080',
    timezone: 'UTC',
    ctime: now,
    mtime: now,
  }
}

/** Keys sorted, no white space: for flat objects of strings, integers and string lists this is the canonical form of RFC 8785. */
function canonical(report: Report): string {
  return JSON.stringify(Object.fromEntries(Object.entries(report).sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** @param path method and path, as in `POST /api/auth/v1/open/login` */
export async function sealReport(key: PublicKey, path: string, identity: string, now: number): Promise<SealedReport> {
  const report = reportOf(identity, now)
  const securityInfo = `2.0.6.${createHash('sha256').update(canonical(report)).digest('hex')}`
  const reqNo = randomUUID()
  const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
  const recipientPublicKey = await suite.kem.deserializePublicKey(Buffer.from(key.publicKey, 'base64url'))
  const sender = await suite.createSenderContext({ recipientPublicKey, info: encoder.encode(`exchange-device-v1|${key.keyId}`) })
  const plaintext = encoder.encode(JSON.stringify({ ...report, uaTime: now, securityInfo }))
  const sealed = await sender.seal(plaintext, encoder.encode(`${now}|${reqNo}|${path}`))
  const data = `${key.keyId}.${Buffer.concat([Buffer.from(sender.enc), Buffer.from(sealed)]).toString('base64url')}`
  return { data, time: now, reqNo, uaTime: now, securityInfo }
}
