/** The sealed security payload that calls marked `sealed` carry next to their own fields, and the device report inside it. */
import * as z from 'zod/mini'
import { ms, switch01 } from './fields.ts'
import { named } from './named.ts'

export const SECURITY_PREFIX = '2.0.6.'
export const HPKE_INFO_PREFIX = 'exchange-device-v1|'
/** How far the client's clock may be off. */
export const PAYLOAD_WINDOW_MS = 5 * 60_000
export const REPORT_BYTES_MAX = 32 * 1024
export const PAYLOAD_FIELDS = ['data', 'time', 'reqNo', 'uaTime', 'securityInfo'] as const

/** What calls of the futures host carry of it that change something: the digest of the session's last sealed report. */
export const DIGEST_FIELDS = ['uaTime', 'securityInfo'] as const

const digestShape = { uaTime: ms, securityInfo: z.string().check(z.regex(/^2\.0\.6\.[0-9a-f]{64}$/)) } as const
export const digestSchema = z.object(digestShape)

export const payloadSchema = named(
  'SecurityPayload',
  z.object({
    data: z.string().check(z.maxLength(64 * 1024), z.regex(/^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]+$/)),
    time: ms,
    reqNo: z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)),
    ...digestShape,
  }),
)
export type SecurityPayload = z.output<typeof payloadSchema>

const text = z.string().check(z.maxLength(2048))
const texts = z.array(z.string().check(z.maxLength(256))).check(z.maxLength(512))

/** Exactly these keys. What a browser keeps to itself is sent empty, not guessed. */
export const deviceReportSchema = named(
  'DeviceReport',
  z.strictObject({
    id: text,
    org: text,
    timestamp: ms,
    userAgent: text,
    availableScreenResolution: text,
    screenResolution: text,
    touchSupport: switch01,
    sessionStorage: switch01,
    localStorage: switch01,
    indexedDb: switch01,
    plugins: texts,
    fonts: texts,
    adblock: switch01,
    client_type: text,
    identity: z.string().check(z.minLength(1), z.maxLength(128)),
    device: text,
    ip: text,
    ip2region: text,
    language: text,
    platform: text,
    browser: text,
    browser_version: text,
    os: text,
    os_version: text,
    resolution: text,
    timezone: text,
    ctime: ms,
    mtime: ms,
    uaTime: ms,
    securityInfo: text,
  }),
)
export type DeviceReport = z.output<typeof deviceReportSchema>

/**
 * RFC 8785 form of a report: keys in code-unit order, no white space. For flat objects of strings, safe integers and lists of strings
 * that is `JSON.stringify` over sorted keys.
 */
export function canonicalReport(report: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(report)
    .filter((key) => key !== 'uaTime' && key !== 'securityInfo')
    .sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${JSON.stringify(report[key])}`).join(',')}}`
}

/** Additional data that binds a sealed report to one request: `path` is method and path, as in `POST /api/auth/v1/open/login`. */
export const payloadBinding = (time: number, reqNo: string, path: string): string => `${time}|${reqNo}|${path}`
