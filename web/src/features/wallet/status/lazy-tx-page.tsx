/** The page of one deposit or withdrawal: its script is fetched when somebody opens one. */
import { type ComponentProps, Suspense } from 'react'
import { part } from '../../../ui/part.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { TxPage as Shown } from './tx-page.tsx'

const TxPagePart = part(async () => (await import('./tx-page.tsx')).TxPage)

export function TxPage(props: ComponentProps<typeof Shown>) {
  const waiting = (
    <div className="page-column py-8">
      <div className="card">
        <SkeletonRows rows={5} height={60} />
      </div>
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <TxPagePart {...props} />
    </Suspense>
  )
}
