/** Draws the messages. The one place of the application with a physical side: top right in every language. */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useT } from '../i18n/i18n.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { dismissToast, onToasts, pauseToast, resumeToast, type ShownToast, shownToasts } from './toast-store.ts'

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info } as const
const COLOURS = { success: 'text-up-text', error: 'text-down-text', info: 'text-muted' } as const

function ToastCard({ message }: { readonly message: ShownToast }) {
  const t = useT()
  const { toastId, action } = message
  return (
    <li
      onPointerEnter={() => pauseToast(toastId)}
      onPointerLeave={() => resumeToast(toastId)}
      onFocus={() => pauseToast(toastId)}
      onBlur={() => resumeToast(toastId)}
      className="pointer-events-auto flex items-start gap-3 rounded-control border border-line2 bg-raised p-3 shadow-float band:min-w-0 band:max-w-140 band:items-center band:px-3 band:py-1.5 max-md:not-first:pointer-events-none"
    >
      <Icon as={ICONS[message.kind]} size={20} className={COLOURS[message.kind]} />
      <div role={message.kind === 'error' ? 'alert' : 'status'} className="min-w-0 flex-1 band:line-clamp-2">
        <p className="text-base font-semibold break-words band:inline">{message.title}</p>{' '}
        {message.detail !== undefined && <p className="text-dense break-words text-muted band:inline">{message.detail}</p>}
      </div>
      {action !== undefined && (
        <button
          type="button"
          onClick={action.onPress}
          className="pointer-events-auto text-dense font-medium whitespace-nowrap text-theme-text hover:underline"
        >
          {action.label}
        </button>
      )}
      <IconButton label={t('ui:close')} className="-my-1.5 -me-1.5 band:my-0" onClick={() => dismissToast(toastId)}>
        <Icon as={X} size={16} />
      </IconButton>
    </li>
  )
}

export function Toaster() {
  const t = useT()
  const messages = useSyncExternalStore(onToasts, shownToasts)
  const region = useRef<HTMLElement>(null)
  const newest = messages.at(-1)?.toastId
  useEffect(() => {
    // Shown again for each message, so that it stands above a dialog that was opened since.
    const element = region.current
    if (element === null || newest === undefined) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [newest])
  return (
    <section
      ref={region}
      popover="manual"
      aria-label={t('ui:messages')}
      // Messages stand at the physical right in every language; where nothing below the header may be covered, in its band: the first one
      // on a phone, where those after it let a touch through, and side by side in a terminal.
      style={{ right: 16 }}
      className="pointer-events-none fixed inset-auto top-20 m-0 w-90 max-w-[calc(100vw-32px)] bg-transparent p-0 text-fg band:top-1 max-md:top-px md:band:w-auto"
    >
      <ol className="flex flex-col gap-2 md:band:flex-row-reverse md:band:rtl:flex-row">
        {messages.map((message) => (
          <ToastCard key={message.toastId} message={message} />
        ))}
      </ol>
    </section>
  )
}
