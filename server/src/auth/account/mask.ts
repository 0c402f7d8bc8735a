/** How addresses are shown to people who may know them already. */

/** `al***er@mail.com`; a local part of up to four characters: `***hn@x.io`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = email.slice(at)
  if (local.length <= 4) return `***${local.slice(-2)}${domain}`
  return `${local.slice(0, 2)}***${local.slice(-2)}${domain}`
}

/** `138***678`; fewer than seven digits: `12***`. */
export const maskPhone = (digits: string): string =>
  digits.length < 7 ? `${digits.slice(0, 2)}***` : `${digits.slice(0, 3)}***${digits.slice(-3)}`
