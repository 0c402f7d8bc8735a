/** The history below a form: its script and its rows are fetched when somebody comes near. */
import { Suspense } from 'react'
import type { TxKind } from '../../../data/wallet/transactions.ts'
import { useNear } from '../../../ui/near.ts'
import { part } from '../../../ui/part.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'

const HistoryCard = part(async () => (await import('./history-card.tsx')).HistoryCard)

/** Far enough that it is there before anybody sees its place. */
const MARGIN = '300px'

export function History({ kind }: { readonly kind: TxKind }) {
  const { element, near } = useNear<HTMLDivElement>(MARGIN)
  const waiting = (
    <div className="card">
      <SkeletonRows rows={5} />
    </div>
  )
  return (
    <div ref={element} className="mt-6 max-md:mt-3">
      {near ? (
        <Suspense fallback={waiting}>
          <HistoryCard kind={kind} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}
