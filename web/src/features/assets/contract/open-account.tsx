/** A contract account is opened once, by its owner; until then there is nothing to show. */
import { createCoId } from '@agio/wire/futures/user.ts'
import { Layers } from 'lucide-react'
import { send } from '../../../data/http-client.ts'
import { spotChanged } from '../../../data/spot/spot-changes.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'

export function OpenAccount() {
  const t = useT()
  const opening = useAction('change')
  const open = async () => {
    await opening.run(() => send(createCoId, {}))
    spotChanged()
  }
  return (
    <div className="card" data-contract-closed>
      <EmptyState
        icon={Layers}
        size="page"
        as="h2"
        title={t('perpetual:open.title')}
        text={t('perpetual:open.text')}
        action={
          <div>
            <Button look="primary" sending={opening.busy} onClick={() => void open()} data-open-account>
              {t('perpetual:open.action')}
            </Button>
            <p role="alert" className="mt-2 text-small text-down-text">
              {opening.refusal?.text}
            </p>
          </div>
        }
      />
    </div>
  )
}
