/** `npm run signer -- <command>`: makes and restores seeds, and looks after the signer's folder while no signer runs on it. */
import { createConnection } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { portOf } from '../adapters.ts'
import { Prompt } from './ask.ts'
import { readJson } from './fields.ts'
import { letPayAgain, makeSeed, openSeeds, readPolicyFile, restoreSeed, seededTenants, signedFor } from './folder.ts'
import { Keys } from './read-intent.ts'
import { findHoldings } from './recover.ts'
import { COST_OF_CHOSEN, checkSecret, WORDS } from './seed-file.ts'
import { SignedLog } from './signed-log.ts'
import { shortPath } from './socket-path.ts'
import { adapterSettings, tenantName } from './wire.ts'

/** Addresses in a row that hold nothing: families of chains share one row of numbers, so hundreds between two of one are usual. */
const GAP = 1000

const HELP = `npm run signer -- <command>, on the data folder in AGIO_DATA_DIR (else ./data), while the exchange is stopped

  create --tenant <name>      makes a seed, shows its ${WORDS} words once, and keeps it when they were typed back
  restore --tenant <name>     makes the seed anew from its words
  policy                      reads policy.json as a start would, and says what is wrong with it
  pay-again --tenant <name> --withdrawal <number> --why <text>
                              lets the signer sign a withdrawal once more that somebody found unpaid on the chain
                              ("npm run operator -- withdrawals unpaid" lists them), from the next start on
  accept-cut --why <text>     goes on with a log that was cut; all caps count as used for a day
  find --tenant <name> --network <settings> --url <node> [--token <contract>]… [--gap ${GAP}]
                              looks for the coins of a seed, with its node alone; settings as the network's document
                              has them under "adapter", for instance {"kind":"solana"}

The unlock secret is asked for at the terminal, or read as a line of the standard input.`

class Usage extends Error {}

interface Given {
  readonly tenant: string | undefined
  readonly why: string | undefined
  readonly withdrawal: string | undefined
  readonly network: string | undefined
  readonly url: string | undefined
  readonly token: readonly string[]
  readonly gap: number
}

const dataDir = resolve(process.env.AGIO_DATA_DIR ?? './data')
const dir = join(dataDir, 'signer')
const prompt = new Prompt()

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Usage(`--${name} is needed`)
  return value
}

/** Two that write one log would make two of it. */
async function mustNotRun(): Promise<void> {
  const short = shortPath(join(dataDir, 'signer-socket', 'signer.sock'))
  const socket = createConnection({ path: short.path })
  const runs = await new Promise((settle) => socket.once('connect', () => settle(true)).once('error', () => settle(false)))
  socket.destroy()
  short.close()
  if (runs === true) throw new Error('the signer runs on this folder: stop the exchange first')
}

/** The first seed's secret is chosen, and typed twice; that of others opens the first. */
async function secretFor(): Promise<string> {
  const isFirst = seededTenants(dir).length === 0
  const secret = await prompt.hidden(isFirst ? 'new unlock secret, for every start of the exchange: ' : 'unlock secret of the signer: ')
  checkSecret(secret)
  if (isFirst && (await prompt.hidden('once more: ')) !== secret) throw new Error('these are two secrets: nothing was made')
  return secret
}

const wordsOf = (text: string): string[] => text.trim().toLowerCase().split(/\s+/)

async function create({ tenant }: Given): Promise<void> {
  const name = tenantName(needed(tenant, 'tenant'), '--tenant')
  const secret = await secretFor()
  await makeSeed(dir, { tenant: name, secret, cost: COST_OF_CHOSEN, now: Date.now() }, async (words) => {
    print(
      `Write these ${WORDS} words down, on paper, in their order. They are shown this once, and who has them has all coins of ${name}:\n`,
    )
    print(words.map((word, index) => `${String(index + 1).padStart(2)} ${word}`).join('\n'))
    if (prompt.isTerminal) await prompt.shown('\nEnter, when they are written down; they leave the screen. ')
    prompt.clear()
    return wordsOf(await prompt.shown(`All ${WORDS} words from the paper, with spaces between: `))
  })
  print(`the seed of ${name} is kept in ${dir}, sealed by the unlock secret`)
}

