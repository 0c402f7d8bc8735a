/** A thread that makes and checks what passkeys need, behind everything that trades. */
import { parentPort } from 'node:worker_threads'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { lowerPriority } from '../../thread-priority.ts'

const library = { generateAuthenticationOptions, generateRegistrationOptions, verifyAuthenticationResponse, verifyRegistrationResponse }

export type PasskeyLibrary = typeof library

export interface PasskeyTask {
  readonly taskId: number
  readonly work: keyof PasskeyLibrary
  readonly options: unknown
}

/** `refused`: the library threw, which is how it says that an answer does not fit. */
export type PasskeyAnswer = { readonly taskId: number; readonly result: unknown } | { readonly taskId: number; readonly refused: string }

async function answer({ taskId, work, options }: PasskeyTask): Promise<PasskeyAnswer> {
  try {
    return { taskId, result: await (library[work] as (options: unknown) => Promise<unknown>)(options) }
  } catch (error) {
    return { taskId, refused: String(error) }
  }
}

const port = parentPort
if (port !== null) {
  lowerPriority()
  port.on('message', async (task: PasskeyTask) => port.postMessage(await answer(task)))
}
