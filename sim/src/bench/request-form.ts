/** A request whose bytes stand ready: only its number is written anew, with leading zeros, so that every request has the same length. */

const DIGITS = 12
const PLACE = '{n}'
const ZERO = 0x30

const MS_OF_NUMBERS = 1_000_000_000
const NUMBERS_A_MS = 1000

/**
 * No two loads of eleven days share a number unless one sends more than a thousand requests a millisecond: a number is the idempotency key of
 * an order, and an order whose key has been used is answered from memory.
 */
export const firstNumberOfLoad = (): number => (Date.now() % MS_OF_NUMBERS) * NUMBERS_A_MS

export interface RequestParts {
  /** Without its last line, which tells the body's length. */
  readonly head: string
  /** `{n}` in it, at most once, becomes the number of the request. */
  readonly body: string
}

export class RequestForm {
  readonly parts: RequestParts
  readonly #bytes: Buffer
  /** Behind the number's last digit; 0 = a request without a number. */
  readonly #numberEnd: number

  constructor(head: string, body: string) {
    this.parts = { head, body }
    const filled = body.replace(PLACE, '0'.repeat(DIGITS))
    const whole = `${head}content-length: ${Buffer.byteLength(filled)}\r\n\r\n`
    this.#bytes = Buffer.from(whole + filled)
    const at = body.indexOf(PLACE)
    this.#numberEnd = at < 0 ? 0 : Buffer.byteLength(whole + body.slice(0, at)) + DIGITS
  }

  /** @returns the bytes to send; the next call changes them */
  request(number: number): Buffer {
    for (let at = this.#numberEnd - 1, rest = number; at >= this.#numberEnd - DIGITS && at > 0; at -= 1) {
      this.#bytes[at] = ZERO + (rest % 10)
      rest = Math.trunc(rest / 10)
    }
    return this.#bytes
  }
}
