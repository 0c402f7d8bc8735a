/** A simulated node behind a door of HTTP, so that it may stand in a process of its own: a question as JSON, its answer as JSON. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Question } from './answers.ts'
import type { AskNode } from './simulated-port.ts'

const BODY_MOST = 1 << 20

/** @returns what takes questions to the node behind a URL. Rejects when no answer comes in time */
export function askOverHttp(url: string, timeoutMs: number): AskNode {
  return async (question) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`the node answered ${answer.status}`)
    return await answer.json()
  }
}

/** Answers on the loopback alone: a simulated node believes whoever asks. @param port 0: a free one */
export async function serveSimulated(ask: AskNode, port: number): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.byteLength
      if (size > BODY_MOST) request.destroy()
      else parts.push(part)
    })
    request.on('end', () => {
      const answering = async (): Promise<unknown> => await ask(JSON.parse(Buffer.concat(parts).toString('utf8')) as Question)
      answering().then(
        (answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? null)),
        () => response.writeHead(503).end(),
      )
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
