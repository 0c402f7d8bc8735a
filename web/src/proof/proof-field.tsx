/** One code among those that are asked for: six boxes, the way to get it, and for an authenticator the way without it. */
import { useState } from 'react'
import { isolated } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { latinText } from '../i18n/typed-text.ts'
import { TypedField } from '../ui/text-field.tsx'
import { CodeBoxes } from './code-boxes.tsx'
import type { ProofMethod } from './proof-model.ts'
import { type SendCode, SendCodeButton } from './send-code.tsx'

interface ProofFieldProps {
  readonly method: ProofMethod
  /** Masked address that the code goes to. */
  readonly mask: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly fault?: string | undefined
  readonly onSend?: SendCode
}

/** A typed recovery code in the shape in which it was printed. */
const recoveryText = (text: string) =>
  latinText(text)
    .replace(/[^A-Za-z0-9-]/g, '')
    .slice(0, 17)

export function ProofField({ method, mask, value, onChange, fault, onSend }: ProofFieldProps) {
  const t = useT()
  const [recovery, setRecovery] = useState(false)
  const turn = () => {
    setRecovery(!recovery)
    onChange('')
  }
  if (method === 'google') {
    return (
      <div>
        {recovery ? (
          <TypedField
            label={t('auth:step.recovery')}
            name="google"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            height={52}
            hint={t('auth:step.recoveryHint')}
            value={value}
            read={recoveryText}
            onTyped={onChange}
            {...(fault === undefined ? {} : { fault })}
          />
        ) : (
          <CodeBoxes label={t('auth:step.google')} name="google" value={value} onChange={onChange} fault={fault} />
        )}
        <button type="button" onClick={turn} className="hit-area mt-2 text-dense font-medium text-theme-text hover:underline">
          {t(recovery ? 'auth:step.useApp' : 'auth:step.lost')}
        </button>
      </div>
    )
  }
  return (
    <CodeBoxes
      label={t(`auth:step.${method}`, { target: isolated(mask) })}
      name={method}
      value={value}
      onChange={onChange}
      fault={fault}
      {...(onSend === undefined ? {} : { end: <SendCodeButton onSend={onSend} target={mask} /> })}
    />
  )
}
