/** The whole server over a database that is away when it starts: doors open, the state of the service names it, and what needs it fails by name. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPostgresReader } from '../projections/store/postgres-connection.ts'
import { knownFailure } from '../tenant/known-failure.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const READY_MS = 120_000

interface Answer {
  readonly code: string
  readonly data: {
    readonly status?: string
    readonly components?: readonly { readonly name: string; readonly status: string }[]
  }
}

let dir: string
let server: ChildProcess | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-away-'))
})
afterEach(async () => {
  const child = server
  server = undefined
  if (child !== undefined && child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  rmSync(dir, { recursive: true, force: true })
})

async function held(): Promise<{ readonly port: number; readonly server: Server }> {
  const holder = createServer()
  holder.listen(0, '127.0.0.1')
  await once(holder, 'listening')
  return { port: (holder.address() as { port: number }).port, server: holder }
}

/** Ports that are free, each another one. */
async function freePorts(count: number): Promise<number[]> {
  const all = await Promise.all(Array.from({ length: count }, held))
  await Promise.all(all.map(({ server: holder }) => new Promise((resolve) => holder.close(resolve))))
  return all.map(({ port }) => port)
}

it('a server whose database is away opens its doors, and says what is away', async () => {
  const [port = 0, futures = 0, consolePort = 0, nobody = 0] = await freePorts(4)
  const env = {
    ...process.env,
    ...{ PORT: `${port}`, FUTURES_PORT: `${futures}`, CONSOLE_PORT: `${consolePort}`, AGIO_DATA_DIR: dir },
    ...{ AGIO_PROFILE: 'demo', AGIO_DEMO: 'off', AGIO_CHAINS: 'off' },
    AGIO_DATABASE_URL: `postgres://agio:agio@127.0.0.1:${nobody}/agio`,
  }
  const child = spawn(process.execPath, ['--no-warnings', MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  server = child
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: READY_MS }).toMatch(/ready {2}http/)
  expect(said).toContain(
    `history of Agio is away, and what needs it says so until it is back: Error: connect ECONNREFUSED 127.0.0.1:${nobody}`,
  )
  const ask = async (path: string): Promise<Answer> => (await fetch(`http://127.0.0.1:${port}${path}`)).json() as Promise<Answer>
  const { data } = await ask('/api/home-web/v1/open/system/status')
  expect(data.status).toBe('degraded')
  expect(
    data.components?.filter(({ status }) => status !== 'ok').map(({ name }) => name),
    'prices age under load',
  ).toEqual(expect.arrayContaining(['history', 'withdrawals']))
  expect((await ask('/api/home-web/v1/open/bootstrap')).code, 'what needs none answers').toBe('0')
})

it('a read of a database that is away fails as history that is away: the service is busy, and nothing is broken', async () => {
  const [nobody] = await freePorts(1)
  const reader = openPostgresReader(`postgres://agio:agio@127.0.0.1:${nobody}/agio`)
  for (const count of [1, 2]) {
    const statements = Array.from({ length: count }, () => ({ sql: 'select 1', parameters: [] }))
    const fault = await reader.readTogether(statements).catch((error: unknown) => error)
    expect(String(fault), `${count} statements`).toContain('ECONNREFUSED')
    expect(knownFailure(fault)).toMatchObject({ errorName: 'ENGINE_BUSY' })
  }
  await reader.close()
})
