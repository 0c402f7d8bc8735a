/**
 * A network in the thread: its adapter, its filter and its place on the chain. Orders and questions come as messages. It waits for its node
 * alone: what another network of the thread waits for is nothing to it.
 */
import type { MessagePort } from 'node:worker_threads'
import { keyFormOf } from '@agio/chain/adapters.ts'
import { KeyFilter } from '@agio/chain/watch/filter.ts'
import { FollowLoop } from './follow-loop.ts'
import { namesInJournal } from './journal-names.ts'
import { KeptOutputs } from './kept-outputs.ts'
import type { FromWatch, ToWatch, WatchStart } from './messages.ts'
import { faultOf, ThreadChain } from './thread-chain.ts'
import { ThreadWishes } from './wishes.ts'

/** Until the channel is closed, or something breaks that is no trouble of a node: that is told, and ends this network's channel alone. */
export async function followNetwork(start: WatchStart, channel: MessagePort): Promise<void> {
  try {
    await follow(start, channel)
  } catch (error) {
    channel.postMessage({
      kind: 'broken',
      text: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies FromWatch)
  } finally {
    channel.close()
  }
}

async function follow(start: WatchStart, channel: MessagePort): Promise<void> {
  const tell = (message: FromWatch): void => channel.postMessage(message)
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

  channel.on('message', (message: ToWatch) => {
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
    else if (message.kind === 'end') {
      loop.end()
      tell({ kind: 'ack', ackId: message.ackId })
    } else void answer(message)
  })
  channel.on('close', () => loop.end())
  await loop.run()
}
