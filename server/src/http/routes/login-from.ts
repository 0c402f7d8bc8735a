/** Where a login comes from, as the steps of a login need it. */
import type { LoginFrom } from '../../auth/login/login.ts'
import { deviceOf } from '../../auth/login/session-device.ts'
import type { CallContext } from '../calls/route.ts'
import type { ServerContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { hostName, reach } from '../hosts.ts'

/** @throws ApiError when a sealed call came without a report, which is a defect of its description */
export function loginFrom(
  { device, ip, lang, headers, limits }: CallContext<unknown>,
  { addresses }: Pick<ServerContext, 'addresses'>,
): LoginFrom {
  if (device === null) throw new ApiError('SECURITY_PAYLOAD_REQUIRED')
  return { device: deviceOf(device, ip), lang, origin: originOf(headers.host, addresses), guesses: limits.guesses }
}

/**
 * The tenant's own pages, for links in messages. The host is one of the tenant's, or the request would not have come here; the port is
 * ours and never the sender's.
 */
export const originOf = (host: string | undefined, addresses: ServerContext['addresses']): string => reach(hostName(host), addresses).web
