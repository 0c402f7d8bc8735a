/** A label and its value on one line of 32. */
import type { ReactNode } from 'react'

export function Fact({ name, children, mark }: { readonly name: ReactNode; readonly children: ReactNode; readonly mark?: string }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 text-dense">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end font-medium [overflow-wrap:anywhere]" data-fact={mark}>
        {children}
      </dd>
    </div>
  )
}
