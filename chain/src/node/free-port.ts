/** A port of the loopback that nobody listens on now. Between this answer and its use another may take it: whoever starts there tries again. */
import { createServer } from 'node:net'

const FIRST = 20_000
const COUNT = 12_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
