/** Contract, side, type, state, kind and dates, as far as a tab has them; what is set has an ink border. */
import { useContracts, useMarginCoins } from '../../../data/contract/public-facts.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice, Days } from '../../../ui/filter-fields.tsx'
import { type ContractAddress, ENDED, hasFilter, isFiltered, ORDER_TYPES, TRANSACTION_TYPES } from './contract-address.ts'

interface FiltersProps {
  readonly address: ContractAddress
  readonly onChange: (change: Partial<ContractAddress>) => void
  readonly onReset: () => void
}

export function ContractFilters({ address, onChange, onReset }: FiltersProps) {
  const t = useT()
  const contracts = useContracts()
  const coins = useMarginCoins()
  const any = { value: '' as const, label: t('orders:filter.all') }
  const has = (filter: keyof ContractAddress): boolean => hasFilter(address.tab, filter)
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:grid max-md:w-full max-md:grid-cols-2" data-filters>
      {has('coin') && coins.length > 1 && (
        <Choice
          label={t('orders:bills.coin')}
          value={address.coin ?? coins[0]}
          onChange={(coin) => onChange({ coin })}
          options={coins.map((coin) => ({ value: coin, label: coin }))}
        />
      )}
      <Choice
        label={t('perpetual:head.contract')}
        value={address.contract}
        onChange={(contract) => onChange({ contract })}
        options={[any, ...contracts.map(({ contractName, symbol }) => ({ value: contractName, label: symbol }))]}
      />
      {has('side') && (
        <Choice
          label={t('orders:head.side')}
          value={address.side}
          onChange={(side) => onChange({ side })}
          options={[any, { value: 'buy' as const, label: t('orders:side.buy') }, { value: 'sell' as const, label: t('orders:side.sell') }]}
        />
      )}
      {has('type') && (
        <Choice
          label={t('orders:head.kind')}
          value={address.type}
          onChange={(type) => onChange({ type })}
          options={[any, ...ORDER_TYPES.map((type) => ({ value: type, label: t(`perpetual:type.${type}`) }))]}
        />
      )}
      {has('status') && (
        <Choice
          label={t('orders:head.state')}
          value={address.status}
          onChange={(status) => onChange({ status })}
          options={[any, ...ENDED.map((status) => ({ value: status, label: t(`perpetual:status.${status}`) }))]}
        />
      )}
      {has('kind') && (
        <Choice
          label={t('orders:bills.kind')}
          value={address.kind}
          onChange={(kind) => onChange({ kind })}
          options={[any, ...TRANSACTION_TYPES.map((kind) => ({ value: kind, label: t(`perpetual:transaction.${kind}`) }))]}
        />
      )}
      {has('from') && <Days from={address.from} to={address.to} onChange={onChange} />}
      {isFiltered(address) && (
        <Button look="quiet" size={36} onClick={onReset} className="!text-theme-text" data-reset>
          {t('orders:filter.reset')}
        </Button>
      )}
    </div>
  )
}
