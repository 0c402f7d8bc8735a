/** Wallet, orders and user menu of a logged-in user. */
import { ChevronDown } from 'lucide-react'
import { Suspense } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { MenuButton, PanelButton } from '../../ui/menu-button.tsx'
import { part } from '../../ui/part.tsx'
import { type AccountEntry, orderEntries, walletEntries } from './account-model.ts'
import { Avatar, useInitials } from './avatar.tsx'
import { useEntries } from './use-entries.ts'

const UserPanel = part(async () => (await import('./user-menu.tsx')).UserPanel)

const OPENER =
  'inline-flex h-9 items-center gap-1 rounded-control px-2.5 text-base font-medium text-muted hover:text-fg aria-expanded:bg-press aria-expanded:text-fg'

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
