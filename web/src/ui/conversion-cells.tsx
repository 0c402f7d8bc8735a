/** Pieces of a row of a conversion: what was given and got, its state in a word. */
import type { ConvertRecord } from '@agio/wire/convert/types.ts'
import { ArrowRight } from 'lucide-react'
import { useBalancesVisible } from '../data/balance-visibility.ts'
import { useT } from '../i18n/i18n.ts'
import { Chip, type ChipTone } from './chip.tsx'
import { Icon } from './icons.tsx'
import { NumberText } from './number-text.tsx'

const TONES: readonly ChipTone[] = ['down', 'up', 'warning']
const STATES = ['failed', 'done', 'underway'] as const

export type ConversionState = (typeof STATES)[number]
export const CONVERSION_STATES: readonly ConversionState[] = STATES

/** 0 failed, 1 done, 2 under way. */
export const stateOf = (status: ConvertRecord['status']): ConversionState => STATES[status]

export function ConversionChip({ status }: { readonly status: ConvertRecord['status'] }) {
  const t = useT()
  return <Chip tone={TONES[status] ?? 'neutral'}>{t(`ui:conversion.${stateOf(status)}`)}</Chip>
}

interface RecordProps {
  readonly record: ConvertRecord
}

export function Gave({ record }: RecordProps) {
  return <NumberText value={record.sendAmount} unit={record.sendCoin} hidden={!useBalancesVisible()} />
}

/** What came of a conversion that failed is nothing. */
export function Got({ record }: RecordProps) {
  const visible = useBalancesVisible()
  return record.status === 0 ? <span>—</span> : <NumberText value={record.receiveAmount} unit={record.receiveCoin} hidden={!visible} />
}

/** `500 USDT → 0.14205 ETH`. */
export function GaveGot({ record }: RecordProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <Gave record={record} />
      <Icon as={ArrowRight} size={14} directional className="text-muted" />
      <Got record={record} />
    </span>
  )
}
