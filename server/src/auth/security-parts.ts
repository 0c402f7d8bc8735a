/** Joins the parts that prove who somebody is and change how: codes, mails, second factors, credentials, logins. */
import { join } from 'node:path'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { Clock } from '../core/clock.ts'
import type { RandomBytes } from '../core/random.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'
import type { Accounts } from './account/accounts.ts'
import { AppendLog } from './append-log.ts'
import type { DeviceParts } from './device-parts.ts'
import type { BreachedPasswords } from './factors/breached-passwords.ts'
import { CodeBook } from './factors/codes.ts'
import { Credentials } from './factors/credentials.ts'
import { FactorChanges } from './factors/factor-changes.ts'
import { Freezes } from './factors/freezes.ts'
import { PasswordPolicy } from './factors/password-policy.ts'
import { SecondFactors } from './factors/second-factors.ts'
import { SecurityChanges } from './factors/security-change.ts'
import { type StepLine, UsedSteps } from './factors/used-steps.ts'
import { LoginAlerts } from './login/alerts.ts'
import { Attempts } from './login/attempts.ts'
import type { SessionStore } from './login/sessions.ts'
import { Mailer } from './mail/mailer.ts'
import type { Outbox } from './mail/outbox.ts'

export interface SecurityParts {
  readonly codes: CodeBook
  readonly alerts: LoginAlerts
  readonly attempts: Attempts
  readonly passwords: PasswordPolicy
  readonly mailer: Mailer
  readonly factors: SecondFactors
  readonly factorChanges: FactorChanges
  readonly credentials: Credentials
  readonly freezes: Freezes
  readonly securityChanges: SecurityChanges
}

export interface SecurityPartsOptions {
  readonly tenantName: string
  /** Full list of breached passwords, where an operator has one. */
  readonly breached?: BreachedPasswords | undefined
  readonly exchange: Exchange
  readonly vault: Vault
  readonly models: ReadModels
  readonly accounts: Accounts
  readonly sessions: SessionStore
  readonly outbox: Outbox
  readonly freezing: Set<UserId>
  readonly devices: Pick<DeviceParts, 'passkeys' | 'apiKeys' | 'knownDevices'>
  readonly clock: Clock
  readonly random: RandomBytes
  readonly softDir: string
  onError(error: unknown): void
}

export async function openSecurityParts(options: SecurityPartsOptions): Promise<SecurityParts & { close(): Promise<void> }> {
  const { clock, accounts, sessions, softDir, onError } = options
  const codes = new CodeBook(clock)
  const attempts = new Attempts(clock)
  const mailer = new Mailer({ ...options, codes, onFault: onError })
  const usedSteps = new UsedSteps(new AppendLog<StepLine>(join(softDir, 'authenticator-steps.jsonl'), onError))
  await usedSteps.open(clock.now())
  const factors = new SecondFactors({ ...options, codes, mailer, attempts, usedSteps })
  const changes = new SecurityChanges(clock, accounts, sessions)
  const factorChanges = new FactorChanges({ ...options, codes, attempts, factors, usedSteps, mailer, changes })
  const passwords = new PasswordPolicy(options.tenantName, options.breached)
  const credentials = new Credentials({ ...options, passwords, codes, attempts, factors, mailer, changes })
  const freezes = new Freezes({ ...options, mailer, onFault: onError })
  // What the last run left half frozen is finished beside everything else.
  freezes.resume().catch(onError)
  const close = async (): Promise<void> => {
    freezes.stop()
    await mailer.settled()
    await usedSteps.flush()
  }
  const alerts = new LoginAlerts({ ...options, mailer, onFault: onError })
  return { alerts, codes, attempts, passwords, mailer, factors, factorChanges, credentials, freezes, securityChanges: changes, close }
}
