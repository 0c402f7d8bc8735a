/** What inviting friends earns. */
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import { operatorCommand, refuse, submitted } from '../operator-command.ts'

const RATE_SCALE = 8

export const inviteRate = operatorCommand({
  name: 'invite rate',
  summary: 'Sets the share of the fees of invited customers that their inviters get, from the next trade on.',
  arguments: { rate: 'a fraction of the fee, at most 0.5: 0.2 is 20 %' },
  options: {},
  needsReason: true,
  async run(call) {
    const rate = parseDecimal(call.given.rate, RATE_SCALE)
    if (typeof rate === 'string' || rate < 0n) refuse('rate: a fraction such as 0.2')
    const rateE8 = Number(rate)
    const { seq } = await submitted(call, { kind: 'setCommission', rateE8, actor: call.actor, why: call.why })
    return `invite rate ${call.given.rate}: done, entry ${seq}`
  },
})
