/** The text that every e-mail of ours carries, so that an e-mail without it is known to be somebody else's. */
import { antiPhishingSave } from '@agio/wire/account/auth-factors.ts'
import { visible } from '@agio/wire/visible-text.ts'
import { type FormEvent, useState } from 'react'
import { refreshAccount } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { useT } from '../../i18n/i18n.ts'
import { withProof } from '../../proof/proof-store.ts'
import { Button, ButtonPair } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'

const LENGTH_MIN = 4
const LENGTH_MAX = 20

export function PhishingDialog({ on, onClose }: { readonly on: boolean; readonly onClose: () => void }) {
  const t = useT()
  const { busy, refusal, run, clear } = useAction('account')
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const length = [...text.trim()].length
  const fits = [...visible(text)].length >= LENGTH_MIN && length <= LENGTH_MAX
  const save = (antiPhishingCode: string) =>
    void run(async () => {
      if ((await withProof(() => send(antiPhishingSave, { antiPhishingCode }))) === undefined) return
      refreshAccount()
      toast({ kind: 'success', title: t(antiPhishingCode === '' ? 'account:phishing.removed' : 'account:phishing.saved') })
      onClose()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fits) save(text.trim())
  }
  const fault = refusal?.text ?? (tried && !fits ? t('account:phishing.length') : undefined)
  return (
    <Dialog title={t('account:phishing.title')} onClose={onClose} sheet>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-dense text-muted">{t('account:phishing.text')}</p>
        <TextField
          label={t('account:phishing.label')}
          name="antiPhishing"
          autoComplete="off"
          maxLength={40}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            clear()
          }}
          hint={t('account:phishing.length')}
          {...(fault === undefined ? {} : { fault })}
        />
        <ButtonPair>
          {on ? (
            <Button size={44} onClick={() => save('')}>
              {t('account:phishing.remove')}
            </Button>
          ) : (
            <Button size={44} onClick={onClose}>
              {t('account:cancel')}
            </Button>
          )}
          <Button type="submit" look="primary" size={44} sending={busy}>
            {t('account:save')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}
