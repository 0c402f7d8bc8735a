/** The security centre and the two lists that belong to it, each with an address of its own. */
import { useSearchParams } from '../../ui/navigation.tsx'
import { DevicesView } from './devices-view.tsx'
import { KeysView } from './keys-view.tsx'
import { SecurityView } from './security-view.tsx'

export function SecurityPage() {
  const [search] = useSearchParams()
  const view = search.get('view')
  if (view === 'devices') return <DevicesView />
  return view === 'keys' ? <KeysView /> : <SecurityView />
}
