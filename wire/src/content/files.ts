/** oss: pictures that customers send, and where they are read. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, optional } from '../fields.ts'

const ROOT = '/api/oss/v1'

/** Types of pictures that are taken, told by their content. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
export const UPLOAD_BYTES_MAX = 5 * 1024 * 1024

export const imageUpload = call({
  method: 'POST',
  path: `${ROOT}/image/upload`,
  access: 'user',
  upload: true,
  query: ['scene'],
  weight: 40,
  request: z.object({ scene: optional(z.enum(['avatar', 'kyc'])) }),
  response: z.object({
    key: z.string(),
    /** Null for pictures that only their owner may open. */
    url: z.nullable(z.string()),
    /** Bytes. */
    size: z.int(),
    mime: z.string(),
    width: z.int(),
    height: z.int(),
  }),
  errors: ['FILE_MISSING', 'FILE_TYPE', 'FILE_PIXELS', 'FILE_SLOW', 'FILE_DAMAGED', 'FILE_COLOURS', 'ENGINE_BUSY', 'BODY_TOO_LARGE'],
  summary: 'Stores a picture (PNG, JPEG or WebP, at most 5 MiB) encoded anew, as an avatar or for the verification of identity.',
})

export const fileRead = call({
  method: 'GET',
  path: `${ROOT}/file/:key`,
  access: 'optional',
  request: z.object({ key: id, link: optional(z.string().check(z.maxLength(512), z.regex(/^[A-Za-z0-9._-]+$/))) }),
  response: z.unknown(),
  errors: ['FILE_NOT_FOUND'],
  summary: 'The bytes of a picture. Those of identity documents are there for their owner, and for staff by a link of five minutes.',
})

/** Address of a public picture. */
export const fileUrl = (key: string): string => `${ROOT}/file/${key}`

/** Key in the address of a picture; undefined for any other address. */
export function fileKeyOf(url: string): string | undefined {
  return url.startsWith(`${ROOT}/file/`) ? url.slice(ROOT.length + 6) : undefined
}
