/** Three statements that the running system keeps, each in one sentence. */
import { BookOpenCheck, HardDriveDownload, Scale } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'

const POINTS = [
  { key: 'journal', icon: HardDriveDownload },
  { key: 'ledger', icon: Scale },
  { key: 'book', icon: BookOpenCheck },
] as const

export function TrustSection() {
  const t = useT()
  return (
    <section aria-labelledby="trust" className="border-t border-line bg-panel py-11 lg:py-18">
      <div className="page-column">
        <h2 id="trust" className="text-h2 max-md:text-h2-phone">
          {t('home:trust.title')}
        </h2>
        <p className="mt-2 text-[16px] leading-[26px] text-muted">{t('home:trust.text')}</p>
        <ul className="mt-8 grid overflow-hidden rounded-card border border-line max-lg:divide-y lg:grid-cols-3 lg:divide-x divide-line">
          {POINTS.map(({ key, icon }) => (
            <li key={key} className="p-6">
              <Icon as={icon} size={20} className="text-muted" />
              <h3 className="mt-4 text-strong">{t(`home:trust.${key}`)}</h3>
              <p className="mt-1 text-base text-muted">{t(`home:trust.${key}Text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
