/** Cross or isolated margin, one position or two: what each means, and why it cannot be changed now. */
import type { ReactNode } from 'react'
import { useConfigChanges } from '../../../../data/contract/contract-config.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { Switch } from '../../../../ui/choice.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import { useContractDesk } from '../desk.ts'

interface ChoiceProps {
  readonly title: string
  readonly text: string
  readonly chosen: boolean
  readonly locked: boolean
  readonly busy: boolean
  readonly onChoose: () => void
  readonly name: string
}

function Choice({ title, text, chosen, locked, busy, onChoose, name }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-disabled={(locked && !chosen) || busy || undefined}
      onClick={chosen || locked || busy ? undefined : onChoose}
      className={`rounded-control border p-3 text-start ${chosen ? 'border-fg bg-press' : 'border-line2 bg-field'} ${locked && !chosen ? 'cursor-default text-muted' : 'hover:bg-hover'}`}
      data-choice={name}
    >
      <span className="block text-base font-semibold">{title}</span>
      <span className="block text-dense text-muted">{text}</span>
    </button>
  )
}

interface Frame {
  readonly title: string
  readonly locked: string | undefined
  readonly refusal: string | undefined
  readonly onClose: () => void
  readonly children: ReactNode
  /** What stands below the choices and their reason. */
  readonly more?: ReactNode
}

function ChoiceFrame({ title, locked, refusal, onClose, children, more }: Frame) {
  return (
    <Dialog title={title} onClose={onClose} sheet>
      <div className="grid gap-2.5">{children}</div>
      {locked !== undefined && <p className="mt-3 text-dense text-warning-text">{locked}</p>}
      {more}
      {refusal !== undefined && (
        <p role="alert" className="mt-3 text-dense text-down-text">
          {refusal}
        </p>
      )}
    </Dialog>
  )
}

export function ModeDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { terms, config } = useContractDesk()
  const changes = useConfigChanges(terms.contractId)
  const action = useAction('change')
  if (config === undefined) return null
  const choose = async (isolated: boolean) => {
    if (await action.run(() => changes.marginMode(isolated))) onClose()
  }
  const choice = (isolated: boolean) => (
    <Choice
      name={isolated ? 'isolated' : 'cross'}
      title={t(isolated ? 'contract:mode.isolated' : 'contract:mode.cross')}
      text={t(isolated ? 'contract:mode.isolatedText' : 'contract:mode.crossText', { asset: terms.marginAsset })}
      chosen={config.isIsolated === isolated}
      locked={!config.mayChangeMode}
      busy={action.busy}
      onChoose={() => void choose(isolated)}
    />
  )
  return (
    <ChoiceFrame
      title={`${t('contract:mode.title')} · ${terms.name}`}
      locked={config.mayChangeMode ? undefined : t('contract:mode.locked')}
      refusal={action.refusal?.text}
      onClose={onClose}
      more={
        <p className="mt-3">
          <HelpLink article="margin" beside>
            {t('contract:help.margin')}
          </HelpLink>
        </p>
      }
    >
      {choice(false)}
      {choice(true)}
    </ChoiceFrame>
  )
}

export function PositionModeDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { terms, config, change } = useContractDesk()
  const changes = useConfigChanges(terms.contractId)
  const action = useAction('change')
  if (config === undefined) return null
  const choose = async (hedged: boolean) => {
    if (!(await action.run(() => changes.settings({ hedged })))) return
    change({ kind: 'set', values: { closes: false } })
    onClose()
  }
  const choice = (hedged: boolean) => (
    <Choice
      name={hedged ? 'hedge' : 'oneWay'}
      title={t(hedged ? 'contract:position.hedge' : 'contract:position.oneWay')}
      text={t(hedged ? 'contract:position.hedgeText' : 'contract:position.oneWayText')}
      chosen={config.isHedged === hedged}
      locked={!config.mayChangePositionMode}
      busy={action.busy}
      onChoose={() => void choose(hedged)}
    />
  )
  return (
    <ChoiceFrame
      title={t('contract:settings.title')}
      locked={config.mayChangePositionMode ? undefined : t('contract:position.locked')}
      refusal={action.refusal?.text}
      onClose={onClose}
      more={<MoreSettings run={(change) => void action.run(() => changes.settings(change))} />}
    >
      {choice(false)}
      {choice(true)}
    </ChoiceFrame>
  )
}

type Change = Parameters<ReturnType<typeof useConfigChanges>['settings']>[0]

/** What is set here, too, and never locked: the unit of amounts, and whether orders are asked about. */
function MoreSettings({ run }: { readonly run: (change: Change) => void }) {
  const t = useT()
  const { terms, config } = useContractDesk()
  if (config === undefined) return null
  return (
    <>
      <div className="mt-4 flex items-center justify-between gap-3 border-t border-line pt-3 text-dense">
        <span aria-hidden="true">{t('contract:settings.amounts')}</span>
        <Select
          label={t('contract:settings.amounts')}
          hideLabel
          fit
          height={36}
          value={config.inContracts ? 'contracts' : 'coin'}
          onChange={(value) => run({ inContracts: value === 'contracts' })}
          options={[
            { value: 'coin', label: terms.base },
            { value: 'contracts', label: t('contract:unit.contracts') },
          ]}
        />
      </div>
      <p className="mt-3">
        <Switch checked={config.confirms} onChange={(event) => run({ confirms: event.target.checked })} data-confirms>
          {t('contract:settings.confirms')}
        </Switch>
      </p>
    </>
  )
}
