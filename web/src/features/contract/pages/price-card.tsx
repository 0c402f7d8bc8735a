/** Frame of a price that is made again: its name, what was told, and at the end whether that follows. */
import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icons.tsx'

interface PriceHeadProps {
  readonly id: string
  readonly name: string
  /** As it is to be read. */
  readonly value: string
}

export function PriceHead({ id, name, value }: PriceHeadProps) {
  return (
    <h2 id={id} className="flex min-h-13 items-center justify-between gap-4 border-b border-line px-5 text-base font-semibold max-md:px-4">
      <span>{name}</span>
      <bdi className="num">{value}</bdi>
    </h2>
  )
}

interface VerdictProps {
  /** Undefined: nothing can be said. */
  readonly holds: boolean | undefined
  readonly made: string
  readonly children: ReactNode
}

export function Verdict({ holds, made, children }: VerdictProps) {
  const look = holds === undefined ? 'text-muted' : holds ? 'text-up-text' : 'text-down-text'
  return (
    <p
      className={`flex items-start gap-1.5 border-t border-line px-5 py-3 text-dense max-md:px-4 ${look}`}
      data-made={made}
      data-holds={holds}
    >
      <Icon as={holds === true ? Check : CircleAlert} size={16} className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}
