/** Counts down the seconds until a code may be sent again, or until something runs out. */
import { useEffect, useState } from 'react'
import { serverNow } from '../data/clock.ts'

function secondsUntil(until: number | undefined): number {
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - serverNow()) / 1000))
}

/** Whole seconds from now to `until` (server time, ms); 0 when it has passed or is unset. */
export function useSecondsLeft(until: number | undefined): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    setSeconds(secondsUntil(until))
    if (until === undefined) return
    const timer = setInterval(() => {
      setSeconds(secondsUntil(until))
      if (serverNow() >= until) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
