/** Gives an address another name; nothing else of it changes. */
import { saveAddress } from '@agio/wire/wallet/address-book.ts'
import type { Address } from '@agio/wire/wallet/types.ts'
import { type FormEvent, useState } from 'react'
import { send } from '../../../data/http-client.ts'
import { spotChanged } from '../../../data/spot/spot-changes.ts'
import { useT } from '../../../i18n/i18n.ts'
import { withProof } from '../../../proof/proof-store.ts'
import { Button, ButtonPair } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import { labelFault } from '../model/label-model.ts'

export function RenameDialog({ entry, onClose }: { readonly entry: Address; readonly onClose: () => void }) {
  const t = useT()
  const { busy, refusal, run } = useAction('change')
  const [label, setLabel] = useState(entry.label)
  const [tried, setTried] = useState(false)
  const fault = labelFault(label)
  const { id, coinId, protocolType, address } = entry
  const save = () =>
    void run(async () => {
      const done = await withProof(() => send(saveAddress, { id, coinId, protocolType, address, label: label.trim() }))
      if (done === undefined) return
      spotChanged()
      toast({ kind: 'success', title: t('addresses:renamed', { label: done.label }) })
      onClose()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault === undefined) save()
  }
  return (
    <Dialog title={t('addresses:rename.title')} onClose={onClose} sheet>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={t('addresses:label')}
          name="label"
          autoComplete="off"
          data-focus
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          {...(tried && fault !== undefined ? { fault: t(`addresses:label.${fault}`) } : {})}
          hint={t('addresses:label.hint')}
        />
        {refusal !== undefined && (
          <p role="alert" className="text-dense text-down-text">
            {refusal.text}
          </p>
        )}
        <ButtonPair>
          <Button size={44} onClick={onClose}>
            {t('account:cancel')}
          </Button>
          <Button type="submit" look="primary" size={44} sending={busy}>
            {t('addresses:act.rename')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}
