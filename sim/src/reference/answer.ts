/** What a rule that places no order answers. */
import type { Reason } from '@agio/engine/reason.ts'

export interface Answer {
  readonly reason: Reason
  readonly value: number
}

export const ok = (value = 0): Answer => ({ reason: 'none', value })
export const no = (reason: Reason): Answer => ({ reason, value: 0 })
