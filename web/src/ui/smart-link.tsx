/** The link rule of configured content: `http…` opens a new tab without an opener, everything else is routed inside the application. */
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

interface SmartLinkProps {
  readonly to: string | null
  readonly className?: string
  readonly children: ReactNode
  readonly label?: string
  readonly onFollow?: () => void
}

export function isExternal(target: string): boolean {
  return /^https?:\/\//i.test(target)
}

/** Other schemes (`javascript:`, `data:`) are content we refuse to follow: the text is shown without a link. */
function isInside(target: string): boolean {
  return /^\/(?![/\\])/.test(target)
}

export function SmartLink({ to, className, children, label, onFollow }: SmartLinkProps) {
  const names = label === undefined ? {} : { 'aria-label': label }
  if (to !== null && isExternal(to)) {
    return (
      <a href={to} target="_blank" rel="noopener noreferrer" className={className} onClick={onFollow} {...names}>
        {children}
      </a>
    )
  }
  // What the server itself draws, such as the page of the API, is no page of the application.
  if (to?.startsWith('/api/') === true) {
    return (
      <a href={to} className={className} onClick={onFollow} {...names}>
        {children}
      </a>
    )
  }
  if (to !== null && isInside(to)) {
    return (
      <Link to={to} className={className} onClick={onFollow} {...names}>
        {children}
      </Link>
    )
  }
  return <span className={className}>{children}</span>
}
