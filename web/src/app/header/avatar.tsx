/** The user as a disc. */
import type { ReactNode } from 'react'
import { displayName } from '../../data/mask.ts'
import { useCurrentUser } from '../../data/session.ts'

/** Two letters of the name; empty with a picture or without a user. */
export function useInitials(): string {
  const user = useCurrentUser()
  return user === undefined || user.avatarUrl !== null ? '' : displayName(user).slice(0, 2).toUpperCase()
}

/** Two letters of the name in a disc, or the picture. */
export function Avatar({ size = 28 }: { readonly size?: number }): ReactNode {
  const user = useCurrentUser()
  const initials = useInitials()
  if (user?.avatarUrl != null) return <img src={user.avatarUrl} alt="" width={size} height={size} className="rounded-full object-cover" />
  return (
    <span
      aria-hidden="true"
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.43 }}
      className="inline-flex shrink-0 items-center justify-center rounded-full bg-press font-semibold text-fg"
    >
      {initials}
    </span>
  )
}
