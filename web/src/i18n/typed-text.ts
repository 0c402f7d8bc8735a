/**
 * What people type, in the signs that the product reads and sends: Latin digits, one decimal point. Keyboards of other scripts and input
 * methods write other signs for the same thing, and many keypads of telephones have a comma and no point. Nothing here rounds or computes.
 */
import { decimalMark } from './format.ts'

/** Signs that stand for one of ASCII and for nothing else. The Arabic mark for thousands is not among them: it never marks decimals. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['٫', '.'],
  ['。', '.'],
  ['｡', '.'],
  ['،', ','],
  ['٪', '%'],
])
const DIGIT = /^\p{Nd}$/u
/** Marks of direction and of no width: they come along with copied numbers and nobody sees them. */
const UNSEEN = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const FULL_WIDTH = { first: 0xff01, last: 0xff5e, above: 0xfee0 } as const

function latinSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  if (DIGIT.test(sign)) return String(digitValue(code))
  if (code >= FULL_WIDTH.first && code <= FULL_WIDTH.last) return String.fromCodePoint(code - FULL_WIDTH.above)
  return SIGNS.get(sign) ?? sign
}

/** Unicode keeps the ten digits of a script in a row, zero first, and rows that touch are whole rows. */
function digitValue(code: number): number {
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

/** Digits of every script as 0–9, full-width letters and signs as ASCII, unseen marks left out; everything else as it is. */
export function latinText(text: string): string {
  return text.replace(UNSEEN, '').replace(/\P{ASCII}/gu, latinSign)
}

/**
 * A typed number, or a sum of numbers, in the wire's spelling. Where the language marks decimals with a comma, a comma that is the only
 * mark of its number is that mark, also before three digits: no number of such a language is grouped with commas, a keypad that has only
 * the comma can say 1.234 no other way, and the field shows the point at once. What could be read in two ways (`1.234,5`, `1,2,3`) stays
 * as it is, to be refused. A point is the decimal mark in every language: fields show it so.
 */
export function typedNumber(text: string): string {
  const latin = latinText(text)
  if (!latin.includes(',') || decimalMark() !== ',') return latin
  return latin.replace(/[\d.,]+/g, (number) => (/^\d*,\d*$/.test(number) ? number.replace(',', '.') : number))
}

/** Whether a typed number has marks that could be read in two ways, or that mark thousands. */
export function hasOtherMarks(text: string): boolean {
  return /[,٬]|\.\d*\./.test(text)
}
