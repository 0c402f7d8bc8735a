/** Wallet, orders and user menu of a logged-in user. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { displayName } from '../../data/mask.ts'
import { useCurrentUser } from '../../data/session.ts'
import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { MenuButton, PanelButton } from '../../ui/menu-button.tsx'
import { part } from '../../ui/part.tsx'
import { type AccountEntry, orderEntries, walletEntries } from './account-model.ts'
import { useForbidden } from './main-menu.tsx'

const UserPanel = part(async () => (await import('./user-menu.tsx')).UserPanel)

const OPENER =
  'inline-flex h-9 items-center gap-1 rounded-control px-2.5 text-base font-medium text-muted hover:text-fg aria-expanded:bg-press aria-expanded:text-fg'

/** Entries that the configuration has not taken out. */
export function useEntries(make: (open: ReturnType<typeof openFeatures>) => readonly AccountEntry[]): readonly AccountEntry[] {
  const forbidden = useForbidden()
  const { switches } = useSite()
  return make(openFeatures(switches)).filter((entry) => entry.to === undefined || !forbidden.includes(entry.to))
}

function EntryMenu({ title, entries }: { readonly title: string; readonly entries: readonly AccountEntry[] }) {
  const t = useT()
  return (
    <MenuButton
      name={title}
      top={80}
      className={`${OPENER} max-lg:hidden`}
      content={
        <>
          <span>{title}</span>
          <Icon as={ChevronDown} size={14} />
        </>
      }
      items={entries.map((entry) => ({
        key: entry.key,
        text: t(entry.text),
        content: t(entry.text),
        ...(entry.to === undefined ? {} : { to: entry.to }),
      }))}
    />
  )
}

/** Two letters of the name; empty with a picture or without a user. */
function useInitials(): string {
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

export function AccountMenus() {
  const t = useT()
  const wallet = useEntries(walletEntries)
  const orders = useEntries(orderEntries)
  const initials = useInitials()
  const title = t('shell:user.title')
  return (
    <>
      <EntryMenu title={t('shell:wallet.title')} entries={wallet} />
      <EntryMenu title={t('shell:orders.title')} entries={orders} />
      <PanelButton
        name={title}
        // The name begins with what is seen, for those who speak it.
        label={initials === '' ? title : `${initials}, ${title}`}
        width={300}
        top={80}
        className={`${OPENER} order-last max-md:hidden`}
        content={
          <>
            <Avatar />
            <Icon as={ChevronDown} size={14} />
          </>
        }
      >
        {(close) => (
          <Suspense>
            <UserPanel onFollow={close} />
          </Suspense>
        )}
      </PanelButton>
    </>
  )
}
