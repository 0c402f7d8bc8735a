/** Filters of products (kind, coin, term, payout, rate, own holdings) and their order. */
import type { Filters } from '../../data/earn/products.ts'
import { formatDays } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { type EarnAddress, isFiltered, NO_FILTER, SORTS } from './earn-model.ts'

interface FilterBarProps {
  readonly address: EarnAddress
  readonly options: Filters | undefined
  /** Whether there can be anything that the user holds. */
  readonly mayHold: boolean
  readonly onChange: (change: Partial<EarnAddress>) => void
}

export function FilterBar({ address, options, mayHold, onChange }: FilterBarProps) {
  const t = useT()
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-2 gap-y-3" data-filters>
      <TypePills address={address} options={options} onChange={onChange} />
      <div className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
        <Choice
          label={t('earn:filter.coin')}
          anyText={t('earn:filter.anyCoin')}
          value={address.coinId}
          options={(options?.coins ?? []).map((coin) => ({ value: coin.coinId, label: coin.coinName }))}
          onChange={(coinId) => onChange({ coinId })}
        />
        <Choice
          label={t('earn:filter.term')}
          anyText={t('earn:filter.anyTerm')}
          value={address.termDays === undefined ? undefined : String(address.termDays)}
          options={(options?.terms ?? []).map((days) => ({
            value: String(days),
            label: days === 0 ? t('earn:type.flexible') : formatDays(days),
          }))}
          onChange={(days) => onChange({ termDays: days === undefined ? undefined : Number(days) })}
        />
        <Choice
          label={t('earn:filter.payout')}
          anyText={t('earn:filter.anyPayout')}
          value={address.payout === undefined ? undefined : address.payout === 1 ? 'daily' : 'end'}
          options={[
            { value: 'daily', label: t('earn:payout.daily') },
            { value: 'end', label: t('earn:payout.end') },
          ]}
          onChange={(payout) => onChange({ payout: payout === undefined ? undefined : payout === 'daily' ? 1 : 2 })}
        />
        <Choice
          label={t('earn:filter.rate')}
          anyText={t('earn:filter.anyRate')}
          value={address.rateType === undefined ? undefined : String(address.rateType)}
          options={(options?.rateTypes ?? []).map((kind) => ({
            value: String(kind),
            label: t(kind === 1 ? 'earn:filter.rateFixed' : 'earn:filter.rateCurrent'),
          }))}
          onChange={(kind) => onChange({ rateType: kind === undefined ? undefined : kind === '1' ? 1 : 2 })}
        />
      </div>
      <div className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-2 max-md:ms-0 max-md:w-full max-md:justify-between max-md:[&>:only-child]:ms-auto">
        {isFiltered(address) && (
          <Button look="quiet" className="!px-1 !text-theme-text" onClick={() => onChange({ ...NO_FILTER, sort: address.sort })} data-reset>
            {t('earn:filter.reset')}
          </Button>
        )}
        {mayHold && (
          <Checkbox checked={address.onlyHeld} onChange={(event) => onChange({ onlyHeld: event.target.checked })}>
            {t('earn:filter.held')}
          </Checkbox>
        )}
        <Select
          label={t('earn:sort')}
          hideLabel
          fit
          value={address.sort}
          onChange={(sort) => onChange({ sort })}
          options={SORTS.map((sort) => ({ value: sort, label: t(`earn:sort.${sort}`) }))}
        />
      </div>
    </div>
  )
}

function TypePills({ address, options, onChange }: Omit<FilterBarProps, 'mayHold'>) {
  const t = useT()
  const types = [undefined, 2, 1] as const
  return (
    <fieldset className="me-2 flex gap-2" aria-label={t('earn:filter.type')}>
      {types
        .filter((type) => type === undefined || options === undefined || options.types.includes(type))
        .map((type) => (
          <button
            key={type ?? 'all'}
            type="button"
            aria-pressed={address.type === type}
            onClick={() => onChange({ type })}
            className={`h-8 rounded-full border px-4 text-dense font-semibold pointer-coarse:h-11 ${address.type === type ? 'border-fg bg-fg text-bg' : 'border-line2 text-muted hover:text-fg'}`}
          >
            {t(type === undefined ? 'earn:type.all' : type === 1 ? 'earn:type.fixed' : 'earn:type.flexible')}
          </button>
        ))}
    </fieldset>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly anyText: string
  readonly value: string | undefined
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string | undefined) => void
}

/** What is set has an ink border. */
function Choice({ label, anyText, value, options, onChange }: ChoiceProps) {
  return (
    <div className={`pointer-coarse:[&_select]:!h-11 ${value === undefined ? '' : '[&_select]:!border-fg'}`}>
      <Select
        label={label}
        hideLabel
        value={value ?? ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        options={[{ value: '', label: anyText }, ...options]}
      />
    </div>
  )
}
