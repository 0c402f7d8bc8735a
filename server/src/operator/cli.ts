/** `npm run operator -- <command>` against the process that runs on this data folder; `help` works without one. */
import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { readDataDir } from '../boot/config.ts'
import { helpText, readCommandLine, UsageError } from './command-line.ts'
import { dueSkip } from './commands/due.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import { controlSocketPath } from './control-socket.ts'
import { thisMachineAccount } from './machine-account.ts'
import type { OperatorAnswer } from './run-command.ts'
import { skipStopped } from './skip-stopped.ts'

class NotRunning extends Error {}

function ask(path: string, request: object): Promise<OperatorAnswer> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    let text = ''
    socket.setEncoding('utf8')
    socket.once('error', () => reject(new NotRunning(`no exchange is running on this data folder (${path})`)))
    socket.once('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.once('end', () => resolve(JSON.parse(text)))
  })
}

/** `@path` stands for the file's text, `@@name` for a value that begins with the sign itself. */
function fromFile(value: string): string {
  if (value.startsWith('@@')) return value.slice(1)
  return value.startsWith('@') ? readFileSync(value.slice(1), 'utf8') : value
}

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help') {
    process.stdout.write(`${helpText(OPERATOR_COMMANDS, words.slice(1))}\n`)
    return words.length === 0 ? 2 : 0
  }
  const account = thisMachineAccount()
  const request = readCommandLine(OPERATOR_COMMANDS, words, account)
  const given = Object.fromEntries(Object.entries(request.given).map(([name, value]) => [name, fromFile(value)]))
  const dataDir = readDataDir(process.env)
  const answer = await ask(controlSocketPath(dataDir), { ...request, given, account }).catch((error: Error) => {
    if (error instanceof NotRunning && request.command === dueSkip.name) return skipStopped(dataDir, { ...request, given, account })
    throw error
  })
  process.stdout.write(`${answer.text}\n`)
  return answer.ok ? 0 : 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof UsageError) process.stderr.write('npm run operator -- help tells what may be typed\n')
  process.exitCode = error instanceof UsageError ? 2 : 1
}
