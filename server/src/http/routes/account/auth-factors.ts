/** auth: second factors, the password, addresses, anti-phishing words, the freeze. */
import {
  accountFreeze,
  antiPhishingInfo,
  antiPhishingSave,
  emailBind,
  emailUnbind,
  passwordChange,
  phoneBind,
  phoneUnbind,
  resetPassword,
  secondFactorLoginMode,
  secondFactorSendCode,
  secondFactorStepUp,
  secondFactorSwitch,
  totpBind,
  totpRecoveryCodes,
  totpSetup,
  totpUnbind,
} from '@agio/wire/account/auth-factors.ts'
import type { FastifyInstance } from 'fastify'
import { emailName } from '../../../auth/account/account-name.ts'
import type { NewRecovery } from '../../../auth/factors/factor-changes.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { type CallContext, route, sessionOf } from '../../calls/route.ts'
import { securityFacts } from './auth.ts'

/** First and last character; the owner knows the rest. */
const maskedWords = (words: string): string => {
  const letters = [...words]
  return `${letters[0] ?? ''}***${letters.at(-1) ?? ''}`
}

const accountOf = (context: CallContext<unknown>) => context.tenant.accounts.get(sessionOf(context).userId)

function registerProofs(app: FastifyInstance): void {
  route(app, secondFactorSendCode, async (context) => {
    const { tenant, request, lang } = context
    const { scene, channel, target, areaCode } = request
    if (scene !== 'BIND') return tenant.factors.sendCode(await accountOf(context), scene, channel, { lang })
    const to = tenant.accounts.nameOf({ type: channel === 'email' ? 1 : 2, account: target ?? '', areaCode })
    return tenant.factorChanges.sendBindCode(sessionOf(context), to, lang)
  })

  route(app, secondFactorStepUp, async (context) => {
    const { factors } = context.tenant
    const session = sessionOf(context)
    await factors.require(session, 'login', context.request.codes, 'STEP_UP')
    return { validUntil: factors.stepUp(session) }
  })

  route(app, secondFactorLoginMode, async (context) => {
    const { tenant, request } = context
    return securityFacts(tenant, await tenant.factorChanges.setLoginMode(sessionOf(context), request.loginMode, request.codes))
  })

  route(app, secondFactorSwitch, async (context) => {
    const { tenant, request } = context
    const { method, status, codes } = request
    return securityFacts(tenant, await tenant.factorChanges.switchMethod(sessionOf(context), method, status === 1, codes))
  })
}

const recoveryAnswer = async (tenant: Tenant, { account, recoveryCodes }: NewRecovery) => ({
  ...(await securityFacts(tenant, account)),
  recoveryCodes: [...recoveryCodes],
})

function registerAuthenticator(app: FastifyInstance): void {
  route(app, totpSetup, async (context) => context.tenant.factorChanges.setUpTotp(await accountOf(context)))

  route(app, totpBind, async (context) => {
    const { tenant, request } = context
    const { setupId, googleCode, codes } = request
    return recoveryAnswer(tenant, await tenant.factorChanges.bindTotp(sessionOf(context), setupId, googleCode, codes))
  })

  route(app, totpUnbind, async (context) => {
    const { tenant, request } = context
    return securityFacts(tenant, await tenant.factorChanges.unbindTotp(sessionOf(context), request.codes))
  })

  route(app, totpRecoveryCodes, async (context) => {
    const { tenant, request } = context
    return recoveryAnswer(tenant, await tenant.factorChanges.renewRecovery(sessionOf(context), request.codes))
  })
}

function registerAddresses(app: FastifyInstance): void {
  route(app, emailBind, async (context) => {
    const { tenant, request } = context
    const { email, code, codes } = request
    return securityFacts(tenant, await tenant.factorChanges.bindAddress(sessionOf(context), emailName(email), code, codes))
  })

  route(app, phoneBind, async (context) => {
    const { tenant, request } = context
    const { areaCode, phone, code, codes } = request
    const to = tenant.accounts.nameOf({ type: 2, account: phone, areaCode })
    return securityFacts(tenant, await tenant.factorChanges.bindAddress(sessionOf(context), to, code, codes))
  })

  route(app, emailUnbind, async (context) => {
    const { tenant, request } = context
    return securityFacts(tenant, await tenant.factorChanges.unbindAddress(sessionOf(context), 'email', request.codes))
  })

  route(app, phoneUnbind, async (context) => {
    const { tenant, request } = context
    return securityFacts(tenant, await tenant.factorChanges.unbindAddress(sessionOf(context), 'phone', request.codes))
  })
}

function registerCredentials(app: FastifyInstance): void {
  route(app, passwordChange, async (context) => {
    const { oldPassword, newPassword, codes } = context.request
    await context.tenant.credentials.changePassword(sessionOf(context), oldPassword, newPassword, codes)
    return {}
  })

  route(app, resetPassword, async ({ tenant, request, device }) => {
    const { code, googleCode, password } = request
    const reset = { code, googleCode, password, identity: device?.identity ?? '' }
    await tenant.credentials.resetPassword(tenant.accounts.nameOf(request), reset)
    return {}
  })

  route(app, antiPhishingSave, async (context) => {
    await context.tenant.credentials.saveAntiPhishing(sessionOf(context).userId, context.request.antiPhishingCode)
    return {}
  })

  route(app, antiPhishingInfo, async (context) => {
    const { antiPhishing } = await accountOf(context)
    return { antiPhishingCode: antiPhishing === null ? null : maskedWords(antiPhishing) }
  })

  route(app, accountFreeze, async (context) => {
    await context.tenant.freezes.freeze(sessionOf(context).userId, 'asked by its owner')
    return {}
  })
}

export function registerFactorRoutes(app: FastifyInstance): void {
  registerProofs(app)
  registerAuthenticator(app)
  registerAddresses(app)
  registerCredentials(app)
}
