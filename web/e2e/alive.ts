/** When a page answers, and when its parts are there: the server draws what visitors land on, and a press on markup alone is lost. */
import type { Page } from 'playwright-core'

const PATIENCE_MS = 40_000

/** Resolves when the application has taken over what it shows. @throws Error when it never does */
export async function alive(page: Page): Promise<void> {
  const isTaken = () => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  }
  for (const end = Date.now() + PATIENCE_MS; !(await page.evaluate(isTaken)); await page.waitForTimeout(50)) {
    if (Date.now() > end) throw new Error('the application does not run')
  }
}

/** Brings the footer near without showing it: its content is fetched then. Resolves when it stands. */
export async function nearFooter(page: Page): Promise<void> {
  await page.locator('footer').waitFor({ state: 'attached' })
  await alive(page)
  const content = page.locator('footer').getByText(/©/)
  for (const end = Date.now() + PATIENCE_MS; (await content.count()) === 0; await page.waitForTimeout(100)) {
    if (Date.now() > end) throw new Error('the footer stays empty')
    // Again and again: what comes into the page above pushes it away.
    await page.evaluate(() => {
      const { top } = (document.querySelector('footer') as HTMLElement).getBoundingClientRect()
      if (top > window.innerHeight + 400) window.scrollBy(0, top - window.innerHeight - 300)
    })
  }
}
