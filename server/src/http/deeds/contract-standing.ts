/** Who may trade contracts at all: verified identities where a contract asks for them, and nobody of a country that is closed. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { countriesOfPhone } from '../../content/countries.ts'
import { Failure } from '../../core/failure.ts'
import type { ListedContract } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'

/** True for a contract whose operator asks for a verified identity; others cost this look alone. */
export const needsIdentity = ({ terms }: ListedContract): boolean => terms.document.isRealname === 1

/** @throws Failure KYC_REQUIRED */
export async function refuseUnverified(tenant: Tenant, userId: UserId): Promise<void> {
  if ((await tenant.identities.level(userId)) === 0) throw new Failure('KYC_REQUIRED', { level: '1' })
}

/** Of a country by identity, or by a telephone number that no open country has. @throws Failure REGION_DENIED */
export async function refuseClosedCountry({ accounts, content, identities }: Tenant, userId: UserId): Promise<void> {
  const closed = content.closedCountries()
  if (closed.size === 0) return
  const [{ countryCode }, { phone }] = await Promise.all([identities.identity(userId), accounts.get(userId)])
  if (countryCode !== null && closed.has(countryCode)) throw new Failure('REGION_DENIED', { country: countryCode })
  const countries = phone === null ? [] : countriesOfPhone(`${phone.areaCode}${phone.number}`)
  const [first] = countries
  if (first !== undefined && countries.every((each) => closed.has(each.countryCode)))
    throw new Failure('REGION_DENIED', { country: first.countryCode })
}
