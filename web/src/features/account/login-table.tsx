/** Logins as a table; on phones as rows of two lines. */
import type { LoginRow } from '@agio/wire/account/devices.ts'
import { formatDay, formatTime } from '../../i18n/format.ts'
import { type Translate, useT } from '../../i18n/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ZoneNote } from '../../ui/zone-note.tsx'
import { machineName, placeName, reasonOf, shortAddress } from './login-model.ts'

export function Result({ row }: { readonly row: LoginRow }) {
  const t = useT()
  if (row.result === 1)
    return (
      <Chip tone={row.isNewDevice === 1 ? 'warning' : 'up'}>{t(row.isNewDevice === 1 ? 'account:login.new' : 'account:login.ok')}</Chip>
    )
  return <Chip tone="down">{t(`account:login.reason.${reasonOf(row.reason)}`)}</Chip>
}

/** The day in the order of the language, the time left to right. */
const Time = ({ at }: { readonly at: number }) => (
  <span className="whitespace-nowrap">
    <span>{formatDay(at)}</span> <bdi className="num">{formatTime(at, false)}</bdi>
  </span>
)

function columns(t: Translate): readonly Column<LoginRow>[] {
  return [
    { key: 'time', head: t('account:login.time'), cell: (row) => <Time at={row.time} />, className: '!ps-5 text-muted' },
    { key: 'place', head: t('account:login.place'), cell: (row) => placeName(row.region) || '—' },
    {
      key: 'device',
      head: t('account:login.device'),
      cell: (row) => <span className="font-medium">{machineName(row) || t('account:login.unknown')}</span>,
    },
    {
      key: 'how',
      head: t('account:login.how'),
      cell: (row) => t(`account:login.method.${row.method}`),
      className: 'text-muted max-xl:hidden',
    },
    {
      key: 'ip',
      head: t('account:login.ip'),
      cell: (row) => <bdi className="code">{shortAddress(row.ip) || '—'}</bdi>,
      className: 'text-muted',
    },
    { key: 'result', head: t('account:login.result'), cell: (row) => <Result row={row} />, end: true, className: '!pe-5' },
  ]
}

export function LoginTable({ rows }: { readonly rows: readonly LoginRow[] }) {
  const t = useT()
  return (
    <>
      <ZoneNote className="px-5 py-2 max-md:px-4" />
      <div className="max-md:hidden">
        <Table caption={t('account:login.title')} columns={columns(t)} rows={rows} rowKey={(row) => row.id} />
      </div>
      <ul aria-label={t('account:login.title')} className="md:hidden">
        {rows.map((row) => (
          <li key={row.id} className="flex min-h-16 items-center justify-between gap-3 border-b border-grid px-4 py-2 last:border-0">
            <span className="min-w-0">
              <span className="block truncate text-base font-medium">{machineName(row) || t('account:login.unknown')}</span>
              <span className="block text-small text-muted">
                <Time at={row.time} />
                {placeName(row.region) !== '' && <span>{` · ${placeName(row.region)}`}</span>}
              </span>
            </span>
            <Result row={row} />
          </li>
        ))}
      </ul>
    </>
  )
}
