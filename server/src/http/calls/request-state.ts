/** What is known of a request before its own work begins, kept with it for the rest of its way. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TokenMemo } from '../../auth/login/sessions.ts'
import type { Limits } from '../../limits/rate-limit.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import type { Way } from '../hosts.ts'
import type { Arrival } from './arrival.ts'

export interface RequestState {
  readonly tenant: Tenant
  readonly lang: string
  readonly requestId: string
  /** As the socket has it; a forwarded one is believed from a configured proxy alone. */
  readonly ip: string
  readonly way: Way
  /** The limits that hold for this address. */
  readonly limits: Limits
  readonly tokenMemo: TokenMemo
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the first hook ran, and for addresses that cannot be read. */
    arrival: Arrival | null
  }
}

/** A declared property keeps the shape of request objects the same for all requests, which a weak map would not need but costs more. */
export const declareArrival = (app: FastifyInstance): void => {
  app.decorateRequest('arrival', null)
}

/** @throws Error when the first hook did not let the request in, which is a defect */
export function stateOf(request: FastifyRequest): RequestState {
  const state = request.arrival?.state ?? null
  if (state === null) throw new Error('request without state')
  return state
}
