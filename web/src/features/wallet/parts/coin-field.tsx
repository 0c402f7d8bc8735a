/** The coin that a wallet page is about: the browser's own list over what is drawn. */
import { ChevronDown } from 'lucide-react'
import { useT } from '../../../i18n/i18n.ts'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Icon } from '../../../ui/icons.tsx'

export interface CoinChoice {
  readonly coinName: string
  readonly fullName: string
  readonly iconUrl: string | null
}

interface CoinFieldProps {
  readonly coins: readonly CoinChoice[]
  /** The chosen one's symbol. */
  readonly value: string | undefined
  readonly onChange: (symbol: string) => void
}

export function CoinField({ coins, value, onChange }: CoinFieldProps) {
  const t = useT()
  const chosen = coins.find(({ coinName }) => coinName === value)
  return (
    <div className="relative flex h-13 items-center gap-3 rounded-control border border-line2 bg-field px-3.5 has-[select:focus-visible]:outline-2 has-[select:focus-visible]:-outline-offset-1 has-[select:focus-visible]:outline-fg">
      {value !== undefined && <CoinLogo coin={value} size={24} url={chosen?.iconUrl} />}
      <span className="min-w-0 flex-1 truncate text-[16px]">
        <bdi className="font-semibold">{value ?? t('wallet:coin.choose')}</bdi> <span className="text-muted">{chosen?.fullName}</span>
      </span>
      <Icon as={ChevronDown} size={16} className="text-muted" />
      <select
        name="coin"
        aria-label={t('wallet:coin')}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none text-base text-transparent outline-none max-md:text-[16px] [&>option]:bg-raised [&>option]:text-fg"
      >
        {chosen === undefined && <option value={value ?? ''}>{value ?? t('wallet:coin.choose')}</option>}
        {coins.map(({ coinName, fullName }) => (
          <option key={coinName} value={coinName}>
            {`${coinName} · ${fullName}`}
          </option>
        ))}
      </select>
    </div>
  )
}
