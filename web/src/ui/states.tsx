/** What is shown when there is nothing to show: what is missing, why, and what to do next. */
import { BookUser, CirclePause, Inbox, Lock, type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { loginPath, registerPath } from '../paths.ts'
import { Button, ButtonLink } from './button.tsx'
import { Icon } from './icons.tsx'
import { Link } from './link.tsx'
import { useLocation } from './navigation.tsx'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title?: ReactNode
  readonly text?: ReactNode
  readonly action?: ReactNode
  /** small: inside a panel or table; page: on its own. */
  readonly size?: 'small' | 'page'
  readonly as?: 'h1' | 'h2' | 'h3'
}

export function EmptyState({ icon, title, text, action, size = 'small', as: Heading = 'h3' }: EmptyStateProps) {
  const page = size === 'page'
  return (
    <div className={`flex items-start gap-4 ${page ? 'p-6 max-md:p-4' : 'p-4 md:[.card_&]:px-5 [[role=dialog]_&]:px-5'} text-start`}>
      <span
        className={`flex shrink-0 items-center justify-center rounded-card border border-line2 text-muted ${page ? 'size-14' : 'size-11'}`}
      >
        <Icon as={icon} size={page ? 20 : 18} />
      </span>
      <div className="min-w-0">
        {title !== undefined && <Heading className={page ? 'text-strong' : 'text-base font-semibold'}>{title}</Heading>}
        {text !== undefined && <div className="text-dense text-muted">{text}</div>}
        {action !== undefined && (
          // On the narrowest phones a button with long words has two lines.
          <div className="mt-3 flex flex-wrap gap-2 max-[359px]:[&_button]:!h-auto max-[359px]:[&_button]:min-h-11 max-[359px]:[&_button]:!whitespace-normal">
            {action}
          </div>
        )}
      </div>
    </div>
  )
}

interface NoDataProps {
  readonly title?: string
  readonly text?: ReactNode
  readonly link?: { readonly to: string; readonly label: string }
  readonly action?: { readonly label: string; readonly onPress: () => void }
  readonly size?: 'small' | 'page'
  readonly icon?: LucideIcon
}

/** Title, link and action are each shown only when given. */
export function NoData({ title, text, link, action, size, icon = Inbox }: NoDataProps) {
  const words = (
    <>
      <span>{text}</span>{' '}
      {link !== undefined && (
        <Link to={link.to} className="font-medium text-theme-text hover:underline">
          {link.label}
        </Link>
      )}
    </>
  )
  return (
    <EmptyState
      icon={icon}
      {...(title === undefined ? {} : { title })}
      {...(text === undefined && link === undefined ? {} : { text: words })}
      {...(size === undefined ? {} : { size })}
      {...(action === undefined
        ? {}
        : {
            action: (
              <Button size={28} onClick={action.onPress}>
                {action.label}
              </Button>
            ),
          })}
    />
  )
}

/** Log in or register, with the way back to this page. */
export function NotLoggedIn({ title, size }: { readonly title?: string; readonly size?: 'small' | 'page' }) {
  const t = useT()
  const here = useLocation()
  return (
    <EmptyState
      icon={Lock}
      title={title ?? t('ui:notLoggedIn.title')}
      text={t('ui:notLoggedIn.text')}
      {...(size === undefined ? {} : { size })}
      action={
        <>
          <ButtonLink size={28} look="primary" to={loginPath(here.pathname + here.search)}>
            {t('ui:logIn')}
          </ButtonLink>
          <ButtonLink size={28} to={registerPath}>
            {t('ui:register')}
          </ButtonLink>
        </>
      }
    />
  )
}

export function NoAddress({ onAdd }: { readonly onAdd: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon={BookUser}
      title={t('ui:noAddress.title')}
      text={t('ui:noAddress.text')}
      action={
        <Button size={28} onClick={onAdd}>
          <Icon as={Plus} size={14} />
          {t('ui:noAddress.add')}
        </Button>
      }
    />
  )
}

/** A feature that the operator has closed. */
export function ClosedFeature({
  title,
  text,
  action,
  as,
}: {
  readonly title: string
  readonly text: string
  readonly action?: ReactNode
  readonly as?: 'h1' | 'h2'
}) {
  return (
    <EmptyState
      icon={CirclePause}
      size="page"
      title={title}
      text={text}
      {...(action === undefined ? {} : { action })}
      {...(as === undefined ? {} : { as })}
    />
  )
}
