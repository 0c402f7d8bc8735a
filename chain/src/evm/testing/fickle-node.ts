/** Stands before a node in tests: passes calls on, or fails as it is told, or changes what the node says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../node/free-port.ts'
import type { NodeFault } from '../../suite/world.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export interface FickleNode {
  readonly url: string
  /** Methods asked for so far. */
  readonly asked: string[]
  /** `hangs` keeps the line open without a word. */
  fault: NodeFault | 'hangs' | null
  /** What the node says becomes what this returns; an Error becomes an error of the node with its message. */
  alter: ((method: string, result: unknown, params: readonly unknown[]) => unknown) | null
  close(): Promise<void>
}

/** @param target URL of a real node; null: all there is comes from `alter` */
export async function openFickleNode(target: string | null): Promise<FickleNode> {
  const node = { url: '', asked: [] as string[], fault: null, alter: null, close: async () => undefined } as {
    -readonly [Key in keyof FickleNode]: FickleNode[Key]
  }
  const server = createServer((request, response) => {
    answer(node, target, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void freePort().then((port) => server.listen(port, '127.0.0.1', resolve)))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  node.close = () => closed(server)
  return node
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function answer(node: FickleNode, target: string | null, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString('utf8')
  const calls = JSON.parse(body) as readonly Call[]
  node.asked.push(...calls.map(({ method }) => method))
  if (node.fault === 'hangs') return
  if (node.fault === 'silent') {
    request.socket.destroy()
    return
  }
  if (node.fault === 'nonsense') {
    response.end('<html>Bad gateway</html>')
    return
  }
  if (node.fault === 'error') {
    response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'internal error' } }))))
    return
  }
  const truth = target === null ? calls.map(({ id }) => ({ id, result: null })) : await passOn(target, body)
  response.end(JSON.stringify(truth.map((said) => altered(node, calls, said))))
}

async function passOn(target: string, body: string): Promise<readonly Said[]> {
  const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await response.json()) as readonly Said[]
}

interface Said {
  readonly id: number
  readonly result?: unknown
  readonly error?: unknown
}

function altered({ alter }: FickleNode, calls: readonly Call[], said: Said): Said {
  const call = calls.find(({ id }) => id === said.id)
  if (alter === null || call === undefined || said.error !== undefined) return said
  const result = alter(call.method, said.result, call.params)
  return result instanceof Error ? { id: said.id, error: { code: -32000, message: result.message } } : { ...said, result }
}
