/** Opens pages of a running exchange one after another and says what a reader would stumble over. */
import type { Page } from 'playwright-core'
import { axeFaults } from '../axe.ts'
import type { Harness } from '../harness.ts'
import { nameOf, SCREENS, type WalkVisit } from './visits.ts'

/** Data that is asked for after the first paint. */
const SETTLE_MS = 600
/** Between two states a page may look as neither of them does, and longer where the machine is busy: what is wrong stays. */
const LOOKS = 4
const LOOK_AGAIN_MS = 1500
/** What a text looks like whose key was not found: `account:safe.title`. */
const RAW_KEY = String.raw`\b[a-z][A-Za-z]+:[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+\b`

export interface Walker {
  readonly harness: Harness
  readonly base: string
  /** Storage of a customer who is logged in. */
  readonly stored: Readonly<Record<string, string>>
  /** Folder for pictures; none are taken without it. */
  readonly pictures?: string
}

/** Anything the browser complains about. A refused session on a visitor's page would be one of them. */
function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) heard.push(`status ${response.status()}: ${response.url()}`)
  })
  return heard
}

/** Words of buttons, tabs and links that do not fit their place and are cut off. */
function cutWords(): string[] {
  const cut: string[] = []
  for (const control of document.querySelectorAll<HTMLElement>('button, [role=tab], a[href], summary')) {
    for (const part of [control, ...control.querySelectorAll<HTMLElement>('*')]) {
      const { overflowX, display } = getComputedStyle(part)
      const hides = overflowX !== 'visible' && display !== 'inline' && part.textContent !== '' && part.clientWidth > 1
      if (hides && part.scrollWidth > part.clientWidth + 1) cut.push((part.textContent ?? '').trim().slice(0, 40))
    }
  }
  return [...new Set(cut)]
}

/** Rows that something positioned would have to take for its frame: WebKit takes the table instead. */
const framedRows = (): string[] =>
  [...document.querySelectorAll('tr, thead, tbody, tfoot')].flatMap((row) =>
    getComputedStyle(row).position === 'relative' ? [`${row.closest('table')?.caption?.textContent}: ${row.tagName}`] : [],
  )

/** Faults of the document as it stands. */
async function look(page: Page): Promise<string[]> {
  const found = [...(await axeFaults(page))]
  const facts = await page.evaluate((pattern) => {
    const { body, documentElement } = document
    const words = body.cloneNode(true) as HTMLElement
    for (const script of words.querySelectorAll('script')) script.remove()
    return {
      raw: [...new Set((words.textContent ?? '').match(new RegExp(pattern, 'g')) ?? [])],
      over: documentElement.scrollWidth - window.innerWidth,
      heads: document.querySelectorAll('h1').length,
      title: document.title,
    }
  }, RAW_KEY)
  const cut = await page.evaluate(cutWords)
  if (cut.length > 0) found.push(`cut off: ${cut.join(' | ')}`)
  const framed = new Set(await page.evaluate(framedRows))
  if (framed.size > 0) found.push(`positioned rows: ${[...framed].join(' | ')}`)
  if (facts.raw.length > 0) found.push(`raw keys: ${facts.raw.join(', ')}`)
  if (facts.over > 0) found.push(`${facts.over} px wider than the screen`)
  if (facts.heads !== 1) found.push(`${facts.heads} first headings`)
  if (facts.title === '') found.push('no title')
  return found
}

/** To the end of the page and back: what loads when somebody comes to it is in the picture and is looked at too. */
async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = window.innerHeight * 0.8
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    window.scrollTo(0, 0)
  })
  await page.waitForTimeout(200)
}

const fileOf = (visit: WalkVisit): string =>
  nameOf(visit)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-/, '')

/** @returns what is wrong with the visit, nothing when it is in order */
export async function walk({ harness, base, stored, pictures }: Walker, visit: WalkVisit): Promise<readonly string[]> {
  const { page: wanted, address, who, mode, lang, screen } = visit
  const context = await harness.context(
    { mode, lang, ...SCREENS[screen], touch: screen === 'phone', ...(who === 'user' ? { stored } : {}) },
    base,
  )
  try {
    const page = await context.newPage()
    const heard = listen(page)
    await page.goto(base + address)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(SETTLE_MS)
    if (pictures !== undefined) await seeAll(page)
    const seen = async (): Promise<string[]> => {
      const at = new URL(page.url())
      const strays = who === 'visitor' && wanted.access === 'user' && at.searchParams.get('returnUrl') !== address
      return [...(await look(page)), ...(strays ? [`a visitor stands at ${at.pathname}`] : [])]
    }
    let faults = await seen()
    for (let looks = 1; looks < LOOKS && faults.length > 0; looks += 1) {
      await page.waitForTimeout(LOOK_AGAIN_MS)
      faults = await seen()
    }
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${fileOf(visit)}.png`, fullPage: true })
    return [...heard, ...faults]
  } finally {
    await context.close()
  }
}
