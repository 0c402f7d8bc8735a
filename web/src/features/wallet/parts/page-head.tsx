/** The head of a wallet page: the way back on phones, what it is for, and what else can be done. */
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'

interface PageHeadProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly actions?: ReactNode
  /** Where the way back leads, and what it is called; the assets unless told. */
  readonly back?: { readonly to: string; readonly text: string }
}

export function PageHead({ title, text, actions, back }: PageHeadProps) {
  const t = useT()
  return (
    <div className="mb-6 pt-8 max-md:mb-4 max-md:pt-4">
      <Link
        to={back?.to ?? paths.spotAssets}
        className="hit-area mb-1 inline-flex min-h-6 items-center gap-1.5 text-dense font-medium text-muted hover:text-fg"
      >
        <Icon as={ArrowLeft} size={14} directional />
        <span>{back?.text ?? t('wallet:back')}</span>
      </Link>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-title">{title}</h1>
          {text !== undefined && <p className="mt-1 text-base text-muted">{text}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </div>
  )
}
