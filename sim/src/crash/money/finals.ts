/** What does not change any more once it was shown, whatever restarts come between: ended things, lines, and who signed what. */
import { createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from '@agio/wire/canonical-json.ts'
import type { LiquidationReceipt } from '@agio/wire/futures/position-types.ts'
import type { Histories } from './histories.ts'

export class Finals {
  /** Rows as JSON, by list and id. */
  readonly #seen = new Map<string, string>()

  get receipts(): number {
    return [...this.#seen.keys()].filter((key) => key.startsWith('receipt ')).length
  }

  /** @param keys public ones by their id, as the product shows them now @returns what changed, is gone, or is not signed by them */
  compare(histories: Histories, keys: Readonly<Record<string, string>>): string[] {
    const { conversions, transfers, savingsBills, endedOrders, gonePositions, transactions, receipts } = histories
    const lists = { conversion: conversions, transfer: transfers, bill: savingsBills, order: endedOrders, position: gonePositions }
    const rows = new Map<string, string>()
    for (const [what, list] of Object.entries({ ...lists, line: transactions }))
      for (const row of list) rows.set(`${what} ${row.id}`, JSON.stringify(row))
    for (const receipt of receipts) rows.set(`receipt ${receipt.receiptId}`, JSON.stringify(fixedPart(receipt)))
    const changed = [...this.#seen].flatMap(([key, row]) => (rows.get(key) === row ? [] : [`${key} was ${row}, and is ${rows.get(key)}`]))
    for (const [key, row] of rows) this.#seen.set(key, row)
    return [
      ...changed,
      ...receipts.filter((receipt) => !isSigned(receipt, keys)).map(({ receiptId }) => `receipt ${receiptId} is not signed`),
    ]
  }
}

/** Until the house has got rid of what it took over, the rest grows. */
const fixedPart = ({ receiptId, positionId, kind, side, volume, positionVolume, tagPrice, bankruptcyPrice, keyId }: LiquidationReceipt) => [
  ...[receiptId, positionId, kind, side, volume, positionVolume, tagPrice, bankruptcyPrice, keyId],
]

function isSigned({ signature, ...content }: LiquidationReceipt, keys: Readonly<Record<string, string>>): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: keys[content.keyId] ?? '' }, format: 'jwk' })
  return verify(null, Buffer.from(canonicalJson(content)), key, Buffer.from(signature, 'base64url'))
}
