/** The process that decodes and encodes uploaded images, one after the other and behind everything that trades. */
import { lowerPriority } from '../core/thread-priority.ts'
import { type EncodedImage, encodeAnew, type ImageUse, loadLibrary } from './image-codecs.ts'
import { ImageRefused, type Refusal } from './image-format.ts'

export interface ImageTask {
  readonly taskId: number
  readonly bytes: Uint8Array
  readonly use: ImageUse
}

export type ImageAnswer =
  | { readonly isReady: true }
  | { readonly taskId: number; readonly image: EncodedImage }
  /** `isSpent`: the decoder gave up in the middle, and what memory it left is anybody's guess. */
  | { readonly taskId: number; readonly refused: Refusal; readonly why: string; readonly isSpent: boolean }

const answer = (told: ImageAnswer): void => {
  process.send?.(told)
}

function refuse(taskId: number, error: unknown): void {
  const isKnown = error instanceof ImageRefused
  answer({ taskId, refused: isKnown ? error.refusal : 'large', why: String(error), isSpent: !isKnown })
}

lowerPriority()
process.on('message', ({ taskId, bytes, use }: ImageTask) => {
  encodeAnew(bytes, use).then(
    (image) => answer({ taskId, image }),
    (error: unknown) => refuse(taskId, error),
  )
})
await loadLibrary()
answer({ isReady: true })
// Whoever asked is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit(0))
