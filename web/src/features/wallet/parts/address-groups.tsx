/** The groups of an address: cutting it comes with the checks of addresses, which nothing needs before an address is there. */
import { Suspense } from 'react'
import { part } from '../../../ui/part.tsx'

const GroupGrid = part(async () => (await import('./group-grid.tsx')).GroupGrid)

export function AddressGroups({ address }: { readonly address: string }) {
  return (
    <Suspense fallback={<bdi className="code text-[15px] leading-6 break-all">{address}</bdi>}>
      <GroupGrid address={address} />
    </Suspense>
  )
}
