/** The shape of what comes. Appears after 150 ms, so that quick answers never flicker; no shimmer. */
import type { CSSProperties } from 'react'
import { useT } from '../i18n/i18n.ts'

export function Bar({
  width,
  height = 10,
  className = '',
}: {
  readonly width: number | string
  readonly height?: number
  readonly className?: string
}) {
  const style: CSSProperties = { inlineSize: width, blockSize: height }
  return <span style={style} className={`block max-w-full rounded-chip bg-press ${className}`} />
}

/** Rows with a disc, a name and two numbers. */
export function SkeletonRows({ rows, height = 44 }: { readonly rows: number; readonly height?: number }) {
  const t = useT()
  return (
    <div role="status" aria-label={t('ui:loading')} className="animate-[appear_0s_150ms_both]">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} style={{ blockSize: height }} className="flex items-center gap-3 border-b border-grid px-4 last:border-0">
          <Bar width={20} height={20} className="rounded-full" />
          <Bar width={row % 2 === 0 ? 72 : 56} />
          <span className="flex-1" />
          <Bar width={80} />
          <Bar width={56} />
        </div>
      ))}
    </div>
  )
}
