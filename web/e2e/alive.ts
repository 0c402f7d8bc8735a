/** When a page answers: the server draws what visitors land on, and a press on markup alone is lost. */
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
