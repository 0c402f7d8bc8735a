/** What a position is, in one line: contract, side, leverage, margin mode. */
import type { Position } from '../../../../data/contract/position.ts'
import { useT } from '../../../../i18n/i18n.ts'

export function PositionTitle({ position }: { readonly position: Position }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <bdi dir="ltr" className="text-base font-semibold">
        {position.name}
      </bdi>
      <SideWords position={position} />
    </p>
  )
}

/** `Long 20× Isolated`. */
export function SideWords({ position }: { readonly position: Position }) {
  const t = useT()
  return (
    <span className="text-small whitespace-nowrap text-muted">
      <span className={`font-medium ${position.isShort ? 'text-down-text' : 'text-up-text'}`}>
        {t(position.isShort ? 'contract:position.short' : 'contract:position.long')}
      </span>{' '}
      <bdi className="num">{`${position.leverage}×`}</bdi>{' '}
      <span>{t(position.isIsolated ? 'contract:mode.isolated' : 'contract:mode.cross')}</span>
    </span>
  )
}
