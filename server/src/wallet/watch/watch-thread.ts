/** The thread that follows the networks of a tenant, each over a channel of its own. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import { lowerPriority } from '../../core/thread-priority.ts'
import type { WatchStart } from './messages.ts'
import { followNetwork } from './network-channel.ts'

const port = parentPort
if (port === null) throw new Error('wallet: watch-thread.ts runs as a worker only')

lowerPriority()
port.on(
  'message',
  ({ start, channel }: { readonly start: WatchStart; readonly channel: MessagePort }) => void followNetwork(start, channel),
)
