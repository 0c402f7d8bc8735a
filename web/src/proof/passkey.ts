/** Passkeys in this browser. The library comes with the first press of a button. */
import { passkeyLogin, passkeyLoginOptions, passkeyRegister, passkeyRegisterOptions } from '@agio/wire/account/passkeys.ts'
import type { ResponseOf } from '@agio/wire/call.ts'
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { send } from '../data/http-client.ts'

const library = () => import('@simplewebauthn/browser')

/** The part of WebAuthn's answers that the API carries; the library's types have more. */
type Credential<Call extends { request: { _zod: { input: unknown } } }> = Call['request']['_zod']['input'] extends { credential: infer C }
  ? C
  : never

export async function logInWithPasskey(account: string): Promise<ResponseOf<typeof passkeyLogin>> {
  const { challengeId, ...optionsJSON } = await send(passkeyLoginOptions, { account }, { anonymous: true })
  const { startAuthentication } = await library()
  const credential = await startAuthentication({ optionsJSON: optionsJSON as unknown as PublicKeyCredentialRequestOptionsJSON })
  return send(passkeyLogin, { challengeId, credential: credential as Credential<typeof passkeyLogin> }, { anonymous: true })
}

/** Makes a passkey on this device and keeps it under `name`. */
export async function addPasskey(name: string): Promise<void> {
  const { challengeId, ...optionsJSON } = await send(passkeyRegisterOptions, {})
  const { startRegistration } = await library()
  const credential = await startRegistration({ optionsJSON: optionsJSON as unknown as PublicKeyCredentialCreationOptionsJSON })
  await send(passkeyRegister, { challengeId, credential: credential as Credential<typeof passkeyRegister>, name })
}
