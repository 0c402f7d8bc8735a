/** Messages of one kind, newest first, with a way to the older ones. */
import { type BizType, useMessages } from '../../data/inform/messages.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { MessageRow } from './message-row.tsx'

const PAGE = 20

export function MessageList({ type, unreadOnly }: { readonly type: BizType; readonly unreadOnly: boolean }) {
  const t = useT()
  const query = useMessages(type, PAGE, unreadOnly)
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <div className={`card overflow-hidden ${rows.length === 0 ? 'min-h-40' : ''}`}>
        {query.isPending ? (
          <SkeletonRows rows={5} height={72} />
        ) : query.isError && rows.length === 0 ? (
          <ErrorPanel title={t('notices:messagesFailed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : rows.length === 0 ? (
          <NoData size="page" title={t(unreadOnly ? 'notices:allRead' : 'notices:noMessages')} text={t('notices:noMessagesText')} />
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </div>
      {query.hasNextPage && (
        <div className="mt-4 text-center">
          <Button sending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('notices:showOlder')}
          </Button>
        </div>
      )}
    </>
  )
}
