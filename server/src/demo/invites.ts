/** Inviting friends in the demo world: open at one of the two tenants, so that both the page and its absence can be seen. */
import { asUserId } from '@agio/engine/ids/id.ts'
import type { PublicKey } from '../content/key-values.ts'
import { KEY_VALUES } from '../content/seed-content.ts'
import type { DemoCommand } from './accounts.ts'

const ACTOR = 'system'
const WHY = 'first start'
const SWITCH: PublicKey = 'account_configuration'

/** @param rateE8 share of a customer's fees that the inviter gets */
export const inviteCommands = (rateE8: number): readonly DemoCommand[] => [
  { kind: 'setCommission', rateE8, actor: ACTOR, why: WHY },
  { kind: 'saveDocument', userId: asUserId(0), collection: KEY_VALUES, id: SWITCH, document: { value: 1, why: WHY }, actor: ACTOR },
]
