/** One message: what happened, when, one link, and what can be done with it. */
import { ArrowDownToLine, Check, CircleCheck, CircleSlash, KeyRound, type LucideIcon, MailOpen, ShieldAlert, Trash2 } from 'lucide-react'
import { serverNow } from '../../data/clock.ts'
import { type BizType, filled, type Message, useMessageActions } from '../../data/inform/messages.ts'
import { formatDay, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SmartLink } from '../../ui/smart-link.tsx'

/** By the kind of list, and by whether something was filled. */
export function iconOf({ bizType, params }: Message): LucideIcon {
  if (bizType === 'assets') return ArrowDownToLine
  if (bizType === 'transaction') return (params.average ?? '') === '' ? CircleSlash : CircleCheck
  return params.label === undefined ? ShieldAlert : KeyRound
}

const DAY_MS = 86_400_000

/** Today by the clock, otherwise by the day. */
export const timeText = (at: number, now: number): string => (now - at < DAY_MS ? formatTime(at, false) : formatDay(at))

export function MessageRow({ message }: { readonly message: Message & { readonly bizType: BizType | string } }) {
  const t = useT()
  const actions = useMessageActions()
  const unread = message.isRead === 0
  const read = () => {
    if (unread) void actions.read([message.id]).catch((error: unknown) => console.warn('message was not marked', error))
  }
  const swap = () =>
    void (unread ? actions.read([message.id]) : actions.unread([message.id])).catch((error: unknown) =>
      console.warn('message was not marked', error),
    )
  return (
    <li className="flex items-start gap-3 px-4 py-4 md:gap-4 md:px-5">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-card bg-field text-muted">
        <Icon as={iconOf(message)} size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className={`flex items-center gap-2 text-base ${unread ? 'font-semibold' : 'font-medium text-muted'}`}>
          <span>{filled(message.titleTemplate, message.params)}</span>
          {unread && <span role="img" aria-label={t('notices:unread')} className="size-2 shrink-0 rounded-full bg-theme" />}
        </h2>
        <p className={`text-dense ${unread ? '' : 'text-muted'}`}>{filled(message.contentTemplate, message.params)}</p>
        {message.link !== null && (
          <SmartLink
            to={message.link}
            onFollow={read}
            className="mt-1 inline-flex min-h-6 items-center text-dense font-semibold text-theme-text hover:underline"
          >
            {t('notices:open')}
          </SmartLink>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <time className="text-small text-muted" dateTime={new Date(message.createTime).toISOString()}>
          {timeText(message.createTime, serverNow())}
        </time>
        <span className="flex">
          <IconButton label={t(unread ? 'notices:markRead' : 'notices:markUnread')} onClick={swap}>
            <Icon as={unread ? Check : MailOpen} size={16} />
          </IconButton>
          <IconButton
            label={t('notices:delete')}
            onClick={() => void actions.remove([message.id]).catch((error: unknown) => console.warn('message was not deleted', error))}
          >
            <Icon as={Trash2} size={16} />
          </IconButton>
        </span>
      </div>
    </li>
  )
}
