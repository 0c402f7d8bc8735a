/** The bell with its count, and the panel of notices. */
import { Bell } from 'lucide-react'
import { Suspense } from 'react'
import { badgeText } from '../../data/shell/menu-model.ts'
import { useUnread } from '../../data/shell/notices.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { PanelButton } from '../../ui/menu-button.tsx'
import { part } from '../../ui/part.tsx'

const NoticePanel = part(async () => (await import('./notice-panel.tsx')).NoticePanel)

export function NoticeButton() {
  const t = useT()
  const badge = badgeText(useUnread())
  return (
    <PanelButton
      name={t('shell:notices.title')}
      width={420}
      top={80}
      label={badge === '' ? t('shell:notices.title') : t('shell:notices.unread', { count: badge })}
      className="hit-area relative inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-fg aria-expanded:bg-press aria-expanded:text-fg max-md:size-11"
      content={
        <>
          <Icon as={Bell} size={20} />
          {badge !== '' && (
            <span
              aria-hidden="true"
              className="num absolute -top-1 start-[55%] max-md:top-1 min-w-4 rounded-full bg-theme px-1 text-center text-badge text-on-theme"
            >
              {badge}
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <Suspense>
          <NoticePanel onFollow={close} />
        </Suspense>
      )}
    </PanelButton>
  )
}
