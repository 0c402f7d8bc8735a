/** Digits of what was typed or pasted, six at most. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, 6)
}
