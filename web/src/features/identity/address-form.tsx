/** Level 2: a proof of address is all that is missing. */
import { useState } from 'react'
import { sendVerification } from '../../data/account/identity.ts'
import { failureText } from '../../data/deed.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import type { Picture } from './identity-model.ts'
import { PictureField } from './picture-field.tsx'

export function AddressForm() {
  const t = useT()
  const [picture, setPicture] = useState<Picture>()
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const submit = async (addressProofKey: string): Promise<void> => {
    setSending(true)
    setFailure(undefined)
    try {
      await sendVerification({ level: 2, addressProofKey })
    } catch (error) {
      setFailure(failureText('account', error))
    } finally {
      setSending(false)
    }
  }
  return (
    <section className="card" aria-label={t('identity:picture.address')}>
      <div className="max-w-160 p-6 max-md:p-4">
        <PictureField
          title={t('identity:picture.address')}
          text={t('identity:picture.addressText')}
          facing="environment"
          picture={picture}
          fault={failure}
          onPicture={setPicture}
        />
      </div>
      <div className="flex justify-end border-t border-line px-6 py-4 max-md:px-4">
        <Button
          look="primary"
          sending={sending}
          lockedBecause={picture === undefined ? t('identity:fault.picture') : undefined}
          onClick={() => picture !== undefined && void submit(picture.key)}
        >
          {t('identity:send')}
        </Button>
      </div>
    </section>
  )
}
