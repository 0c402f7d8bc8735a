/** Runs a request against the live process; the answer says what became durable, or why nothing did. */
import { faultOf, type OperatorRequest } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import { type OperatorTenant, Refusal } from './operator-command.ts'

export interface OperatorAnswer {
  readonly ok: boolean
  readonly text: string
}

const no = (text: string): OperatorAnswer => ({ ok: false, text })

export async function runOperatorCommand(tenants: readonly OperatorTenant[], request: OperatorRequest): Promise<OperatorAnswer> {
  const tenant = tenants.find(({ tenantId }) => tenantId === request.tenantId)
  if (tenant === undefined) return no(`no tenant ${request.tenantId}; there are ${tenants.map(({ tenantId }) => tenantId).join(', ')}`)
  const command = OPERATOR_COMMANDS.find(({ name }) => name === request.command)
  if (command === undefined) return no(`no command ${request.command}`)
  const fault = faultOf(command, request)
  if (fault !== undefined) return no(fault)
  const { given, actor, why } = request
  try {
    return { ok: true, text: await command.run({ tenant, given, actor, why }) }
  } catch (error) {
    if (error instanceof Refusal) return no(error.message)
    throw error
  }
}
