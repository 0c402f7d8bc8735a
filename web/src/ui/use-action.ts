/** One press, one call: busy while it runs, its refusal in words when it fails. */
import { useRef, useState } from 'react'
import { CallError } from '../data/call-error.ts'
import { type DeedKind, doubtText, type Outcome, sendUnkeyed } from '../data/deed.ts'
import { messageOf } from '../data/message-of.ts'

export interface Refusal {
  /** Stable name, `EMAIL_IN_USE`; empty when no answer came. */
  readonly name: string
  readonly text: string
}

export interface Action {
  readonly busy: boolean
  readonly refusal: Refusal | undefined
  /** Runs unless it already does; true when it went well. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  /** The same for a deed with a key. */
  readonly runDeed: (work: () => Promise<Outcome<unknown>>) => Promise<boolean>
  readonly clear: () => void
}

/** @param kind of the deed; absent for a call that changes nothing */
export function useAction(kind?: DeedKind): Action {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const runDeed = async (work: () => Promise<Outcome<unknown>>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setRefusal(undefined)
    const outcome = await work()
    running.current = false
    setBusy(false)
    if (outcome.kind === 'done') return true
    const { error } = outcome
    const text = outcome.kind === 'doubt' && kind !== undefined ? doubtText(kind) : messageOf(error)
    setRefusal({ name: error instanceof CallError ? error.errorName : '', text })
    return false
  }
  return { busy, refusal, run: (work) => runDeed(() => sendUnkeyed(work)), runDeed, clear: () => setRefusal(undefined) }
}
