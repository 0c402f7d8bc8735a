/** Types of answers by the address that was called, so that a test reads what the API promises and nothing else. */
import type * as apiKeys from '@agio/wire/account/api-keys.ts'
import type * as auth from '@agio/wire/account/auth.ts'
import type * as authFactors from '@agio/wire/account/auth-factors.ts'
import type * as devices from '@agio/wire/account/devices.ts'
import type * as identity from '@agio/wire/account/identity.ts'
import type * as invite from '@agio/wire/account/invite.ts'
import type * as passkeys from '@agio/wire/account/passkeys.ts'
import type * as user from '@agio/wire/account/user.ts'
import type * as assets from '@agio/wire/assets/assets.ts'
import type * as transfers from '@agio/wire/assets/transfers.ts'
import type { ResponseOf } from '@agio/wire/call.ts'
import type * as files from '@agio/wire/content/files.ts'
import type * as homeWeb from '@agio/wire/content/home-web.ts'
import type * as inform from '@agio/wire/content/inform.ts'
import type * as convert from '@agio/wire/convert/convert.ts'
import type * as dev from '@agio/wire/dev.ts'
import type * as earn from '@agio/wire/earn/earn.ts'
import type * as earnOpen from '@agio/wire/earn/open.ts'
import { failureSchema } from '@agio/wire/envelope.ts'
import type * as futuresOrders from '@agio/wire/futures/orders.ts'
import type * as futuresPosition from '@agio/wire/futures/position.ts'
import type * as futures from '@agio/wire/futures/public.ts'
import type * as futuresUser from '@agio/wire/futures/user.ts'
import type * as indexPrice from '@agio/wire/market/index-price.ts'
import type * as market from '@agio/wire/market/market.ts'
import type * as spot from '@agio/wire/spot/spot.ts'
import type * as addressBook from '@agio/wire/wallet/address-book.ts'
import type * as walletChains from '@agio/wire/wallet/chains.ts'
import type * as reserves from '@agio/wire/wallet/reserves.ts'
import type * as wallet from '@agio/wire/wallet/wallet.ts'
import type * as z from 'zod/mini'

type Services = typeof addressBook &
  typeof apiKeys &
  typeof assets &
  typeof auth &
  typeof authFactors &
  typeof convert &
  typeof dev &
  typeof devices &
  typeof earn &
  typeof earnOpen &
  typeof files &
  typeof futures &
  typeof futuresOrders &
  typeof futuresPosition &
  typeof futuresUser &
  typeof identity &
  typeof invite &
  typeof homeWeb &
  typeof indexPrice &
  typeof inform &
  typeof market &
  typeof passkeys &
  typeof reserves &
  typeof spot &
  typeof transfers &
  typeof user &
  typeof wallet &
  typeof walletChains
type Spec = Extract<Services[keyof Services], { readonly path: string; readonly response: unknown }>

type PathOf<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url
/** `/menu/:lang` as the addresses that it stands for. */
type Filled<Path extends string> = Path extends `${infer Start}/:${string}` ? `${Start}/${string}` : Path
type SpecAt<Each, Path extends string> = Each extends { readonly path: infer Own extends string }
  ? Path extends Filled<Own>
    ? Each
    : never
  : never

/** The data of a call that succeeded; unknown for an address that is none of the API's. */
export type DataAt<Url extends string> = [SpecAt<Spec, PathOf<Url>>] extends [never] ? unknown : ResponseOf<SpecAt<Spec, PathOf<Url>>>

export type FailureData = z.output<typeof failureSchema>

const NO_FAILURE: FailureData = { name: '', params: {}, requestId: '' }

/** What a refused call says; empty for one that succeeded. @throws Error when a refusal has another form than the API's */
export function failureOf(code: string, data: unknown): FailureData {
  return code === '0' || code === '' ? NO_FAILURE : failureSchema.parse(data)
}
