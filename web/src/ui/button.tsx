/** Buttons and links that look like them. A locked button says why directly below itself. */
import { Info, LoaderCircle } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon } from './icons.tsx'
import { Link, type LinkProps } from './link.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'buy' | 'sell' | 'remove'
/** Height in px. */
export type ButtonSize = 24 | 28 | 36 | 44 | 52

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary:
    'bg-theme text-on-theme hover:bg-[color-mix(in_srgb,var(--theme),white_6%)] active:bg-[color-mix(in_srgb,var(--theme),black_4%)]',
  secondary: 'bg-field text-fg border border-line2 hover:bg-[color-mix(in_srgb,var(--field),var(--fg)_6%)]',
  quiet: 'text-fg hover:bg-hover',
  buy: 'bg-up text-black hover:bg-[color-mix(in_srgb,var(--up),white_8%)]',
  sell: 'bg-down text-black hover:bg-[color-mix(in_srgb,var(--down),white_8%)]',
  remove: 'text-down-text border border-down-text hover:bg-down-tint',
}

const SIZES: Readonly<Record<ButtonSize, string>> = {
  24: 'h-6 px-2 text-small rounded-chip',
  28: 'h-7 px-2.5 text-dense rounded-chip',
  36: 'h-9 px-4 text-base rounded-control pointer-coarse:h-11',
  44: 'h-11 px-5 text-base rounded-control',
  52: 'h-13 px-6 text-[16px] rounded-control',
}

const LOCKED =
  'disabled:bg-field disabled:text-faint disabled:border-transparent aria-disabled:bg-field aria-disabled:text-muted aria-disabled:border-transparent'

/** The classes of a button, for elements that are drawn by a library. */
export function buttonClass(look: ButtonLook = 'secondary', size: ButtonSize = 36, wide = false): string {
  return `inline-flex items-center justify-center gap-2 font-semibold whitespace-nowrap select-none transition-colors duration-(--fast) no-underline ${SIZES[size]} ${LOOKS[look]} ${LOCKED} ${wide ? 'w-full' : ''}`
}

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  readonly look?: ButtonLook
  readonly size?: ButtonSize
  readonly wide?: boolean
  /** Shows the arc and ignores presses; the width stays. */
  readonly sending?: boolean
  /**
   * Why it cannot be pressed: locks the button and is shown below it. Whoever may lock it gives this also while it is undefined: the frame
   * around both then stays, and with it the focus of whoever stands on the button.
   */
  readonly lockedBecause?: string | undefined
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Text in an element of its own. Beside others it is a node that a browser which translates the page replaces: React would then find
 * nothing to put the next node before.
 */
const ownElement = (children: ReactNode): ReactNode => (typeof children === 'string' ? <span>{children}</span> : children)

export function Button(props: ButtonProps) {
  const { look, size, wide = false, sending = false, lockedBecause, className = '', children, onClick, type = 'button', ...rest } = props
  const reasonId = useId()
  const locked = lockedBecause !== undefined
  const button = (
    <button
      {...rest}
      // A submit button that is locked still submits, so that the form can point at its first fault.
      type={type}
      className={`${buttonClass(look, size, wide)} ${className}`}
      aria-disabled={locked || sending || rest['aria-disabled'] || undefined}
      aria-describedby={locked ? reasonId : rest['aria-describedby']}
      onClick={sending || (locked && type !== 'submit') ? (event) => event.preventDefault() : onClick}
    >
      <span className={sending ? 'contents' : 'hidden'}>
        {sending && <LoaderCircle size={16} aria-hidden className="animate-spin motion-reduce:animate-none" />}
      </span>
      {ownElement(children)}
    </button>
  )
  if (!('lockedBecause' in props)) return button
  return (
    <div className={wide ? 'w-full' : 'inline-block'}>
      {button}
      {locked && (
        <p id={reasonId} className="mt-1.5 flex items-start justify-center gap-1.5 text-small text-warning-text">
          <Icon as={Info} size={14} className="mt-px" />
          <span>{lockedBecause}</span>
        </p>
      )}
    </div>
  )
}

/** Two buttons at the foot of a dialog: side by side, or one below the other where a long word has no room in half of the width. */
export function ButtonPair({ className = '', children }: { readonly className?: string; readonly children: ReactNode }) {
  return <div className={`flex flex-wrap gap-3 *:grow *:basis-[calc(50%-6px)] ${className}`}>{children}</div>
}

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  readonly look?: ButtonLook
  readonly size?: ButtonSize
  readonly wide?: boolean
  readonly className?: string
}

/** A link inside the application that looks like a button. */
export function ButtonLink({ look, size, wide = false, className = '', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={`${buttonClass(look, size, wide)} ${className}`} />
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label'> {
  readonly label: string
  readonly children: ReactNode
}

/** A square button of 32 whose icon needs a spoken name. */
export function IconButton({ label, children, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`hit-area inline-flex size-8 items-center justify-center rounded-control text-muted transition-colors duration-(--fast) hover:bg-hover hover:text-fg aria-expanded:bg-press aria-expanded:text-fg ${className}`}
    >
      {children}
    </button>
  )
}
