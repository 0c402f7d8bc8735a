/** The hash of a transaction, shortened, with the way to a block explorer where there is one. */
import { ExternalLink } from 'lucide-react'
import { useT } from '../../../i18n/i18n.ts'
import { Icon } from '../../../ui/icons.tsx'
import { explorerLink, shortened } from '../model/tx-model.ts'

interface TxLinkProps {
  readonly hash: string
  readonly template: string | null | undefined
}

export function TxLink({ hash, template }: TxLinkProps) {
  const t = useT()
  const link = explorerLink(template, hash)
  const text = (
    <bdi className="code" title={hash}>
      {shortened(hash)}
    </bdi>
  )
  if (link === undefined) return text
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="hit-area inline-flex items-center gap-1 hover:text-theme-text"
      aria-label={`${t('wallet:tx.open')} ${shortened(hash)}`}
    >
      {text}
      <Icon as={ExternalLink} size={12} directional />
    </a>
  )
}
