/** Switches the language of an open page, with all that is open on it: a walk through twelve languages then opens everything once. */
import type { Page } from 'playwright-core'

/** Text, since a test runner puts its own import into functions that it loads. */
const BRING = 'globalThis.bring = (file) => import(file)'

/**
 * Runs in the page. Calls the function with which the language of an account takes effect at its login. The application's files are looked
 * through for the function, since a build gives functions short names.
 */
async function speakThere(locale: string): Promise<void> {
  type Switch = (locale: string) => Promise<void>
  const shared = globalThis as { bring?: (file: string) => Promise<object>; switchInPlace?: Switch }
  const isSwitch = (value: unknown): value is Switch => {
    const text = typeof value === 'function' ? String(value) : ''
    return text.startsWith('async') && text.includes('selectedLanguage') && !text.includes('reload')
  }
  // A worker's file is no part of the page.
  const isPart = (file: string): boolean => file.endsWith('.js') && !file.includes('worker')
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const file of files.filter(isPart)) {
    if (shared.switchInPlace !== undefined) break
    const found = Object.values((await shared.bring?.(file)) ?? {}).find(isSwitch)
    if (found !== undefined) shared.switchInPlace = found
  }
  if (shared.switchInPlace === undefined) throw new Error('no file of the application switches the language in place')
  await shared.switchInPlace(locale)
}

export async function speak(page: Page, locale: string): Promise<void> {
  await page.evaluate(BRING)
  await page.evaluate(speakThere, locale)
}
