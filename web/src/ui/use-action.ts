/** One press, one call: busy while it runs, its refusal in words when it fails. */
import { useRef, useState } from 'react'
import { CallError } from '../data/call-error.ts'
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
  readonly clear: () => void
}

export function useAction(): Action {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setRefusal({ name: error instanceof CallError ? error.errorName : '', text: messageOf(error) })
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, refusal, run, clear: () => setRefusal(undefined) }
}
