/** The thread that decodes and encodes uploaded images, one after the other and behind everything that trades. */
import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../thread-priority.ts'
import { type EncodedImage, encodeAnew, type ImageUse } from './image-codecs.ts'
import { ImageRefused } from './image-format.ts'

export interface ImageTask {
  readonly taskId: number
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly use: ImageUse
}

export type ImageAnswer =
  | { readonly taskId: number; readonly image: EncodedImage }
  /** The bytes are no picture. `isSpent`: a codec gave up in the middle, and what memory it left is anybody's guess. */
  | { readonly taskId: number; readonly refused: string; readonly isSpent: boolean }

lowerPriority()
const port = parentPort
port?.on('message', ({ taskId, bytes, use }: ImageTask) => {
  encodeAnew(bytes, use).then(
    (image) => port.postMessage({ taskId, image } satisfies ImageAnswer, [image.bytes.buffer]),
    (error: unknown) =>
      port.postMessage({ taskId, refused: String(error), isSpent: !(error instanceof ImageRefused) } satisfies ImageAnswer),
  )
})
