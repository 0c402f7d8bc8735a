/** A margin ratio as a bar; the number stands beside it. */

/** From here on the user is warned, a fraction. */
export const WARN_AT = 0.8

export function RatioBar({ ratio }: { readonly ratio: string }) {
  const share = Math.min(1, Math.max(0, Number(ratio) || 0))
  const colour = share >= WARN_AT ? 'bg-down' : share >= 0.5 ? 'bg-warning' : 'bg-fg'
  return (
    <span aria-hidden="true" className="inline-block h-1 w-20 overflow-hidden rounded-full bg-press">
      <span className={`block h-full rounded-full ${colour}`} style={{ inlineSize: `${share * 100}%` }} />
    </span>
  )
}
