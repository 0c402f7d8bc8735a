/** What testers do to a running process from outside: the test profile alone, from the machine itself. Nothing here is a way in elsewhere. */
import { type AssetId, asUserId } from '@agio/engine/ids/id.ts'
import { userOf } from '@agio/engine/read.ts'
import type { ClockGuard } from '../core/clock-guard.ts'
import { invalid } from '../core/failure.ts'
import type { Log } from '../core/log.ts'
import { helpText, readCommandLine, UsageError } from '../operator/command-line.ts'
import { OPERATOR_COMMANDS } from '../operator/commands.ts'
import { thisMachineAccount } from '../operator/machine-account.ts'
import type { OperatorTenant } from '../operator/operator-command.ts'
import { runOperatorCommand } from '../operator/run-command.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { LiveExchange } from '../sequencer/open-exchange.ts'
import { ClockJumps, type JumpingClock } from './clock-jump.ts'

export interface Ran {
  /** As the command would exit: 0 done, 1 refused, 2 not a command line. */
  readonly exit: number
  readonly output: string
}

export interface Grant {
  readonly tenantId: string
  /** A number; anybody's or nobody's. */
  readonly userId: number
  readonly assetId: AssetId
  /** Minor units. */
  readonly amount: bigint
}

export interface DevTools {
  /** See `ClockJumps.advance`. */
  advance(byMs: number): Promise<number>
  /** Runs what was typed behind `npm run operator --`; for the tenant that is asked, where the words name none. */
  operator(tenantId: string, words: readonly string[]): Promise<Ran>
  /** Credits a spot account; durable and in the history when it resolves. @throws Failure VALIDATION_FAILED for nobody */
  grant(what: Grant): Promise<void>
}

/** A tenant with the exchange that was opened. */
export type DevTenant = OperatorTenant & {
  readonly exchange: Exchange<'customer' | 'operator' | 'system'> & Pick<LiveExchange, 'snapshot'>
}

export interface DevToolsOptions {
  readonly clock: JumpingClock
  /** Of the machine, for the operator's commands about it; absent in tests. */
  readonly guard?: ClockGuard
  readonly tenants: readonly DevTenant[]
  readonly log: Log
}

/** A value of the form `@path` is taken as it stands: only who types on this machine names its files. */
async function run(tenantId: string, words: readonly string[], { tenants, guard }: DevToolsOptions): Promise<Ran> {
  if (words[0] === 'help') return { exit: 0, output: helpText(OPERATOR_COMMANDS, words.slice(1)) }
  try {
    const account = thisMachineAccount()
    const isNamed = words.some((word) => word === '--tenant' || word.startsWith('--tenant='))
    const request = readCommandLine(OPERATOR_COMMANDS, isNamed ? words : [...words, '--tenant', tenantId], account)
    const { ok, text } = await runOperatorCommand(tenants, { ...request, account }, 'test', guard)
    return { exit: ok ? 0 : 1, output: text }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { exit: 2, output: error.message }
  }
}

export function openDevTools(options: DevToolsOptions): DevTools {
  const { clock, tenants, log } = options
  const jumps = new ClockJumps(clock, tenants, log)
  return {
    advance: (byMs) => jumps.advance(byMs),
    operator: (tenantId, words) => run(tenantId, words, options),
    async grant({ tenantId, userId: number, assetId, amount }) {
      const tenant = tenants.find((each) => each.tenantId === tenantId)
      const userId = asUserId(number)
      if (tenant === undefined || userOf(tenant.exchange.state, userId) === undefined) throw invalid('userId', 'enum')
      const command = { kind: 'creditUser', userId, assetId, amount, cause: 'airdrop', reference: 'dev' } as const
      const { reason, seq } = await tenant.exchange.submit(command)
      if (reason !== 'none') throw invalid('amount', 'max')
      await tenant.models.reached(seq).catch(() => undefined)
    },
  }
}
