/** The transfer dialog: its script and its texts are fetched when somebody asks for it. */
import { loadTexts } from '../../../i18n/i18n.ts'
import { part } from '../../../ui/part.tsx'

export const TransferDialog = part(async () => {
  const [dialog] = await Promise.all([import('./transfer-dialog.tsx'), loadTexts(['transfer'])])
  return dialog.TransferDialog
})
