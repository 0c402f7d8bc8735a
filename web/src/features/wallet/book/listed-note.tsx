/** Whether coins may leave to listed addresses alone, and the way to change it. */
import { ChevronRight, ShieldCheck } from 'lucide-react'
import { useSecurity } from '../../../data/account/account.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { Note } from '../../../user-centre/account-card.tsx'

export function ListedNote() {
  const t = useT()
  const security = useSecurity().data
  if (security === undefined) return null
  const key = security.whitelistStatus === 1 ? 'on' : 'off'
  return (
    <div className="mb-6 max-md:mb-3" data-whitelist={security.whitelistStatus}>
      <Note icon={ShieldCheck}>
        <strong>{t(`addresses:listed.${key}`)}</strong> <span>{t(`addresses:listed.${key}Text`)}</span>{' '}
        <Link to={paths.security} className="inline-flex items-center gap-0.5 font-medium text-theme-text hover:underline">
          {t('addresses:listed.open')}
          <Icon as={ChevronRight} size={14} directional />
        </Link>
      </Note>
    </div>
  )
}
