/** Boundary for parts loaded on demand, such as a dialog: if loading fails, a toast says so and the page goes on. */
import { Component, type ReactNode } from 'react'
import { translate } from '../i18n/i18n.ts'
import { retryParts } from './part.tsx'
import { toast } from './toast-store.ts'

interface BoundaryProps {
  /** Forgets that the part was wanted; wanted again, it is fetched again. */
  readonly onFail: () => void
  readonly children: ReactNode
}

/** Each browser words it differently; all of them say "module". */
const isUnfetched = (error: unknown): boolean => error instanceof TypeError && /module/i.test(error.message)

/** Draws nothing in the place of a part whose script could not be fetched. Other failures are thrown on to the boundary around it. */
export class PartBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (!isUnfetched(error)) return
    retryParts()
    this.props.onFail()
    this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isUnfetched(error)) throw error
    return null
  }
}

export const tellUnfetched = (): void => void toast({ kind: 'error', title: translate('ui:error.network') })

/** @param onFail closes the dialog */
export function DialogBoundary({ onFail, children }: BoundaryProps) {
  const fail = () => {
    tellUnfetched()
    onFail()
  }
  return <PartBoundary onFail={fail}>{children}</PartBoundary>
}
