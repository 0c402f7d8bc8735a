/** What the browser says about itself, in the fields that logins and money calls carry. */
import { canonicalReport, SECURITY_PREFIX } from '@agio/wire/security.ts'
import { isUnkept, readStored, writeStored } from '../../data/storage.ts'
import { deviceZone } from '../../i18n/zone.ts'
import type { Fingerprint } from './fingerprint.ts'

export interface DeviceReport {
  readonly [field: string]: string | number | readonly string[]
}

/** `2.0.6.` and the SHA-256 of the report without `uaTime` and `securityInfo`, in lower-case hex. */
export async function securityInfoOf(report: DeviceReport): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalReport(report)))
  return `${SECURITY_PREFIX}${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The library's code comes over the network and each source has its limit; a call waits so long for all of it, ms, then goes without. */
const FINGERPRINT_WAIT_MS = 2000

let fingerprint: Promise<Fingerprint | undefined> | undefined

async function loadFingerprint(): Promise<Fingerprint | undefined> {
  try {
    return await (await import('./fingerprint.ts')).readFingerprint()
  } catch (error) {
    console.warn('the fingerprint was not taken', error)
    fingerprint = undefined
    return undefined
  }
}

/** Takes the fingerprint, once for each page: begun while a person types, so that sending does not wait for it. */
export function prepareReport(): Promise<Fingerprint | undefined> {
  fingerprint ??= loadFingerprint()
  return fingerprint
}

function fingerprintInTime(wait: number): Promise<Fingerprint | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), wait)
    void prepareReport().then((found) => {
      clearTimeout(timer)
      resolve(found)
    })
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The name of this device. A random one that the browser keeps, since two telephones of one model have the same fingerprint and must not be
 * taken for one device; where nothing can be kept, the visitor id, so that the same browser is the same device the next time too.
 */
function identity(visitorId: string | undefined): string {
  const known = readStored('deviceIdentity')
  if (known !== undefined && UUID.test(known)) return known
  const made = crypto.randomUUID()
  writeStored('deviceIdentity', made)
  if (!isUnkept('deviceIdentity')) return made
  const lasting = visitorId ?? made
  writeStored('deviceIdentity', lasting)
  return lasting
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

function has(read: () => unknown): boolean {
  try {
    return read() != null
  } catch {
    // Blocked storage throws on access; for the report that is the same as not having it.
    return false
  }
}

const size = (width: number, height: number) => `${width}x${height}`

/** What the browser's name for itself says; nothing where it has none, at which the library throws. */
async function parsedAgent() {
  try {
    const { default: bowser } = await import('bowser')
    return bowser.parse(navigator.userAgent)
  } catch (error) {
    console.warn('the browser was not recognised', error)
    return undefined
  }
}

async function browserFields() {
  const parsed = await parsedAgent()
  return {
    device: parsed?.platform.type ?? '',
    platform: navigator.platform ?? '',
    browser: parsed?.browser.name ?? '',
    browser_version: parsed?.browser.version ?? '',
    os: parsed?.os.name ?? '',
    os_version: parsed?.os.version ?? '',
  }
}

/** Lists and texts of the report have bounds: 256 texts of 256 characters leave room for the rest. */
const bounded = (texts: readonly string[]) => texts.slice(0, 256).map((text) => text.slice(0, 256))

/**
 * The whole report, with its digest. `org` is the tenant's host, `id` the visitor id of the fingerprint.
 * @param wait how long the fingerprint may still take, ms
 */
export async function collectReport(now: number, wait = FINGERPRINT_WAIT_MS): Promise<DeviceReport> {
  const found = await fingerprintInTime(wait)
  const zone = deviceZone()
  const report: DeviceReport = {
    id: found?.visitorId ?? crypto.randomUUID(),
    org: window.location.hostname,
    timestamp: now,
    userAgent: navigator.userAgent,
    availableScreenResolution: size(screen.availWidth, screen.availHeight),
    screenResolution: size(screen.width, screen.height),
    touchSupport: flag(found?.touch ?? navigator.maxTouchPoints > 0),
    sessionStorage: flag(found?.sessionStorage ?? has(() => window.sessionStorage)),
    localStorage: flag(found?.localStorage ?? has(() => window.localStorage)),
    indexedDb: flag(found?.indexedDb ?? has(() => window.indexedDB)),
    plugins: bounded(found?.plugins ?? []),
    fonts: bounded(found?.fonts ?? []),
    adblock: flag(found?.adblock ?? false),
    client_type: 'pc',
    identity: identity(found?.visitorId),
    ip: '',
    ip2region: '',
    language: navigator.language ?? '',
    resolution: size(window.innerWidth, window.innerHeight),
    timezone: zone.known ? zone.name : '',
    ctime: now,
    mtime: now,
    ...(await browserFields()),
  }
  return { ...report, uaTime: now, securityInfo: await securityInfoOf(report) }
}
