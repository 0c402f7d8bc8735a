/** A page that could not be loaded or drawn: says so, offers another try without a reload, keeps the header. */
import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { useT } from '../i18n/i18n.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { retryParts } from '../ui/part.tsx'
import { TornDocument } from '../ui/torn.ts'

interface FailureProps {
  readonly error: unknown
  readonly onRetry: () => void
}

function Failure({ error, onRetry }: FailureProps) {
  const t = useT()
  useEffect(() => console.error('page failed', error), [error])
  return (
    <div className="page-column py-16">
      <h1 className="text-title mb-4">{t('shell:failure.title')}</h1>
      <div className="card">
        <ErrorPanel title={t('shell:failure.text')} text={t('shell:failure.next')} error={error} onRetry={onRetry} />
      </div>
    </div>
  )
}

/** The page in place of one whose script or texts could not be fetched. */
export function failedPage(error: unknown, onRetry: () => void): ComponentType {
  return () => <Failure error={error} onRetry={onRetry} />
}

interface BoundaryProps {
  /** Key of the place: another place is another try. */
  readonly at: string
  readonly children: ReactNode
}

interface Caught {
  readonly error: unknown
  readonly at: string
}

/** Catches a crash of the page; the header stays usable. */
export class PageBoundary extends Component<BoundaryProps, Caught> {
  override state: Caught = { error: undefined, at: this.props.at }

  static getDerivedStateFromError(error: unknown): Pick<Caught, 'error'> {
    return { error }
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, state: Caught): Caught | null {
    return at === state.at ? null : { error: undefined, at }
  }

  readonly #torn = new TornDocument()

  override componentDidCatch(error: unknown): void {
    if (this.#torn.mayMend(error, performance.now())) this.setState({ error: undefined })
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    const retry = () => {
      retryParts()
      this.setState({ error: undefined })
    }
    return <Failure error={this.state.error} onRetry={retry} />
  }
}
