/** Private channels of contracts, each with a sequence of its own that outlives its last listener, so that one who comes back sees it rise. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { CoChangeData, CoChannelName, CoSnapshotData, CoSnapshotPush, UserCoChannel } from '@agio/wire/futures/channels.ts'
import type { Outbox } from '../topic.ts'
import { CoTopic } from './contract-topic.ts'

interface Channel<Kind extends UserCoChannel> {
  readonly topic: CoTopic<Kind>
  seq: number
}
type Channels = { [Kind in UserCoChannel]?: Channel<Kind> }

interface Opening<Kind extends UserCoChannel> {
  readonly name: CoChannelName<Kind>
  /** What a newcomer gets; undefined where the channel begins with its next event. */
  readonly shown: (userId: UserId) => CoSnapshotData<Kind> | undefined
}
export type Openings = { readonly [Kind in UserCoChannel]: Opening<Kind> }

export class PrivateChannels {
  readonly #from: { readonly outbox: Outbox; readonly now: () => number }
  readonly #openings: Openings
  readonly #onLeave: (userId: UserId) => void
  readonly #channels = new Map<UserId, Channels>()
  readonly #lastSeq = new Map<string, number>()

  /** @param onLeave told when a user listens to none any more */
  constructor(from: { readonly outbox: Outbox; readonly now: () => number }, openings: Openings, onLeave: (userId: UserId) => void) {
    this.#from = from
    this.#openings = openings
    this.#onLeave = onLeave
  }

  get users(): IterableIterator<UserId> {
    return this.#channels.keys()
  }

  get size(): number {
    return this.#channels.size
  }

  /** Does he listen to anything, or to this? */
  has(userId: UserId, kind?: UserCoChannel): boolean {
    const channels = this.#channels.get(userId)
    return kind === undefined ? channels !== undefined : channels?.[kind] !== undefined
  }

  topic<Kind extends UserCoChannel>(userId: UserId, kind: Kind): CoTopic<Kind> {
    const channels: Channels = this.#channels.get(userId) ?? {}
    this.#channels.set(userId, channels)
    const known: Channel<Kind> | undefined = channels[kind]
    if (known !== undefined) return known.topic
    const { name, shown } = this.#openings[kind]
    const snapshot = (): CoSnapshotPush<Kind> | undefined => {
      const data = shown(userId)
      return data === undefined ? undefined : { type: 'snapshot', seq: channel.seq, prevSeq: null, time: this.#from.now(), data }
    }
    const channel: Channel<Kind> = {
      seq: this.#lastSeq.get(`${userId}:${kind}`) ?? 0,
      topic: new CoTopic<Kind>(name, this.#from.outbox, snapshot, () => this.#close(userId, kind, channel.seq)),
    }
    Object.assign(channels, { [kind]: channel })
    return channel.topic
  }

  publish<Kind extends UserCoChannel>(userId: UserId, kind: Kind, time: number, data: CoChangeData<Kind>): void {
    const channels: Channels | undefined = this.#channels.get(userId)
    const channel: Channel<Kind> | undefined = channels?.[kind]
    if (channel === undefined) return
    const prevSeq = channel.seq
    channel.seq += 1
    channel.topic.publish({ type: 'event', seq: channel.seq, prevSeq, time, data })
  }

  #close(userId: UserId, kind: UserCoChannel, seq: number): void {
    this.#lastSeq.set(`${userId}:${kind}`, seq)
    const channels = this.#channels.get(userId)
    if (channels === undefined) return
    delete channels[kind]
    if (Object.keys(channels).length > 0) return
    this.#channels.delete(userId)
    this.#onLeave(userId)
  }
}
