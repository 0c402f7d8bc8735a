/** What the first hook learns of a request, kept with it for the rest of its way. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tenant } from './context.ts'
import type { Limits } from './rate-limit.ts'

export interface RequestState {
  readonly tenant: Tenant
  readonly lang: string
  readonly requestId: string
  /** As the socket has it; forwarded headers are not believed. */
  readonly ip: string
  /** The limits that hold for this address. */
  readonly limits: Limits
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState | null
  }
}

/** A declared property keeps the shape of request objects the same for all requests, which a weak map would not need but costs more. */
export const declareState = (app: FastifyInstance): void => {
  app.decorateRequest('state', null)
}

/** @throws Error when the first hook did not run, which is a defect */
export function stateOf(request: FastifyRequest): RequestState {
  if (request.state === null) throw new Error('request without state')
  return request.state
}
