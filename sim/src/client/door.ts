/** An address at which every request comes for one host of the product: `fetch` cannot name another one than it asks. */
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export class Door {
  readonly #server: Server
  readonly base: string

  private constructor(server: Server) {
    this.#server = server
    this.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** @param baseOf address of the product at that moment */
  static async open(host: string, baseOf: () => string): Promise<Door> {
    const server = createServer((incoming, answer) => {
      const { method, url, headers } = incoming
      const { port } = new URL(baseOf())
      const outgoing = request({ host: 'localhost', port, method, path: url, headers: { ...headers, host } }, (reply) => {
        answer.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(answer)
      })
      outgoing.on('error', () => answer.destroy())
      incoming.pipe(outgoing)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new Door(server)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
