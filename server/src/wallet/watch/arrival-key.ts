/** The business key of an arrival: what is credited once. */
import { createHash } from 'node:crypto'

const DIGITS = 32

/** The same wherever a block or a mempool has the transaction. */
export function arrivalKey(blockchain: string, { tx, position }: { readonly tx: string; readonly position: string }): string {
  return createHash('sha256').update(`${blockchain}\n${tx}\n${position}`).digest('hex').slice(0, DIGITS)
}
