/** The message that a deed failed. */
import { type DeedKind, doubtText, type FailedDeed } from '../data/deed.ts'
import { messageOf } from '../data/message-of.ts'
import { translate } from '../i18n/i18n.ts'
import { type Toast, toast } from './toast-store.ts'

/** @param beside what a refusal is told with */
export function tellFailed(kind: DeedKind, failed: FailedDeed, beside: Partial<Pick<Toast, 'detail' | 'action'>> = {}): void {
  if (failed.kind === 'refused') toast({ kind: 'error', title: messageOf(failed.error), ...beside })
  else toast({ kind: 'error', title: translate('ui:doubt.title'), detail: doubtText(kind) })
}
