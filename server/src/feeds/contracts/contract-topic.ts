/** A channel of the futures host. */
import type { CoChangePush, CoChannelKind, CoChannelName, CoSnapshotPush } from '@agio/wire/futures/channels.ts'
import { AnyTopic, type Outbox } from '../topic.ts'

export class CoTopic<Kind extends CoChannelKind = CoChannelKind> extends AnyTopic<CoSnapshotPush<Kind>, CoChangePush<Kind>> {
  constructor(channel: CoChannelName<Kind>, outbox: Outbox, snapshot: () => CoSnapshotPush<Kind> | undefined, onIdle?: () => void) {
    super(channel, outbox, snapshot, onIdle)
  }
}
