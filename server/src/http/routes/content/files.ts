/** oss: takes pictures, and gives them to whom they are for. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { fileRead, fileUrl, IMAGE_TYPES, imageUpload } from '@agio/wire/content/files.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import { DOCUMENTS_MAX, isAvatarKey } from '../../../files/file-store.ts'
import type { EncodedImage, ImageUse } from '../../../files/image-codecs.ts'
import { type ImageKind, ImageRefused, kindOf, MEGAPIXELS_MAX, SIDE_MAX } from '../../../files/image-format.ts'
import { ImageStudio, StudioBusy } from '../../../files/image-studio.ts'
import { ownerByLink } from '../../../files/staff-link.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { Answer, type CallContext, route, sessionOf } from '../../calls/route.ts'
import { DayBound, dayOwner } from '../../guard/day-bound.ts'

const AVATAR_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'image/webp',
  'content-disposition': 'inline',
}
const DOCUMENT_HEADERS = {
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'image/jpeg',
  'content-disposition': 'inline',
}

/** By its first bytes; a longer look would hold up orders. @throws Failure FILE_TYPE */
function kindIn(file: Uint8Array): ImageKind {
  const kind = kindOf(file)
  if (kind === undefined) throw notAllowed()
  return kind
}

const notAllowed = (): Failure => new Failure('FILE_TYPE', { allowed: IMAGE_TYPES })

function refusalOf({ refusal }: ImageRefused, kind: ImageKind): Failure {
  if (refusal === 'large') return new Failure('FILE_PIXELS', { maxPixels: MEGAPIXELS_MAX[kind] * 1_000_000, maxSide: SIDE_MAX })
  if (refusal === 'slow') return new Failure('FILE_SLOW')
  if (refusal === 'damaged') return new Failure('FILE_DAMAGED')
  return refusal === 'colours' ? new Failure('FILE_COLOURS') : notAllowed()
}

async function encode(studio: ImageStudio, file: Buffer<ArrayBuffer>, use: ImageUse, owner: string): Promise<EncodedImage> {
  const kind = kindIn(file)
  try {
    return await studio.encode(file, use, owner)
  } catch (error) {
    if (error instanceof ImageRefused) throw refusalOf(error, kind)
    if (error instanceof StudioBusy) throw new Failure('ENGINE_BUSY', { retryAfter: 5 })
    throw error
  }
}

/** Old pictures stay where messages and lists may still show them, so what a customer can add in a day is bounded. */
const AVATARS_A_DAY = 20

async function upload(studio: ImageStudio, avatars: DayBound, context: CallContext<{ readonly scene?: ImageUse | null | undefined }>) {
  const { tenant, request, file } = context
  const { userId } = sessionOf(context)
  const use = request.scene ?? 'avatar'
  if (file === null) throw new Failure('FILE_MISSING')
  if (use === 'kyc') await tenant.identities.makeRoom(userId, DOCUMENTS_MAX)
  const owner = dayOwner(tenant.tenantId, userId)
  const { bytes, mime, width, height } = await encode(studio, file, use, owner)
  const facts = { size: bytes.length, mime, width, height }
  if (use === 'avatar') {
    avatars.take(owner, 1, tenant.exchange.now())
    const key = await tenant.files.saveAvatar(userId, bytes)
    return { key, url: fileUrl(key), ...facts }
  }
  const { keyId } = await tenant.accounts.get(userId)
  return { key: await tenant.files.saveDocument(userId, keyId, bytes), url: null, ...facts }
}

async function documentOf(tenant: Tenant, userId: UserId, key: string): Promise<Buffer | undefined> {
  const { keyId } = await tenant.accounts.get(userId)
  return tenant.files.document(userId, keyId, key)
}

async function read(context: CallContext<{ readonly key: string; readonly link?: string | null | undefined }>): Promise<Answer<unknown>> {
  const { tenant, request, session } = context
  const { key, link } = request
  if (isAvatarKey(key)) {
    const bytes = await tenant.files.avatar(key)
    if (bytes !== undefined) return new Answer(null, AVATAR_HEADERS, bytes)
  }
  const byLink = link == null ? undefined : ownerByLink(tenant, key, link)
  const owner = byLink?.userId ?? session?.userId
  const bytes = owner === undefined ? undefined : await documentOf(tenant, owner, key)
  if (bytes === undefined) throw new Failure('FILE_NOT_FOUND')
  if (byLink !== undefined) await tenant.identities.opened(byLink.userId, key, byLink.actor)
  return new Answer(null, DOCUMENT_HEADERS, bytes)
}

export function registerFileRoutes(app: FastifyInstance): void {
  const studio = new ImageStudio()
  const avatars = new DayBound(AVATARS_A_DAY, 'file')
  app.addHook('onClose', () => studio.close())
  route(app, imageUpload, (context) => upload(studio, avatars, context))
  route(app, fileRead, (context) => read(context))
}
