/** Pair, side, type, status and dates; what is set has an ink border. */
import { useAllTerms } from '../../data/spot/pair-terms.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Days } from '../../ui/filter-fields.tsx'
import { ENDED_STATES, isFiltered, OPEN_STATES, ORDER_KINDS, type OrderAddress } from './filters.ts'

interface FilterRowProps {
  readonly address: OrderAddress
  readonly onChange: (change: Partial<OrderAddress>) => void
  readonly onReset: () => void
}

export function FilterRow({ address, onChange, onReset }: FilterRowProps) {
  const t = useT()
  const symbols = [...(useAllTerms().data?.keys() ?? [])]
  const any = { value: '' as const, label: t('orders:filter.all') }
  const orders = address.tab !== 'trades'
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:grid max-md:w-full max-md:grid-cols-2" data-filters>
      <Choice
        label={t('orders:head.pair')}
        value={address.symbol}
        onChange={(symbol) => onChange({ symbol })}
        options={[any, ...symbols.map((symbol) => ({ value: symbol, label: symbol }))]}
      />
      <Choice
        label={t('orders:head.side')}
        value={address.side}
        onChange={(side) => onChange({ side })}
        options={[any, { value: 'buy' as const, label: t('orders:side.buy') }, { value: 'sell' as const, label: t('orders:side.sell') }]}
      />
      {orders && (
        <Choice
          label={t('orders:head.kind')}
          value={address.kind}
          onChange={(kind) => onChange({ kind })}
          options={[any, ...ORDER_KINDS.map((kind) => ({ value: kind, label: t(`orders:kind.${kind}`) }))]}
        />
      )}
      {orders && (
        <Choice
          label={t('orders:head.state')}
          value={address.state}
          onChange={(state) => onChange({ state })}
          options={[
            any,
            ...(address.tab === 'open' ? OPEN_STATES : ENDED_STATES).map((state) => ({ value: state, label: t(`orders:state.${state}`) })),
          ]}
        />
      )}
      <Days from={address.from} to={address.to} onChange={onChange} recent={address.tab !== 'open'} />
      {isFiltered(address) && (
        <Button look="quiet" size={36} onClick={onReset} className="!text-theme-text" data-reset>
          {t('orders:filter.reset')}
        </Button>
      )}
    </div>
  )
}
