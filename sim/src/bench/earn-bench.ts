/** C2: the roll of a day over a million savings orders of 200,000 customers: what an order costs, and the longest slice. */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { earnOrdersOf } from '@agio/engine/earn/read-earn.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { lastOutcome } from '@agio/engine/event-buffer.ts'
import { asAssetId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { nextDeadline } from '@agio/engine/state.ts'
import type { Measure } from './measure.ts'
import { defineProducts, fundSaver, ORDERS_OF_ONE, purchases, registerSaver, type Saved, startProduct } from './savers.ts'

const CUSTOMERS = 200_000
const FIRST_USER = 100_001
const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 0, 15, 12)
const USDT: Saved = { assetId: asAssetId(1), one: 10n ** 8n }

/** Milliseconds. Of one slice what it used says more than what passed: a busy machine takes the processor away for longer than a slice. */
interface Took {
  readonly passed: number
  readonly used: number
}

interface House {
  readonly state: ReturnType<typeof createState>
  readonly give: (at: number, command: Command) => Took
}

function openHouse(): House {
  const state = createState()
  const bytes = new Uint8Array(4_096)
  let seq = 0
  const give = (at: number, command: Command): Took => {
    seq += 1
    encodeEntry(bytes, 0, seq, at, '', command)
    state.out.reset()
    const began = performance.now()
    const from = process.cpuUsage()
    apply(state, bytes)
    const { user, system } = process.cpuUsage(from)
    const took = { passed: performance.now() - began, used: (user + system) / 1_000 }
    const { reason } = lastOutcome(state.out)
    if (reason !== 'none') throw new Error(`${command.kind}: ${reason}`)
    return took
  }
  return { state, give }
}

function filled(): House {
  const house = openHouse()
  const give = (command: Command): void => void house.give(START_MS, command)
  give({ kind: 'setEngineVersion', version: ENGINE_VERSION })
  give({ kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} })
  const products = [1, 2].map(asProductId)
  for (const define of defineProducts(USDT)) give(define)
  for (const productId of products) give(startProduct(productId))
  const savers = Array.from({ length: CUSTOMERS }, (_, index) => asUserId(FIRST_USER + index))
  for (const [index, userId] of savers.entries()) {
    give(registerSaver(index))
    give(fundSaver(userId, USDT))
  }
  for (const purchase of purchases(savers, products, USDT)) give(purchase)
  return house
}

interface Roll {
  readonly total: number
  readonly longest: number
}

/** All that is due at a time, tick by tick. */
function roll({ state, give }: House, at: number): Roll {
  let total = 0
  let longest = 0
  while (nextDeadline(state) <= at) {
    const took = give(at, { kind: 'tick' })
    total += took.passed
    longest = Math.max(longest, took.used)
  }
  return { total, longest }
}

/** Of several days the median, because of what else a machine does. */
export function earnMeasures(): readonly Measure[] {
  const house = filled()
  const midnight = (Math.floor(START_MS / DAY_MS) + 2) * DAY_MS
  const rolls = [0, 1, 2, 3, 4].map((day) => roll(house, midnight + day * DAY_MS))
  const last = earnOrdersOf(house.state, asUserId(FIRST_USER + CUSTOMERS - 1))
  if (last.length !== ORDERS_OF_ONE || last.some(({ paid }) => paid <= 0n)) throw new Error('not everybody was paid')
  const middle = (part: (of: Roll) => number): number => rolls.map(part).sort((one, other) => one - other)[2] ?? 0
  const orders = CUSTOMERS * ORDERS_OF_ONE
  const costOfOne = (middle(({ total }) => total) * 1_000) / orders
  const longest = middle((of) => of.longest)
  return [
    {
      id: 'C2',
      title: 'Roll of a day over 1 M savings orders, an order',
      value: costOfOne,
      unit: 'µs',
      peer: 'goal of one order',
      peerValue: 1.5,
      ratio: costOfOne,
      goal: '<= 1.5',
    },
    {
      id: 'C2s',
      title: 'The longest slice of it',
      value: longest,
      unit: 'ms',
      peer: 'goal of one slice',
      peerValue: 10,
      ratio: longest,
      goal: '<= 10',
    },
  ]
}
