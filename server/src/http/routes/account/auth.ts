/** auth: registration with a code, login in two steps, sessions. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import {
  type LoginDone,
  login,
  loginSecondFactor,
  loginSendCode,
  logout,
  publicKey,
  register,
  type SecurityInfo,
  secondFactorInfo,
  sendCode,
} from '@agio/wire/account/auth.ts'
import type { FastifyInstance } from 'fastify'
import { type AccountName, accountPlace, codePlace } from '../../../auth/account/account-name.ts'
import type { Account } from '../../../auth/account/account-record.ts'
import { securityInfoOf } from '../../../auth/account/account-view.ts'
import { type Attempt, judged } from '../../../auth/login/attempts.ts'
import { countriesOfPhone } from '../../../content/countries.ts'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { type CallContext, route, sessionOf } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'
import { loginFrom, originOf } from './login-from.ts'

const REGISTER = 'REGISTER'

interface RegisterRequest {
  readonly type: 1 | 2
  readonly account: string
  readonly areaCode?: string | null | undefined
  readonly code: string
  readonly password: string
  readonly inviteCode?: string | null | undefined
  readonly agreeTerms?: 0 | 1 | null | undefined
}

/** @throws Failure INVITE_CODE_INVALID for a code that is nobody's, and where inviting is not open */
async function inviterOf(tenant: Tenant, code: string): Promise<UserId | undefined> {
  if (code === '') return undefined
  if (tenant.content.switches().inviteSwitch !== 1) throw new Failure('INVITE_CODE_INVALID')
  return tenant.invites.ownerOf(code)
}

/** Tries of a name, however many codes are sent in between: whether it is anybody's makes no difference. @throws Failure CODE_TOO_MANY_TRIES */
function beginRegistration({ attempts }: Pick<Tenant, 'attempts'>, tries: string): Attempt {
  try {
    return attempts.begin(tries)
  } catch (error) {
    throw error instanceof Failure && error.errorName === 'LOGIN_LOCKED' ? new Failure('CODE_TOO_MANY_TRIES') : error
  }
}

/**
 * Wrong codes are counted by the caller's address, whatever account they are for, and by the account, whoever guesses.
 * @throws Failure RATE_LIMIT_AUTH, CODE_INVALID, CODE_EXPIRED, CODE_TOO_MANY_TRIES
 */
function useRegistrationCode({ tenant, request, limits, ip }: CallContext<RegisterRequest>, name: AccountName): void {
  const guesses = limits.codesOf(ip)
  guesses.check()
  const tries = `register ${tenant.accounts.keyOf(name)}`
  const attempt = beginRegistration(tenant, tries)
  try {
    judged(attempt, () => tenant.codes.use(REGISTER, accountPlace(name), request.code))
    tenant.attempts.forget(tries)
  } catch (error) {
    if (error instanceof Failure && error.errorName !== 'CODE_EXPIRED') guesses.spend()
    throw error
  }
}

/** Telephone numbers of countries that are all closed; an e-mail address tells no country. @throws Failure REGION_DENIED */
function refuseClosedRegion({ content }: Tenant, name: AccountName): void {
  if (name.type !== 2) return
  const closed = content.closedCountries()
  const countries = countriesOfPhone(accountPlace(name))
  const [first] = countries
  if (first !== undefined && countries.every(({ countryCode }) => closed.has(countryCode)))
    throw new Failure('REGION_DENIED', { country: first.countryCode })
}

async function registerAccount(context: CallContext<RegisterRequest>, server: ServerContext): Promise<LoginDone> {
  const { tenant, request, lang } = context
  const from = loginFrom(context, server)
  const name = tenant.accounts.nameOf(request)
  if (tenant.stops.registration !== undefined) throw new Failure('REGISTER_CLOSED')
  if (request.agreeTerms !== 1) throw new Failure('TERMS_NOT_ACCEPTED')
  refuseClosedRegion(tenant, name)
  await tenant.passwords.refuseWeak(request.password, name)
  const inviterId = await inviterOf(tenant, request.inviteCode ?? '')
  const account = await tenant.persons.registerOn(from.device.identity, async () => {
    useRegistrationCode(context, name)
    return tenant.accounts.create({ name, password: request.password, lang, ...(inviterId !== undefined && { inviterId }) })
  })
  // The device that registers is known from the start.
  return tenant.logins.open(account, from, { way: 'password', isNew: false })
}

function registerRegistration(app: FastifyInstance, server: ServerContext): void {
  route(app, publicKey, async ({ tenant }) => ({
    ...(await tenant.payloads.current()),
    kem: 32 as const,
    kdf: 1 as const,
    aead: 2 as const,
  }))

  route(app, sendCode, async ({ tenant, request, lang, device }) => {
    const { accounts, mailer, knownDevices } = tenant
    const { scene } = request
    const to = accounts.nameOf(request)
    const owner = accounts.idOf(accounts.keyOf(to))
    const counted = device === null ? '' : await knownDevices.countedAs(owner, device.identity)
    const mail = { to, scene, lang, owner }
    if (scene === REGISTER) return mailer.sendCode(owner === undefined ? mail : { ...mail, instead: 'registered' })
    return mailer.sendCode(owner === undefined ? { ...mail, instead: null } : { ...mail, place: codePlace(accountPlace(to), counted) })
  })

  route(app, register, (context) => registerAccount(context, server))
}

function registerLogin(app: FastifyInstance, server: ServerContext): void {
  route(app, login, (context) => {
    const { tenant, request } = context
    return tenant.logins.begin(tenant.accounts.nameOf(request), request.password, loginFrom(context, server))
  })

  route(app, loginSendCode, ({ tenant, request, lang, way }) =>
    tenant.logins.sendCode(request.ticket, request.channel, { lang, origin: originOf({ tenant, way }, server.addresses) }),
  )

  route(app, loginSecondFactor, (context) =>
    context.tenant.logins.finish(context.request.ticket, context.request.codes, loginFrom(context, server)),
  )

  route(app, logout, async (context) => {
    const { sessions } = context.tenant
    sessions.logout(sessionOf(context))
    await sessions.persist()
    return {}
  })
}

/** Security facts of an account. */
export async function securityFacts({ exchange, passkeys }: Tenant, account: Account): Promise<SecurityInfo> {
  const isFrozen = userStatusOf(exchange.state, account.userId) === 'frozen'
  return { ...securityInfoOf(account, { isFrozen, now: exchange.now() }), passkeyCount: await passkeys.count(account.userId) }
}

/** Security facts of the user of a call. */
export async function securityOf(tenant: Tenant, context: Pick<CallContext<unknown>, 'session'>): Promise<SecurityInfo> {
  return securityFacts(tenant, await tenant.accounts.get(sessionOf(context).userId))
}

export function registerAuthRoutes(app: FastifyInstance, server: ServerContext): void {
  registerRegistration(app, server)
  registerLogin(app, server)
  route(app, secondFactorInfo, (context) => securityOf(context.tenant, context))
}
