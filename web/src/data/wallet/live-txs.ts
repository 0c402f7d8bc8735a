/** Tells of deposits and withdrawals as they change and gain confirmations: whatever shows the account is then read again. */
import { createTopic, useTopic } from '../live/topic.ts'
import { spotChanged } from '../spot/spot-changes.ts'

function txTopic(channel: 'deposits' | 'withdrawals') {
  let changes = 0
  return createTopic(channel, {
    push() {
      changes += 1
      spotChanged()
      return true
    },
    reset() {
      // Nothing is kept: what was missed is read with the next change, and after the page was away.
    },
    view: () => changes,
  })
}

const topics: { deposits?: ReturnType<typeof txTopic>; withdrawals?: ReturnType<typeof txTopic> } = {}

/** How many changes this page has heard of, while it listens. */
export function useLiveTxs(channel: 'deposits' | 'withdrawals'): number {
  topics[channel] ??= txTopic(channel)
  return useTopic(topics[channel])
}
