/** Leverage: a number and a dial, and what it means for this contract and for the position that is open. */
import { Minus, Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { useConfigChanges } from '../../../../data/contract/contract-config.ts'
import { usePositions } from '../../../../data/contract/my-contracts.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { formatNumber, inPercent, isolated } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { Button, ButtonPair, IconButton } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { useAction } from '../../../../ui/use-action.ts'
import { useContractDesk } from '../desk.ts'
import { marginMove } from '../model/leverage-change.ts'
import { distanceText } from '../rates.ts'
import { LeverageDial } from './leverage-dial.tsx'

/** Up to so many times the highest leverage with a ceiling not below `times` decides. */
export function ceilingAt(ceilings: Readonly<Record<string, string>>, times: number): string | undefined {
  const fitting = Object.keys(ceilings)
    .map(Number)
    .filter((level) => level >= times)
    .sort((one, other) => one - other)[0]
  return fitting === undefined ? undefined : ceilings[String(fitting)]
}

export function LeverageDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { terms, config } = useContractDesk()
  const changes = useConfigChanges(terms.contractId)
  const action = useAction('change')
  const [text, setText] = useState(String(config?.leverage ?? 1))
  const id = useId()
  if (config === undefined) return null
  const { leastLeverage: least, mostLeverage: most } = config
  const times = /^\d{1,4}$/.test(text) ? Number(text) : 0
  const inRange = times >= least && times <= most
  const set = (next: number) => setText(String(Math.min(most, Math.max(least, next))))
  const locked = config.mayChangeLeverage ? undefined : t('contract:leverage.locked')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!inRange || locked !== undefined) return
    if (times !== config.leverage && !(await action.run(() => changes.leverage(times)))) return
    if (times !== config.leverage)
      toast({ kind: 'success', title: t('contract:leverage.done', { times: isolated(`${times}×`), name: terms.name }) })
    onClose()
  }
  return (
    <Dialog title={`${t('contract:leverage.title')} · ${terms.name}`} onClose={onClose} sheet>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4" data-leverage>
        <div className="flex items-center justify-between rounded-control border border-line2 bg-field px-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-fg">
          <IconButton label={t('contract:leverage.less')} onClick={() => set(times - 1)}>
            <Icon as={Minus} size={16} />
          </IconButton>
          <label htmlFor={id} className="visually-hidden">
            {t('contract:leverage.title')}
          </label>
          <span className="num flex items-center text-title" dir="ltr">
            <input
              id={id}
              name="leverage"
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value.trim())}
              aria-invalid={!inRange || undefined}
              aria-describedby={`${id}-note`}
              className="h-12 w-20 bg-transparent text-end outline-none"
            />
            <span aria-hidden="true">×</span>
          </span>
          <IconButton label={t('contract:leverage.more')} onClick={() => set(times + 1)}>
            <Icon as={Plus} size={16} />
          </IconButton>
        </div>
        <LeverageDial least={least} most={most} times={inRange ? times : least} onChange={(next) => setText(String(next))} />
        <div id={`${id}-note`} className="flex flex-col gap-1.5 text-dense text-muted">
          {inRange ? <Meaning times={times} /> : <p className="text-down-text">{t('contract:leverage.range', { least, most })}</p>}
        </div>
        <HelpLink article="contract-basics" beside>
          {t('contract:help.basics')}
        </HelpLink>
        {action.refusal !== undefined && (
          <p role="alert" className="text-dense text-down-text">
            {action.refusal.text}
          </p>
        )}
        <ButtonPair>
          <Button size={44} onClick={onClose}>
            {t('contract:cancel')}
          </Button>
          <Button type="submit" look="primary" size={44} wide sending={action.busy} lockedBecause={locked}>
            {t('contract:leverage.save')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}

/** What happens to the margin of a position of its own. */
function Move({ position, times }: { readonly position: Position; readonly times: number }) {
  const t = useT()
  const { terms } = useContractDesk()
  const visible = useBalancesVisible()
  const { kind, amount } = marginMove(position, terms.multiplier, times)
  const money = visible ? `${formatNumber(amount, { scale: 2, round: true })} ${terms.marginAsset}` : HIDDEN_AMOUNT
  const distance = leftToRight(distanceText(position.markPrice, position.liquidationPrice))
  return t(`contract:leverage.${kind}`, { amount: leftToRight(money), distance })
}

/** In plain words: how small a move takes everything, how large one may become, and what happens to what is open. */
function Meaning({ times }: { readonly times: number }) {
  const t = useT()
  const { terms, config, member } = useContractDesk()
  const { rows } = usePositions(member)
  const position = rows.find(({ contractId }) => contractId === terms.contractId)
  const ceiling = config === undefined ? undefined : ceilingAt(config.ceilings, times)
  const percent = inPercent(formatNumber((100 / times).toFixed(2), { scale: 2, round: true }))
  return (
    <>
      <p>{t('contract:leverage.move', { percent: leftToRight(percent) })}</p>
      {ceiling !== undefined && <p>{t('contract:leverage.ceiling', { value: formatNumber(ceiling, { scale: 0 }), asset: terms.quote })}</p>}
      {position === undefined || config === undefined ? (
        <p>{t('contract:leverage.noPosition')}</p>
      ) : (
        <p className="text-fg" data-leverage-move>
          {position.isIsolated ? <Move position={position} times={times} /> : t('contract:leverage.cross')}
        </p>
      )}
      {times >= 50 && <p className="text-warning-text">{t('contract:leverage.high')}</p>}
    </>
  )
}
