/** The present page time for clocks and ages, read again every so often. */
import { useEffect, useState } from 'react'
import { pageTime } from '../data/clock.ts'

export function useNow(everyMs: number): number {
  const [now, setNow] = useState(pageTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(pageTime()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
