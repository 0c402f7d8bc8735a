/** What the readers of announcements and help have in common: answers of the head, and what is simply not there. */
import { CallError } from '../call-error.ts'
import { firstInLanguage } from '../shell/menus.ts'

/** Whether a failure says that there is no such text. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CallError &&
  ['ANNOUNCEMENT_NOT_FOUND', 'HELP_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'VALIDATION_FAILED'].includes(error.errorName)

/** An answer of the head about one thing, when it is about this one. */
export function oneInHead<One extends { readonly id: string }>(name: string, id: string, locale: string): One | undefined {
  const first = firstInLanguage(name, locale)
  return typeof first === 'object' && first !== null && 'id' in first && first.id === id ? (first as unknown as One) : undefined
}
