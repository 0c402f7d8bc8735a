/** A part that failed says so in its own place, with Retry and the code; the rest of the page goes on. */
import { Copy, RotateCw, Unplug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { CallError } from '../data/call-error.ts'
import { translate, useT } from '../i18n/i18n.ts'
import { Button, IconButton } from './button.tsx'
import { copyText } from './copy.ts'
import { Icon } from './icons.tsx'
import { retryParts } from './part.tsx'
import { TornDocument } from './torn.ts'

interface ErrorPanelProps {
  /** What did not load, as a sentence: "Recent trades did not load". */
  readonly title: string
  readonly text?: string
  /** There are no other panels on the page. */
  readonly alone?: boolean
  readonly error?: unknown
  readonly onRetry?: () => void
}

/** `10010 · req 7f1c22a9`, or undefined when the failure never reached the server. */
function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.requestId === '' ? error.code : `${error.code} · req ${error.requestId.slice(0, 12)}`
}

export function ErrorPanel({ title, text, alone = false, error, onRetry }: ErrorPanelProps) {
  const t = useT()
  const reference = referenceOf(error)
  return (
    <div role="alert" className="flex items-start gap-3 p-4">
      <Icon as={Unplug} size={18} className="mt-0.5 text-down-text" />
      <div className="min-w-0 flex-1">
        <p className="text-dense font-semibold">{title}</p>
        <p className="text-small text-muted">{text ?? t(alone ? 'ui:error.onlyShown' : 'ui:error.othersRun')}</p>
        {reference !== undefined && (
          <p className="mt-1 flex items-center gap-1 text-small text-faint">
            <bdi className="code">{reference}</bdi>
            <IconButton label={t('ui:error.copyCode')} className="!size-6" onClick={() => void copyText(reference)}>
              <Icon as={Copy} size={12} />
            </IconButton>
          </p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size={28} onClick={onRetry} className="hit-area">
          <Icon as={RotateCw} size={14} />
          {t('ui:retry')}
        </Button>
      )}
    </div>
  )
}

interface BoundaryProps {
  readonly title: string
  readonly children: ReactNode
}

/** Catches a crash inside one panel. Retry draws the panel anew, and fetches what could not be fetched. */
export class PanelBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  readonly #torn = new TornDocument()

  override componentDidCatch(error: unknown): void {
    if (this.#torn.mayMend(error, performance.now())) this.setState({ error: undefined })
    else console.error(`panel crashed: ${this.props.title}`, error)
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    const title = translate('ui:error.panel', { panel: this.props.title })
    const retry = () => {
      retryParts()
      this.setState({ error: undefined })
    }
    return <ErrorPanel title={title} onRetry={retry} />
  }
}
