/** Who is logged in, and what can be done with the account. */
import { BadgeCheck, Copy, Gift, LayoutDashboard, LogOut, type LucideIcon, Settings, ShieldCheck } from 'lucide-react'
import { displayName, maskAccount } from '../../data/mask.ts'
import { useCurrentUser } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { useLogout } from '../use-logout.ts'
import { userEntries } from './account-model.ts'
import { Avatar } from './avatar.tsx'
import { useEntries } from './use-entries.ts'

const USER_ICONS: Readonly<Record<string, LucideIcon>> = {
  overview: LayoutDashboard,
  security: ShieldCheck,
  identity: BadgeCheck,
  invite: Gift,
  settings: Settings,
  logout: LogOut,
}

export function UserCard() {
  const t = useT()
  const user = useCurrentUser()
  if (user === undefined) return null
  return (
    <div className="border-b border-line px-5 pt-4 pb-3">
      <div className="flex items-center gap-3">
        <Avatar size={44} />
        <div className="min-w-0">
          <p className="truncate text-strong">{displayName(user)}</p>
          <p className="truncate text-dense text-muted">
            <bdi dir="ltr">{maskAccount(user.registerAccount)}</bdi>
          </p>
        </div>
      </div>
      <p className="mt-3 flex items-center gap-1.5 text-dense text-muted">
        <bdi dir="ltr">
          UID <span className="code">{user.userId}</span>
        </bdi>
        <IconButton label={t('shell:user.copyUid')} className="size-6!" onClick={() => void copyText(user.userId)}>
          <Icon as={Copy} size={14} />
        </IconButton>
      </p>
    </div>
  )
}

const ROW =
  'flex min-h-10.5 w-full items-center gap-3 px-5 text-start text-base font-medium -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11'

export function UserMenu({ onFollow }: { readonly onFollow: () => void }) {
  const t = useT()
  const logout = useLogout()
  const list = useEntries(userEntries)
  return (
    <ul className="py-2">
      {list.map((entry) => {
        const icon = USER_ICONS[entry.key]
        const content = (
          <>
            {icon !== undefined && <Icon as={icon} size={20} directional={entry.key === 'logout'} className="text-muted" />}
            <span>{t(entry.text)}</span>
          </>
        )
        return (
          <li key={entry.key} className={entry.to === undefined ? 'mt-2 border-t border-line pt-2' : ''}>
            {entry.to === undefined ? (
              <button
                type="button"
                className={ROW}
                onClick={() => {
                  onFollow()
                  void logout()
                }}
              >
                {content}
              </button>
            ) : (
              <Link to={entry.to} onClick={onFollow} className={ROW}>
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Card and menu, as the panel of the header shows them. */
export function UserPanel({ onFollow }: { readonly onFollow: () => void }) {
  return (
    <>
      <UserCard />
      <UserMenu onFollow={onFollow} />
    </>
  )
}
