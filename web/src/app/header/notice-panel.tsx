/** Messages by kind. A visitor is asked to log in; an empty list says so. */
import { useState } from 'react'
import { Link } from 'react-router'
import { useLoggedIn } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { NoData, NotLoggedIn } from '../../ui/states.tsx'
import { TabList, TabPanel } from '../../ui/tabs.tsx'

type NoticeKind = 'account' | 'assets' | 'transaction'

export function NoticePanel({ onFollow }: { readonly onFollow: () => void }) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const [kind, setKind] = useState<NoticeKind>('account')
  const tabs = (['account', 'assets', 'transaction'] as const).map((value) => ({ value, label: t(`shell:notices.${value}`) }))
  return (
    <div>
      <h2 className="px-5 pt-4 text-strong">{t('shell:notices.title')}</h2>
      <TabList
        id="notices"
        label={t('shell:notices.title')}
        tabs={tabs}
        value={kind}
        onChange={setKind}
        height={40}
        className="border-b border-line px-5"
      />
      <TabPanel id="notices" value={kind} className="px-1 py-2">
        {loggedIn ? (
          <NoData title={t('shell:notices.none')} text={t('shell:notices.noneText')} />
        ) : (
          <NotLoggedIn title={t('shell:notices.logIn')} />
        )}
      </TabPanel>
      <div className="border-t border-line px-5 py-3">
        <Link to={paths.notices} onClick={onFollow} className="text-dense font-medium hover:underline">
          {t('shell:notices.bulletins')}
        </Link>
      </div>
    </div>
  )
}
