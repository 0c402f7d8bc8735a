/** One telephone number, however it is typed: as `7911…`, `07911…` or `007911…` below the area code 44. */
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export interface Phone {
  readonly areaCode: string
  /** Digits without the area code. */
  readonly number: string
}

/** Bounds of the API: digits of an area code at most, of a number at least and at most. */
const DIGITS = { area: 4, least: 4, most: 15 } as const

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=[0-9])/, '')

/** 0086 and 86 are one area. */
export const asTyped = ({ areaCode, number }: Phone): Phone => ({ areaCode: withoutZeros(areaCode), number })

/** Undefined for a number that nobody can have. */
function validNumber(digits: string): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isValid() === true ? parsed : undefined
}

/**
 * Zeros in front are cut where they are none of the number's own: in Italy 331 … and 0331 … are two people. So are a zero that is
 * missing there added, and an area code that was typed twice taken off.
 */
function validOf({ areaCode, number }: Phone): PhoneNumber | undefined {
  const short = withoutZeros(number)
  const tries = [number, short, `0${short}`, ...(short.startsWith(areaCode) ? [withoutZeros(short.slice(areaCode.length))] : [])]
  for (const each of tries) {
    const valid = validNumber(areaCode + each)
    if (valid !== undefined) return valid
  }
  return undefined
}

/** A number below longer area codes: the same digits are dialled for 1 809 … and 1809 …. */
const belowLongerAreas = ({ areaCode, number }: Phone): Phone[] =>
  Array.from({ length: Math.max(0, DIGITS.area - areaCode.length) }, (_, index) => ({
    areaCode: areaCode + number.slice(0, index + 1),
    number: number.slice(index + 1),
  }))

/** No more than one zero in front can make it the number of somebody else. */
const isOfAnother = (digits: string, zeros: number, plain: Phone): boolean =>
  zeros < 2 && (validNumber(digits)?.number ?? `+${plain.areaCode}${plain.number}`) !== `+${plain.areaCode}${plain.number}`

/** The same number with zeros, the area code or what its country dials in front; none that somebody else can have. */
function inOtherWords(plain: Phone, typed: string, valid: PhoneNumber | undefined): Phone[] {
  const { areaCode, number } = plain
  const short = withoutZeros(number)
  const national = valid?.formatNational().replace(/[^0-9]/g, '') ?? short
  const bases = new Set([short, withoutZeros(typed), national, areaCode + short])
  return [...bases].flatMap((base) =>
    Array.from({ length: Math.max(0, DIGITS.most - base.length + 1) }, (_, zeros) => ({ zeros, number: '0'.repeat(zeros) + base }))
      .filter((each) => !isOfAnother(areaCode + each.number, each.zeros, plain))
      .map((each) => ({ areaCode, number: each.number })),
  )
}

/**
 * Every way in which a number may have been typed, the given one first and the plain one second. Accounts are made of plain numbers, but
 * older ones, and those of an older library, have theirs as it came.
 */
export function spellingsOf(phone: Phone): readonly [Phone, Phone, ...Phone[]] {
  const typed = asTyped(phone)
  const valid = validOf(typed)
  const plain: Phone = valid
    ? { areaCode: valid.countryCallingCode, number: valid.nationalNumber }
    : { areaCode: typed.areaCode, number: withoutZeros(typed.number) }
  const others = [...inOtherWords(plain, typed.number, valid), ...belowLongerAreas(plain)]
  return [typed, plain, ...others.filter(({ number }) => number.length >= DIGITS.least && number.length <= DIGITS.most)]
}
