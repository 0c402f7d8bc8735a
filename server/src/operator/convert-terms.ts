/** What the engine holds of conversion: its limits, and whether it is closed. */
import { convertStateOf } from '@agio/engine/convert/read-convert.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import type { ConvertRuleTexts } from '@agio/engine/schema/commands/convert.ts'
import { type OperatorCall, submitted } from './operator-command.ts'

type Call = Pick<OperatorCall<Readonly<Record<never, string>>, Readonly<Record<never, string>>>, 'tenant' | 'actor' | 'why'>

interface TermsChange {
  readonly dailyLimit?: bigint
  readonly lossBound?: bigint
  readonly isClosed?: boolean
  readonly opensLoss?: boolean
  readonly rules?: ConvertRuleTexts
}

/** Changes a part of it; what a loss closed is opened only where the change says so. @throws Refusal */
export async function changeTerms(call: Call, change: TermsChange): Promise<number> {
  const { dailyLimit, lossBound, deskUserId, isClosedByOperator } = convertStateOf(call.tenant.exchange.state)
  const { actor, why } = call
  const terms = { dailyLimit, lossBound, deskUserId: asUserId(deskUserId), isClosed: isClosedByOperator, ...change }
  return (await submitted(call, { kind: 'setConvertTerms', ...terms, actor, why })).seq
}
