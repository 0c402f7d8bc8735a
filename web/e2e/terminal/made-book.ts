/** A book in the place of the market's: what is read of it is then the same in every run. */
import type { BrowserContext } from 'playwright-core'
import { type DepthRow, depthChecksum } from '../../../wire/src/market/depth-checksum.ts'

interface Push {
  readonly ch?: string
  readonly type?: string
  readonly data?: object
}

/** The pages of a context are told of this book when they ask for that of the pair, and of no change. @param bids best first, as asks */
export async function showBook(
  context: BrowserContext,
  symbol: string,
  bids: readonly Readonly<DepthRow>[],
  asks: readonly Readonly<DepthRow>[],
): Promise<void> {
  const made = { bids, asks, checksum: depthChecksum(bids, asks) }
  await context.routeWebSocket(/\/ws/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((text) => server.send(text))
    server.onMessage((text) => {
      const push = JSON.parse(String(text)) as Push
      if (push.ch !== `depth:${symbol}`) socket.send(text)
      else if (push.type === 'snapshot') socket.send(JSON.stringify({ ...push, data: { ...push.data, ...made } }))
    })
  })
}
