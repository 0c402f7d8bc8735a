/** Copies a text, says so in its own place for two seconds, and tells where the browser would not. */
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy.ts'
import { Icon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast-store.ts'

const TOLD_MS = 2000

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly look?: 'primary' | 'secondary'
  readonly size?: 28 | 36
  /** For tests and styles. */
  readonly name: string
}

export function CopyButton({ text, label, look = 'secondary', size = 36, name }: CopyButtonProps) {
  const t = useT()
  const [copied, setCopied] = useState<string>()
  useEffect(() => {
    if (copied === undefined) return undefined
    const timer = setTimeout(() => setCopied(undefined), TOLD_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(text)) setCopied(text)
    else toast({ kind: 'error', title: t('wallet:copyFailed') })
  }
  const done = copied === text
  return (
    <Button look={look} size={size} onClick={() => void copy()} data-copy={name}>
      <Icon as={done ? Check : Copy} size={size === 28 ? 14 : 16} />
      <span>{done ? t('wallet:copied') : label}</span>
    </Button>
  )
}
