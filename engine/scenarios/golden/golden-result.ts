/** What a journal comes to, in words that do not depend on how the engine lays out its rows. */
import { hashBytes } from '../../src/codec/hash-bytes.ts'
import { contentHash } from '../../src/content.ts'
import { apply } from '../../src/engine.ts'
import { decodeEntry, entryLength } from '../../src/entry.ts'
import { lastOutcome, readEvents } from '../../src/event-buffer.ts'
import { stateHash } from '../../src/hash.ts'
import { asUserId } from '../../src/ids/id.ts'
import { balancesOf, openOrdersOf } from '../../src/read.ts'
import { createState } from '../../src/create-state.ts'
import type { State } from '../../src/state.ts'

export interface GoldenResult {
  /** Outcome of every entry, every trade with its fees, then balances and open orders. */
  readonly text: string
  readonly hash: string
  /** Hash of what the state means, which no layout moves. */
  readonly content: string
  /** Hash of the bytes of all records. */
  readonly records: string
  /** What the journal exercises: command kinds, and types, times in force and end reasons of its orders. */
  readonly covered: ReadonlySet<string>
}

/** Replays a journal on an empty exchange. */
export function resultOf(journal: Uint8Array): GoldenResult {
  const state = createState()
  const { out } = state
  const lines: string[] = []
  const covered = new Set<string>()
  const users = new Set<number>()
  const records: string[] = []
  for (let at = 0; at < journal.byteLength; at += entryLength(journal, at)) {
    const { seq, command } = decodeEntry(journal, at)
    covered.add(command.kind)
    out.reset()
    apply(state, journal, at)
    const { reason, replayed, orders } = lastOutcome(out)
    const answered = orders.map((order) => `${order.orderId}:${order.status}`).join(' ')
    lines.push(`${seq} ${command.kind} ${reason}${replayed ? ' replayed' : ''} ${answered}`.trimEnd())
    records.push(hashBytes(out.bytes()))
    for (const { event } of readEvents(out.bytes())) {
      if (event.kind === 'userRegistered') users.add(event.userId)
      if (event.kind === 'orderClosed')
        for (const word of [event.order.type, event.order.timeInForce, event.order.status, event.order.closeReason]) covered.add(word)
      if (event.kind !== 'traded') continue
      const fees = `${event.makerFee}/${event.makerFeeAssetId} ${event.takerFee}/${event.takerFeeAssetId}`
      lines.push(`  trade ${event.tradeId} ${event.price}x${event.quantity} ${event.makerOrderId} ${event.takerOrderId} ${fees}`)
    }
  }
  lines.push(...holdingsOf(state, users))
  return { text: `${lines.join('\n')}\n`, hash: stateHash(state), content: contentHash(state), records: hashBytes(Buffer.from(records.join(''))), covered }
}

/** Balances and open orders of users, the end of a result's text. */
export function holdingsOf(state: State, users: Iterable<number>): string[] {
  const lines: string[] = []
  for (const user of users) {
    for (const { account, assetId, available, held } of balancesOf(state, asUserId(user)))
      lines.push(`${account === 'spot' ? 'balance' : account} ${user} ${assetId} ${available} ${held}`)
    for (const order of openOrdersOf(state, asUserId(user)))
      lines.push(`open ${order.orderId} ${order.status} ${order.executedQuantity}/${order.quantity} held ${order.held}`)
  }
  return lines
}
