/**
 * What the server put into the page head: public facts that the first paint needs. A page that came without it (the development server,
 * an old cached document) fetches the same facts first.
 */
import * as z from 'zod/mini'

const text = z.record(z.string(), z.string())

const schema = z.object({
  tenantName: z.string(),
  /** Wire locale chosen from cookie, then Accept-Language, then en_US. */
  lang: z.string(),
  languages: z.array(z.object({ lang: z.string(), langEncode: z.string(), dir: z.enum(['ltr', 'rtl']) })),
  kv: z.record(z.string(), z.unknown()),
  switches: z.object({
    financialSwitch: z.number(),
    flashConvertSwitch: z.number(),
    contractSwitch: z.boolean(),
    inviteSwitch: z.number(),
  }),
  rateDefault: z.string(),
  futuresBase: z.string(),
  wsUrl: z.string(),
  futuresWsUrl: z.string(),
  serverTime: z.number(),
  maintenance: z.boolean(),
  /** Answers of the calls that the shell and the page would make first, by name; each optional. */
  first: z._default(z.record(z.string(), z.unknown()), {}),
  /** Texts of the landing page by namespace, operator's changes already merged in. */
  texts: z._default(z.record(z.string(), text), {}),
})

export type Boot = z.output<typeof schema>

/** Used when neither the head nor the bootstrap call gave anything: the page still opens, with everything closed that needs a switch. */
const FALLBACK: Boot = {
  tenantName: 'Agio',
  lang: 'en_US',
  languages: [],
  kv: {},
  switches: { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: true, inviteSwitch: 0 },
  rateDefault: 'USD',
  futuresBase: '',
  wsUrl: '',
  futuresWsUrl: '',
  serverTime: 0,
  maintenance: false,
  first: {},
  texts: {},
}

let current: Boot = FALLBACK

export function boot(): Boot {
  return current
}

declare global {
  interface Window {
    __BOOT__?: unknown
  }
}

/** Reads the injected facts, or fetches them. Never rejects. */
export async function loadBoot(): Promise<Boot> {
  const injected = schema.safeParse(window.__BOOT__)
  if (injected.success) {
    current = injected.data
    return current
  }
  if (window.__BOOT__ !== undefined) console.warn('injected facts do not fit', injected.error.issues)
  try {
    const response = await fetch('/api/home-web/v1/open/bootstrap')
    const envelope: unknown = await response.json()
    const fetched = schema.safeParse((envelope as { data?: unknown }).data)
    if (fetched.success) current = fetched.data
    else console.warn('bootstrap answer does not fit', fetched.error.issues)
  } catch (error) {
    console.warn('bootstrap failed', error)
  }
  return current
}

/** A first answer from the head, once; afterwards the ordinary call is made. Undefined when the head had none. */
export function takeFirst(name: string): unknown {
  const value = current.first[name]
  if (value !== undefined)
    current = { ...current, first: Object.fromEntries(Object.entries(current.first).filter(([key]) => key !== name)) }
  return value
}
