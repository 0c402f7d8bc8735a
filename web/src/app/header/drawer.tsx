/** The whole navigation on small screens: menu, account, look and language in one sheet. */
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLoggedIn } from '../../data/session.ts'
import { type MenuEntry, withoutPaths } from '../../data/shell/menu-model.ts'
import { useMenu } from '../../data/shell/menus.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useLocation } from '../../ui/navigation.tsx'
import { SmartLink } from '../../ui/smart-link.tsx'
import { type AccountEntry, orderEntries, walletEntries } from './account-model.ts'
import { LanguageButton } from './language-button.tsx'
import { useForbidden } from './main-menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import { useEntries } from './use-entries.ts'
import { UserCard, UserMenu } from './user-menu.tsx'

const ROW = 'flex min-h-11 items-center px-5 text-[16px] font-medium -outline-offset-2 hover:bg-hover'

function MenuRows({ entries, depth = 0 }: { readonly entries: readonly MenuEntry[]; readonly depth?: number }) {
  return entries.map((entry) => (
    <li key={entry.menuId}>
      <SmartLink to={entry.target} className={`${ROW} ${depth > 0 ? 'ps-9 text-muted' : ''}`}>
        {entry.name}
      </SmartLink>
      {entry.children.length > 0 && (
        <ul>
          <MenuRows entries={entry.children} depth={depth + 1} />
        </ul>
      )}
    </li>
  ))
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-t border-line py-2">
      <h2 className="px-5 py-2 text-small text-faint">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function EntryRows({ entries }: { readonly entries: readonly AccountEntry[] }) {
  const t = useT()
  return entries.map((entry) => (
    <li key={entry.key}>
      <SmartLink to={entry.to ?? null} className={ROW}>
        {t(entry.text)}
      </SmartLink>
    </li>
  ))
}

function Account({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const wallet = useEntries(walletEntries)
  const orders = useEntries(orderEntries)
  return (
    <>
      <Section title={t('shell:wallet.title')}>
        <EntryRows entries={wallet} />
      </Section>
      <Section title={t('shell:orders.title')}>
        <EntryRows entries={orders} />
      </Section>
      <section className="border-t border-line">
        <UserCard />
        <UserMenu onFollow={onClose} />
      </section>
    </>
  )
}

export function Drawer({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const { key } = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const openedAt = useRef(key)
  const menu = withoutPaths(useMenu(), useForbidden())
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    // Any navigation from inside closes the sheet.
    if (openedAt.current !== key) onClose()
  }, [key, onClose])
  return (
    <dialog
      ref={dialog}
      aria-label={t('shell:menu.main')}
      onClose={onClose}
      className="ms-auto me-0 my-0 h-dvh max-h-none w-full max-w-96 overflow-auto border-s max-sm:max-w-none max-sm:border-0 border-line bg-panel p-0 text-fg backdrop:bg-scrim"
    >
      <div className="flex h-(--header) items-center justify-between gap-2 px-3">
        <div className="flex items-center gap-1">
          <ThemeButton className="size-11!" />
          <LanguageButton className="h-11!" />
        </div>
        <IconButton label={t('ui:close')} className="size-11!" onClick={onClose}>
          <Icon as={X} size={20} />
        </IconButton>
      </div>
      {!loggedIn && (
        <div className="grid grid-cols-2 gap-2 px-5 pb-4">
          <ButtonLink size={44} to={paths.login}>
            {t('ui:logIn')}
          </ButtonLink>
          <ButtonLink size={44} look="primary" to={paths.register}>
            {t('ui:register')}
          </ButtonLink>
        </div>
      )}
      <ul className="border-t border-line py-2">
        <MenuRows entries={menu} />
      </ul>
      {loggedIn && <Account onClose={onClose} />}
    </dialog>
  )
}
