/** The sheet of a product with its texts: fetched when somebody opens one. */
import { loadTexts } from '../../../i18n/i18n.ts'

export async function loadSheet() {
  const [sheet] = await Promise.all([import('./product-sheet.tsx'), loadTexts(['savings'])])
  return sheet.ProductSheet
}
