/** Every call of the futures host, which is described beside the gateway's. */
import * as orders from '@agio/wire/futures/orders.ts'
import * as position from '@agio/wire/futures/position.ts'
import * as common from '@agio/wire/futures/public.ts'
import * as user from '@agio/wire/futures/user.ts'
import type { AnyCall } from '../calls/route.ts'

const isCall = (value: unknown): value is AnyCall => typeof value === 'object' && value !== null && 'path' in value

export const FUTURES_CALLS: readonly AnyCall[] = [common, user, orders, position].flatMap((part) => Object.values(part).filter(isCall))
