/** A thread that makes addresses of public keys: some 1.5 ms each, and libraries of a quarter of a second, which nobody who trades should wait for. */
import { parentPort } from 'node:worker_threads'
import { type AdapterSettings, signingOf } from '@agio/chain/adapters.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'
import { lowerPriority } from '../../core/thread-priority.ts'

export interface MakeTask {
  readonly taskId: number
  readonly settings: AdapterSettings
  readonly account: PublicAccount
  readonly indexes: readonly number[]
}

/** Texts in the order of the indexes. */
export type Made = { readonly taskId: number; readonly texts: readonly string[] } | { readonly taskId: number; readonly error: string }

const port = parentPort
if (port !== null) {
  lowerPriority()
  const make = async ({ taskId, settings, account, indexes }: MakeTask): Promise<Made> => {
    try {
      const signing = await signingOf(settings)
      return { taskId, texts: indexes.map((index) => signing.addressOf(account, 0, index)) }
    } catch (error) {
      return { taskId, error: String(error) }
    }
  }
  port.on('message', (task: MakeTask) => void make(task).then((made) => port.postMessage(made)))
}
