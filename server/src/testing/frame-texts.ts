/** Texts of WebSocket frames that stand back to back, unmasked, as a server sends them. */
export function frameTexts(frames: Buffer): string[] {
  const found: string[] = []
  for (let at = 0; at < frames.length; ) {
    const short = (frames[at + 1] ?? 0) & 127
    const header = short === 127 ? 10 : short === 126 ? 4 : 2
    const length = short === 127 ? Number(frames.readBigUInt64BE(at + 2)) : short === 126 ? frames.readUInt16BE(at + 2) : short
    found.push(frames.toString('utf8', at + header, at + header + length))
    at += header + length
  }
  return found
}
