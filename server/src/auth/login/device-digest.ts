/**
 * The short form of the sealed report: calls of a session that change something name the digest of the last report which that session
 * sent sealed. What sealing every order would cost is saved; a token that was carried to another device still does not pass.
 */
import { DIGEST_FIELDS, digestSchema, PAYLOAD_FIELDS } from '@agio/wire/security.ts'
import * as z from 'zod/mini'
import { Failure } from '../../core/failure.ts'
import type { Session } from './sessions.ts'

type Fields = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** True of a request that brings a sealed report besides: a new one takes the place of the last. */
export const carriesReport = (fields: Fields): boolean =>
  PAYLOAD_FIELDS.some((field) => isGiven(fields[field]) && !DIGEST_FIELDS.some((own) => own === field))

/**
 * @throws Failure SECURITY_PAYLOAD_REQUIRED when a field is missing, or the report has to be sent sealed first because the session sent
 * none or another one; SECURITY_PAYLOAD_INVALID for what can be no digest
 */
export function checkDigest({ device }: Pick<Session, 'device'>, fields: Fields): void {
  if (DIGEST_FIELDS.some((field) => !isGiven(fields[field]))) throw new Failure('SECURITY_PAYLOAD_REQUIRED')
  const parsed = z.safeParse(digestSchema, fields)
  if (!parsed.success) throw new Failure('SECURITY_PAYLOAD_INVALID')
  if (device.report === undefined || device.report !== parsed.data.securityInfo) throw new Failure('SECURITY_PAYLOAD_REQUIRED')
}
