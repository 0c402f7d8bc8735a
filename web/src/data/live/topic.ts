/** Turns a channel into a store: state built from pushes, published by the page's scheduler, alive while somebody reads it. */
import type { ChannelKind, KindOf } from '@agio/wire/socket/channels.ts'
import { onOtherSession } from '../session.ts'
import { useCalm } from './calm.ts'
import { liveClient } from './live.ts'
import { createLiveStore, type LiveStore } from './live-store.ts'
import type { Push } from './messages.ts'
import type { HeardChannel } from './socket-client.ts'

export interface TopicState<View, Kind extends ChannelKind = ChannelKind> {
  /** Takes a push; false when it shows that the state is wrong. */
  push(push: Push<Kind>): boolean | undefined
  reset(): void
  /** Drops everything, when the last reader has left: a panel that crashed on what it was shown must find something else on Retry. */
  forget?(): void
  /** Of what is told to one customer alone: drops everything, since his session ended. What he saw never stays for the next. */
  disown?(): void
  view(): View
}

export interface Topic<View> {
  readonly store: LiveStore<View>
  /** Reads the topic, and keeps its channel subscribed until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** How long a channel stays subscribed after its last reader left: long enough to survive a change of page. */
const LINGER_MS = 2000

export function createTopic<Name extends HeardChannel, View>(channel: Name, state: TopicState<View, KindOf<Name>>): Topic<View> {
  return topicOn((listener) => liveClient().listen(channel, listener), state)
}

/** What a state needs of a push, whatever its channel promises of the rest. */
interface Kinded {
  readonly type: 'snapshot' | 'delta' | 'event'
}

interface PushState<View, Told extends Kinded> {
  push(push: Told): boolean | undefined
  reset(): void
  forget?(): void
  disown?(): void
  view(): View
}

/** @param listen joins the channel, and answers the way to leave it */
export function topicOn<View, Told extends Kinded>(
  listen: (listener: Pick<PushState<View, Told>, 'push' | 'reset'>) => () => void,
  state: PushState<View, Told>,
): Topic<View> {
  const store = createLiveStore(() => state.view())
  let readers = 0
  let leave: (() => void) | undefined
  let isWatched = false
  /** From the first reader on, also while nobody reads: who comes next would see it. */
  const watchSession = (): void => {
    if (isWatched || state.disown === undefined) return
    isWatched = true
    onOtherSession(() => {
      state.disown?.()
      store.publish()
    })
  }
  const enter = (): void => {
    watchSession()
    leave ??= listen({
      push(push) {
        const sound = state.push(push)
        if (push.type === 'snapshot' || sound === false) store.publish()
        else store.touch()
        return sound
      },
      // Old data stays on screen until the fresh snapshot unless the state says otherwise in `reset`.
      reset() {
        state.reset()
        store.touch()
      },
    })
  }
  return {
    store,
    subscribe(listener) {
      readers += 1
      enter()
      const stop = store.subscribe(listener)
      return () => {
        stop()
        readers -= 1
        setTimeout(() => {
          if (readers > 0) return
          leave?.()
          leave = undefined
          if (state.forget === undefined) return
          state.forget()
          store.publish()
        }, LINGER_MS)
      }
    },
  }
}

export function useTopic<View>(topic: Topic<View>): View {
  return useCalm(topic, { subscribe: topic.subscribe, read: topic.store.get })
}

/** A family of topics by name; each is made once and kept, since an idle topic costs nothing but its last view. */
export function topicFamily<Key extends string, View>(make: (key: Key) => Topic<View>): (key: Key) => Topic<View> {
  const made = new Map<Key, Topic<View>>()
  return (key) => {
    const topic = made.get(key) ?? make(key)
    made.set(key, topic)
    return topic
  }
}
