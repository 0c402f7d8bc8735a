/** A way to an article of the help centre. */
import type { ReactNode } from 'react'
import type { HelpArticle } from '../help-articles.ts'
import { helpPath } from '../paths.ts'
import { Link } from './link.tsx'

interface HelpLinkProps {
  readonly article: HelpArticle
  readonly children: ReactNode
  /** Instead of its usual look. */
  readonly className?: string
  readonly title?: string
  /** Opens beside the page, whose half-filled fields stay as they are. */
  readonly beside?: boolean
}

const LOOK = 'hit-area inline-flex min-h-6 items-center text-dense font-medium text-theme-text hover:underline'

export function HelpLink({ article, children, className = LOOK, title, beside = false }: HelpLinkProps) {
  const look = { className, title, 'data-help': article }
  if (!beside)
    return (
      <Link to={helpPath(article)} {...look}>
        {children}
      </Link>
    )
  return (
    <a href={helpPath(article)} target="_blank" rel="noopener" {...look}>
      {children}
    </a>
  )
}
