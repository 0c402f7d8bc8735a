/** Checksum of a published book: the same function prints it on the server and proves it in the browser. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Unsigned CRC-32 (IEEE) of ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index += 1) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

export type DepthRow = [price: string, amount: string]

const LEVELS = 25

/**
 * CRC-32 of the best 25 levels: bid i, then ask i, each `price:amount` in canonical decimals, all joined with `:`. A side that has
 * ended is skipped. Rows come best first.
 */
export function depthChecksum(bids: readonly Readonly<DepthRow>[], asks: readonly Readonly<DepthRow>[]): number {
  let text = ''
  for (let index = 0; index < LEVELS; index += 1) {
    const bid = bids[index]
    const ask = asks[index]
    if (bid === undefined && ask === undefined) break
    if (bid !== undefined) text += text === '' ? `${bid[0]}:${bid[1]}` : `:${bid[0]}:${bid[1]}`
    if (ask !== undefined) text += text === '' ? `${ask[0]}:${ask[1]}` : `:${ask[0]}:${ask[1]}`
  }
  return crc32(text)
}
