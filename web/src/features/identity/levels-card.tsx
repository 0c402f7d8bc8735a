/** The levels: what each needs, what it allows, and where this account is. */
import type { IdentityDetail, IdentityLevel } from '../../data/account/identity.ts'
import { useLimitText } from '../../data/wallet/limit-text.ts'
import { isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import { Card } from '../../user-centre/account-card.tsx'

/** `5K USDT 24h` */
export function useLimitWords(): (level: IdentityLevel | undefined) => string {
  const write = useLimitText()
  return (level) => isolated((level === undefined ? null : write?.(level)) ?? '--')
}

function StateChip({ level, detail }: { readonly level: number; readonly detail: IdentityDetail }) {
  const t = useT()
  if (detail.status === 1 && detail.asked === level) return <Chip tone="warning">{t('identity:levels.review')}</Chip>
  if (level === detail.level) return <Chip>{t('identity:levels.here')}</Chip>
  if (level < detail.level) return <Chip tone="up">{t('identity:levels.done')}</Chip>
  if (level > detail.level + 1) return <span className="text-dense text-muted">{t('identity:levels.after', { level: level - 1 })}</span>
  return null
}

export function LevelsCard({ detail }: { readonly detail: IdentityDetail }) {
  const t = useT()
  const limitText = useLimitWords()
  return (
    <Card title={t('identity:levels.title')} className="mt-6">
      <table className="w-full text-dense max-md:hidden">
        <thead>
          <tr className="h-9 text-small text-faint">
            <th scope="col" className="ps-5 text-start font-normal">
              {t('identity:levels.level')}
            </th>
            <th scope="col" className="text-start font-normal">
              {t('identity:levels.needs')}
            </th>
            <th scope="col" className="pe-8 text-end font-normal">
              {t('identity:levels.limit')}
            </th>
            <th scope="col" className="pe-5 text-end font-normal">
              <span className="visually-hidden">{t('identity:levels.state')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {detail.levels.map((row) => (
            <tr key={row.level} className="h-11 border-t border-grid">
              <td className="num ps-5 font-semibold">{row.level}</td>
              <td>{t(`identity:needs.${row.level as 0 | 1 | 2}`)}</td>
              <td className="pe-8 text-end font-semibold">{limitText(row)}</td>
              <td className="pe-5 text-end">
                <StateChip level={row.level} detail={detail} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="md:hidden">
        {detail.levels.map((row) => (
          <li key={row.level} className="flex min-h-16 items-center gap-3 border-b border-grid px-4 py-2 text-dense last:border-0">
            <span className="num flex size-8 shrink-0 items-center justify-center rounded-control bg-field font-semibold">{row.level}</span>
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{limitText(row)}</p>
              <p className="text-muted">{t(`identity:needs.${row.level as 0 | 1 | 2}`)}</p>
            </div>
            <StateChip level={row.level} detail={detail} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
