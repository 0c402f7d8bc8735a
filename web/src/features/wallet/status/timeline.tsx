/** Every state with its time, who moved it, and why; then what usually follows. */
import { type TimelineStep, WALLET_STATUSES, type WalletTxDetail } from '@agio/wire/wallet/types.ts'
import { Check, LoaderCircle, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { useNetworks } from '../../../data/wallet/networks.ts'
import { isMoving } from '../../../data/wallet/transactions.ts'
import { formatDayTime, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Icon } from '../../../ui/icons.tsx'
import { explorerLink, progressOf, type ShownStep, shortened, stateOf, toneOf, wordsOf } from '../model/tx-model.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Segments } from '../parts/segments.tsx'
import { stateWord } from '../parts/state-chip.tsx'
import { TxLink } from '../parts/tx-link.tsx'

export function Timeline({ tx, steps }: { readonly tx: WalletTxDetail; readonly steps: readonly ShownStep[] }) {
  const t = useT()
  return (
    <ol aria-label={t('wallet:course')} className="pt-6" data-timeline>
      {steps.map((step, index) => (
        <Step
          // A state may come twice: a block may leave the chain and come again.
          key={`${step.status} ${step.step?.time ?? index}`}
          tx={tx}
          shown={step}
          number={index + 1}
          isLast={index === steps.length - 1}
          hashBefore={steps[index - 1]?.step?.txHash}
        />
      ))}
    </ol>
  )
}

interface StepProps {
  readonly tx: WalletTxDetail
  readonly shown: ShownStep
  readonly number: number
  readonly isLast: boolean
  /** Of the step before: the same one is not said twice. */
  readonly hashBefore: string | null | undefined
}

const NEEDS_CARE: ReadonlySet<number> = new Set([24, 25, 26, 27])

function markOf({ place, status }: ShownStep): { readonly icon: LucideIcon | undefined; readonly look: string } {
  if (place === 'ahead') return { icon: undefined, look: 'bg-press text-muted' }
  if (toneOf(status) === 'down') return { icon: X, look: 'bg-down text-black' }
  if (NEEDS_CARE.has(status)) return { icon: TriangleAlert, look: 'bg-warning-tint text-warning-text' }
  return place === 'present' ? { icon: LoaderCircle, look: 'border-2 border-theme' } : { icon: Check, look: 'bg-up text-black' }
}

function Step({ tx, shown, number, isLast, hashBefore }: StepProps) {
  const t = useT()
  const { place, status, step } = shown
  const { icon, look } = markOf(shown)
  const state = stateOf(status)
  const present = place === 'present'
  const words = wordsOf(step?.reason)
  const isCode = step?.reason != null && words === undefined
  return (
    <li
      className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 pb-6 last:pb-0"
      data-step={status}
      data-place={place}
      aria-current={present ? 'step' : undefined}
    >
      {!isLast && (
        <span
          aria-hidden="true"
          className={`absolute start-3 top-7 bottom-0 w-0.5 -translate-x-1/2 rtl:translate-x-1/2 ${place === 'passed' ? 'bg-up' : 'bg-line2'}`}
        />
      )}
      <span aria-hidden="true" className={`flex size-6 items-center justify-center rounded-full text-small font-semibold ${look}`}>
        {icon === undefined ? (
          number
        ) : (
          <Icon as={icon} size={14} className={present && icon === LoaderCircle ? 'motion-safe:animate-spin' : ''} />
        )}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className={`text-base font-semibold ${place === 'ahead' ? 'text-muted' : ''}`}>
            {place === 'passed' && status === WALLET_STATUSES.CREATED
              ? t('wallet:state.asked')
              : stateWord(t, status, step?.statusName ?? String(status))}
          </h3>
          {step !== undefined && (
            <span className="text-small text-muted">
              <bdi className="num">{formatDayTime(step.time)}</bdi>
            </span>
          )}
        </div>
        {words !== undefined && <p className="text-dense">{words}</p>}
        {state !== undefined && (present || isCode || (isLast && isMoving(tx))) && place !== 'ahead' && (
          <p className="text-dense text-muted">{t(step?.reason === 'waiting' ? 'wallet:why.waiting' : `wallet:why.${state}`)}</p>
        )}
        {step !== undefined && <Actor step={step} />}
        {present && <Blocks tx={tx} />}
        {step?.txHash != null && step.txHash !== hashBefore && <Hash tx={tx} hash={step.txHash} />}
      </div>
    </li>
  )
}

/** Whoever moved it, where that is not the network or the program itself. */
function Actor({ step }: { readonly step: TimelineStep }) {
  const t = useT()
  if (step.actor !== 'user' && step.actor !== 'reviewer') return null
  return <p className="text-small text-muted">{t(`wallet:actor.${step.actor}`)}</p>
}

function Blocks({ tx }: { readonly tx: WalletTxDetail }) {
  const t = useT()
  const progress = progressOf(tx)
  if (progress === undefined || tx.isInternal === 1) return null
  return (
    <div className="mt-2 max-w-96" data-blocks={`${progress.count}/${progress.needed}`}>
      <p role="status" className="mb-1.5 text-dense font-medium">
        {t('wallet:progress', { count: isolated(String(progress.count)), needed: isolated(String(progress.needed)) })}
      </p>
      <Segments count={progress.count} needed={progress.needed} />
    </div>
  )
}

function Hash({ tx, hash }: { readonly tx: WalletTxDetail; readonly hash: string }) {
  const t = useT()
  const template = useNetworks().data?.find(({ protocolType }) => protocolType === tx.protocolType)?.explorerTxUrl
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-dense">
      {explorerLink(template, hash) === undefined ? (
        <bdi className="code">{shortened(hash)}</bdi>
      ) : (
        <TxLink hash={hash} template={template} />
      )}
      <CopyButton text={hash} label={t('wallet:copy')} size={28} name="hash" />
    </p>
  )
}
