/** Which accounts are one person's. */
import { accountsOfPersonOf } from '@agio/engine/user/person.ts'
import { ACCOUNT_WORDS, customerOf, operatorCommand, refuse, submitted, TENANT_OWNER } from '../operator-command.ts'

const account = ACCOUNT_WORDS

const personShow = operatorCommand({
  name: 'person show',
  summary: 'Lists the accounts of the person whose account one is, and who said so of each.',
  arguments: { account },
  options: {},
  needsReason: true,
  async run({ tenant, given }) {
    const userId = customerOf(tenant, given.account)
    const { exchange, models } = tenant
    await models.reached(exchange.durableSeq)
    const said = new Map((await models.documents(TENANT_OWNER, 'persons')).map(({ id, document }) => [id, document]))
    const lines = accountsOfPersonOf(exchange.state, userId).map((id) => {
      const { withUserId, why } = said.get(String(id)) ?? {}
      if (withUserId === undefined) return String(id)
      return `${id}  ${withUserId === 0 ? 'told apart' : `joined with ${withUserId}`}: ${why}`
    })
    return lines.join('\n')
  },
})

const personJoin = operatorCommand({
  name: 'person join',
  summary: 'Says that two accounts are one person’s: trades between them count for no level, commission or price from now on.',
  arguments: { account, with: account },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const [userId, withUserId] = [customerOf(tenant, given.account), customerOf(tenant, given.with)]
    if (userId === withUserId) refuse('person join: name two accounts')
    const { seq } = await submitted(call, { kind: 'setPerson', userId, withUserId, actor, why })
    return `person join: done, entry ${seq}; one person: ${accountsOfPersonOf(tenant.exchange.state, userId).join(', ')}`
  },
})

const personPart = operatorCommand({
  name: 'person part',
  summary: 'Says that an account is a person of its own again; the others stay one person.',
  arguments: { account },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const userId = customerOf(tenant, given.account)
    if (accountsOfPersonOf(tenant.exchange.state, userId).length === 1) refuse(`person part ${given.account}: it is a person of its own`)
    const { seq } = await submitted(call, { kind: 'setPerson', userId, withUserId: TENANT_OWNER, actor, why })
    return `person part ${given.account}: done, entry ${seq}`
  },
})

export const PERSON_COMMANDS = [personShow, personJoin, personPart]
