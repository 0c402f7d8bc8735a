/**
 * P20: what logins cost the orders of others. A light load of orders alone and beside twenty logins a second, in turn, on the process
 * that users run; every login hashes a password (19 MiB, two passes).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SessionClient } from '../client/session-client.ts'
import { type Customer, type ExchangeTarget, exchangeTarget } from './exchange-target.ts'
import { type Measure, median } from './measure.ts'
import { load, stop } from './processes.ts'

const ORDERS_PER_SECOND = 1000
const LOGINS_PER_SECOND = 20
const CONNECTIONS = 32
const SECONDS = 5
const ROUNDS = 3

/** Logs customers in at a steady pace until told to stop; resolves with how many were let through the first step. */
function logIn(port: number, customers: readonly Customer[]): () => Promise<number> {
  const tries: Promise<boolean>[] = []
  const clients = customers.map((customer) => ({ ...customer, client: new SessionClient(`http://localhost:${port}`) }))
  const timer = setInterval(() => {
    const next = clients[tries.length % clients.length]
    if (next !== undefined)
      tries.push(
        next.client.firstStep(next.account, next.password).then(
          () => true,
          () => false,
        ),
      )
  }, 1000 / LOGINS_PER_SECOND)
  return async () => {
    clearInterval(timer)
    return (await Promise.all(tries)).filter(Boolean).length
  }
}

interface Round {
  readonly alone: number
  readonly beside: number
  readonly logins: number
}

async function round({ plan, port, customers }: ExchangeTarget): Promise<Round> {
  const orders = { ...plan, connections: CONNECTIONS, seconds: SECONDS, rate: ORDERS_PER_SECOND }
  const alone = (await load(orders)).p99
  const end = logIn(port, customers)
  const beside = (await load(orders)).p99
  return { alone, beside, logins: (await end()) / SECONDS }
}

export async function loginMeasures(): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-bench-'))
  const target = await exchangeTarget(dataDir)
  try {
    await load({ ...target.plan, connections: CONNECTIONS, seconds: SECONDS, rate: 0 })
    const rounds: Round[] = []
    for (let index = 0; index < ROUNDS; index += 1) rounds.push(await round(target))
    const logins = median(rounds.map((each) => each.logins))
    return [
      {
        id: 'P20',
        title: `order acknowledgement p99 beside ${logins.toFixed(1)} logins a second`,
        value: median(rounds.map(({ beside }) => beside)),
        unit: 'µs',
        peer: 'without logins',
        peerValue: median(rounds.map(({ alone }) => alone)),
        ratio: median(rounds.map(({ alone, beside }) => beside / alone)),
        goal: '<= 2',
      },
    ]
  } finally {
    await stop(target.child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
