/** What a reversed credit left owed of a coin, and what follows from it. */
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { formatNumber, withUnit } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import { PanelButton } from '../../ui/menu-button.tsx'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'

export function DebtNote({ coin, debt }: { readonly coin: string; readonly debt: string }) {
  const t = useT()
  const visible = useBalancesVisible()
  const amount = withUnit(visible ? formatNumber(debt) : HIDDEN_AMOUNT, coin)
  const name = t('assets:owed', { amount })
  return (
    <PanelButton name={name} width={320} content={<Chip tone="warning">{name}</Chip>} className="hit-area mt-1 rounded-chip">
      {() => (
        <div className="p-4 text-dense" data-debt-words>
          <p className="font-semibold">{name}</p>
          <p className="mt-1.5 text-muted">{t('assets:owed.text')}</p>
        </div>
      )}
    </PanelButton>
  )
}
