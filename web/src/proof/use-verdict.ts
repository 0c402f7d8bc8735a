/** What the estimator says of a password, a moment after the last key. */
import type { Verdict } from '@agio/wire/account/password-guesses.ts'
import { useEffect, useState } from 'react'
import { useSite } from '../data/site.ts'

/** Between two keys of somebody who types. */
const QUIET_MS = 120

interface Judged {
  readonly password: string
  readonly account: string
  readonly verdict: Verdict
}

/** Undefined while it is not known: at first, while its code is on its way or does not come. The server decides in any case. */
export function useVerdict(password: string, account: string): Verdict | undefined {
  const { tenantName } = useSite()
  const [judged, setJudged] = useState<Judged>()
  useEffect(() => {
    if (password === '') return
    let isGone = false
    const timer = setTimeout(() => {
      import('./guesser.ts').then(
        ({ verdictOf }) => {
          if (!isGone) setJudged({ password, account, verdict: verdictOf(password, account, tenantName) })
        },
        () => undefined,
      )
    }, QUIET_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [password, account, tenantName])
  return judged?.password === password && judged.account === account ? judged.verdict : undefined
}
