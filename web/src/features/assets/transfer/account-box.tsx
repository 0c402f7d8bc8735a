/** From and to, joined in one box with a way to swap them on the seam. */
import { ArrowUpDown, ChevronDown, CircleAlert, Layers, type LucideIcon, PiggyBank, Wallet } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '../../../i18n/i18n.ts'
import { Icon } from '../../../ui/icons.tsx'
import { ACCOUNTS, type Account, type Accounts, isOpenTo, mayLeave, type Route, targetOf } from './transfer-model.ts'

const ICONS: Readonly<Record<Account, LucideIcon>> = { spot: Wallet, financial: PiggyBank, contract: Layers }

const NAMES = { spot: 'shell:wallet.spot', financial: 'shell:wallet.earn', contract: 'shell:wallet.contract' } as const

interface ChoiceOverProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly describedBy?: string | undefined
  readonly invalid?: boolean
  readonly disabled: boolean
  readonly children: ReactNode
}

/** The browser's own list over what is drawn: right on phones and for screen readers. */
export function ChoiceOver({ name, label, value, onChange, describedBy, invalid = false, disabled, children }: ChoiceOverProps) {
  return (
    <select
      name={name}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="absolute inset-0 size-full cursor-pointer appearance-none text-base text-transparent outline-none max-md:text-[16px] [&>option]:bg-raised [&>option]:text-fg [&>option:disabled]:text-faint"
    >
      {children}
    </select>
  )
}

type Lock = 'closed' | 'noTarget'

interface RowProps {
  readonly end: 'from' | 'to'
  readonly account: Account
  readonly balance: ReactNode
  /** Why an account cannot be chosen. */
  readonly lock: (account: Account) => Lock | undefined
  readonly onChange: (account: Account) => void
  readonly faultId?: string | undefined
  readonly busy: boolean
}

function AccountRow({ end, account, balance, lock, onChange, faultId, busy }: RowProps) {
  const t = useT()
  const balanceId = useId()
  const describedBy = faultId === undefined ? balanceId : `${balanceId} ${faultId}`
  return (
    <div className="relative flex h-16 items-center gap-3 px-4 first:rounded-t-control last:rounded-b-control has-[select:focus-visible]:outline-2 has-[select:focus-visible]:-outline-offset-1 has-[select:focus-visible]:outline-fg max-md:h-auto max-md:min-h-17 max-md:gap-2.5 max-md:py-2 max-md:px-3">
      <span aria-hidden="true" className="min-w-11 shrink-0 text-dense text-muted">
        {t(`transfer:${end}`)}
      </span>
      <Icon as={ICONS[account]} size={16} />
      <span className="flex min-w-0 flex-1 flex-col items-start">
        <span className="text-base font-semibold md:whitespace-nowrap">{t(NAMES[account])}</span>
        <span id={balanceId} className="min-w-0 text-small text-muted md:truncate">
          {balance}
        </span>
      </span>
      <Icon as={ChevronDown} size={14} className="text-muted" />
      <ChoiceOver
        name={end}
        label={t(`transfer:${end}`)}
        value={account}
        disabled={busy}
        describedBy={describedBy}
        invalid={faultId !== undefined}
        onChange={(value) => {
          const chosen = ACCOUNTS.find((one) => one === value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {ACCOUNTS.map((one) => {
          const why = lock(one)
          const name = t(NAMES[one])
          return (
            <option key={one} value={one} disabled={why !== undefined && one !== account}>
              {why === undefined ? name : t(`transfer:lock.${why}`, { account: name })}
            </option>
          )
        })}
      </ChoiceOver>
    </div>
  )
}

interface AccountBoxProps {
  readonly route: Route
  readonly accounts: Accounts
  readonly fromBalance: ReactNode
  readonly toBalance: ReactNode
  readonly onLeave: (account: Account) => void
  readonly onReach: (account: Account) => void
  readonly fault: string | undefined
  readonly busy: boolean
}

export function AccountBox({ route, accounts, fromBalance, toBalance, onLeave, onReach, fault, busy }: AccountBoxProps) {
  const t = useT()
  const faultId = useId()
  const { switches } = accounts
  const { from, to } = route
  const maySwap = isOpenTo(from, switches)
  return (
    <div>
      <div
        className={`relative rounded-control border ${fault === undefined ? 'border-line2' : 'border-down-text outline-1 -outline-offset-1 outline-down-text'}`}
      >
        <div className="divide-y divide-line">
          <AccountRow
            end="from"
            account={from}
            balance={fromBalance}
            lock={(account) =>
              mayLeave(account, accounts) ? undefined : targetOf(account, accounts) === undefined ? 'noTarget' : 'closed'
            }
            onChange={onLeave}
            busy={busy}
          />
          <AccountRow
            end="to"
            account={to}
            balance={toBalance}
            lock={(account) => (isOpenTo(account, switches) ? undefined : 'closed')}
            onChange={onReach}
            faultId={fault === undefined ? undefined : faultId}
            busy={busy}
          />
        </div>
        <button
          type="button"
          aria-label={t('transfer:swap')}
          title={maySwap ? t('transfer:swap') : t('transfer:lock.closed', { account: t(NAMES[from]) })}
          disabled={busy || !maySwap}
          onClick={() => onReach(from)}
          className="hit-area absolute start-1/2 top-1/2 flex size-8 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-control border border-line2 bg-raised transition-colors duration-(--fast) hover:bg-field disabled:text-faint disabled:hover:bg-raised rtl:translate-x-1/2 max-md:start-auto max-md:end-9 max-md:translate-x-0 max-md:rtl:translate-x-0"
        >
          <Icon as={ArrowUpDown} size={16} />
        </button>
      </div>
      <div id={faultId} aria-live="polite">
        {fault !== undefined && <Fault text={fault} />}
      </div>
    </div>
  )
}

export function Fault({ text }: { readonly text: string }) {
  return (
    <p className="mt-1.5 flex items-start gap-1.5 text-small text-down-text">
      <Icon as={CircleAlert} size={14} className="mt-px" />
      <span>{text}</span>
    </p>
  )
}
