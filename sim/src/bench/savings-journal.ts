/** A journal with as many savings orders that hold as a measure wants, written through the exchange itself beside the server. */
import { join } from 'node:path'
import type { Command } from '@agio/engine/command.ts'
import { asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { assetsOf } from '@agio/engine/read.ts'
import { nextDeadline } from '@agio/engine/state.ts'
import { type LiveExchange, openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { defineProducts, fundSaver, ORDERS_OF_ONE, purchases, registerSaver, type Saved, startProduct } from './savers.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Of the day after the purchases, whose midnight pays nothing yet: the next one pays everybody. */
const LAST_HOUR = 22
const CHUNK = 20_000

/** @returns the value of each outcome: ids of what the commands made. @throws Error for the first that is refused */
async function given(exchange: LiveExchange, commands: Iterable<Command>): Promise<number[]> {
  const values: number[] = []
  const at = exchange.now()
  let chunk: Command[] = []
  const send = async (): Promise<void> => {
    const outcomes = await exchange.submitMany(chunk.map((command) => ({ at, key: '', command })))
    for (const [index, { reason, value }] of outcomes.entries()) {
      if (reason !== 'none') throw new Error(`${chunk[index]?.kind}: ${reason}`)
      values.push(value)
    }
    chunk = []
  }
  for (const command of commands) if (chunk.push(command) === CHUNK) await send()
  await send()
  return values
}

function savedOf({ state }: LiveExchange): Saved {
  const usdt = assetsOf(state).find(({ symbol }) => symbol === 'USDT')
  if (usdt === undefined) throw new Error('no USDT is listed')
  return { assetId: usdt.assetId, one: 10n ** BigInt(usdt.scale) }
}

/**
 * Adds savers to the journal of a tenant that no process has open; its last stamp lies two hours before the first midnight that pays them.
 * @param orders rounded up to whole customers @returns customers
 */
export async function addSavers(tenantDir: string, orders: number): Promise<number> {
  let at = Date.now()
  const exchange = await openExchange({ tenantId: 'bench', dir: join(tenantDir, 'journal'), clock: { now: () => at } })
  try {
    const saved = savedOf(exchange)
    const products = (await given(exchange, defineProducts(saved))).map(asProductId)
    await given(exchange, products.map(startProduct))
    const names = Array.from({ length: Math.ceil(orders / ORDERS_OF_ONE) }, (_, index) => registerSaver(index))
    const savers = (await given(exchange, names)).map(asUserId)
    await given(
      exchange,
      savers.map((userId) => fundSaver(userId, saved)),
    )
    await given(exchange, purchases(savers, products, saved))
    at = (Math.floor(at / DAY_MS) + 1) * DAY_MS + LAST_HOUR * HOUR_MS
    while (nextDeadline(exchange.state) <= at) await exchange.submit({ kind: 'tick' })
    await exchange.submit({ kind: 'tick' })
    return savers.length
  } finally {
    await exchange.stop()
  }
}
