/** Messages by kind, two of each, and announcements by class, which are asked for when somebody chooses one. A visitor is asked to log in. */
import { ArrowRight, CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '../../data/clock.ts'
import { useBulletinClasses, useBulletins } from '../../data/inform/inform.ts'
import { type BizType, filled, type Message, useMessageActions, useMessages } from '../../data/inform/messages.ts'
import { useUnreadInfo } from '../../data/inform/unread.ts'
import { useLoggedIn } from '../../data/session.ts'
import { formatDay, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { bulletinPath, noticePath, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SmartLink } from '../../ui/smart-link.tsx'
import { NoData, NotLoggedIn } from '../../ui/states.tsx'
import { TabList, TabPanel } from '../../ui/tabs.tsx'

const PREVIEWS = 2
const KINDS = ['account', 'assets', 'transaction'] as const
const DAY_MS = 86_400_000

interface Follow {
  readonly onFollow: () => void
}

function Preview({ message, onFollow }: { readonly message: Message } & Follow) {
  const t = useT()
  const actions = useMessageActions()
  const unread = message.isRead === 0
  const follow = () => {
    onFollow()
    if (unread) actions.read([message.id]).catch((error: unknown) => console.warn('message was not marked', error))
  }
  const time = serverNow() - message.createTime < DAY_MS ? formatTime(message.createTime, false) : formatDay(message.createTime)
  return (
    <li>
      <SmartLink to={message.link ?? paths.messageCentre} onFollow={follow} className="block px-5 py-3 -outline-offset-2 hover:bg-hover">
        <span className="flex items-baseline gap-2">
          <span className={`min-w-0 flex-1 ${unread ? 'font-semibold' : 'text-muted'}`}>
            {filled(message.titleTemplate, message.params)}
          </span>
          <span className="text-small text-muted">{time}</span>
          {unread && (
            <span role="img" aria-label={t('shell:notices.isUnread')} className="size-2 shrink-0 self-center rounded-full bg-theme" />
          )}
        </span>
        <span className="line-clamp-2 text-dense text-muted">{filled(message.contentTemplate, message.params)}</span>
      </SmartLink>
    </li>
  )
}

function Previews({ type, onFollow }: { readonly type: BizType } & Follow) {
  const t = useT()
  const query = useMessages(type, PREVIEWS)
  if (query.isPending) return <SkeletonRows rows={PREVIEWS} height={64} />
  const rows = query.data?.pages[0]?.list ?? []
  if (query.isError && rows.length === 0)
    return <ErrorPanel title={t('shell:notices.failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (rows.length === 0) return <NoData title={t('shell:notices.none')} text={t('shell:notices.noneText')} />
  return (
    <ul className="divide-y divide-line">
      {rows.slice(0, PREVIEWS).map((message) => (
        <Preview key={message.id} message={message} onFollow={onFollow} />
      ))}
    </ul>
  )
}

function BulletinTab({ classId, onFollow }: { readonly classId: string } & Follow) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const query = useBulletins(PREVIEWS, classId)
  if (query.isPending) return <p className="px-5 py-3 text-dense text-muted">{t('ui:loading')}</p>
  const rows = query.data?.pages[0]?.list ?? []
  if (query.isError && rows.length === 0)
    return <ErrorPanel title={t('shell:notices.failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (rows.length === 0) return <p className="px-5 py-3 text-dense text-muted">{t('shell:notices.none')}</p>
  return (
    <ul className="divide-y divide-line border-t border-line">
      {rows.map((one) => (
        <li key={one.id}>
          <Link
            to={loggedIn ? bulletinPath(one.id, classId) : noticePath(one.id)}
            onClick={onFollow}
            className="flex min-h-9 items-center gap-3 px-5 py-1.5 text-dense -outline-offset-2 hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate">{one.title}</span>
            <span className="text-small text-muted">{formatDay(one.releaseTime)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Nothing is chosen at first: announcements are asked for when a class is. */
function BulletinBlock({ onFollow }: Follow) {
  const t = useT()
  const classes = useBulletinClasses().data ?? []
  const [chosen, setChosen] = useState<string>()
  return (
    <section aria-labelledby="notice-bulletins" className="border-t border-line bg-field pt-3">
      <h3 id="notice-bulletins" className="px-5 text-dense font-semibold">
        {t('shell:notices.bulletinTitle')}
      </h3>
      <div className="flex gap-5 overflow-x-auto px-5 [scrollbar-width:none]">
        {classes.map((one) => (
          <button
            key={one.id}
            type="button"
            aria-pressed={one.id === chosen}
            onClick={() => setChosen(one.id)}
            className="relative h-9 shrink-0 text-dense font-medium text-muted -outline-offset-2 hover:text-fg aria-pressed:text-fg aria-pressed:after:absolute aria-pressed:after:inset-x-0 aria-pressed:after:bottom-0 aria-pressed:after:h-0.5 aria-pressed:after:bg-theme"
          >
            {one.name}
          </button>
        ))}
      </div>
      {chosen !== undefined && <BulletinTab key={chosen} classId={chosen} onFollow={onFollow} />}
    </section>
  )
}

export function NoticePanel({ onFollow }: Follow) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const unread = useUnreadInfo()
  const actions = useMessageActions()
  // Opens where something is unread; what is read meanwhile does not change the tab.
  const [kind, setKind] = useState<BizType>(() => KINDS.find((one) => (unread?.byType[one] ?? 0) > 0) ?? 'account')
  const tabs = KINDS.map((value) => {
    const count = unread?.byType[value] ?? 0
    return { value, label: t(`shell:notices.${value}`), ...(count > 0 && { count }) }
  })
  const total = unread === undefined ? 0 : unread.count + unread.messageCount
  return (
    <div>
      <div className="flex items-center justify-between gap-2 px-5 pt-4">
        <h2 className="text-strong">{t('shell:notices.title')}</h2>
        {total > 0 && (
          <Button
            look="quiet"
            size={28}
            onClick={() => void actions.readAll().catch((error: unknown) => console.warn('not everything was marked', error))}
          >
            <Icon as={CheckCheck} size={14} />
            {t('shell:notices.readAll')}
          </Button>
        )}
      </div>
      <TabList
        id="notices"
        label={t('shell:notices.title')}
        tabs={tabs}
        value={kind}
        onChange={setKind}
        height={40}
        className="border-b border-line px-5"
      />
      <TabPanel id="notices" value={kind} className="min-h-24">
        {loggedIn ? <Previews key={kind} type={kind} onFollow={onFollow} /> : <NotLoggedIn title={t('shell:notices.logIn')} />}
      </TabPanel>
      <BulletinBlock onFollow={onFollow} />
      <div className="flex justify-between gap-4 border-t border-line px-5 py-3">
        {loggedIn && (
          <Link
            to={paths.messageCentre}
            onClick={onFollow}
            className="inline-flex items-center gap-1 text-dense font-medium hover:underline"
          >
            {t('shell:notices.centre')}
            <Icon as={ArrowRight} size={14} directional />
          </Link>
        )}
        <Link to={paths.notices} onClick={onFollow} className="text-dense font-medium hover:underline">
          {t('shell:notices.bulletins')}
        </Link>
      </div>
    </div>
  )
}
