/** When a page answers: the server draws what visitors land on, and a press on markup alone is lost. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Resolves when the application has taken over what it shows. */
export async function alive(page: Page): Promise<void> {
  const isTaken = () => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  }
  await expect.poll(() => page.evaluate(isTaken), { timeout: 40_000, message: 'the application runs' }).toBe(true)
}
