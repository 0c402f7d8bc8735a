/** A simulated network kept in a file, behind a door of HTTP. Whoever is outside has coins without end. */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openSimulatedNode } from '../simulated/node.ts'
import { serveSimulated } from '../simulated/over-http.ts'
import type { PlayChain } from './play-chain.ts'

export interface SimulatedPlayOptions {
  /** Made when it is not there. */
  readonly file: string
  /** Of the loopback; 0: a free one. */
  readonly port: number
  /** Prefix of its addresses. */
  readonly hrp: string
  /** Time of the first block of a new chain, ms. */
  readonly genesis: number
}

export async function openSimulatedPlay({ file, port, hrp, genesis }: SimulatedPlayOptions): Promise<PlayChain> {
  await mkdir(dirname(file), { recursive: true })
  const node = await openSimulatedNode(file, { network: hrp, seed: hrp, genesis })
  const door = await serveSimulated((question) => node.ask(question), port)
  const { chain } = node
  return {
    url: door.url,
    // It ends with the process that it is in.
    ended: new Promise(() => undefined),
    height: async () => node.head.height,
    isUsed: async (height) => (chain.state.at(height)?.transactions.length ?? 0) > 0,
    waits: async () => chain.waiting.length > 0,
    mine: async () => void (await node.mine(1, Date.now())),
    async pay(payments) {
      const tx = await node.pay(payments)
      return payments.map(() => tx)
    },
    async stop() {
      await door.close()
      await node.close()
    },
  }
}
