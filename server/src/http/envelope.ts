/** Writes answers: the envelope around data and failures, at every HTTP status. */
import { ERRORS } from '@agio/wire/codes.ts'
import { SUCCESS } from '@agio/wire/envelope.ts'
import type { FastifyReply } from 'fastify'
import type { ApiError } from './errors.ts'
import { Answer } from './route.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
const HEAD = `{"code":"${SUCCESS}","message":"success","data":`

export function sendData(answer: FastifyReply, data: unknown): FastifyReply {
  if (data instanceof Answer) {
    answer.code(data.status).headers({ 'content-type': JSON_TYPE, ...data.headers })
    return answer.send(data.text ?? `${HEAD}${JSON.stringify(data.data)}}`)
  }
  answer.header('content-type', JSON_TYPE)
  return answer.send(`${HEAD}${JSON.stringify(data)}}`)
}

/** The envelope of a failure as text. */
export const failureText = (error: ApiError, message: string, requestId: string): string =>
  JSON.stringify({
    code: ERRORS[error.errorName].code,
    message,
    data: { name: error.errorName, params: error.params, requestId },
  })
