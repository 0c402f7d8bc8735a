/** Unread notices. Messages and bulletins are not part of this installation yet: the count is none and the lists are empty, and no call is made. */

export function useUnread(): number {
  return 0
}
