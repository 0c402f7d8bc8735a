import { latinText } from '../i18n/typed-text.ts'

/** Digits of what was typed or pasted, in whatever script, six at most. */
export function digitsOf(text: string): string {
  return latinText(text).replace(/\D/g, '').slice(0, 6)
}
