/** The one shape of every JSON answer, at every HTTP status and on both hosts. */
import * as z from 'zod/mini'
import { named } from './named.ts'

export const SUCCESS = '0'

export interface Issue {
  /** Dotted: `codes.email`. */
  readonly path: string
  readonly rule: 'required' | 'type' | 'format' | 'min' | 'max' | 'length' | 'enum' | 'scale' | 'exclusive'
}

export const envelopeSchema = z.object({ code: z.string(), message: z.string(), data: z.unknown() })
export type Envelope = z.output<typeof envelopeSchema>

/** `data` of a failure. */
export const failureSchema = named(
  'Failure',
  z.object({ name: z.string(), params: z.record(z.string(), z.unknown()), requestId: z.string() }),
)
export type Failure = z.output<typeof failureSchema>
