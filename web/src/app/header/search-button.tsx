/** Opens the search over pairs and pages, by pointer or by Ctrl K. */
import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useMounted } from '../../data/mounted.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'

const search = () => import('./search-dialog.tsx')
const SearchDialog = part(async () => (await search()).SearchDialog)

export function SearchButton() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const apple = useMounted() && /Mac|iPhone|iPad/.test(navigator.userAgent)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={() => void search()}
        onClick={() => setOpen(true)}
        className="flex h-9 items-center gap-2 rounded-control text-dense text-muted hover:text-fg max-xl:size-9 max-xl:justify-center max-md:size-11 xl:max-w-72 xl:min-w-57 xl:border xl:border-line2 xl:bg-field xl:px-3"
      >
        <Icon as={Search} size={18} />
        <span className="min-w-0 flex-1 truncate text-start max-xl:visually-hidden">{t('shell:search.placeholder')}</span>
        <span
          aria-hidden="true"
          dir="ltr"
          className="rounded-chip border border-line2 px-1.5 font-sans text-micro font-semibold max-xl:hidden"
        >
          {apple ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {open && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
