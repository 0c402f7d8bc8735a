/** Opens the two lists: language and the currency in which values are shown. */
import { Globe } from 'lucide-react'
import { Suspense } from 'react'
import { useWireLocale } from '../../data/shell/menus.ts'
import { useRate } from '../../data/shell/rates.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { PanelButton } from '../../ui/menu-button.tsx'
import { part } from '../../ui/part.tsx'

const LanguagePanel = part(async () => (await import('./language-panel.tsx')).LanguagePanel)

export function LanguageButton({ className = '' }: { readonly className?: string }) {
  const t = useT()
  const locale = useWireLocale()
  const rate = useRate()
  const short = (locale.split('_')[0] ?? '').toUpperCase()
  return (
    <PanelButton
      name={t('shell:language.name')}
      width={480}
      top={80}
      className={`inline-flex h-9 whitespace-nowrap items-center gap-1.5 rounded-control px-2 text-dense font-medium text-muted hover:text-fg aria-expanded:bg-press aria-expanded:text-fg ${className}`}
      content={
        <>
          <Icon as={Globe} size={20} />
          <span className="visually-hidden">{t('shell:language.button')}</span>
          <bdi dir="ltr" className="max-xl:visually-hidden">
            {rate === undefined ? short : `${short} · ${rate.shortName}`}
          </bdi>
        </>
      }
    >
      {(close) => (
        <Suspense>
          <LanguagePanel onChosen={close} />
        </Suspense>
      )}
    </PanelButton>
  )
}
