/** user-web: everything the exchange knows about a customer, to take away or to erase. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { nothing, optional } from '../fields.ts'
import { codesSchema } from './auth.ts'

const ROOT = '/api/user-web/v1'
/** Milliseconds between two archives of one account. */
export const EXPORT_WAIT_MS = 10 * 60_000

export const dataExport = call({
  method: 'POST',
  path: `${ROOT}/user/dataExport`,
  access: 'secondFactor',
  request: z.object({ codes: optional(codesSchema) }),
  response: z.string(),
  streams: true,
  weight: 10,
  errors: ['RATE_LIMIT_USER'],
  summary: 'A ZIP archive (application/zip) of all personal data: profile, settings, logins, API keys, orders, fills, statement.',
})

export const closeAccount = call({
  method: 'POST',
  path: `${ROOT}/user/closeAccount`,
  access: 'secondFactor',
  request: z.object({ codes: optional(codesSchema), confirm: z.literal('CLOSE') }),
  response: nothing,
  sealed: true,
  errors: ['ACCOUNT_NOT_EMPTY'],
  summary: 'Closes the account for good and destroys the key of its personal data. Refused while anything is held or open.',
})
