/** The search as a dialog over the page. */
import { useT } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchBox } from './search-box.tsx'

export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <Dialog title={t('shell:search.name')} onClose={onClose} width={520} high>
      <SearchBox label={t('shell:search.name')} onFollow={onClose} takesFocus />
    </Dialog>
  )
}
