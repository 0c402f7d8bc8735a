/**
 * The operator's way into the running process: a Unix socket in the data folder that only its owner can open. One JSON request a
 * line, one JSON answer a line. Whatever changes something is an ordinary journaled command that carries who and why.
 */
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { OperatorRequest } from './command-line.ts'
import type { OperatorAnswer } from './run-command.ts'

const requestSchema = z.object({
  tenantId: z.string().check(z.maxLength(32)),
  command: z.string().check(z.maxLength(64)),
  given: z.record(z.string(), z.string()),
  actor: z.string(),
  account: z._default(z.string().check(z.maxLength(64)), ''),
  why: z.string(),
})

/** Room for a long document, such as an article in every language. */
const LINE_MAX = 1 << 20

export function controlSocketPath(dataDir: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\agio-${dataDir.replace(/[^A-Za-z0-9]/g, '-')}` : join(dataDir, 'operator.sock')
}

async function answerLine(line: string, act: (request: OperatorRequest) => Promise<OperatorAnswer>): Promise<OperatorAnswer> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { ok: false, text: 'the request is not JSON' }
  }
  const request = z.safeParse(requestSchema, value)
  if (!request.success)
    return { ok: false, text: request.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') }
  return act(request.data)
}

function serve(socket: Socket, act: (request: OperatorRequest) => Promise<OperatorAnswer>): void {
  let pending = ''
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: string) => {
    pending += chunk
    if (pending.length > LINE_MAX) return socket.destroy()
    const end = pending.indexOf('\n')
    if (end < 0) return
    const line = pending.slice(0, end)
    pending = ''
    answerLine(line, act).then(
      (answer) => socket.end(`${JSON.stringify(answer)}\n`),
      (error: Error) => socket.end(`${JSON.stringify({ ok: false, text: error.message })}\n`),
    )
  })
}

/**
 * Listens until closed. The socket file is mode 0600; one left by a killed process is replaced (the journal's lock keeps two servers apart).
 * @param onFault hears why a connection was not taken
 */
export function openControlSocket(
  dataDir: string,
  act: (request: OperatorRequest) => Promise<OperatorAnswer>,
  onFault: (error: Error) => void = () => undefined,
): Promise<Server> {
  const path = controlSocketPath(dataDir)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const server = createServer((socket) => serve(socket, act))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      if (process.platform !== 'win32') chmodSync(path, 0o600)
      server.on('error', onFault)
      resolve(server)
    })
  })
}
