/** Keeps what is unread true while the page is open: the socket says when messages or announcements come, in every open tab. */
import { liveClient } from '../live/live.ts'
import { fieldsOf } from '../live/read.ts'
import { queryClient } from '../query-client.ts'

/** An answer that is still on its way was true before this, and must not come after it. */
async function keep(userId: string, unread: object): Promise<void> {
  const queryKey = ['unread', userId]
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, unread)
}

/** @param open follows a link inside the application @returns the way to stop */
export function followUnread(userId: string, open: (link: string) => void): () => void {
  const client = liveClient()
  const stopMessages = client.listen('messages', {
    push(push) {
      const data = push.type === 'event' ? fieldsOf(push.data) : undefined
      const unread = push.type === 'snapshot' ? fieldsOf(push.data) : fieldsOf(data?.unread)
      if (unread !== undefined) void keep(userId, unread)
      if (data?.push === 1) void import('./browser-notice.ts').then(({ showInBrowser }) => showInBrowser(data.message, open))
      if (push.type === 'event') void queryClient.invalidateQueries({ queryKey: ['messages', userId] })
      return true
    },
    reset: () => undefined,
  })
  const readAgain = (): void => {
    void queryClient.invalidateQueries({ queryKey: ['bulletins'] })
    void queryClient.invalidateQueries({ queryKey: ['unread', userId] })
  }
  const stopAnnouncements = client.listen('announcements', {
    push() {
      readAgain()
      return true
    },
    // One of them was missed, and there is no snapshot that has it.
    reset: readAgain,
  })
  return () => {
    stopMessages()
    stopAnnouncements()
  }
}
