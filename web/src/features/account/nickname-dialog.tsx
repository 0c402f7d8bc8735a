/** The name that others see where a name is shown. */
import { visible } from '@agio/wire/visible-text.ts'
import { type FormEvent, useState } from 'react'
import { saveUserCenter, type UserCenter } from '../../data/account/account.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button, ButtonPair } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'

const LENGTH_MIN = 2
const LENGTH_MAX = 20

export function NicknameDialog({ center, onClose }: { readonly center: UserCenter; readonly onClose: () => void }) {
  const t = useT()
  const { busy, refusal, run, clear } = useAction('account')
  const { nickname } = center.user
  const generated = nickname.startsWith('IMUSER-')
  const [name, setName] = useState(generated ? '' : nickname)
  const [tried, setTried] = useState(false)
  const length = [...name.trim()].length
  const fits = visible(name).length >= LENGTH_MIN && length <= LENGTH_MAX
  const waitUntil = center.nicknameNextTime
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!fits || waitUntil !== null) return
    void run(async () => {
      await saveUserCenter({ nickname: name.trim() })
      toast({ kind: 'success', title: t('account:saved') })
      onClose()
    })
  }
  const fault = refusal?.text ?? (tried && !fits ? t('account:nickname.length') : undefined)
  return (
    <Dialog title={t('account:nickname')} onClose={onClose} sheet>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={t('account:nickname')}
          name="nickname"
          autoComplete="nickname"
          maxLength={40}
          readOnly={waitUntil !== null}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            clear()
          }}
          hint={t('account:nickname.length')}
          {...(fault === undefined ? {} : { fault })}
        />
        <ButtonPair className="items-start">
          <Button size={44} onClick={onClose}>
            {t('account:cancel')}
          </Button>
          <Button
            type="submit"
            look="primary"
            size={44}
            wide
            sending={busy}
            lockedBecause={waitUntil === null ? undefined : t('account:nickname.wait', { day: formatDate(waitUntil) })}
          >
            {t('account:save')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}
