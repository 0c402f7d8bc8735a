/** user-web: addresses that a user sends to. */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { RequestOf, ResponseOf } from '@agio/wire/call.ts'
import { addressList, deleteAddresses, saveAddress, whitelistSwitch } from '@agio/wire/wallet/address-book.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../../../auth/account/account-record.ts'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { type AddressUse, addressView } from '../../../wallet/request/address-view.ts'
import { checkDestination } from '../../../wallet/request/destination.ts'
import { placeOf } from '../../../wallet/request/listing-place.ts'
import { route, sessionOf } from '../../calls/route.ts'
import { userRoute } from '../../calls/user-route.ts'
import { type DeedCall, type Done, deedRoute } from '../../deeds/deed-route.ts'
import { requestDigest } from '../../deeds/first-answers.ts'
import { coinById } from '../../reads/lookups.ts'
import { securityFacts } from '../account/auth.ts'

const PAGE_SIZE = 20
const ON = 1

type AddressView = ResponseOf<typeof saveAddress>

const useOf = async ({ accounts, exchange }: Tenant, userId: UserId): Promise<AddressUse> => ({
  onlyListed: (await accounts.get(userId)).whitelist,
  now: exchange.now(),
})

const holds = (text: string, keyword: string): boolean => text.toLowerCase().includes(keyword)

async function save({ tenant, request, userId, key }: DeedCall<RequestOf<typeof saveAddress>>): Promise<Done<AddressView>> {
  const { wallet, withdrawals, exchange } = tenant
  const { id, coinId, protocolType, address, memo, label, isWhitelisted } = request
  const place = placeOf(withdrawals.parts, { coinId, protocolType })
  const parts = { texts: wallet.addresses, state: exchange.state, book: withdrawals.parts.book }
  const destination = await checkDestination(parts, userId, place.listing, { address, memo: memo ?? '' })
  const asked = { key, request: requestDigest(request) }
  const isNew = id == null
  if (isNew && wallet.sanctions.has(destination.address)) {
    await withdrawals.addresses.mustHaveRoomFor(userId, destination)
    throw new Failure('ADDRESS_SANCTIONED')
  }
  const wanted = { ...destination, label, isWhitelisted: isWhitelisted === ON }
  const { entry, isRepeat } = isNew
    ? await withdrawals.addresses.add(userId, wanted, asked)
    : await withdrawals.addresses.rename(userId, id, label, asked)
  return { data: addressView(tenant, entry, await useOf(tenant, userId)), isRepeat }
}

function registerBook(app: FastifyInstance): void {
  deedRoute(app, saveAddress, { isAlone: true, run: save })

  userRoute(app, addressList, async ({ tenant, request, userId }) => {
    const pageNo = request.pageNo ?? 1
    const pageSize = request.pageSize ?? PAGE_SIZE
    const { coinId, protocolType, isWhitelisted } = request
    const keyword = (request.keyword ?? '').toLowerCase()
    if (coinId != null) coinById(tenant, coinId)
    const use = await useOf(tenant, userId)
    const rows = (await tenant.withdrawals.addresses.list(userId))
      .map((entry) => addressView(tenant, entry, use))
      .filter((row) => (coinId ?? row.coinId) === row.coinId && (protocolType ?? row.protocolType) === row.protocolType)
      .filter((row) => (isWhitelisted ?? row.isWhitelisted) === row.isWhitelisted)
      .filter(({ label, address, memo }) => [label, address, memo ?? ''].some((text) => holds(text, keyword)))
    return { list: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length, pageNo, pageSize }
  })

  userRoute(app, deleteAddresses, async ({ tenant, request, userId }) => ({
    deleted: await tenant.withdrawals.addresses.remove(userId, request.ids),
  }))
}

function registerSwitch(app: FastifyInstance): void {
  route(app, whitelistSwitch, async (context) => {
    const { tenant, request } = context
    const session = sessionOf(context)
    const userId = asUserId(session.userId)
    await tenant.factors.require(session, 'all', request.codes, 'STEP_UP')
    const isOn = request.whitelistStatus === ON
    const switched = (account: Account): Account => ({ ...account, whitelist: isOn })
    const before = await tenant.accounts.get(userId)
    // Closing what is closed takes nothing away that protects the account.
    const isLess = !isOn && before.whitelist
    const account = isLess
      ? await tenant.securityChanges.lockWith(userId, 'whitelistClosed', switched, { message: { kind: 'whitelistClosed', params: {} } })
      : await tenant.accounts.change(userId, switched)
    if (isLess) await tenant.mailer.tell(userId, 'whitelistClosed')
    return securityFacts(tenant, account)
  })
}

/** The address book and its whitelist. */
export function registerAddressBookRoutes(app: FastifyInstance): void {
  registerBook(app)
  registerSwitch(app)
}
