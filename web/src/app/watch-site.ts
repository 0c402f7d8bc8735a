/**
 * Lets a changed theme, switch, menu or text reach a page that is open. A visible page asks for the version of its site twice a minute,
 * which the server answers with an empty 304 while nothing changes; a hidden one asks when it is looked at again.
 */
import { CallError } from '../data/call-error.ts'
import { pageTime } from '../data/clock.ts'
import { queryClient } from '../data/query-client.ts'
import { onSiteDoubted, site, takeSite } from '../data/site.ts'
import { THEME_EVENT } from '../theme/day-mode.ts'
import { takeConfiguration } from './configuration.ts'

const EVERY_MS = 30_000
/** Pages that were opened together must not ask together. */
const SPREAD_MS = 10_000
/** What else the operator edits; asked for again by whoever shows it. */
const SITE_PARTS: ReadonlySet<unknown> = new Set([
  'header',
  'footer',
  'footer-html',
  'social',
  'languages',
  'rates',
  'carousel',
  'bulletins',
])

export interface SiteAnswers {
  readonly loadSite: () => Promise<Omit<ReturnType<typeof site>, 'config'>>
  readonly loadConfig: () => Promise<Readonly<Record<string, unknown>>>
  /** Merges the tenant's texts of the present language. */
  readonly loadTexts: () => Promise<void>
}

/** A server that starts or stops refuses even this. */
function refusedSite(error: unknown): ReturnType<typeof site> | undefined {
  return error instanceof CallError && error.errorName === 'MAINTENANCE' ? { ...site(), maintenance: true } : undefined
}

/** Looks once and takes what changed. @returns true when something did; a failure is logged and leaves everything as it was */
export async function lookForChange(answers: SiteAnswers): Promise<boolean> {
  const next = await answers.loadSite().catch(refusedSite)
  // No answer is the business of the connection's own notice.
  if (next === undefined) return false
  // Whether everything is taken, and paid, has no version.
  const { maintenance, halted, paused, stopped } = next
  const now = site()
  const lists = [
    [halted, now.halted],
    [paused, now.paused],
    [stopped, now.stopped],
  ] as const
  const isSame = maintenance === now.maintenance && lists.every(([left, right]) => left.join() === right.join())
  if (!isSame) takeSite({ ...now, maintenance, halted, paused, stopped })
  if (next.version === site().version) return false
  try {
    takeConfiguration({ ...next, kv: await answers.loadConfig() })
  } catch (error) {
    console.warn('The configuration did not load', error)
    return false
  }
  window.dispatchEvent(new CustomEvent(THEME_EVENT))
  await answers.loadTexts()
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => SITE_PARTS.has(queryKey[0]) })
  return true
}

const fromServer: SiteAnswers = {
  loadSite: async () => (await import('../data/shell/shell-calls.ts')).loadSite(),
  loadConfig: async () => (await import('../data/shell/shell-calls.ts')).loadConfig(),
  loadTexts: async () => {
    const { mergeOwnTexts } = await import('../data/shell/shell-calls.ts')
    const { wireLocale } = await import('../i18n/locale.ts')
    await mergeOwnTexts(wireLocale())
  },
}

/** @param onChange called after a change was taken: the guards may judge the present address anew */
export function watchSite(onChange: () => void): void {
  let lookedAt = pageTime()
  let timer: number | undefined
  let looking = false
  const look = async (): Promise<void> => {
    lookedAt = pageTime()
    looking = true
    try {
      if (await lookForChange(fromServer)) onChange()
    } finally {
      looking = false
    }
  }
  const plan = (): void => {
    window.clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    const wait = Math.max(0, lookedAt + EVERY_MS + Math.random() * SPREAD_MS - pageTime())
    timer = window.setTimeout(() => void look().finally(plan), wait)
  }
  document.addEventListener('visibilitychange', plan)
  onSiteDoubted(() => {
    if (!looking && !site().maintenance) void look().finally(plan)
  })
  plan()
}
