/** `npm run operator -- <action> <target> --why "…" [--tenant agio]` against the process that runs on this data folder. */
import { createConnection } from 'node:net'
import { userInfo } from 'node:os'
import { readConfig } from '../config.ts'
import { controlSocketPath, OPERATOR_ACTIONS, type OperatorAnswer } from './control-socket.ts'

const USAGE = `operator ${OPERATOR_ACTIONS.join('|')} <e-mail, UID, pair or exchange> --why "reason" [--tenant agio]
  freeze, unfreeze   stop or let go an account: its open orders are cancelled, its sessions end
  halt, resume       stop or let go a pair: cancelling stays possible
  snapshot exchange  save the state now, so that the next start is quick`

function option(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(`--${name}`)
  return index < 0 ? undefined : args[index + 1]
}

function ask(path: string, request: object): Promise<OperatorAnswer> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    let text = ''
    socket.setEncoding('utf8')
    socket.once('error', () => reject(new Error(`no exchange is running on this data folder (${path})`)))
    socket.once('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.once('end', () => resolve(JSON.parse(text)))
  })
}

const args = process.argv.slice(2)
const [action, target] = args
const why = option(args, 'why')
if (action === undefined || target === undefined || why === undefined) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}
try {
  const { dataDir } = readConfig(process.env)
  const request = { tenantId: option(args, 'tenant') ?? 'agio', action, target, why, actor: option(args, 'actor') ?? userInfo().username }
  const answer = await ask(controlSocketPath(dataDir), request)
  process.stdout.write(`${answer.text}\n`)
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
