/** The state of a deposit or a withdrawal: a word on a tint. */
import type { WalletTx } from '@agio/wire/wallet/types.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { Chip } from '../../../ui/chip.tsx'
import { stateOf, toneOf } from '../model/tx-model.ts'

/** The word of a state; a state that this page does not know keeps its name. */
export function stateWord(t: Translate, status: number, statusName: string): string {
  const state = stateOf(status)
  return state === undefined ? statusName : t(`wallet:state.${state}`)
}

export function StateChip({ tx }: { readonly tx: WalletTx }) {
  const t = useT()
  return <Chip tone={toneOf(tx.status)}>{stateWord(t, tx.status, tx.statusName)}</Chip>
}
