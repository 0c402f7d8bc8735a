/** For an account that nobody invited: a friend's code can still be named, once. */
import { useState } from 'react'
import { bindInviter } from '../../data/account/invite.ts'
import { failureText } from '../../data/deed.ts'
import { useT } from '../../i18n/i18n.ts'
import { latinText } from '../../i18n/typed-text.ts'
import { Button } from '../../ui/button.tsx'
import { TypedField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'

export function BindCard() {
  const t = useT()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [sending, setSending] = useState(false)
  const submit = async (): Promise<void> => {
    if (code.trim() === '') return setFault(t('invite:bind.missing'))
    setSending(true)
    try {
      await bindInviter(code.trim())
      toast({ kind: 'success', title: t('invite:bind.done') })
    } catch (error) {
      setFault(failureText('account', error))
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      noValidate
      className="card mt-6 flex items-start gap-3 p-5 max-md:flex-col max-md:p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="w-full max-w-100">
        <TypedField
          label={t('invite:bind.label')}
          hint={t('invite:bind.hint')}
          value={code}
          maxLength={16}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          fault={fault}
          read={latinText}
          onTyped={(text) => {
            setCode(text)
            setFault(undefined)
          }}
        />
      </div>
      <Button type="submit" size={44} sending={sending} className="md:mt-6.5">
        {t('invite:bind.save')}
      </Button>
    </form>
  )
}
