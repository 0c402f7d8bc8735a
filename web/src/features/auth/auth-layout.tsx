/** The two columns of the login pages: words beside the form on wide screens, the form alone on phones. */
import type { ReactNode } from 'react'
import { beginReport } from '../../proof/device/begin-report.ts'

interface AuthLayoutProps {
  readonly aside: ReactNode
  readonly heading: string
  /** The form is higher than most windows: the words beside it begin where it begins. */
  readonly tall?: boolean
  readonly children: ReactNode
}

export function AuthLayout({ aside, heading, tall = false, children }: AuthLayoutProps) {
  return (
    <div className="page-column grid w-full flex-1 grid-cols-[minmax(0,1fr)] content-start gap-30 py-8 lg:grid-cols-[400px_440px] lg:content-center lg:justify-center lg:py-12 xl:gap-30">
      <div className={`max-lg:hidden ${tall ? 'self-start pt-8' : 'self-center'}`}>{aside}</div>
      <section
        onInput={beginReport}
        className="mx-auto w-full max-w-110 self-start max-md:[--field:var(--panel)] max-md:[&_[aria-disabled=true]]:bg-press! md:card md:p-8"
      >
        <h1 className="mb-5 text-title">{heading}</h1>
        {children}
      </section>
    </div>
  )
}
