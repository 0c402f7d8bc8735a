import { readEvents } from '@agio/engine/event-buffer.ts'
import type { EventByKind, EventKind } from '@agio/engine/schema/events.ts'
import type { Exchange } from '../sequencer/exchange.ts'

/** Gathers durable events of a kind from now on, with the time of each. */
export function toldOf<Kind extends EventKind>(exchange: Pick<Exchange, 'onDurable'>, kind: Kind): (EventByKind[Kind] & { at: number })[] {
  const told: (EventByKind[Kind] & { at: number })[] = []
  const wanted = new Set([kind])
  exchange.onDurable(({ events }) => {
    for (const { event, at } of readEvents(events, wanted)) told.push({ ...(event as unknown as EventByKind[Kind]), at })
  })
  return told
}
