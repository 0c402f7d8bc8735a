/** How a record is described: u32 length, u8 kind, then the fields. */
import { describe, type Fields, type RowDescription, u8, u32 } from './field.ts'

export interface RecordDescription<F extends Fields = Fields> extends RowDescription<F> {
  /** Kind of the record. */
  readonly code: number
}

interface Parts {
  readonly about: string
  readonly words?: Fields
}

/** Before the fields of every record. */
export const RECORD_HEAD = { length: u32('count'), kind: u8('code') } as const
export const RECORD = describe('record', RECORD_HEAD, {
  about: 'What every record begins with.',
  words: { head: u32('bits', 'kind and the three bytes behind it', { at: 4 }) },
})

export function record<F extends Fields>(
  name: string,
  code: number,
  fields: F,
  { about, words }: Parts,
): RecordDescription<F & typeof RECORD_HEAD> {
  const prefix = name.replace(/[A-Z]/g, '_$&').toUpperCase()
  return { ...describe(`${name}Record`, { ...RECORD_HEAD, ...fields }, { about, prefix, ...(words && { words }) }), code }
}
