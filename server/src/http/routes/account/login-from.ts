/** Where a login comes from, as the steps of a login need it. */
import type { LoginFrom } from '../../../auth/login/login.ts'
import { deviceOf } from '../../../auth/login/session-device.ts'
import { Failure } from '../../../core/failure.ts'
import type { CallContext } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'
import { reach } from '../../hosts.ts'

/** @throws Failure when a sealed call came without a report, which is a defect of its description */
export function loginFrom(
  { device, ip, lang, tenant, way, limits }: CallContext<unknown>,
  { addresses }: Pick<ServerContext, 'addresses'>,
): LoginFrom {
  if (device === null) throw new Failure('SECURITY_PAYLOAD_REQUIRED')
  return { device: deviceOf(device, ip), lang, origin: originOf({ tenant, way }, addresses), guesses: limits.guesses }
}

/** The tenant's own pages, for links in messages. */
export const originOf = ({ tenant, way }: Pick<CallContext<unknown>, 'tenant' | 'way'>, addresses: ServerContext['addresses']): string =>
  reach(tenant.config, way, addresses).web
