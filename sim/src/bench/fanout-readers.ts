/** The readers of the fan-out measure, in their own process: raw sockets that shake hands, subscribe when told a channel, and count bytes. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export interface ReadersOrder {
  readonly port: number
  readonly count: number
  /** '' = only listen. */
  readonly channel: string
}
export type ReadersReport = { readonly kind: 'open' } | { readonly kind: 'received'; readonly bytes: number; readonly frames: number }

/** One masked text frame as a client sends it; shorter than 126 bytes. */
function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, masked])
}

function openOne(order: ReadersOrder, onBytes: (count: number) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: order.port, host: '127.0.0.1' })
    socket.setNoDelay(true)
    socket.once('error', reject)
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    let head = ''
    const onHead = (chunk: Buffer): void => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', onHead)
      if (order.channel !== '') socket.write(clientFrame(JSON.stringify({ op: 'sub', id: '1', args: [order.channel] })))
      socket.on('data', (data: Buffer) => onBytes(data.length))
      resolve(socket)
    }
    socket.on('data', onHead)
  })
}

/** Opens the readers, then tells the parent how many bytes came whenever it asks. */
async function run(order: ReadersOrder): Promise<void> {
  let bytes = 0
  const sockets: Socket[] = []
  for (let opened = 0; opened < order.count; opened += 1) {
    sockets.push(
      await openOne(order, (count) => {
        bytes += count
      }),
    )
  }
  process.on('message', (message) => {
    if (message === 'count') process.send?.({ kind: 'received', bytes, frames: 0 } satisfies ReadersReport)
    if (message === 'reset') bytes = 0
    if (message === 'end') {
      for (const socket of sockets) socket.destroy()
      process.disconnect?.()
    }
  })
  process.send?.({ kind: 'open' } satisfies ReadersReport)
}

const argument = process.argv[2]
if (argument !== undefined && process.send !== undefined) await run(JSON.parse(argument) as ReadersOrder)
