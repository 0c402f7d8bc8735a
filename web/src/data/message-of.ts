/** The words for a call that failed. */
import { translate } from '../i18n/i18n.ts'
import { CallError } from './call-error.ts'

/** The server's own words for a refusal, or that it did not answer. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : translate('ui:error.network')
}
