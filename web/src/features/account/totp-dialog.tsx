/** Adds an authenticator: its secret as a picture and as text, a code that shows it works, the codes of before, then recovery codes. */
import { totpBind, totpSetup } from '@agio/wire/account/auth-factors.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { encode } from 'uqr'
import { qrPath } from '../../app/footer/app-qr.tsx'
import { type SecurityInfo, takeSecurity } from '../../data/account/account.ts'
import { pageTime } from '../../data/clock.ts'
import { send } from '../../data/http-client.ts'
import { useT } from '../../i18n/i18n.ts'
import { isCode } from '../../proof/auth-model.ts'
import { CodeBoxes } from '../../proof/code-boxes.tsx'
import { prove } from '../../proof/proof-store.ts'
import { Button, ButtonPair, IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Bar } from '../../ui/skeleton.tsx'
import { useAction } from '../../ui/use-action.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { changeMethods } from './security-model.ts'

interface Setup {
  readonly setupId: string
  readonly secret: string
  readonly otpauthUrl: string
}

/** The secret in groups of four, as it is easiest to type. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

function Secret({ setup }: { readonly setup: Setup }) {
  const t = useT()
  const { data, size } = encode(setup.otpauthUrl, { border: 2, ecc: 'M' })
  return (
    <div className="flex items-center gap-5 max-sm:flex-col">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('account:totp.qr')}
        className="size-39 shrink-0 rounded-control border border-line bg-white"
        shapeRendering="crispEdges"
      >
        <path d={qrPath(data)} fill="#000" />
      </svg>
      <div className="min-w-0">
        <p className="text-dense text-muted">{t('account:totp.scan')}</p>
        <p className="mt-3 text-small text-muted">{t('account:totp.secret')}</p>
        <p className="flex items-start gap-1">
          <span className="secret text-base font-semibold break-words" data-secret={setup.secret}>
            {grouped(setup.secret)}
          </span>
          <IconButton label={t('account:totp.copy')} className="size-6!" onClick={() => void copyText(setup.secret)}>
            <Icon as={Copy} size={14} />
          </IconButton>
        </p>
      </div>
    </div>
  )
}

interface TotpDialogProps {
  readonly security: SecurityInfo
  readonly onClose: () => void
}

export function TotpDialog({ security, onClose }: TotpDialogProps) {
  const t = useT()
  const [recovery, setRecovery] = useState<readonly string[]>()
  // A new secret for each opening; never asked for again behind the back of someone who has scanned it.
  const [opened] = useState(pageTime)
  const setup = useQuery({
    queryKey: ['account', 'totp', opened],
    queryFn: () => send(totpSetup, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (recovery !== undefined) return <RecoveryCodes codes={recovery} onDone={onClose} />
  return (
    <Dialog title={t('account:totp.title')} onClose={onClose} width={480} sheet>
      {setup.data !== undefined ? (
        <Binding setup={setup.data} security={security} onClose={onClose} onDone={setRecovery} />
      ) : setup.isError ? (
        <ErrorPanel title={t('account:totp.failed')} error={setup.error} onRetry={() => void setup.refetch()} />
      ) : (
        <div role="status" aria-label={t('ui:loading')} className="flex items-center gap-5">
          <Bar width={156} height={156} />
          <Bar width={180} />
        </div>
      )}
    </Dialog>
  )
}

interface BindingProps extends TotpDialogProps {
  readonly setup: Setup
  readonly onDone: (codes: readonly string[]) => void
}

function Binding({ setup, security, onClose, onDone }: BindingProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const { busy, refusal, run, clear } = useAction('account')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCode(code)) {
      setMissing(true)
      field.current?.focus()
      return
    }
    void run(async () => {
      const bound = await prove({
        methods: changeMethods(security),
        scene: 'CHANGE_FACTOR',
        call: (codes) => send(totpBind, { setupId: setup.setupId, googleCode: code, codes }),
      })
      if (bound === undefined) return
      const { recoveryCodes, ...facts } = bound
      takeSecurity(facts)
      onDone(recoveryCodes)
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Secret setup={setup} />
      <CodeBoxes
        label={t('account:totp.code')}
        field={field}
        name="googleCode"
        value={code}
        onChange={(next) => {
          setCode(next)
          setMissing(false)
          clear()
        }}
        fault={missing ? t('auth:step.missing') : refusal?.text}
      />
      <p className="text-small text-muted">{t('account:totp.lock')}</p>
      <ButtonPair>
        <Button size={44} onClick={onClose}>
          {t('account:cancel')}
        </Button>
        <Button type="submit" look="primary" size={44} sending={busy}>
          {t('account:continue')}
        </Button>
      </ButtonPair>
    </form>
  )
}
