/**
 * The signer's process. It gets its unlock secret over its standard input, which is a pipe of whoever starts it or a terminal where it asks;
 * until then it answers `locked`. It ends with its parent.
 *
 *     node main.ts --dir <folder> --socket <path> --profile demo|test|production --tenants agio,nova
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Prompt } from './ask.ts'
import { makeSeed, openSigner, POLICY_FILE, seededTenants, UNLOCK_FILE, writeFirstPolicy } from './folder.ts'
import { openHost } from './host.ts'
import { readSignerKeys } from './key-files.ts'
import { COST_OF_RANDOM, WrongSecret } from './seed-file.ts'
import type { Signer } from './signer.ts'

const TRIES = 5

const say = (line: string): void => void process.stderr.write(`signer  ${line}\n`)
const now = (): number => Date.now()

interface Settings {
  readonly dir: string
  readonly socket: string
  readonly isProduction: boolean
  readonly tenants: readonly string[]
}

function readSettings(): Settings {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { dir: option, socket: option, profile: option, tenants: option }, strict: true })
  const { dir, socket, profile, tenants } = values
  if (dir === undefined || socket === undefined || tenants === undefined) throw new Error('--dir, --socket and --tenants are needed')
  if (profile !== 'demo' && profile !== 'test' && profile !== 'production') throw new Error(`${profile} is no profile`)
  return { dir, socket, isProduction: profile === 'production', tenants: tenants.split(',') }
}

/** Where nobody may be asked: each tenant gets a seed, whose words are confirmed by the one who made them, and a policy of play money. */
async function prepareDemo({ dir, tenants }: Settings, secret: string): Promise<void> {
  const seeded = seededTenants(dir)
  for (const tenant of tenants.filter((each) => !seeded.includes(each)))
    await makeSeed(dir, { tenant, secret, cost: COST_OF_RANDOM, now: now() }, (words) => words)
  if (existsSync(join(dir, POLICY_FILE))) return
  const { demoPolicy } = await import('./demo-policy.ts')
  writeFirstPolicy(dir, demoPolicy(tenants))
}

async function unlock(settings: Settings): Promise<Signer> {
  const prompt = new Prompt()
  try {
    for (let tries = 1; ; tries += 1) {
      const secret = await prompt.hidden(settings.isProduction && prompt.isTerminal ? 'unlock secret of the signer: ' : '')
      if (!settings.isProduction) await prepareDemo(settings, secret)
      try {
        return openSigner(settings.dir, secret, now)
      } catch (error) {
        if (!prompt.isTerminal || !(error instanceof WrongSecret) || tries >= TRIES) throw error
        say(error.message)
      }
    }
  } finally {
    prompt.close()
  }
}

async function main(): Promise<void> {
  process.umask(0o077)
  const settings = readSettings()
  if (settings.isProduction && existsSync(join(settings.dir, UNLOCK_FILE)))
    throw new Error(`${join(settings.dir, UNLOCK_FILE)} holds an unlock secret, which production does not take from a file. Remove it`)
  const host = await openHost(settings.socket, readSignerKeys(settings.dir), say)
  const stop = (): void => void host.close().then(() => process.exit(0))
  // At a terminal the whole group is interrupted: the exchange ends first, and its start script tells this process.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  host.unlock(await unlock(settings))
  process.send?.('unlocked')
}

main().catch((error: Error) => {
  say(error.message)
  process.exit(1)
})
