/**
 * Every page once, as a visitor in Arabic and as a customer in English, on a phone: what the application throws or complains about, what
 * stands out sideways, what has no heading. Pages follow one another inside one document, since not every driver tells what a document
 * complained of before it could be asked.
 */
import { join } from 'node:path'
import { shortWalk } from '../walk/visits.ts'
import { Hand } from './hand.ts'
import type { EngineBrowser } from './raw-tab.ts'
import { type EngineVisit, prepare, type Report, type Walker } from './walk.ts'

const PHONE = { width: 390, height: 844 } as const
export const ROUNDS: readonly EngineVisit[] = [
  { name: 'visitor', ...PHONE, lang: 'ar_SA', mode: 'night' },
  { name: 'user', ...PHONE, lang: 'en_US', mode: 'day' },
]

type Listening = Window & { heard?: string[] }

function listen(): void {
  const heard: string[] = []
  const told = console.error
  Object.assign(window, { heard })
  console.error = (...words: unknown[]) => {
    heard.push(`console: ${words.map(String).join(' ')}`)
    told(...words)
  }
  addEventListener('error', ({ message }) => heard.push(`error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => heard.push(`rejection: ${String(reason)}`))
}

/** As the button back would: the application's own history finds the page. */
function follow(address: string): void {
  for (const one of document.querySelectorAll('main > *')) one.setAttribute('data-left', '')
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** One page may show another address in the same frame, so what was there before may stay. */
function hasCome({ path, same }: { path: string; same: boolean }): boolean {
  // A heading may have no box of its own.
  const isShown = (one: Element): boolean => {
    const words = document.createRange()
    words.selectNodeContents(one)
    return one.textContent !== '' && words.getClientRects().length > 0
  }
  const heading = [...document.querySelectorAll('h1')].some(isShown)
  return location.pathname === path && heading && (same || document.querySelector('main > [data-left]') === null)
}

/** What came since it was last asked, and how much wider than the screen the page is. */
function faultsHere(): string[] {
  const { heard = [] } = window as Listening
  const wider = document.documentElement.scrollWidth - innerWidth
  return [...heard.splice(0), ...(wider > 0 ? [`${wider} px wider than the screen`] : [])]
}

/** Data is asked for after the first drawing: it has come once nothing is marked as on its way. */
const isCalm = (): boolean => document.querySelector('main [aria-busy=true]') === null

async function page(hand: Hand, address: string, before: string): Promise<string[]> {
  const path = address.split('?')[0] ?? address
  await hand.run(follow, address)
  const came = await hand.until('its heading is shown', hasCome, { path, same: path === before.split('?')[0] }).then(
    () => [],
    (error: Error) => [error.message],
  )
  await hand.until('it comes to rest', isCalm, null).catch(() => undefined)
  return [...came, ...(await hand.run(faultsHere, null))]
}

async function round(
  hand: Hand,
  visit: EngineVisit,
  { base, customer }: Omit<Walker, 'hand' | 'visit'>,
  take: (name: string) => Promise<void>,
) {
  await prepare({ hand, base, visit })
  const isUser = visit.name === 'user'
  if (isUser)
    await hand.run((stored: Readonly<Record<string, string>>) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    }, customer.stored)
  let before = '/helpCenter'
  await hand.open(base + before)
  await hand.run(listen, null)
  const faults: string[] = []
  for (const {
    address,
    page: { access },
  } of shortWalk()) {
    // Whoever is logged in is not let in to log in.
    if (isUser ? address === '/login' : access === 'user') continue
    const found = await page(hand, address, before)
    before = address
    if (found.length === 0) continue
    faults.push(`${address}: ${found.join(', ')}`)
    await take(address.replaceAll(/\W+/g, '-'))
  }
  if (faults.length > 0) throw new Error(faults.join('; '))
}

/** One step for the round, with the pages that are at fault. */
export async function everyPage(
  browser: EngineBrowser,
  visit: EngineVisit,
  given: Omit<Walker, 'hand' | 'visit'>,
  to: Report,
): Promise<void> {
  const title = `${browser.name} pages ${visit.name}`
  const hand = new Hand(await browser.open())
  const take = (name: string) => hand.picture(join(to.pictures, `${browser.name}-${visit.name}${name}.png`.toLowerCase()))
  try {
    await round(hand, visit, given, take)
    to.step(title, undefined)
  } catch (error) {
    to.step(title, error instanceof Error ? error.message : String(error))
  } finally {
    await hand.close()
  }
}
