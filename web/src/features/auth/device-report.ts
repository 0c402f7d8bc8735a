/** What the browser says about itself, in the fields that sign-in and money calls carry. No fingerprint library, no drawing, no sound. */
import { canonicalReport, SECURITY_PREFIX } from '@agio/wire/security.ts'
import { readStored, writeStored } from '../../data/storage.ts'

export interface DeviceReport {
  readonly [field: string]: string | number | readonly string[]
}

/** `2.0.6.` and the SHA-256 of the report without `uaTime` and `securityInfo`, in lower-case hex. */
export async function securityInfoOf(report: DeviceReport): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalReport(report)))
  return `${SECURITY_PREFIX}${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A random name that stays with this browser. */
function identity(): string {
  const known = readStored('deviceIdentity')
  if (known !== undefined && /^[a-z0-9-]{36}$/.test(known)) return known
  const made = crypto.randomUUID()
  writeStored('deviceIdentity', made)
  return made
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

function has(read: () => unknown): 0 | 1 {
  try {
    return flag(read() != null)
  } catch {
    // Blocked storage throws on access; for the report that is the same as not having it.
    return 0
  }
}

/** Fonts of common systems that are installed here; a short list tells systems apart without naming people. */
function fonts(): readonly string[] {
  return ['Arial', 'Courier New', 'Helvetica Neue', 'Segoe UI', 'Roboto', 'Noto Sans'].filter((font) =>
    document.fonts.check(`12px "${font}"`),
  )
}

const size = (width: number, height: number) => `${width}x${height}`

async function browserFields() {
  const { default: bowser } = await import('bowser')
  const parsed = bowser.parse(navigator.userAgent)
  return {
    device: parsed.platform.type ?? '',
    platform: navigator.platform,
    browser: parsed.browser.name ?? '',
    browser_version: parsed.browser.version ?? '',
    os: parsed.os.name ?? '',
    os_version: parsed.os.version ?? '',
  }
}

/** The whole report, with its digest. `org` is the tenant's host. */
export async function collectReport(now: number): Promise<DeviceReport> {
  const report: DeviceReport = {
    id: crypto.randomUUID(),
    org: window.location.hostname,
    timestamp: now,
    userAgent: navigator.userAgent,
    availableScreenResolution: size(screen.availWidth, screen.availHeight),
    screenResolution: size(screen.width, screen.height),
    touchSupport: flag(navigator.maxTouchPoints > 0),
    sessionStorage: has(() => window.sessionStorage),
    localStorage: has(() => window.localStorage),
    indexedDb: has(() => window.indexedDB),
    plugins: [...navigator.plugins].map((plugin) => plugin.name),
    fonts: fonts(),
    adblock: 0,
    client_type: 'pc',
    identity: identity(),
    ip: '',
    ip2region: '',
    language: navigator.language,
    resolution: size(window.innerWidth, window.innerHeight),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ctime: now,
    mtime: now,
    ...(await browserFields()),
  }
  return { ...report, uaTime: now, securityInfo: await securityInfoOf(report) }
}
