/** The foot of the terminal: connection, delay, age of data, gaps, fees, keys, engine time. */
import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverNow } from '../../data/clock.ts'
import { useLive } from '../../data/live/live-store.ts'
import { formatRate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { DataAge } from '../../ui/data-age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useMarket } from '../market.ts'

const SLOW_MS = 1000

interface StatusBarProps {
  readonly onKeys: () => void
  readonly narrow: boolean
  /** The choice of an arrangement, where there is one. */
  readonly layout?: ReactNode
}

export function StatusBar({ onKeys, narrow, layout }: StatusBarProps) {
  const t = useT()
  const { fees, line } = useMarket()
  const connection = useLive(line().facts.store)
  const state =
    connection.state === 'live'
      ? (connection.latencyMs ?? 0) > SLOW_MS
        ? 'slow'
        : 'live'
      : connection.state === 'connecting'
        ? 'connecting'
        : 'offline'
  const connected = connection.state === 'live'
  const dot = state === 'live' ? 'bg-up text-up-text' : state === 'offline' ? 'bg-down text-down-text' : 'bg-warning text-warning-text'
  return (
    <section
      aria-label={t('terminal:status.title')}
      className="flex h-6 items-center gap-4 border-t border-line bg-panel px-4 text-small text-muted"
      data-panel="status"
    >
      <span className={`flex items-center gap-1.5 ${dot.split(' ')[1]}`} data-connection={state}>
        <span aria-hidden="true" className={`size-1.5 rounded-full ${dot.split(' ')[0]}`} />
        <span>{t(`terminal:status.${state}`)}</span>
      </span>
      {connected ? (
        <>
          <bdi className="num">
            {connection.latencyMs === undefined ? '--' : t('terminal:status.delay', { ms: Math.round(connection.latencyMs) })}
          </bdi>
          {!narrow && <DataAge at={connection.heardAt} stale={false} />}
          {!narrow && (
            <span>{connection.gaps === 0 ? t('terminal:status.noGaps') : t('terminal:status.gaps', { count: connection.gaps })}</span>
          )}
        </>
      ) : (
        // Nothing is known of delay and gaps without a connection.
        <DataAge at={connection.heardAt} stale />
      )}
      <span className="ms-auto flex items-center gap-4">
        {!narrow && <span>{t('terminal:status.fees', { maker: formatRate(fees.maker), taker: formatRate(fees.taker) })}</span>}
        {!narrow && layout}
        {!narrow && (
          <button type="button" onClick={onKeys} className="hit-area inline-flex items-center gap-1.5 hover:text-fg">
            <Icon as={Keyboard} size={14} />
            {t('terminal:keys.title')} <kbd className="rounded-chip border border-line2 px-1">?</kbd>
          </button>
        )}
        <EngineTime />
      </span>
    </section>
  )
}

function EngineTime() {
  const t = useT()
  const now = useNow(1000)
  return (
    <span className="whitespace-nowrap">
      {t('terminal:status.engineTime')} <bdi className="num">{`${new Date(serverNow(now)).toISOString().slice(11, 19)} UTC`}</bdi>
    </span>
  )
}
