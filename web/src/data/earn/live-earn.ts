/** Tells of orders of savings as they change: whatever shows the account is then read again. */
import { createTopic, useTopic } from '../live/topic.ts'
import { spotChanged } from '../spot/spot-changes.ts'

function earnTopic() {
  let changes = 0
  return createTopic('earn', {
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

let topic: ReturnType<typeof earnTopic> | undefined

/** How many changes this page has heard of, while it listens. */
export function useLiveEarn(): number {
  topic ??= earnTopic()
  return useTopic(topic)
}
