/** `/bulletinCenter` and `/bulletin?type=`: messages of the three kinds with their unread counts, and the announcements. */
import { CheckCheck, Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { NOTICES_PAGE, useBulletinClasses, useBulletins } from '../../data/inform/inform.ts'
import { type BizType, useMessageActions } from '../../data/inform/messages.ts'
import { useUnreadInfo } from '../../data/inform/unread.ts'
import { useT } from '../../i18n/i18n.ts'
import { deviceZone } from '../../i18n/zone.ts'
import { bulletinPath, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Segmented } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useNavigate, useSearchParams } from '../../ui/navigation.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { TabList, TabPanel } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast-store.ts'
import { BulletinRows } from './bulletin-rows.tsx'
import { MessageList } from './message-list.tsx'

/** In addresses the third kind is called `trading`. */
const KINDS = [
  { tab: 'account', type: 'account' },
  { tab: 'assets', type: 'assets' },
  { tab: 'trading', type: 'transaction' },
] as const satisfies readonly { tab: string; type: BizType }[]
type Tab = (typeof KINDS)[number]['tab'] | 'bulletins'

function Messages({ type }: { readonly type: BizType }) {
  const t = useT()
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-4">
        <Segmented
          label={t('notices:filter')}
          options={[
            { value: 'all', label: t('notices:all') },
            { value: 'unread', label: t('notices:onlyUnread') },
          ]}
          value={shown}
          onChange={setShown}
        />
        <p className="text-dense text-muted max-md:hidden">{t('notices:zone', { zone: deviceZone().name })}</p>
      </div>
      <MessageList key={`${type} ${shown}`} type={type} unreadOnly={shown === 'unread'} />
    </>
  )
}

function Bulletins() {
  const t = useT()
  const query = useBulletins(NOTICES_PAGE)
  const classes = useBulletinClasses().data ?? []
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <div className="card min-h-40 overflow-hidden">
      {query.isPending ? (
        <SkeletonRows rows={5} height={96} />
      ) : query.isError && rows.length === 0 ? (
        <ErrorPanel title={t('notices:failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <NoData size="page" title={t('notices:none')} text={t('notices:noneText')} />
      ) : (
        <BulletinRows bulletins={rows} classes={classes} target={({ id, classMenu }) => bulletinPath(id, classMenu ?? '')} />
      )}
      {query.hasNextPage && (
        <div className="flex h-13 items-center justify-end border-t border-line px-6">
          <Button size={28} sending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('notices:older')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Centre({ title, tab, onTab, children }: { title: string; tab: Tab; onTab: (tab: Tab) => void; children: ReactNode }) {
  const t = useT()
  const unread = useUnreadInfo()
  const actions = useMessageActions()
  const [sending, setSending] = useState(false)
  const total = unread === undefined ? 0 : unread.count + unread.messageCount
  const count = (of: number | undefined) => (of === undefined || of === 0 ? {} : { count: of })
  const tabs = [
    ...KINDS.map((kind) => ({ value: kind.tab as Tab, label: t(`notices:kind.${kind.tab}`), ...count(unread?.byType[kind.type]) })),
    { value: 'bulletins' as Tab, label: t('notices:kind.bulletins'), ...count(unread?.count) },
  ]
  const readAll = () => {
    setSending(true)
    actions
      .readAll()
      .catch((error: unknown) => {
        console.warn('not everything was marked', error)
        toast({ kind: 'error', title: t('notices:notMarked') })
      })
      .finally(() => setSending(false))
  }
  return (
    <div className="page-column w-full flex-1 py-8">
      <div className="mx-auto w-full max-w-240">
        <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h1 className="text-title">{title}</h1>
            <p className="text-base text-muted" aria-live="polite">
              {unread === undefined ? '\u00a0' : t('notices:unreadCount', { count: total })}
            </p>
          </div>
          <div className="flex gap-2">
            <Button sending={sending} onClick={readAll} {...(total === 0 ? { disabled: true } : {})}>
              <Icon as={CheckCheck} size={16} />
              {t('notices:readAll')}
            </Button>
            <ButtonLink to={paths.settings} aria-label={t('notices:settings')} className="px-2.5!">
              <Icon as={Settings2} size={16} />
            </ButtonLink>
          </div>
        </div>
        <TabList id="messages" label={title} tabs={tabs} value={tab} onChange={onTab} height={48} className="mb-4 border-b border-line" />
        <TabPanel id="messages" value={tab}>
          {children}
        </TabPanel>
      </div>
    </div>
  )
}

export function MessageCentrePage() {
  const t = useT()
  const [tab, setTab] = useState<Tab>('account')
  const kind = KINDS.find((one) => one.tab === tab)
  return (
    <Centre title={t('notices:centre')} tab={tab} onTab={setTab}>
      {kind === undefined ? <Bulletins /> : <Messages key={kind.type} type={kind.type} />}
    </Centre>
  )
}

/** One kind, as the address says; a missing or other one is `account`. */
export function MessagesPage() {
  const t = useT()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const kind = KINDS.find((one) => one.tab === search.get('type')) ?? KINDS[0]
  const go = (tab: Tab) => navigate(tab === 'bulletins' ? paths.messageCentre : `${paths.messages}?type=${tab}`)
  return (
    <Centre title={t('notices:messages')} tab={kind.tab} onTab={go}>
      <Messages key={kind.type} type={kind.type} />
    </Centre>
  )
}
