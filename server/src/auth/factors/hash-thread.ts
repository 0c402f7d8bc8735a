/** A thread that hashes passwords, one after the other and behind everything that trades. */
import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../../core/thread-priority.ts'

export interface HashTask {
  readonly password: Uint8Array
  readonly nonce: Uint8Array
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly tagBytes: number
}

const port = parentPort
if (port !== null) {
  lowerPriority()
  port.on('message', ({ password, tagBytes, ...cost }: HashTask) => {
    const tag = argon2Sync('argon2id', { message: password, tagLength: tagBytes, ...cost })
    port.postMessage(Uint8Array.from(tag))
  })
}
