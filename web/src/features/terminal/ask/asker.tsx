/** Draws the question that is open. */
import { Suspense, useSyncExternalStore } from 'react'
import { ThroughDialog } from '../later.ts'
import { onAsked, presentQuestion } from './ask-store.ts'

export function Asker() {
  const question = useSyncExternalStore(onAsked, presentQuestion, () => undefined)
  return <Suspense>{question !== undefined && <ThroughDialog question={question} />}</Suspense>
}
