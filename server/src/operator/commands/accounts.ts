/** Accounts of customers. */
import { customerOf, operatorCommand, submitted } from '../operator-command.ts'

const account = 'e-mail address or UID'

export const freeze = operatorCommand({
  name: 'freeze',
  summary: 'Stops an account: its open orders are cancelled and its sessions end.',
  arguments: { account },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const userId = customerOf(tenant, given.account)
    const { seq } = await submitted(call, { kind: 'setUserStatus', userId, status: 'frozen', actor, why })
    tenant.endSessions(userId)
    return `freeze ${given.account}: done, entry ${seq}`
  },
})

export const unfreeze = operatorCommand({
  name: 'unfreeze',
  summary: 'Lets an account go; its owner logs in again.',
  arguments: { account },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const userId = customerOf(tenant, given.account)
    const { seq } = await submitted(call, { kind: 'setUserStatus', userId, status: 'active', actor, why })
    return `unfreeze ${given.account}: done, entry ${seq}`
  },
})
