/** What axe finds on a page, by the rules of WCAG 2.2 up to level AA. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const HTML_SHOWN = 160

/**
 * Looks from within the page itself ("legacy"): without frames of other origins it finds the same as from a page of its own, in a
 * third of the time.
 * @returns a line for each rule that is broken, with the elements that break it
 */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await axe.options({ runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map((node) => node.html.slice(0, HTML_SHOWN)).join(' | ')}`)
}
