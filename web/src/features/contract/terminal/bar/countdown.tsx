/** Time left until a moment of the server's clock, `07:19:12`. Counts on its own, so that nothing else is drawn each second. */
import { serverNow } from '../../../../data/clock.ts'
import { useNow } from '../../../../ui/use-now.ts'

const two = (part: number): string => String(part).padStart(2, '0')

/** @param ms at or below zero counts as none */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

export function Countdown({ until }: { readonly until: number }) {
  const now = useNow(1000)
  return (
    <bdi className="num" aria-live="off">
      {until === 0 ? '--' : timeLeft(until - serverNow(now))}
    </bdi>
  )
}
