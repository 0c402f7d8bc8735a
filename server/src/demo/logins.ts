/** The demo customer of each tenant: a generated password, kept in the data folder for its owner to read. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../vault/durable-file.ts'

export interface DemoLogin {
  readonly tenantId: string
  readonly email: string
  readonly password: string
}

const fileOf = (dataDir: string): string => join(dataDir, 'demo-logins.json')

/** Twelve letters and digits with a symbol between: easy to type, strong enough for the password rules. */
function password(): string {
  const part = (): string => randomBytes(6).toString('base64url').replace(/[-_]/g, 'x').slice(0, 6)
  return `${part()}-A7${part()}`
}

function readLogins(file: string): readonly DemoLogin[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly DemoLogin[]
  } catch (error) {
    throw new Error(`${file}: cannot be read (${(error as Error).message}); remove it, and set the demo customer a new password by mail`)
  }
}

/** Those of an earlier start; none when their file was removed: what stood in it cannot be made again. */
export const keptDemoLogins = (dataDir: string): readonly DemoLogin[] => (existsSync(fileOf(dataDir)) ? readLogins(fileOf(dataDir)) : [])

/** Reads the logins of an earlier start, or makes them (mode 0600). */
export async function demoLogins(dataDir: string, tenantIds: readonly string[]): Promise<readonly DemoLogin[]> {
  const file = fileOf(dataDir)
  if (existsSync(file)) return readLogins(file)
  const logins = tenantIds.map((tenantId) => ({ tenantId, email: `demo@${tenantId}.example`, password: password() }))
  await writeDurably(file, `${JSON.stringify(logins, null, 2)}\n`)
  return logins
}
