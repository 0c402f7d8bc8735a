/** The server's time, new twice a minute: for locks and ages that nobody watches by the second. */
import { useEffect, useState } from 'react'
import { serverNow } from '../data/clock.ts'

export function useMinute(): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