async function restore({ tenant }: Given): Promise<void> {
  const name = tenantName(needed(tenant, 'tenant'), '--tenant')
  const secret = await secretFor()
  const words = wordsOf(await prompt.hidden(`the ${WORDS} words of ${name}, with spaces between: `))
  restoreSeed(dir, { tenant: name, secret, cost: COST_OF_CHOSEN, now: Date.now() }, words)
  print(`the seed of ${name} is kept in ${dir}, sealed by the unlock secret`)
}

function policy(): void {
  const { tenants, hash } = readPolicyFile(dir)
  for (const [name, { networks, assets }] of tenants)
    print(`${name}: ${[...networks.keys()].join(', ') || 'no network'}; caps of ${[...assets.keys()].join(', ') || 'nothing'}`)
  print(`policy ${hash}: it holds from the next start on`)
}

async function payAgain({ tenant, withdrawal, why }: Given): Promise<void> {
  const [name, reason, number] = [needed(tenant, 'tenant'), needed(why, 'why'), needed(withdrawal, 'withdrawal')]
  if (!/^[1-9]\d{0,15}$/.test(number)) throw new Usage('--withdrawal is its number, as withdrawals unpaid tells it')
  if (!openSeeds(dir, await prompt.hidden('unlock secret of the signer: ')).has(name)) throw new Usage(`${name} has no seed in ${dir}`)
  const signed = signedFor(dir, name, Number(number))
  if (signed.length === 0) throw new Error(`nothing was signed for withdrawal ${number} of ${name}: there is nothing to pay again`)
  letPayAgain(dir, name, Number(number), `${new Date().toISOString()} ${reason}`)
  print(`withdrawal ${number} may be signed once more from the next start on, though these were: ${signed.join(', ')}`)
}

async function acceptCut({ why }: Given): Promise<void> {
  const reason = needed(why, 'why')
  openSeeds(dir, await prompt.hidden('unlock secret of the signer: '))
  SignedLog.acceptCut(dir, reason, Date.now())
  print('the log goes on; what the caps allow counts as used for a day')
}

async function find({ tenant, network, url, token, gap }: Given): Promise<void> {
  const name = needed(tenant, 'tenant')
  const settings = readJson(needed(network, 'network'), adapterSettings, '--network')
  const port = await portOf(settings, [needed(url, 'url')])
  const seed = openSeeds(dir, await prompt.hidden('unlock secret of the signer: ')).get(name)
  if (seed === undefined) throw new Usage(`${name} has no seed in ${dir}`)
  const found = await findHoldings({ keys: await Keys.open(seed, settings), settings, port, tokens: token, gap })
  for (const { purpose, addressId, address, token: contract, amount } of found)
    print(`${purpose} ${addressId} ${address} ${contract ?? 'coin'} ${amount}`)
  print(`${found.length} found, in the smallest units of the chain`)
}

const COMMANDS: Readonly<Record<string, (given: Given) => void | Promise<void>>> = {
  create,
  restore,
  policy,
  'pay-again': payAgain,
  'accept-cut': acceptCut,
  find,
}
/** Commands that write into the folder. */
const WRITING = ['create', 'restore', 'pay-again', 'accept-cut']

async function main(): Promise<number> {
  const option = { type: 'string' } as const
  const options = {
    tenant: option,
    why: option,
    withdrawal: option,
    network: option,
    url: option,
    gap: option,
    token: { ...option, multiple: true },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true, strict: true })
  const [name = 'help'] = positionals
  if (name === 'help') {
    print(HELP)
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw new Usage(`there is no command ${name}`)
  const gap = Number(values.gap ?? GAP)
  if (!Number.isInteger(gap) || gap < 1 || gap > 100_000) throw new Usage('--gap is a number of addresses')
  process.umask(0o077)
  if (WRITING.includes(name)) await mustNotRun()
  const { tenant, why, withdrawal, network, url, token = [] } = values
  await command({ tenant, why, withdrawal, network, url, token, gap })
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof Usage) process.stderr.write('npm run signer -- help tells what may be typed\n')
  process.exitCode = error instanceof Usage ? 2 : 1
} finally {
  prompt.close()
}
