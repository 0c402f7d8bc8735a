/** Entries of the address book: name, coin and network, address, whether it is trusted, and what can be done with it. */
import type { Address } from '@agio/wire/wallet/types.ts'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { serverNow } from '../../../data/clock.ts'
import { formatDate, formatDay, formatTime, isolated } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink, IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { copyText } from '../../../ui/copy.ts'
import { Icon } from '../../../ui/icons.tsx'
import { shortened } from '../model/tx-model.ts'

interface BookRowsProps {
  readonly rows: readonly Address[]
  readonly onRename: (entry: Address) => void
  readonly onDelete: (entry: Address) => void
}

export function BookRows({ rows, onRename, onDelete }: BookRowsProps) {
  const t = useT()
  const head = (text: string, look = '', end = false) => (
    <th scope="col" className={`h-9 px-2 text-small font-normal text-faint ${end ? 'text-end' : 'text-start'} ${look}`}>
      {text}
    </th>
  )
  return (
    <table className="w-full border-collapse text-dense" data-book>
      <caption className="visually-hidden">{t('addresses:title')}</caption>
      <thead>
        <tr className="border-b border-line max-md:visually-hidden">
          {head(t('addresses:head.label'), 'ps-5')}
          {head(t('wallet:coinAndNetwork'), 'max-md:hidden')}
          {head(t('addresses:head.address'), 'max-md:hidden')}
          {head(t('addresses:head.listed'), 'max-md:hidden')}
          {head(t('addresses:head.added'), 'max-lg:hidden')}
          {head(t('addresses:head.action'), 'pe-5', true)}
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <BookRow key={entry.id} entry={entry} onRename={onRename} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  )
}

/** Trusted and usable, trusted and still resting, or not on the list. */
function listState(t: Translate, { isWhitelisted, effectiveTime }: Address) {
  if (isWhitelisted === 0) return <span className="text-muted">{t('addresses:since.no')}</span>
  if (effectiveTime <= serverNow()) return <Chip tone="up">{t('addresses:since.yes')}</Chip>
  const time = `${formatDay(effectiveTime)} ${isolated(formatTime(effectiveTime, false))}`
  return <Chip tone="warning">{t('addresses:since.rests', { time })}</Chip>
}

function BookRow({ entry, onRename, onDelete }: Omit<BookRowsProps, 'rows'> & { readonly entry: Address }) {
  const t = useT()
  const { coinName, protocolType, address, memo, label } = entry
  const place = (
    <span className="inline-flex items-center gap-1">
      <bdi className="code" title={address}>
        {shortened(address)}
      </bdi>
      {memo !== null && <bdi className="code text-muted">{`· ${memo}`}</bdi>}
      <IconButton label={`${t('wallet:copy')}: ${label}`} className="size-6!" onClick={() => void copyText(address)}>
        <Icon as={Copy} size={14} />
      </IconButton>
    </span>
  )
  return (
    <tr className="h-13 border-b border-grid last:border-0 hover:bg-hover" data-entry={entry.id}>
      <td className="max-w-60 px-2 py-2 ps-5 max-md:ps-4">
        <bdi className="block truncate font-semibold">{label}</bdi>
        <span className="block text-small text-muted md:hidden">
          {`${coinName} · ${protocolType}`}
          <span className="block">{place}</span>
          <span className="block">{listState(t, entry)}</span>
        </span>
      </td>
      <td className="px-2 max-md:hidden">
        <span className="flex items-center gap-2">
          <CoinLogo coin={coinName} size={20} />
          <span>
            <span className="font-medium">{coinName}</span> <span className="text-muted">{protocolType}</span>
          </span>
        </span>
      </td>
      <td className="px-2 max-md:hidden">{place}</td>
      <td className="px-2 max-md:hidden">{listState(t, entry)}</td>
      <td className="px-2 text-muted max-lg:hidden">{formatDate(entry.createTime)}</td>
      <td className="px-2 pe-5 text-end whitespace-nowrap max-md:pe-3">
        <span className="inline-flex items-center gap-1">
          <ButtonLink
            size={28}
            to={`${paths.withdraw}?coin=${encodeURIComponent(coinName)}`}
            aria-label={`${t('addresses:act.withdraw')}: ${label}`}
            className="max-md:hidden"
          >
            {t('addresses:act.withdraw')}
          </ButtonLink>
          <IconButton label={`${t('addresses:act.rename')}: ${label}`} onClick={() => onRename(entry)}>
            <Icon as={Pencil} size={16} />
          </IconButton>
          <IconButton label={`${t('addresses:act.delete')}: ${label}`} onClick={() => onDelete(entry)}>
            <Icon as={Trash2} size={16} />
          </IconButton>
        </span>
      </td>
    </tr>
  )
}
