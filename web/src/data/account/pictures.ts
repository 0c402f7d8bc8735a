/** Pictures on their way to the server: made smaller in the browser, because phones take pictures larger than anybody needs. */
import { imageUpload } from '@agio/wire/content/files.ts'
import { send } from '../http-client.ts'
import { saveUserCenter } from './account.ts'

const DOCUMENT_SIDE = 2400
const AVATAR_SIDE = 512
/** Smaller files of the right kinds are sent as they are. */
const SENT_AS_IS = 1_500_000
const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** The picture within `side`, as JPEG or WebP; the file itself when it is small already or the browser cannot read it. */
async function smaller(file: Blob, side: number, type: 'image/jpeg' | 'image/webp'): Promise<Blob> {
  if (file.size <= SENT_AS_IS && TYPES.has(file.type)) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (bitmap === undefined) return file
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), type, 0.9))
}

/** Sends a picture for the verification. @returns its key @throws CallError FILE_TYPE, BODY_TOO_LARGE */
export async function uploadDocument(file: Blob): Promise<string> {
  const { key } = await send(imageUpload, { scene: 'kyc' }, { file: await smaller(file, DOCUMENT_SIDE, 'image/jpeg') })
  return key
}

/** Sends a picture and makes it the account's; the account shows it when this resolves. @throws CallError FILE_TYPE, BODY_TOO_LARGE */
export async function uploadAvatar(file: Blob): Promise<void> {
  const { url } = await send(imageUpload, { scene: 'avatar' }, { file: await smaller(file, AVATAR_SIDE, 'image/webp') })
  if (url !== null) await saveUserCenter({ avatarUrl: url })
}

export const removeAvatar = (): Promise<void> => saveUserCenter({ avatarUrl: '' })
