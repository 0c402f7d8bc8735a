/** The page of a product's rule with its texts: fetched when somebody reads one. */
import { loadTexts } from '../../../i18n/i18n.ts'

export async function loadRule() {
  const [page] = await Promise.all([import('./rule-page.tsx'), loadTexts(['savings'])])
  return page.RulePage
}
