/** The customer's data: to take away, and to end the account for good. */
import { closeAccount } from '@agio/wire/account/personal-data.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { loadArchive } from '../../data/account/archive.ts'
import { send } from '../../data/http-client.ts'
import { endOwnSession } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { withProof } from '../../proof/proof-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useNavigate } from '../../ui/navigation.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'
import { Card, Row } from '../../user-centre/account-card.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { saveBlob } from './save-text.ts'

export function DataCard() {
  const t = useT()
  const [closing, setClosing] = useState(false)
  const { busy, refusal, run } = useAction('account')
  const take = () =>
    void run(async () => {
      const archive = await withProof(loadArchive)
      if (archive !== undefined) saveBlob('my-data.zip', archive)
    })
  return (
    <Card title={t('account:data.title')}>
      <Row
        title={t('account:data.export')}
        text={
          <>
            <span>{t('account:data.exportText')}</span>
            {refusal !== undefined && (
              <span role="alert" className="block text-down-text">
                {refusal.text}
              </span>
            )}
          </>
        }
      >
        <Button sending={busy} onClick={take}>
          <Icon as={Download} size={16} />
          {t('account:data.exportAct')}
        </Button>
      </Row>
      <Row title={t('account:data.close')} text={t('account:data.closeText')}>
        <Button look="remove" onClick={() => setClosing(true)}>
          {t('account:data.closeAct')}
        </Button>
      </Row>
      {closing && <CloseDialog onClose={() => setClosing(false)} />}
    </Card>
  )
}

function CloseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const close = async () => {
    if ((await withProof(() => endOwnSession(() => send(closeAccount, { confirm: 'CLOSE' })))) === undefined) return
    toast({ kind: 'info', title: t('account:data.closed') })
    navigate(paths.home)
  }
  return (
    <ConfirmDialog
      title={t('account:data.close')}
      submit={t('account:data.closeAct')}
      understood={t('account:data.closeUnderstood')}
      onConfirm={close}
      onClose={onClose}
    >
      <p>{t('account:data.closeWarn')}</p>
      <p className="mt-1.5">{t('account:data.closeFirst')}</p>
    </ConfirmDialog>
  )
}
