/** How much is unread, for the bell: asked once a login after the first drawing, then kept by the socket. */
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../../ui/navigation.tsx'
import { useIdle } from '../idle.ts'
import { useUnreadInfo } from '../inform/unread.ts'
import { useCurrentUser, useLoggedIn } from '../session.ts'

/** Unread announcements and messages together; 0 for a visitor and while unknown. */
export function useUnread(): number {
  const idle = useIdle(2)
  const loggedIn = useLoggedIn()
  const userId = useCurrentUser()?.userId
  const info = useUnreadInfo(idle)
  const navigate = useNavigate()
  // Another function at every address: the channels must not be left and joined again for that.
  const follow = useEffectEvent((link: string) => navigate(link))
  useEffect(() => {
    if (!idle || !loggedIn || userId === undefined) return
    let stop: (() => void) | undefined
    let gone = false
    import('../inform/live-unread.ts')
      .then(({ followUnread }) => {
        if (!gone) stop = followUnread(userId, (link) => follow(link))
      })
      .catch(() => undefined)
    return () => {
      gone = true
      stop?.()
    }
  }, [idle, loggedIn, userId])
  return info === undefined ? 0 : info.count + info.messageCount
}
