/** A position in the words of a row or card: everything as it is read. */
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { coinsOf } from '../../../../data/contract/contract-prices.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { useContractDesk } from '../desk.ts'
import { distanceText, shareText } from '../rates.ts'

const given = (value: string): boolean => /[1-9]/.test(value)

export interface ShownPosition {
  readonly size: string
  readonly contracts: string
  readonly entry: string
  readonly mark: string
  /** `--` where there is none. */
  readonly liquidation: string
  readonly liquidates: boolean
  readonly distance: string
  readonly margin: string
  readonly ratio: string
  readonly profit: string
  readonly roe: string
  /** Up, down or neither. */
  readonly tone: string
  readonly takeProfit: readonly string[]
  readonly stopLoss: readonly string[]
}

export function useShownPosition(position: Position): ShownPosition {
  const t = useT()
  const { contracts, terms: own } = useContractDesk()
  const visible = useBalancesVisible()
  const terms: ContractTerms = contracts.find(({ contractId }) => contractId === position.contractId) ?? own
  const price = (value: string, round = false): string => formatNumber(value, { scale: terms.priceScale, round })
  const secret = (text: string): string => (visible ? text : HIDDEN_AMOUNT)
  const legs = (kind: 'takeProfit' | 'stopLoss') =>
    position.protection.filter(({ triggerKind }) => triggerKind === kind).map(({ triggerPrice }) => price(triggerPrice ?? '0'))
  const liquidates = given(position.liquidationPrice)
  return {
    size: secret(`${formatNumber(coinsOf(position.volume, terms), { scale: terms.lotScale })} ${terms.base}`),
    contracts: secret(t('contract:unit.contractsOf', { count: Number(position.volume), shown: formatNumber(position.volume) })),
    entry: price(position.entryPrice, true),
    mark: price(position.markPrice),
    liquidation: liquidates ? price(position.liquidationPrice) : '--',
    liquidates,
    distance: liquidates ? distanceText(position.markPrice, position.liquidationPrice) : '',
    margin: secret(formatNumber(position.margin, { scale: 2 })),
    ratio: shareText(position.marginRatio, 1),
    profit: secret(formatNumber(position.unrealised, { scale: 2, sign: 'always' })),
    roe: shareText(position.returnRate, 2, true),
    tone: position.unrealised.startsWith('-') ? 'text-down-text' : given(position.unrealised) ? 'text-up-text' : '',
    takeProfit: legs('takeProfit'),
    stopLoss: legs('stopLoss'),
  }
}
