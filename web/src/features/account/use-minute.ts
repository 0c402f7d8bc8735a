/** The present time, new twice a minute: for locks and ages that nobody watches by the second. */
import { useEffect, useState } from 'react'

export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
