/** The thread of a network's watcher: its adapter, its filter and its place on the chain. Orders and questions come as messages. */
import { parentPort, workerData } from 'node:worker_threads'
import { keyFormOf } from '@agio/chain/adapters.ts'
import { KeyFilter } from '@agio/chain/watch/filter.ts'
import { lowerPriority } from '../../core/thread-priority.ts'
import { FollowLoop } from './follow-loop.ts'
import { namesInJournal } from './journal-names.ts'
import { KeptOutputs } from './kept-outputs.ts'
import type { FromWatch, ToWatch, WatchStart } from './messages.ts'
import { faultOf, ThreadChain } from './thread-chain.ts'
import { ThreadWishes } from './wishes.ts'

const port = parentPort
if (port === null) throw new Error('wallet: watch-thread.ts runs as a worker only')
const start = workerData as WatchStart
const tell = (message: FromWatch): void => port.postMessage(message)

const outputs = new KeptOutputs()
const chain = new ThreadChain(start, outputs)
const wishes = new ThreadWishes(new KeyFilter(await keyFormOf(start.settings)))
const names = async (durableSeq: number) => (start.journal === undefined ? [] : await namesInJournal(start.journal, durableSeq))
const loop = new FollowLoop({ start, chain, wishes, outputs, names, tell })

async function answer({ askId, hand, call, args }: Extract<ToWatch, { kind: 'ask' }>): Promise<void> {
  try {
    tell({ kind: 'answer', askId, value: await chain.ask(hand, call, args) })
  } catch (error) {
    tell({ kind: 'fault', askId, fault: faultOf(error) })
  }
}

function receive(message: ToWatch): void {
  if (message.kind === 'watch') {
    for (const [address, handle] of message.entries) wishes.addresses.add(address, handle)
    tell({ kind: 'ack', ackId: message.ackId })
  } else if (message.kind === 'own') {
    wishes.setOwn(message.own)
    tell({ kind: 'ack', ackId: message.ackId })
  } else if (message.kind === 'tokens') wishes.tokens = message.tokens
  else if (message.kind === 'bounds') chain.bounds = message.bounds
  else if (message.kind === 'follow') loop.follow(message)
  else if (message.kind === 'booked') loop.booked(message.stepId)
  else void answer(message)
}

lowerPriority()
port.on('message', receive)
await loop.run()
