/**
 * Asks for the codes that show it is you, from anywhere in the user centre. One question stands at a time; the dialog that asks it runs
 * the call itself, so that a wrong code is shown beside its field.
 */
import { secondFactorStepUp } from '@agio/wire/account/auth-factors.ts'
import { useSyncExternalStore } from 'react'
import { send } from '../data/http-client.ts'
import { askedMethods, type ProofCodes, type ProofMethod } from './proof-model.ts'

/** What the codes are for; a code of one scene is refused in another. */
export type ProofScene = 'STEP_UP' | 'CHANGE_PASSWORD' | 'CHANGE_FACTOR' | 'API_KEY'

export interface Question {
  readonly methods: readonly ProofMethod[]
  readonly scene: ProofScene
  /** Throws when the codes are wrong, and what else went wrong. */
  readonly run: (codes: ProofCodes) => Promise<void>
  readonly cancel: () => void
  readonly fail: (error: unknown) => void
}

let question: Question | undefined
const listeners = new Set<() => void>()

function ask(next: Question | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

export function useQuestion(): Question | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
    () => undefined,
  )
}

interface Proof<T> {
  readonly methods: readonly ProofMethod[]
  readonly scene: ProofScene
  readonly call: (codes: ProofCodes) => Promise<T>
}

/** Asks for codes and makes the call with them. Undefined when the person turned back; rejects with a refusal that is not about codes. */
export function prove<T>({ methods, scene, call }: Proof<T>): Promise<T | undefined> {
  if (methods.length === 0) return call({})
  return new Promise((resolve, reject) => {
    ask({
      methods,
      scene,
      run: async (codes) => {
        const answer = await call(codes)
        ask(undefined)
        resolve(answer)
      },
      cancel: () => {
        ask(undefined)
        resolve(undefined)
      },
      fail: (error) => {
        ask(undefined)
        reject(error)
      },
    })
  })
}

/** Makes a call that needs a proof of the last ten minutes; asks for one when there is none, then makes the call again. */
export async function withProof<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    const methods = askedMethods(error)
    if (methods === undefined || methods.length === 0) throw error
    const proven = await prove({ methods, scene: 'STEP_UP', call: (codes) => send(secondFactorStepUp, { codes }) })
    return proven === undefined ? undefined : call()
  }
}
