/** Reads hex into bytes without a string between: a block of thousands of transfers is looked up in the time it takes to parse it. */

/** Value of a digit by its character code; 255 for any other character. */
const DIGITS = new Uint8Array(128).fill(255)
for (let digit = 0; digit < 16; digit += 1) {
  const shown = digit.toString(16)
  DIGITS[shown.charCodeAt(0)] = digit
  DIGITS[shown.toUpperCase().charCodeAt(0)] = digit
}

/** Fills `into` from two digits a byte of `text`, from a place on. @returns false when a character is no digit or the text ends before */
export function readHex(text: string, from: number, into: Uint8Array): boolean {
  for (let at = 0; at < into.length; at += 1) {
    const high = DIGITS[text.charCodeAt(from + 2 * at)] ?? 255
    const low = DIGITS[text.charCodeAt(from + 2 * at + 1)] ?? 255
    if (high > 15 || low > 15) return false
    into[at] = (high << 4) | low
  }
  return true
}
