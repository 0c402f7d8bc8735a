/** The text that an address signed, and its signature, each to be copied into a wallet. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icons.tsx'

interface SignedTextProps {
  readonly message: string
  readonly signature: string
}

export function SignedText({ message, signature }: SignedTextProps) {
  const t = useT()
  return (
    <details className="mt-2 text-dense">
      <summary className="hit-area cursor-pointer text-muted hover:text-fg">{t('reserves:proof')}</summary>
      <Copied name={t('reserves:message')} text={message} field="message" />
      <Copied name={t('reserves:signature')} text={signature} field="signature" />
    </details>
  )
}

function Copied({ name, text, field }: { readonly name: string; readonly text: string; readonly field: string }) {
  const t = useT()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="mt-2">
      <p className="text-small text-muted">{name}</p>
      <p className="flex items-start justify-between gap-3">
        <bdi dir="ltr" className="code min-w-0 break-all" data-field={field}>
          {text}
        </bdi>
        <Button size={28} onClick={() => void copyText(text).then(setIsCopied)} aria-label={`${t('reserves:copy')}: ${name}`}>
          <Icon as={isCopied ? Check : Copy} size={14} />
          <span>{t('reserves:copy')}</span>
        </Button>
      </p>
    </div>
  )
}
