/** Frame of a product on the first page: what it is, the way to it, and up to four of what it has. */
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'

interface TeaserFrameProps {
  /** Of the heading. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly way: { readonly to: string; readonly label: string }
  /** List items. */
  readonly children: ReactNode
}

export function TeaserFrame({ id, title, text, way, children }: TeaserFrameProps) {
  return (
    <section aria-labelledby={id} className="page-column pb-11 lg:pb-18" data-teaser={id}>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 id={id} className="text-h2 max-md:text-h2-phone">
            {title}
          </h2>
          <p className="mt-2 text-[16px] leading-[26px] text-muted">{text}</p>
        </div>
        <ButtonLink to={way.to}>{way.label}</ButtonLink>
      </div>
      <ul className="card grid overflow-hidden sm:grid-cols-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none lg:divide-x lg:divide-line">
        {children}
      </ul>
    </section>
  )
}

/** One of them, with its way. */
export function TeaserCell({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li className="min-w-0 max-lg:not-first:border-t max-lg:border-line sm:max-lg:nth-2:border-t-0 sm:max-lg:even:border-s">
      <Link to={to} className="block p-6 -outline-offset-2 hover:bg-hover max-md:p-4">
        {children}
      </Link>
    </li>
  )
}
