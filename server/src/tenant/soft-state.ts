/** Sessions and sealed reports of a tenant: what a restart keeps and a lost disk may lose. */
import { join } from 'node:path'
import type { UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { AppendLog } from '../auth/append-log.ts'
import { PayloadOpener, type ReplayLine } from '../auth/login/security-payload.ts'
import { type SessionLine, SessionStore } from '../auth/login/sessions.ts'
import type { Clock } from '../core/clock.ts'
import type { RandomBytes } from '../core/random.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'

/** Sessions of every tenant of the process, to tell a token of another tenant from an unknown one. */
const stores = new Map<string, Set<SessionStore>>()

const isForeign = (tenantId: string, tokenHash: string): boolean =>
  [...stores].some(([other, open]) => other !== tenantId && [...open].some((store) => store.knows(tokenHash)))

export interface SoftStateOptions {
  readonly tenantId: string
  /** Folder of the tenant. */
  readonly dir: string
  readonly exchange: Exchange
  readonly vault: Vault
  readonly clock: Clock
  readonly random: RandomBytes
  /** Soft state was not written. */
  onError(error: unknown): void
}

export interface SoftState {
  readonly sessions: SessionStore
  readonly payloads: PayloadOpener
  /** Users whose own freeze is on its way: their sessions end as by a security action. */
  readonly freezing: Set<UserId>
  close(): Promise<void>
}

export async function openSoftState({ tenantId, dir, exchange, vault, clock, random, onError }: SoftStateOptions): Promise<SoftState> {
  const freezing = new Set<UserId>()
  const sessions = new SessionStore({
    clock,
    random,
    log: new AppendLog<SessionLine>(join(dir, 'soft', 'sessions.jsonl'), onError),
    isDisabled: (userId) => userStatusOf(exchange.state, userId) !== 'active' && !freezing.has(userId),
    isForeign: (tokenHash) => isForeign(tenantId, tokenHash),
  })
  await sessions.open()
  const payloads = new PayloadOpener({
    clock,
    random,
    vault,
    keyFile: join(dir, 'keys', 'payload-keys'),
    onError,
    replayLog: new AppendLog<ReplayLine>(join(dir, 'soft', 'replay.jsonl'), onError),
  })
  await payloads.start()
  const own = stores.get(tenantId) ?? new Set()
  stores.set(tenantId, own.add(sessions))
  const close = async (): Promise<void> => {
    own.delete(sessions)
    await Promise.all([sessions.flush(), payloads.flush()])
  }
  return { sessions, payloads, freezing, close }
}
