/** Copies a text to the clipboard and says so. */
import { translate } from '../i18n/i18n.ts'
import { toast } from './toast-store.ts'

/** True after the exact text was written; false, and no message, where the clipboard is missing or refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard === undefined) return false
    await navigator.clipboard.writeText(text)
  } catch {
    return false
  }
  toast({ kind: 'success', title: translate('ui:copied') })
  return true
}
