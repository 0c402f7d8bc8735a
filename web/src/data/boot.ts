/**
 * What the server put into the page head: public facts that the first paint needs. A page that came without it (the development server,
 * an old cached document) fetches the same facts first. Checked by hand: the schemas of the API are loaded with the first call.
 */
import { heardServer, pageTime } from './clock.ts'

export interface BootLanguage {
  readonly lang: string
  readonly langEncode: string
  readonly dir: 'ltr' | 'rtl'
}

export type StoppedPart = 'registration' | 'trading'

export interface Boot {
  /** Version of everything that the operator may change; '' when unknown. */
  readonly version: string
  readonly tenantName: string
  /** Wire locale chosen from cookie, then Accept-Language, then en_US. */
  readonly lang: string
  readonly languages: readonly BootLanguage[]
  readonly kv: Readonly<Record<string, unknown>>
  readonly switches: {
    readonly financialSwitch: number
    readonly flashConvertSwitch: number
    readonly contractSwitch: boolean
    readonly inviteSwitch: number
  }
  readonly rateDefault: string
  /** Where the application can be installed from: the address in the footer's QR code. */
  readonly appUrl: string
  readonly futuresBase: string
  readonly wsUrl: string
  readonly futuresWsUrl: string
  /** ms; 0 when unknown. */
  readonly serverTime: number
  /** Orders and changes are refused; cancels may still be accepted. */
  readonly maintenance: boolean
  /** Names of coins whose withdrawals rest, because the books and a chain differ. */
  readonly halted: readonly string[]
  /** Names of networks whose payments an operator halted. */
  readonly paused: readonly string[]
  /** What an operator stopped for everybody. */
  readonly stopped: readonly StoppedPart[]
  /** Answers of the calls that the shell and the page would make first, by name; each optional. */
  readonly first: Readonly<Record<string, unknown>>
  /** Texts of the landing page by namespace, operator's changes already merged in. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The server writes a document anew after this long at most. */
const DOCUMENT_AGE_MS = 1000

/** Used when neither the head nor the bootstrap call gave anything: the page still opens, with everything closed that needs a switch. */
const FALLBACK: Boot = {
  version: '',
  tenantName: 'Agio',
  lang: 'en_US',
  languages: [],
  kv: {},
  switches: { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: true, inviteSwitch: 0 },
  rateDefault: 'USD',
  appUrl: '',
  futuresBase: '',
  wsUrl: '',
  futuresWsUrl: '',
  serverTime: 0,
  maintenance: false,
  halted: [],
  paused: [],
  stopped: [],
  first: {},
  texts: {},
}

let current: Boot = FALLBACK

export function boot(): Boot {
  return current
}

/** Makes these the facts of the page. */
export function takeBoot(facts: Boot): void {
  current = facts
}

declare global {
  interface Window {
    __BOOT__?: unknown
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value of the same kind as the fallback's, else the fallback's. */
function like<T>(value: unknown, fallback: T): T {
  if (Array.isArray(fallback) !== Array.isArray(value) || typeof value !== typeof fallback || value === null) return fallback
  return value as T
}

/** The facts in any answer; each part that does not fit is replaced by its fallback. Undefined when nothing of it is readable. */
export function readBoot(value: unknown): Boot | undefined {
  if (!isRecord(value) || typeof value.lang !== 'string') return undefined
  const parts = Object.entries(FALLBACK).map(([key, fallback]) => [key, like<unknown>(value[key], fallback)] as const)
  return Object.fromEntries(parts) as unknown as Boot
}

/** Reads the injected facts, or fetches them. Never rejects. */
export async function loadBoot(): Promise<Boot> {
  const injected = readBoot(window.__BOOT__)
  if (injected !== undefined) {
    takeBoot(injected)
    // Page time begins where the browser's own times of the load do. A document out of a cache tells an old time: any answer betters it.
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isFresh = load !== undefined && load.responseStart > 0 && load.transferSize > 0
    if (isFresh) heardServer(injected.serverTime, load.requestStart - DOCUMENT_AGE_MS, load.responseStart)
    return current
  }
  try {
    const askedAt = pageTime()
    const response = await fetch('/api/home-web/v1/open/bootstrap')
    const envelope: unknown = await response.json()
    current = readBoot(isRecord(envelope) ? envelope.data : undefined) ?? FALLBACK
    heardServer(current.serverTime, askedAt)
  } catch (error) {
    console.warn('bootstrap failed', error)
  }
  return current
}

/** A first answer from the head; undefined when the head had none. */
export function firstAnswer(name: string): unknown {
  return current.first[name]
}
