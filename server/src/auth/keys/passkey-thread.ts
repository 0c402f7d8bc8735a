/** A thread that makes and checks what passkeys need, behind everything that trades. */
import { parentPort } from 'node:worker_threads'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifyAuthenticationResponseOpts,
  type VerifyRegistrationResponseOpts,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { lowerPriority } from '../../core/thread-priority.ts'

/**
 * Of a credential only what is kept goes back. An authenticator may add what it likes, nested as deeply as this thread can read, which is deeper
 * than the main thread can.
 */
async function verifyRegistration(options: VerifyRegistrationResponseOpts) {
  const { verified, registrationInfo } = await verifyRegistrationResponse(options)
  if (!verified) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, publicKey: Uint8Array.from(publicKey), counter, transports: transports.map(String) }
}

/** The credential's new counter; undefined = not verified. */
async function verifyAuthentication(options: VerifyAuthenticationResponseOpts) {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse(options)
  return verified ? { newCounter: authenticationInfo.newCounter } : undefined
}

const works = { generateAuthenticationOptions, generateRegistrationOptions, verifyAuthentication, verifyRegistration }

export type PasskeyWorks = typeof works

export interface PasskeyTask {
  readonly taskId: number
  readonly work: keyof PasskeyWorks
  readonly options: unknown
}

/** `refused`: the library threw, which is how it says that an answer does not fit. */
export type PasskeyAnswer = { readonly taskId: number; readonly result: unknown } | { readonly taskId: number; readonly refused: string }

async function answer({ taskId, work, options }: PasskeyTask): Promise<PasskeyAnswer> {
  try {
    return { taskId, result: await (works[work] as (options: unknown) => Promise<unknown>)(options) }
  } catch (error) {
    return { taskId, refused: String(error) }
  }
}

const port = parentPort
if (port !== null) {
  lowerPriority()
  port.on('message', async (task: PasskeyTask) => port.postMessage(await answer(task)))
}
