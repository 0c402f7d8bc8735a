/** Facts of a dialog: label and value, row by row. */
import type { ReactNode } from 'react'

export function FactRows({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="text-dense">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-4 border-b border-grid last:border-0">
          <dt className="text-muted">{name}</dt>
          <dd className="num text-end font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
