/**
 * What the fingerprint library finds out about a browser, for the device report: never for a public page, only for somebody who logs in
 * or acts as a user. Nothing is drawn or sent by the library; its usage count is never called. Each source answers within its limit or is
 * left out: no blocked or slow source keeps anybody from logging in.
 */
import { hashComponents, sources } from '@fingerprintjs/fingerprintjs'
import { nextTask } from '../../data/next-task.ts'

/** How long a source may take, ms; sound is the slowest. */
export const SOURCE_LIMIT_MS = 1000

type Source = (options: { readonly cache: object }) => unknown
export type Sources = Readonly<Record<string, Source>>

/** The sources that are read, those that wait for the browser first, so that they run beside the others. */
const READ = {
  audio: sources.audio,
  fonts: sources.fonts,
  domBlockers: sources.domBlockers,
  osCpu: sources.osCpu,
  languages: sources.languages,
  colorDepth: sources.colorDepth,
  deviceMemory: sources.deviceMemory,
  screenResolution: sources.screenResolution,
  hardwareConcurrency: sources.hardwareConcurrency,
  timezone: sources.timezone,
  sessionStorage: sources.sessionStorage,
  localStorage: sources.localStorage,
  indexedDB: sources.indexedDB,
  platform: sources.platform,
  plugins: sources.plugins,
  touchSupport: sources.touchSupport,
  vendor: sources.vendor,
  vendorFlavors: sources.vendorFlavors,
  colorGamut: sources.colorGamut,
  math: sources.math,
  architecture: sources.architecture,
} as Sources

/** A source's value, or that it gave none. */
type Component = ({ readonly value: unknown } | { readonly error: unknown }) & { readonly duration: number }
export type Components = Readonly<Record<string, Component>>

export interface Fingerprint {
  /** The same for the same browser as long as its sources answer the same; 32 hex digits. */
  readonly visitorId: string
  /** Undefined where the source was blocked or slow. */
  readonly fonts: readonly string[] | undefined
  readonly plugins: readonly string[] | undefined
  readonly touch: boolean | undefined
  readonly sessionStorage: boolean | undefined
  readonly localStorage: boolean | undefined
  readonly indexedDb: boolean | undefined
  /** True when something hides the page's elements that look like advertisements. */
  readonly adblock: boolean | undefined
}

/** Some sources start first and answer when they are asked; both together have the limit. */
async function answerOf(source: Source): Promise<unknown> {
  const first = await source({ cache: {} })
  return typeof first === 'function' ? await first() : first
}

async function read(source: Source, limit: number): Promise<Component> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the source is too slow')), limit)
    })
    return { value: await Promise.race([answerOf(source), late]), duration: 0 }
  } catch (error) {
    return { error, duration: 0 }
  } finally {
    clearTimeout(timer)
  }
}

/** Every source's value or fault; takes at most `limit` ms longer than the sources that work at once. */
export async function readComponents(all: Sources = READ, limit = SOURCE_LIMIT_MS): Promise<Components> {
  const running: (readonly [string, Promise<Component>])[] = []
  for (const [name, source] of Object.entries(all)) {
    running.push([name, read(source, limit)])
    // Keys and drawing go first.
    await nextTask()
  }
  return Object.fromEntries(await Promise.all(running.map(async ([name, component]) => [name, await component] as const)))
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')

function answerAt(components: Components, name: string): unknown {
  const component = components[name]
  return component !== undefined && 'value' in component ? component.value : undefined
}

function isOn(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

function touchOf(value: unknown): boolean | undefined {
  if (typeof value !== 'object' || value === null || !('maxTouchPoints' in value)) return undefined
  return typeof value.maxTouchPoints === 'number' && value.maxTouchPoints > 0
}

function namesOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map((each: { readonly name?: unknown }) => String(each.name)) : undefined
}

/** The components in the words of the report. */
export function fingerprintOf(components: Components): Fingerprint {
  const fonts = answerAt(components, 'fonts')
  const blockers = answerAt(components, 'domBlockers')
  return {
    visitorId: hashComponents(components as Parameters<typeof hashComponents>[0]),
    fonts: isTexts(fonts) ? fonts : undefined,
    plugins: namesOf(answerAt(components, 'plugins')),
    touch: touchOf(answerAt(components, 'touchSupport')),
    sessionStorage: isOn(answerAt(components, 'sessionStorage')),
    localStorage: isOn(answerAt(components, 'localStorage')),
    indexedDb: isOn(answerAt(components, 'indexedDB')),
    adblock: Array.isArray(blockers) ? blockers.length > 0 : undefined,
  }
}

export async function readFingerprint(): Promise<Fingerprint> {
  return fingerprintOf(await readComponents())
}
